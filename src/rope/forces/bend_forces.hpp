#pragma once

#include "mass_force.hpp"

#include "rope/core/rope_bending.hpp"

#include <vector>

namespace rope
{

/// Bends of explicit and tridiagonal steps, which ease off from 60 degrees at a mass; under Newton's method bends do
/// not. An implicit step takes them explicitly: they limit it, see ropes/worst_steps.cpp.
struct BendForces : RopeBending
{
    static BendForces of(const Rope& rope)
    {
        return {{rope.constants.bendingStiffness, rope.segmentLength.value(), rope.springs}};
    }

    /// Adds what pulls at the segments, as their springs do, each on its first mass.
    void pull(std::span<const Mass> masses, std::vector<Vec3>& segments) const
    {
        visit(masses,
              [&segments](std::size_t i, const Bend& bend)
              {
                  segments[i - 1] += bend.byBefore();
                  segments[i] += bend.byBehind();
              });
    }
    /// Adds the forces on the masses where they are after `ahead` [s] with their present velocities.
    void push(std::span<const Mass> masses, double ahead, std::vector<Vec3>& forces) const
    {
        visitAt([&](std::size_t i) { return masses[i].position + ahead * masses[i].velocity; },
                [&forces](std::size_t i, const Bend& bend)
                {
                    const Vec3 before = bend.byBefore();
                    const Vec3 behind = bend.byBehind();
                    forces[i - 1] += before;
                    forces[i] += behind - before;
                    forces[i + 1] -= behind;
                });
    }

    void book(const SteppedMasses& masses, double dt, StepWork& work) const;
    /// Of a piece of an implicit step that moves the masses with the mean velocities u [m/s].
    void book(std::span<const Mass> masses, std::span<const Vec3> u, const MeanPiece& piece, StepWork& work) const;
    /// Of the force [N] that `push` has added to a mass.
    void book(const Vec3& force, const MeanBook& book) const
    {
        Effect bend;
        book.add(book.piece.h * force, bend);
        book.work.bending += bend.work;
    }
};

} // namespace rope
