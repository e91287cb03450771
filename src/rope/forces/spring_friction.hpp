#pragma once

#include "rope/solver/outside_force.hpp"

#include <rope/spring.hpp>

namespace rope
{

/// [1/s], by which rope that flows out of the reel lengthens the first segment without straining it.
inline double flowRate(const Rope& rope)
{
    return rope.constants.insertion == Insertion::consistent ? rope.feed.speed / rope.springs.front().restLength : 0.0;
}

/// The friction of a spring [N] on its first mass, and against its second; `strain` [m/s] is the first's velocity
/// against the second's, and `e` [m] leads from the second to the first.
Vec3 springFriction(const Spring& spring, FrictionDirection direction, const Vec3& e, const Vec3& strain);

/// Friction inside the springs, at the end of a step.
class SpringFriction final : public OutsideForce
{
public:
    void add(const StepView& step, Hessian hessian, OutsideForces& sum) override;
    void book(const StepView& step, ForceSum& sum, PieceWork& work) const override;
};

} // namespace rope
