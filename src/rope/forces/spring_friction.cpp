#include "spring_friction.hpp"

#include <cstddef>
#include <vector>

namespace rope
{

Vec3 springFriction(const Spring& spring, FrictionDirection direction, const Vec3& e, const Vec3& strain)
{
    if (direction == FrictionDirection::full)
        return -spring.friction * strain;
    const double square = glm::dot(e, e);
    return square > 0.0 ? -spring.friction * glm::dot(strain, e) / square * e : Vec3(0.0);
}

namespace
{

/// Calls visit(rope, segment, e, flow, force) for each segment: `e` [m] leads from its second mass to its first, and
/// `flow` [m/s] is rope that a reel pays out, which is no strain.
template <typename Visit>
void forEachSegment(const StepView& step, const Visit& visit)
{
    const std::vector<Vec3>& positions = step.positions;
    for (const Rope& rope : step.state.ropes)
    {
        if (rope.springs.back().friction == 0.0)
            continue;
        Vec3 v = step.goal.velocity(rope.first, positions[rope.first]);
        for (std::size_t k = 0; k < rope.segments(); ++k)
        {
            const std::size_t i = rope.first + k;
            const Vec3 next = step.goal.velocity(i + 1, positions[i + 1]);
            const Vec3 e = positions[i] - positions[i + 1];
            const Vec3 flow = k == 0 ? flowRate(rope) * e : Vec3(0.0);
            visit(rope, k, e, flow,
                  springFriction(rope.springs[k], rope.constants.frictionDirection, e, v - next - flow));
            v = next;
        }
    }
}

} // namespace

void SpringFriction::add(const StepView& step, Hessian, OutsideForces& sum)
{
    forEachSegment(step,
                   [&](const Rope& rope, std::size_t k, const Vec3& e, const Vec3& /*flow*/, const Vec3& force)
                   {
                       const std::size_t i = rope.first + k;
                       const double square = glm::dot(e, e);
                       const double c = 0.5 * rope.springs[k].friction * (step.goal.drag[i] + step.goal.drag[i + 1]);
                       const glm::dmat3 stiffness = rope.constants.frictionDirection == FrictionDirection::full
                                                        ? glm::dmat3(c)
                                                        : (square > 0.0 ? c / square : 0.0) * glm::outerProduct(e, e);
                       sum.force[i] += force;
                       sum.force[i + 1] -= force;
                       sum.own[i] += stiffness;
                       sum.own[i + 1] += stiffness;
                       sum.beside[i] -= stiffness;
                   });
}

void SpringFriction::book(const StepView& step, ForceSum& sum, PieceWork& work) const
{
    forEachSegment(step,
                   [&](const Rope& rope, std::size_t k, const Vec3& /*e*/, const Vec3& flow, const Vec3& force)
                   {
                       sum.add(rope.first + k, force, work.springFriction);
                       sum.add(rope.first + k + 1, -force, work.springFriction);
                       work.flow += step.dt * glm::dot(force, flow);
                   });
}

} // namespace rope
