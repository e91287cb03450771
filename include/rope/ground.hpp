#pragma once

#include <rope/mass.hpp>

namespace rope
{

/// The source tutorial's ground: a spring, friction along the ground and absorption of what sinks in act on each mass
/// below it.
struct Ground
{
    double height = 0.0;     ///< [m]
    double repulsion = 0.0;  ///< [N/m]
    double friction = 0.0;   ///< [N s/m]
    double absorption = 0.0; ///< A [N s/m]

    /// [m]; 0 above it
    double depth(const Mass& mass) const { return mass.position.y < height ? height - mass.position.y : 0.0; }

    void applyForce(Mass& mass) const
    {
        if (depth(mass) == 0.0)
            return;
        const Vec3& v = mass.velocity;
        mass.applyForce(-friction * Vec3(v.x, 0.0, v.z));
        if (v.y < 0.0) // a ground that absorbed rising masses too would glue them to it
            mass.applyForce(-absorption * Vec3(0.0, v.y, 0.0));
        mass.applyForce(repulsion * Vec3(0.0, depth(mass), 0.0));
    }

    /// [J] stored under a mass
    double energy(const Mass& mass) const { return 0.5 * repulsion * depth(mass) * depth(mass); }
};

} // namespace rope
