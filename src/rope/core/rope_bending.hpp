#pragma once

#include "bend.hpp"

#include <rope/mass.hpp>
#include <rope/spring.hpp>

#include <cstddef>
#include <span>

namespace rope
{

/// The hinges of a rope: one at each mass between two segments. Both ends of the rope turn freely.
struct RopeBending
{
    double stiffness = 0.0;          ///< B [N m2]
    double wholeLength = 0.0;        ///< L [m], rest length of a whole segment
    std::span<const Spring> springs; ///< spring i joins masses i and i + 1

    bool none() const { return stiffness == 0.0 || springs.size() < 2; }

    /// visit(mass, bend) for each hinge, with `position(i)` [m] of mass i.
    template <typename Position, typename Visit>
    void visitAt(const Position& position, const Visit& visit) const
    {
        if (none())
            return;
        BentSegment before(position(1) - position(0), springs[0].restLength);
        for (std::size_t i = 1; i < springs.size(); ++i)
        {
            const BentSegment behind(position(i + 1) - position(i), springs[i].restLength);
            visit(i, Bend(hingeStiffness(stiffness, springs[i - 1].restLength, springs[i].restLength, wholeLength),
                          before, behind));
            before = behind;
        }
    }
    template <typename Visit>
    void visit(std::span<const Mass> masses, const Visit& visit) const
    {
        visitAt([masses](std::size_t i) { return masses[i].position; }, visit);
    }

    double energy(std::span<const Mass> masses) const
    {
        double sum = 0.0;
        visit(masses, [&sum](std::size_t, const Bend& bend) { sum += bend.energy(); });
        return sum;
    }
    /// dE/dt [W] at the present velocities.
    double power(std::span<const Mass> masses) const
    {
        double sum = 0.0;
        visit(masses,
              [&](std::size_t i, const Bend& bend)
              {
                  sum += glm::dot(bend.byBefore(), masses[i].velocity - masses[i - 1].velocity) +
                         glm::dot(bend.byBehind(), masses[i + 1].velocity - masses[i].velocity);
              });
        return sum;
    }
};

} // namespace rope
