#pragma once

#include <rope/detail/manifold.hpp>
#include <rope/rigid_body.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace rope
{

/// r1 and r2: from the reference points of the two bodies to the point where they meet.
struct Arms
{
    Vec2 first{0.0};
    Vec2 second{0.0};
};

/// Velocity of the first body's point relative to the second's: (v1 + w1 x r1) - (v2 + w2 x r2).
Vec2 relativeVelocity(const RigidBody& first, const RigidBody& second, const Arms& arms);

/// K = 1/m1 + 1/m2 + (r1 x n)^2/I1 + (r2 x n)^2/I2: change of the relative velocity along n by a unit impulse. (The
/// lesson multiplies the last two terms by the inverse inertia twice, which is right only for I = 1 and for other
/// inertias loses or creates energy.)
double inverseEffectiveMass(const RigidBody& first, const RigidBody& second, const Arms& arms, const Vec2& n);

/// J = -(1 + E) vn / K with vn the relative velocity along the normal n, which points from the second body to the
/// first: afterwards it is -E vn. E = 1 keeps the kinetic energy, E = 0 leaves the bodies together; E < 0 leaves them
/// going on into each other, E = -1 as if nothing had happened.
double collisionImpulse(const RigidBody& first, const RigidBody& second, const Arms& arms, const Vec2& normal,
                        double restitution);

/// v1 += P/m1, w1 += (r1 x P)/I1, v2 -= P/m2, w2 -= (r2 x P)/I2: momentum and angular momentum stay.
void applyImpulse(RigidBody& first, RigidBody& second, const Arms& arms, const Vec2& impulse);

/// A point of a contact, from step to step.
struct ContactPoint
{
    Arms arms;
    double separation = 0.0; ///< [m]
    std::uint32_t id = 0;
    double normalMass = 0.0;  ///< [kg], 1/K along the normal
    double tangentMass = 0.0; ///< [kg], 1/K along the tangent
    bool touching = false;    ///< near enough to collide in this step
    bool resting = false;     ///< held apart in this step

    // What the bodies exert on each other in a step [N s]: all at once where they collide, ...
    double normalImpact = 0.0;
    double tangentImpact = 0.0;
    // ... and over the step where they rest. The next step starts from these: forces change little between steps.
    double normalImpulse = 0.0;
    double tangentImpulse = 0.0;
};

/// Two bodies that touch or nearly do.
struct Contact
{
    std::uint32_t first = 0;
    std::uint32_t second = 0;
    Vec2 normal{0.0}; ///< from the second to the first
    std::array<ContactPoint, 2> points;
    std::size_t count = 0;
    double separation = 0.0; ///< [m] of the nearest point
    double coupling = 0.0;   ///< [1/kg], change of vn at one of two points by a unit impulse at the other
    bool still = false;      ///< both bodies are fixed or asleep: it stays as it is
    bool struck = false;     ///< has had its one impulse of a restitution below 0

    Vec2 tangent() const { return {-normal.y, normal.x}; }
};

/// The contact of a manifold, with the masses of its points; impulses are taken over from points of `earlier` (may be
/// null) with the same id.
Contact makeContact(std::uint32_t first, std::uint32_t second, const Manifold& manifold,
                    const std::vector<RigidBody>& bodies, const Contact* earlier);

} // namespace rope
