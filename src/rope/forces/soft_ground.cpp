#include "soft_ground.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace rope
{

bool SoftGround::begin(const StepView& step)
{
    below_.assign(step.masses.size(), 0.0);
    const double height = step.state.world.groundHeight;
    for (std::size_t i = 0; i < below_.size(); ++i)
    {
        const double before = height - step.masses[i].position.y; // depth, negative above
        const double after = height - step.positions[i].y;
        const double deepest = std::max(before, after);
        if (deepest > 0.0)
            below_[i] = std::min(before, after) >= 0.0 ? 1.0 : deepest / std::abs(after - before);
    }
    return true;
}

void SoftGround::add(const StepView& step, Hessian, OutsideForces& sum)
{
    const WorldConstants& world = step.state.world;
    for (const Rope& rope : step.state.ropes)
        for (std::size_t i = rope.first; i < rope.first + rope.masses() && !rope.touches(); ++i)
        {
            const Vec3& position = step.positions[i];
            glm::dmat3& own = sum.own[i];
            if (const double depth = world.groundHeight - position.y; depth > 0.0)
            {
                sum.force[i].y += world.groundRepulsion * depth;
                own[1][1] += world.groundRepulsion;
            }
            if (below_[i] == 0.0)
                continue;
            const double drag = step.goal.drag[i];
            const Vec3 v = step.goal.velocity(i, position);
            const double along = below_[i] * world.groundFriction;
            sum.force[i] -= along * Vec3(v.x, 0.0, v.z);
            own[0][0] += along * drag;
            own[2][2] += along * drag;
            if (v.y < 0.0)
            {
                sum.force[i].y -= below_[i] * world.groundAbsorption * v.y;
                own[1][1] += below_[i] * world.groundAbsorption * drag;
            }
        }
}

} // namespace rope
