#include "ring_ties.hpp"

namespace rope
{

void RingTies::tie(const Rope& rope)
{
    constexpr double harder = 1e4;
    stiffness_ = harder * rope.springs[rope.segments() / 2].springConstant;
    for (std::size_t k = 0; k < 2; ++k)
    {
        FarCoupling& tie = ties_[k];
        tie.edge = static_cast<std::uint32_t>(rope.first);
        tie.other = static_cast<std::uint32_t>(rope.first + rope.masses() - 2);
        tie.along = tie.otherAlong = static_cast<double>(k);
        tie.stiffness = glm::dmat3(stiffness_);
    }
}

void RingTies::add(const StepView& step, Hessian, OutsideForces& sum)
{
    const std::vector<Vec3>& positions = step.positions;
    for (const FarCoupling& tie : ties_)
    {
        const Vec3 gap = tie.relative([&](std::size_t i) { return positions[i]; });
        tie.spread(-stiffness_ * gap, [&sum](std::size_t i, const Vec3& force) { sum.force[i] += force; });
        sum.far.push_back(tie);
    }
}

} // namespace rope
