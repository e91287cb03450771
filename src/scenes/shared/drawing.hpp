#pragma once

#include "scenes/snapshot.hpp"

#include <rope/mass.hpp>
#include <rope/pin.hpp>
#include <rope/rigid_body.hpp>
#include <rope/touch.hpp>

#include <span>
#include <string_view>
#include <vector>

// Shapes that several scenes add to their snapshots.

namespace ropewalk
{

constexpr double hempDensity = 900.0; ///< [kg/m3]

/// Radius [m] of a rope of this mass per length [kg/m] and density [kg/m3], thin and thick enough to be seen.
float ropeRadius(double massPerLength, double density, double thinnest = 0.005);

/// A plain thread that the mouse does not take: a wire, a path, an exact solution.
Polyline plainThread(std::vector<glm::vec3> points, const glm::vec3& colour, float radius);

/// The wire of a coil spring between two points, straight at both ends.
std::vector<glm::vec3> coil(const glm::vec3& from, const glm::vec3& to, float radius, int turns);

/// Adds a rope through these masses. The reference holds until another line is added.
Polyline& addLine(Snapshot& snapshot, const std::vector<rope::Mass>& masses, float radius);

/// Says where a rope touches solids and itself, for the light on it. On a ground that is drawn it is known anyway.
void addTouches(const Snapshot& snapshot, Polyline& line, const std::vector<rope::SolidTouch>& touches,
                const std::vector<rope::RopeTouch>& selfTouches);

/// Adds the rope of a simulation: its masses and the tension of its segments.
template <typename Sim>
Polyline& addRope(Snapshot& snapshot, const Sim& sim, float radius)
{
    Polyline& line = addLine(snapshot, sim.masses(), radius);
    for (std::size_t i = 0; i < sim.springs().size(); ++i)
        line.tension.push_back(static_cast<float>(sim.tension(i)));
    if constexpr (requires { sim.selfTouches(); })
        addTouches(snapshot, line, sim.touches(), sim.selfTouches());
    return line;
}

/// Marks a connection point, which keys and mouse move.
void addConnection(Snapshot& snapshot, const glm::vec3& position, float radius);

/// A ball at a pinned mass, which the mouse takes: a free end that the constant of that name places, or the mass of a
/// pin.
void addPinned(Snapshot& snapshot, const glm::vec3& position, float radius, std::string_view parameter);
void addPinned(Snapshot& snapshot, const glm::vec3& position, float radius, const rope::Pin& pin);

/// Marks what the mouse has grabbed and where it pulls it.
void addGrab(Snapshot& snapshot, const glm::vec3& grabbed, float grabbedRadius, const glm::vec3& target,
             float targetRadius);

/// Adds a prism whose corners, times `size`, are about its position. The reference holds until another one is added.
PlanarShape& addOutline(Snapshot& snapshot, const rope::Vec2& position, double size,
                        std::span<const rope::Vec2> corners);

/// Adds the rigid bodies; without the fixed ones where something else stands for them.
void addBodies(Snapshot& snapshot, const std::vector<rope::RigidBody>& bodies, bool fixedToo);

inline glm::vec3 inPlane(const rope::Vec2& point)
{
    return {glm::vec2(point), 0.0f};
}

} // namespace ropewalk
