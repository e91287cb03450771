#pragma once

#include "mass_force.hpp"

namespace rope
{

/// F = -b v
struct AirForce : MassForce
{
    explicit AirForce(double friction) : b(friction) {}
    static AirForce of(const ForceSource& from) { return AirForce(from.rope.airFriction); }

    Vec3 addedTo(const Vec3& sum, const Mass& mass) const { return sum - b * mass.velocity; }
    void push(std::size_t, const Mass& mass, const Vec3& u, const MeanPiece& piece, MassRow& row) const
    {
        row.force -= b * (mass.velocity + piece.aTheta * (u - mass.velocity));
        row.k += Vec3(piece.aTheta * b);
    }

    void book(const SteppedMasses& masses, double dt, StepWork& work) const
    {
        Effect air; // of a friction of 1 N s/m for 1 s, with the opposite sign
        for (std::size_t i = 0; i < masses.before.size(); ++i)
            air.add(masses.before[i].velocity, masses.meanVelocity(i), masses.before[i].position);
        const double c = -dt * b;
        work.air = {c * air.work, c * air.impulse, c * air.turning};
    }
    void book(std::size_t, const MeanBook& book) const
    {
        const Vec3 v = book.mass.velocity + book.piece.aTheta * (book.u - book.mass.velocity);
        book.add(-book.piece.h * b * v, book.work.air);
    }

    double brake() const { return b; }
    void restrain(RestrainedMass& mass, const Mass*, double) const
    {
        mass.friction += Vec3(b);
        mass.share(StepCause::air).friction = b;
    }
    void restrain(Restraint& sum, const Mass&) const { sum.friction += b; }

    double b; ///< [N s/m]
};

} // namespace rope
