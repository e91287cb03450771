#pragma once

#include <rope/vec.hpp>

#include <cstdint>

namespace rope
{

/// Names a solid that a rope touches, while others come and go.
enum class SolidId : std::uint32_t
{
};

/// A place where a rope touches a solid: a mass, or a place within an edge. It is part of the rope's state: friction
/// goes on from it.
struct SolidTouch
{
    std::uint32_t solid = 0; ///< its place in RopeSimulation::solids
    std::uint32_t mass = 0;  ///< that touches, or the first of the edge that touches
    bool edge = false;
    double along = 0.0;    ///< the place on the edge: 0 at its first mass, 1 at the next
    Vec3 point{0.0};       ///< [m] on the rope's line
    Vec3 normal{0.0};      ///< out of the solid
    double pressure = 0.0; ///< [N] along the normal, on the rope
    Vec3 friction{0.0};    ///< [N] across it, on the rope
    Vec3 slip{0.0};        ///< [m], how far friction is drawn; it holds with a spring
    bool slips = false;
    double overlap = 0.0;   ///< [m], by which the rope began within the solid, less what it has left since
    double stiffness = 0.0; ///< [N/m] of the springs that hold it
};

/// What a rope has done to a solid in a step.
struct SolidPush
{
    Vec3 impulse{0.0};  ///< [N s]
    Vec3 turning{0.0};  ///< [kg m2/s], about the origin
    Vec3 friction{0.0}; ///< the part of friction in the impulse
    Vec3 frictionTurning{0.0};
};

/// A place where a rope touches itself: two edges of it, each at one place. It is part of the rope's state.
struct RopeTouch
{
    std::uint32_t edge = 0;  ///< its first mass
    std::uint32_t other = 0; ///< the same of the edge that it touches, farther along the rope
    double along = 0.0;      ///< the place on the edge: 0 at its first mass, 1 at the next
    double otherAlong = 0.0;
    Vec3 point{0.0};       ///< [m] between the two places on the rope's line
    Vec3 normal{0.0};      ///< from the other edge to the edge
    double distance = 0.0; ///< [m] between the places
    double pressure = 0.0; ///< [N] along the normal, on the edge; the other takes the opposite
    Vec3 friction{0.0};    ///< [N] across it, on the edge
    Vec3 slip{0.0};        ///< [m], how far friction is drawn; it holds with a spring
    bool slips = false;
    double overlap = 0.0; ///< [m], by which the edges began within each other, less what they have left since
};

/// A place where a shape of a body touches a solid or a shape of another body. It is part of the state.
struct BodyTouch
{
    std::uint32_t shape = 0;   ///< its place in RopeSimulation::solids
    std::uint32_t feature = 0; ///< a point or an edge of the shape
    std::uint32_t solid = 0;   ///< what it touches, by its place in RopeSimulation::solids
    Vec3 point{0.0};           ///< [m]
    Vec3 normal{0.0};          ///< out of the solid
    double pressure = 0.0;     ///< [N] along the normal, on the shape
    Vec3 friction{0.0};        ///< [N] across it, on the shape
    Vec3 slip{0.0};            ///< [m], how far friction is drawn; it holds with a spring
    bool slips = false;
    double overlap = 0.0;   ///< [m], by which they began within each other, less what they have left since
    double stiffness = 0.0; ///< [N/m]
};

/// Two edges of a rope that have passed through each other.
struct Passage
{
    double time = 0.0;       ///< [s], at the end of the step
    std::uint32_t edge = 0;  ///< its first mass
    std::uint32_t other = 0; ///< the same of the other edge
};

} // namespace rope
