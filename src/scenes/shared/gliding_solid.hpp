#pragma once

#include "scenes/set_up/scene_solid.hpp"

#include <rope/rope_simulation.hpp>

#include <functional>
#include <vector>

namespace ropewalk
{

/// A solid among a rope's solids that glides to where it is wanted, as a pinned mass does: nothing that a rope touches
/// jumps.
struct GlidingSolid
{
    /// The bodies that it is made of, with its middle and axes at a place.
    using BodiesAt = std::function<std::vector<rope::SolidBody>(const Vec3& position, const glm::dmat3& axes)>;

    Vec3 position{0.0}; ///< [m], where it is now
    glm::dmat3 axes{1.0};
    Vec3 velocity{0.0};                  ///< [m/s]
    Vec3 spin{0.0};                      ///< [rad/s]
    std::vector<rope::SolidId> bodies{}; ///< that it is made of

    /// Gives the bodies the velocities for a step of `dt` [s], and goes on to where it leaves them; to be called before
    /// each.
    void prepare(const SceneSolid& wanted, const BodiesAt& bodiesAt, double dt, rope::RopeSimulation& rope);
};

} // namespace ropewalk
