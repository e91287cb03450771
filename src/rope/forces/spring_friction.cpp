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

void SpringFriction::add(const StepView& step, Hessian, OutsideForces& sum)
{
    const std::vector<Vec3>& positions = step.positions;
    const StepGoal& goal = step.goal;
    for (const Rope& rope : step.state.ropes)
    {
        if (rope.springs.back().friction == 0.0)
            continue;
        const FrictionDirection direction = rope.constants.frictionDirection;
        Vec3 v = goal.velocity(rope.first, positions[rope.first]);
        for (std::size_t k = 0; k < rope.segments(); ++k)
        {
            const std::size_t i = rope.first + k;
            const Spring& spring = rope.springs[k];
            const Vec3 next = goal.velocity(i + 1, positions[i + 1]);
            const Vec3 e = positions[i] - positions[i + 1];
            const Vec3 strain = v - next - (k == 0 ? flowRate(rope) * e : Vec3(0.0));
            const Vec3 force = springFriction(spring, direction, e, strain);
            const double square = glm::dot(e, e);
            const double c = 0.5 * spring.friction * (goal.drag[i] + goal.drag[i + 1]);
            const glm::dmat3 stiffness = direction == FrictionDirection::full
                                             ? glm::dmat3(c)
                                             : (square > 0.0 ? c / square : 0.0) * glm::outerProduct(e, e);
            sum.force[i] += force;
            sum.force[i + 1] -= force;
            sum.own[i] += stiffness;
            sum.own[i + 1] += stiffness;
            sum.beside[i] -= stiffness;
            v = next;
        }
    }
}

} // namespace rope
