#pragma once

#include <rope/vec.hpp>

#include <cstddef>

namespace rope
{

/// Which part of the relative velocity of a spring's two ends its friction brakes.
enum class FrictionDirection
{
    full, ///< all of it, as in the source tutorial: also brakes rotation, so that angular momentum is lost
    axial ///< the part along the spring: a central force, which keeps angular momentum
};

/// A damped spring between two masses, given by their indices.
struct Spring
{
    std::size_t first = 0;       ///< index of the mass at one end
    std::size_t second = 0;      ///< index of the mass at the other end
    double springConstant = 0.0; ///< k [N/m]
    double restLength = 0.0;     ///< L [m]
    double friction = 0.0;       ///< c [N s/m]

    /// Tension k (r - L) [N] at the length r [m]; negative when compressed.
    double tension(double r) const { return springConstant * (r - restLength); }

    /// Energy k (r - L)^2/2 [J] at the length r [m].
    double energy(double r) const { return 0.5 * springConstant * (r - restLength) * (r - restLength); }

    /// Change of the energy [J] from the length r to the length `after` [m]: exact where the two are nearly equal.
    double energyChange(double r, double after) const
    {
        return 0.5 * springConstant * (after - r) * (after + r - 2.0 * restLength);
    }

    /// Force on the first mass [N]; the second one gets the opposite.
    ///
    ///     F = -k (r - L) d/r - c w
    ///
    /// with d = x1 - x2 [m], r = |d| and w the part of v1 - v2 [m/s] that `direction` names. At r = 0 the direction of
    /// the spring is undefined, and there is no spring force.
    Vec3 force(const Vec3& d, const Vec3& relativeVelocity, FrictionDirection direction) const
    {
        const double r = glm::length(d);
        if (r == 0.0)
            return -friction * relativeVelocity;
        const Vec3 elastic = -tension(r) / r * d; // one division instead of three
        if (direction == FrictionDirection::full)
            return elastic - friction * relativeVelocity;
        return elastic - friction * glm::dot(relativeVelocity, d) / (r * r) * d;
    }
};

} // namespace rope
