#include "rope_ties.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace rope
{

namespace
{

/// [N] of a tie on its first place, at these positions.
template <typename Position>
Vec3 pull(const FarCoupling& tie, const Position& position)
{
    return -tie.stiffness[0][0] * tie.relative(position);
}

} // namespace

std::array<FarCoupling, 2> ringTies(const Rope& rope)
{
    constexpr double harder = 1e4;
    std::array<FarCoupling, 2> ties;
    for (std::size_t k = 0; k < 2; ++k)
    {
        FarCoupling& tie = ties[k];
        tie.edge = static_cast<std::uint32_t>(rope.first);
        tie.other = static_cast<std::uint32_t>(rope.first + rope.masses() - 2);
        tie.along = tie.otherAlong = static_cast<double>(k);
        tie.stiffness = glm::dmat3(harder * rope.springs[rope.segments() / 2].springConstant);
    }
    return ties;
}

FarCoupling couplingOf(const RopeState& state, const Tie& tie)
{
    constexpr double harder = 100.0;
    const Rope& one = state.ropes[tie.one.rope];
    const Rope& other = state.ropes[tie.other.rope];
    FarCoupling coupling;
    coupling.edge = static_cast<std::uint32_t>(one.first + tie.one.edge);
    coupling.other = static_cast<std::uint32_t>(other.first + tie.other.edge);
    coupling.along = tie.one.along;
    coupling.otherAlong = tie.other.along;
    coupling.stiffness = glm::dmat3(harder * std::max(one.whole.springConstant, other.whole.springConstant));
    return coupling;
}

double tieEnergy(const FarCoupling& tie, const std::vector<Mass>& masses)
{
    const Vec3 gap = tie.relative([&](std::size_t i) { return masses[i].position; });
    return 0.5 * tie.stiffness[0][0] * glm::dot(gap, gap);
}

bool RopeTies::begin(const StepView& step)
{
    ties_.clear();
    for (const Rope& rope : step.state.ropes)
        if (rope.constants.closed)
            for (const FarCoupling& tie : ringTies(rope))
                ties_.push_back(tie);
    for (const Tie& tie : step.state.ties)
        ties_.push_back(couplingOf(step.state, tie));
    return true;
}

void RopeTies::add(const StepView& step, Hessian, OutsideForces& sum)
{
    for (const FarCoupling& tie : ties_)
    {
        tie.spread(pull(tie, [&](std::size_t i) { return step.positions[i]; }),
                   [&sum](std::size_t i, const Vec3& force) { sum.force[i] += force; });
        sum.far.push_back(tie);
    }
}

void RopeTies::book(const StepView& step, ForceSum& sum, PieceWork& work) const
{
    for (const FarCoupling& tie : ties_)
        tie.spread(pull(tie, [&](std::size_t i) { return step.positions[i]; }),
                   [&](std::size_t i, const Vec3& force) { sum.add(i, force, work.stretch); });
}

} // namespace rope
