#include <rope/deployment.hpp>

#include <array>

// The books of a thread that is deployed: docs/physics.md, "Where the energy goes". They watch and change nothing. No
// force on the anchor does work while it stands still.

namespace rope
{

bool DeploymentSimulation::uses(EnergyLine line) const
{
    return line == EnergyLine::reel || line == EnergyLine::constants || line == EnergyLine::air ||
           line == EnergyLine::integrator || line == EnergyLine::sway;
}

bool DeploymentSimulation::uses(MomentumLine line) const
{
    return BookKeeper::uses(line) && line != MomentumLine::grab && line != MomentumLine::ground &&
           line != MomentumLine::spring_friction;
}

BookTotals DeploymentSimulation::totals() const
{
    BookTotals sum;
    for (const Mass& mass : masses_)
        sum.add(mass);
    sum.energy = {kineticEnergy(), potentialEnergy(), elasticEnergy(), 0.0};
    return sum;
}

double DeploymentSimulation::swayPower() const
{
    return settings_.integrator == EulerMethod::forward_euler
               ? 0.0
               : potentialPower(masses_, springs_, settings_.gravity, Ground{});
}

Effect DeploymentSimulation::holderEffect(std::size_t i, const Mass& before, double dt) const
{
    const Mass& after = masses_[i];
    const Vec3 weight = before.mass * settings_.gravity;
    const Vec3 pull = before.force - weight; // of the segments
    Effect effect;
    effect.add(before.mass * (after.velocity - before.velocity) - dt * pull, 0.5 * (before.velocity + after.velocity),
               before.position);
    effect.work -= glm::dot(weight, after.position - before.position);
    return effect;
}

/// A step pulls first, v1 = v + h F/m, and then damps, v+ = d v1. Springs and gravity do the work h F.(v + v1)/2, and
/// the damping loses m (v1² - v+²)/2.
void DeploymentSimulation::bookForces(double dt)
{
    const std::vector<Mass>& before = *books_->massesBefore;
    StepWork work;
    const std::optional<std::size_t> pulled = grabbed();
    for (std::size_t i = 0; i < masses_.size(); ++i)
    {
        const Mass& mass = before[i];
        const Vec3 v = masses_[i].velocity;
        if (i == 0 || isHeld(*held_, i))
        {
            Effect& holder = i == pulled ? work.grab : work.support;
            holder = holder + holderEffect(i, mass, dt);
            work.springs += dt * glm::dot(mass.force - mass.mass * settings_.gravity, 0.5 * (mass.velocity + v));
            continue;
        }
        const Vec3 pushed = mass.velocity + mass.force / mass.mass * dt;
        const Vec3 weight = dt * mass.mass * settings_.gravity;
        const Vec3 braked = mass.mass * (v - pushed);
        work.springs += 0.5 * dt * glm::dot(mass.force, mass.velocity + pushed); // with gravity
        work.potentialChange -= mass.mass * glm::dot(settings_.gravity, masses_[i].position - mass.position);
        work.air.add(braked, Vec3(0.0), mass.position);
        work.air.work -= 0.5 * mass.mass * glm::dot(pushed - v, pushed + v);
        work.gravity.add(weight, Vec3(0.0), mass.position);
    }
    for (const Spring& spring : springs_)
        work.potentialChange += spring.energyChange(springLength(before, spring), springLength(masses_, spring));
    bookStep(work, dt);

    if (settings_.integrator == EulerMethod::forward_euler)
        // x + h v moves on with the velocity before the pull, which turns as well.
        for (std::size_t i = 1; i < masses_.size(); ++i)
            if (!isHeld(*held_, i))
                gain(MomentumLine::integrator,
                     {0.0, Vec3(0.0),
                      glm::cross(masses_[i].position - before[i].position, masses_[i].mass * masses_[i].velocity)});
}

} // namespace rope
