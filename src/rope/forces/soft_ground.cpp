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

SoftGround::Forces SoftGround::forcesOn(const StepView& step, std::size_t mass) const
{
    const WorldConstants& world = step.state.world;
    Forces forces;
    forces.push = world.groundRepulsion * std::max(world.groundHeight - step.positions[mass].y, 0.0);
    if (below_[mass] == 0.0)
        return forces;
    const Vec3 v = step.goal.velocity(mass, step.positions[mass]);
    forces.friction = -below_[mass] * world.groundFriction * Vec3(v.x, 0.0, v.z);
    forces.absorption = -below_[mass] * world.groundAbsorption * std::min(v.y, 0.0);
    return forces;
}

void SoftGround::add(const StepView& step, Hessian, OutsideForces& sum)
{
    const WorldConstants& world = step.state.world;
    for (const Rope& rope : step.state.ropes)
        for (std::size_t i = rope.first; i < rope.first + rope.masses() && !rope.touches(); ++i)
        {
            const Forces forces = forcesOn(step, i);
            glm::dmat3& own = sum.own[i];
            sum.force[i] += forces.friction + Vec3(0.0, forces.push + forces.absorption, 0.0);
            if (step.positions[i].y < world.groundHeight)
                own[1][1] += world.groundRepulsion;
            const double drag = below_[i] * step.goal.drag[i];
            own[0][0] += world.groundFriction * drag;
            own[2][2] += world.groundFriction * drag;
            if (forces.absorption > 0.0)
                own[1][1] += world.groundAbsorption * drag;
        }
}

void SoftGround::book(const StepView& step, ForceSum& sum, PieceWork& work) const
{
    for (const Rope& rope : step.state.ropes)
        for (std::size_t i = rope.first; i < rope.first + rope.masses() && !rope.touches(); ++i)
        {
            const Forces forces = forcesOn(step, i);
            sum.add(i, {0.0, forces.push, 0.0}, work.groundPush);
            sum.add(i, forces.friction, work.groundFriction);
            sum.add(i, {0.0, forces.absorption, 0.0}, work.groundAbsorption);
        }
}

} // namespace rope
