#pragma once

#include <rope/vec.hpp>

namespace rope
{

/// A point mass.
struct Mass
{
    double mass = 1.0;  ///< [kg], positive
    Vec3 position{0.0}; ///< [m]
    Vec3 velocity{0.0}; ///< [m/s]
    Vec3 force{0.0};    ///< [N], the sum of all forces since `clearForce`

    void clearForce() { force = Vec3(0.0); }
    void applyForce(const Vec3& f) { force += f; }

    /// Semi-implicit (symplectic) Euler: v += F/m dt, then x += v dt with the *new* v. Taking the old v instead
    /// (forward Euler) gains energy at every step.
    void integrate(double dt)
    {
        velocity += dt / mass * force;
        position += velocity * dt;
    }
};

} // namespace rope
