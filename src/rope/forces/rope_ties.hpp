#pragma once

#include "rope/solver/outside_force.hpp"

#include <rope/mass.hpp>

#include <array>
#include <vector>

namespace rope
{

/// Closes a rope to a ring: its last edge lies on its first one, and springs of no length tie their masses to each
/// other, which give way ten thousand times less than a segment. So the vertices between are the ring's, every one
/// once, and the band of the matrix stays what it is.
std::array<FarCoupling, 2> ringTies(const Rope& rope);

/// A tie between two places: a spring of no length, a hundred times as stiff as the stiffer segment of the two.
FarCoupling couplingOf(const RopeState& state, const Tie& tie);

double tieEnergy(const FarCoupling& tie, const std::vector<Mass>& masses); ///< [J]

/// What ties ropes to each other and rings to themselves. Ties couple masses far from each other, three directions
/// each.
class RopeTies final : public OutsideForce
{
public:
    bool begin(const StepView& step) override;
    void addPairs(std::vector<EdgePair>& pairs) const override
    {
        for (const FarCoupling& tie : ties_)
            pairs.emplace_back(tie.edge, tie.other);
    }
    void add(const StepView& step, Hessian hessian, OutsideForces& sum) override;
    void book(const StepView& step, ForceSum& sum, PieceWork& work) const override;

private:
    std::vector<FarCoupling> ties_;
};

} // namespace rope
