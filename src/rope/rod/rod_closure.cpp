#include "rod_closure.hpp"

namespace rope
{

void RodClosure::begin(std::size_t masses, double segmentStiffness)
{
    constexpr double harder = 1e4;
    stiffness_ = harder * segmentStiffness;
    for (std::size_t k = 0; k < 2; ++k)
    {
        FarCoupling& tie = ties_[k];
        tie.edge = 0;
        tie.other = static_cast<std::uint32_t>(masses - 2);
        tie.along = tie.otherAlong = static_cast<double>(k);
        tie.stiffness = glm::dmat3(stiffness_);
    }
}

void RodClosure::add(const std::vector<Vec3>& positions, const std::vector<double>&, const RodGoal&, RodHessian,
                     OutsideForces& sum)
{
    for (const FarCoupling& tie : ties_)
    {
        const Vec3 gap = tie.relative([&](std::size_t i) { return positions[i]; });
        tie.spread(-stiffness_ * gap, [&sum](std::size_t i, const Vec3& force) { sum.force[i] += force; });
        sum.far.push_back(tie);
    }
}

} // namespace rope
