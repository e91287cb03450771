#include "mouse_pull.hpp"

#include <cmath>
#include <cstddef>

namespace rope
{

GrabPull::GrabPull(const MouseGrab& grab, const Vec3& position, const Vec3& velocity)
{
    const Vec3 s = (grab.target - position) / reach - velocity / pace;
    strength = grab.strongest / std::sqrt(1.0 + glm::dot(s, s));
    force = strength * s;
}

GrabPull MousePull::pullIn(const StepView& step)
{
    const std::size_t i = step.state.grab->mass;
    return {*step.state.grab, step.positions[i], step.goal.velocity(i, step.positions[i])};
}

void MousePull::add(const StepView& step, Hessian, OutsideForces& sum)
{
    const std::size_t i = step.state.grab->mass;
    const GrabPull pull = pullIn(step);
    sum.force[i] += pull.force;
    sum.own[i] += glm::dmat3(pull.strength * (1.0 / GrabPull::reach + step.goal.drag[i] / GrabPull::pace));
}

void MousePull::book(const StepView& step, ForceSum& sum, PieceWork& work) const
{
    sum.add(step.state.grab->mass, pullIn(step).force, work.pull);
}

} // namespace rope
