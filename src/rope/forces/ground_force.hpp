#pragma once

#include "mass_force.hpp"

#include <rope/ground.hpp>

#include <algorithm>

namespace rope
{

/// The source tutorial's ground in explicit and tridiagonal steps; for Newton's method SoftGround. A rope with
/// a radius touches the ground as a solid.
struct GroundForce : MassForce
{
    static constexpr Reach reach = Reach::somewhere;

    explicit GroundForce(const Ground& made) : ground(made) {}
    static GroundForce of(const ForceSource& from)
    {
        const WorldConstants& world = from.world;
        if (from.rope.ropeRadius > 0.0 || !world.ground)
            return GroundForce({world.groundHeight, 0.0, 0.0, 0.0});
        return GroundForce({world.groundHeight, world.groundRepulsion, world.groundFriction, world.groundAbsorption});
    }

    void push(Mass& mass) const { ground.applyForce(mass); }
    void push(std::size_t, const Mass& mass, const Vec3& u, const MeanPiece& piece, MassRow& row) const
    {
        if (mass.position.y + piece.h * std::min({u.y, mass.velocity.y, 0.0}) < ground.height)
            pushBelow(mass, u, piece, row);
    }

    void book(const SteppedMasses& masses, double dt, StepWork& work) const;
    void book(std::size_t mass, const MeanBook& book) const;

    double brake() const { return std::max(ground.friction, ground.absorption); }
    void restrain(RestrainedMass& mass, const Mass* now, double counted) const;
    void restrain(Restraint& sum, const Mass& mass) const;

    Ground ground;

private:
    void pushBelow(const Mass& mass, const Vec3& u, const MeanPiece& piece, MassRow& row) const;
};

} // namespace rope
