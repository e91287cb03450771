#pragma once

#include "rope/solver/outside_force.hpp"

#include <vector>

namespace rope
{

/// The source tutorial's ground of springs, friction and absorption, at the end of a step. A rope with a radius touches
/// the ground as a solid.
class SoftGround final : public OutsideForce
{
public:
    bool begin(const StepView& step) override;
    void add(const StepView& step, Hessian hessian, OutsideForces& sum) override;
    void book(const StepView& step, ForceSum& sum, PieceWork& work) const override;

private:
    /// [N], on one mass.
    struct Forces
    {
        double push = 0.0;
        Vec3 friction{0.0};
        double absorption = 0.0;
    };

    Forces forcesOn(const StepView& step, std::size_t mass) const;

    /// For which part of the step each mass is below the ground, if it goes where it is predicted: decided by the
    /// iterations, friction would come and go, and they would go round in circles.
    std::vector<double> below_;
};

} // namespace rope
