#include "rope_surroundings.hpp"

#include <algorithm>
#include <cmath>

namespace rope
{

double flowRate(const ImplicitStep& step, const Spring& first)
{
    return step.insertion == Insertion::consistent ? step.feedSpeed / first.restLength : 0.0;
}

Vec3 springFriction(const Spring& spring, FrictionDirection direction, const Vec3& e, const Vec3& strain)
{
    if (direction == FrictionDirection::full)
        return -spring.friction * strain;
    const double square = glm::dot(e, e);
    return square > 0.0 ? -spring.friction * glm::dot(strain, e) / square * e : Vec3(0.0);
}

// As ImplicitRope's: F = F_max s / sqrt(1 + s²) with s = (target - x)/reach - v/pace.
GrabPull::GrabPull(const ImplicitGrab& grab, const Vec3& position, const Vec3& velocity)
{
    const Vec3 s = (grab.target - position) / reach - velocity / pace;
    strength = grab.maxForce / std::sqrt(1.0 + glm::dot(s, s));
    force = strength * s;
}

bool RopeSurroundings::begin(const StepView& step)
{
    const std::vector<Mass>& masses = step.masses;
    const std::vector<Vec3>& predicted = step.positions;
    below_.assign(masses.size(), 0.0);
    const double height = step_->around.ground.height;
    for (std::size_t i = 0; i < masses.size(); ++i)
    {
        const double before = height - masses[i].position.y; // depth, negative above
        const double after = height - predicted[i].y;
        const double deepest = std::max(before, after);
        if (deepest > 0.0)
            below_[i] = std::min(before, after) >= 0.0 ? 1.0 : deepest / std::abs(after - before);
    }
    return true;
}

void RopeSurroundings::add(const StepView& step, Hessian, OutsideForces& sum)
{
    const std::vector<Vec3>& positions = step.positions;
    const StepGoal& goal = step.goal;
    addFriction(step, sum);
    const Ground& ground = step_->around.ground;
    for (std::size_t i = 0; i < positions.size(); ++i)
    {
        glm::dmat3& own = sum.own[i];
        if (const double depth = ground.height - positions[i].y; depth > 0.0)
        {
            sum.force[i].y += ground.repulsion * depth;
            own[1][1] += ground.repulsion;
        }
        if (below_[i] == 0.0)
            continue;
        const Vec3 v = goal.velocity(i, positions[i]);
        const double along = below_[i] * ground.friction;
        sum.force[i] -= along * Vec3(v.x, 0.0, v.z);
        own[0][0] += along * goal.drag[i];
        own[2][2] += along * goal.drag[i];
        if (v.y < 0.0)
        {
            sum.force[i].y -= below_[i] * ground.absorption * v.y;
            own[1][1] += below_[i] * ground.absorption * goal.drag[i];
        }
    }
    if (!step_->grab)
        return;
    const std::size_t i = step_->grab->mass;
    const GrabPull pull(*step_->grab, positions[i], goal.velocity(i, positions[i]));
    sum.force[i] += pull.force;
    sum.own[i] += glm::dmat3(pull.strength * (1.0 / GrabPull::reach + goal.drag[i] / GrabPull::pace));
}

void RopeSurroundings::addFriction(const StepView& step, OutsideForces& sum) const
{
    const std::vector<Vec3>& positions = step.positions;
    const StepGoal& goal = step.goal;
    const std::vector<Spring>& springs = step.state.ropes.front().springs;
    if (springs.back().friction == 0.0)
        return;
    const bool full = step_->frictionDirection == FrictionDirection::full;
    Vec3 v = goal.velocity(0, positions[0]);
    for (std::size_t j = 0; j < springs.size(); ++j)
    {
        const Vec3 next = goal.velocity(j + 1, positions[j + 1]);
        const Vec3 e = positions[j] - positions[j + 1];
        const Vec3 strain = v - next - (j == 0 ? flowRate(*step_, springs[0]) * e : Vec3(0.0));
        const Vec3 force = springFriction(springs[j], step_->frictionDirection, e, strain);
        const double square = glm::dot(e, e);
        const double c = 0.5 * springs[j].friction * (goal.drag[j] + goal.drag[j + 1]);
        const glm::dmat3 stiffness = full ? glm::dmat3(c) : (square > 0.0 ? c / square : 0.0) * glm::outerProduct(e, e);
        sum.force[j] += force;
        sum.force[j + 1] -= force;
        sum.own[j] += stiffness;
        sum.own[j + 1] += stiffness;
        sum.beside[j] -= stiffness;
        v = next;
    }
}

} // namespace rope
