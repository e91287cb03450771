#pragma once

#include <rope/detail/manifold.hpp>
#include <rope/rigid_body.hpp>

#include <array>
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
/// source tutorial multiplies the last two terms by the inverse inertia twice, which is right only for I = 1 and for
/// other inertias loses or creates energy.)
double inverseEffectiveMass(const RigidBody& first, const RigidBody& second, const Arms& arms, const Vec2& n);

/// v1 += P/m1, w1 += (r1 x P)/I1, v2 -= P/m2, w2 -= (r2 x P)/I2: momentum and angular momentum stay.
void applyImpulse(RigidBody& first, RigidBody& second, const Arms& arms, const Vec2& impulse);

/// What the next step needs of a point of a contact.
struct ContactPointState
{
    // What the bodies exert on each other over a step where they rest [N s]. The next step starts from it: forces
    // change little between steps.
    double normalImpulse = 0.0;
    double tangentImpulse = 0.0;
    std::uint32_t id = 0;
};

/// A point of a contact, from step to step.
struct ContactPoint : ContactPointState
{
    Arms arms;
    double separation = 0.0;  ///< [m]
    double normalMass = 0.0;  ///< [kg], 1/K along the normal
    double tangentMass = 0.0; ///< [kg], 1/K along the tangent
    bool touching = false;    ///< near enough to collide in this step
    bool resting = false;     ///< held apart in this step

    // What the bodies exert on each other all at once where they collide [N s].
    double normalImpact = 0.0;
    double tangentImpact = 0.0;
};

/// What the next step needs of two bodies that touch or nearly do.
struct ContactState
{
    std::uint32_t first = 0;
    std::uint32_t second = 0;
    double separation = 0.0; ///< [m] of the nearest point
    std::uint8_t count = 0;  ///< of points
    bool still = false;      ///< both bodies are fixed or asleep: it stays as it is
    bool struck = false;     ///< has had its one impulse of a restitution below 0
};

/// Two bodies that touch or nearly do.
struct Contact : ContactState
{
    Vec2 normal{0.0}; ///< from the second to the first
    std::array<ContactPoint, 2> points;
    double coupling = 0.0; ///< [1/kg], change of vn at one of two points by a unit impulse at the other

    Vec2 tangent() const { return {-normal.y, normal.x}; }
};

/// The contact of a manifold, with the masses of its points; impulses are taken over from points of `earlier` (may be
/// null) with the same id.
Contact makeContact(std::uint32_t first, std::uint32_t second, const Manifold& manifold,
                    const std::vector<RigidBody>& bodies, const Contact* earlier);

} // namespace rope
