#pragma once

#include <rope/detail/glide.hpp>
#include <rope/mass.hpp>

#include <algorithm>
#include <cstddef>
#include <span>

namespace rope
{

/// A mass in one step in which no force moves it.
struct HeldMass
{
    std::size_t mass = 0; ///< its index
    Mass before;
    Vec3 velocity{0.0};    ///< [m/s] during the step
    Vec3 end{0.0};         ///< [m], where the step leaves it
    Vec3 endVelocity{0.0}; ///< [m/s]

    void place(Mass& after) const
    {
        after.position = end;
        after.velocity = endVelocity;
    }
};

/// A mass that goes on with its velocity.
inline HeldMass goingOn(std::size_t index, const Mass& now, double dt)
{
    return {index, now, now.velocity, now.position + dt * now.velocity, now.velocity};
}

/// A mass that glides to its place. The glide approaches its end for ever: within rounding of the place, the mass has
/// arrived.
inline HeldMass gliding(std::size_t index, const Mass& now, const Vec3& to, double dt)
{
    const Vec3 velocity = glideVelocity(now.position, now.velocity, to, dt);
    const Vec3 end = now.position + dt * velocity;
    const bool arrived = glm::distance(end, to) <= 1e-12 && glm::length(velocity) <= 1e-9;
    return {index, now, velocity, arrived ? to : end, arrived ? Vec3(0.0) : velocity};
}

/// Whether the mass of that index is among them; they stand by mass.
inline bool isHeld(std::span<const HeldMass> held, std::size_t mass)
{
    const auto found = std::lower_bound(held.begin(), held.end(), mass,
                                        [](const HeldMass& one, std::size_t wanted) { return one.mass < wanted; });
    return found != held.end() && found->mass == mass;
}

} // namespace rope
