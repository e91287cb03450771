#pragma once

#include <rope/detail/glide.hpp>
#include <rope/mass.hpp>

#include <algorithm>
#include <cstddef>
#include <span>

namespace rope
{

/// A pinned mass in one step: it glides to its place.
struct HeldMass
{
    HeldMass(std::size_t index, const Mass& now, const Vec3& to, double dt)
        : mass(index), before(now), target(to), velocity(glideVelocity(before.position, before.velocity, target, dt))
    {
    }

    /// Where the step of `dt` seconds leaves it. The glide approaches its end for ever: within rounding of the place,
    /// the mass has arrived.
    void place(Mass& after, double dt) const
    {
        const Vec3 end = before.position + dt * velocity;
        const bool arrived = glm::distance(end, target) <= 1e-12 && glm::length(velocity) <= 1e-9;
        after.position = arrived ? target : end;
        after.velocity = arrived ? Vec3(0.0) : velocity;
    }

    std::size_t mass; ///< its index
    Mass before;
    Vec3 target;   ///< [m]
    Vec3 velocity; ///< [m/s] during the step
};

/// Whether the mass of that index is among them; they stand by mass.
inline bool isHeld(std::span<const HeldMass> held, std::size_t mass)
{
    const auto found = std::lower_bound(held.begin(), held.end(), mass,
                                        [](const HeldMass& one, std::size_t wanted) { return one.mass < wanted; });
    return found != held.end() && found->mass == mass;
}

} // namespace rope
