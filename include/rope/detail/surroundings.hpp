#pragma once

#include <rope/ground.hpp>
#include <rope/mass.hpp>

namespace rope
{

/// What acts on each mass of a rope besides its springs. A new force of this kind gets its field here and its term in
/// `applyForce`; everything that takes a step, books it or bounds it gets these constants whole.
struct Surroundings
{
    Vec3 gravity{0.0};        ///< g [m/s2]
    double airFriction = 0.0; ///< b [N s/m]
    Ground ground;

    /// `springs` [N] is the force of the mass's springs on it.
    void applyForce(Mass& mass, const Vec3& springs) const
    {
        mass.applyForce(springs + mass.mass * gravity - airFriction * mass.velocity);
        ground.applyForce(mass);
    }
};

} // namespace rope
