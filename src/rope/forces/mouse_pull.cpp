#include "mouse_pull.hpp"

#include "rope/ties/body_spring.hpp"

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

std::size_t MousePull::bodyOf(const StepView& step)
{
    return step.state.numberOf(step.state.grab->body->body);
}

MousePull::Pulled MousePull::pullIn(const StepView& step)
{
    const MouseGrab& grab = *step.state.grab;
    if (!grab.body)
    {
        const Vec3& place = step.positions[grab.mass];
        return {place, {grab, place, step.goal.velocity(grab.mass, place)}};
    }
    const BodyPose& pose = step.bodies[bodyOf(step)];
    const Vec3 place = pose.pointAt(grab.body->at);
    return {place, {grab, place, pose.velocity + glm::cross(pose.spin, place - pose.position)}};
}

void MousePull::add(const StepView& step, Hessian hessian, OutsideForces& sum)
{
    const auto [place, pull] = pullIn(step);
    const glm::dmat3 stiffness(pull.strength * (1.0 / GrabPull::reach + step.goal.drag.front() / GrabPull::pace));
    const MouseGrab& grab = *step.state.grab;
    if (!grab.body)
    {
        sum.force[grab.mass] += pull.force;
        sum.own[grab.mass] += stiffness;
        return;
    }
    const SpringEnd end = SpringEnd::onBody(step, bodyOf(step), place);
    push(sum, end, pull.force);
    stiffen(sum, end, stiffness);
    if (hessian == Hessian::exact)
        stiffenTurn(sum, end, pull.force);
}

void MousePull::book(const StepView& step, ForceSum& sum, PieceWork& work) const
{
    const auto [place, pull] = pullIn(step);
    if (step.state.grab->body)
        bookOnBody(step, bodyOf(step), place, pull.force, sum, work.pull);
    else
        sum.add(step.state.grab->mass, pull.force, work.pull);
}

} // namespace rope
