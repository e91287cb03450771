#include "rope_work.hpp"

#include <rope/energy.hpp>
#include <rope/rope_simulation.hpp>

// The rope's books of energy and momentum, and the energy put into it: docs/physics.md, "Where the energy goes". They
// watch and change nothing.

namespace rope
{

BookTotals RopeSimulation::totals() const
{
    BookTotals sum;
    for (const Mass& mass : masses_)
        sum.add(mass);
    sum.energy = {kineticEnergy(), potentialEnergy(), elasticEnergy(), groundEnergy(), bendingEnergy(), twistEnergy()};
    return sum;
}

double RopeSimulation::swayPower() const
{
    if (settings_.implicit())
        return 0.0;
    return potentialPower(masses_, rope().springs, settings_.gravity, surroundings().ground) + bending().power(masses_);
}

void RopeSimulation::bookForces(StepWork work, double dt)
{
    const std::vector<Mass>& before = *books_->massesBefore;
    const SteppedMasses masses{before, masses_, *held_};
    if (!settings_.implicit())
    {
        const ExplicitForces forces{.dt = dt,
                                    .springs = rope().springs,
                                    .bending = bending(),
                                    .frictionDirection = settings_.frictionDirection,
                                    .reelFlow = reelFlow(before),
                                    .around = surroundings(),
                                    .grabbed = grabbed(),
                                    .grabForce = grab_ ? grab_->force : Vec3(0.0)};
        work = explicitWork(masses, forces);
    }
    work.support = supportEffect(masses, work.pinned);
    bookStep(work, dt);
    if (settings_.implicit())
    {
        const Effect unsolved = unsolvedEffect(masses, work);
        books_->energy.gain(EnergyLine::integrator, unsolved.work);
        gain(MomentumLine::integrator, unsolved);
    }
}

/// [W]: the friction of the first segment sees the flow, which is no strain, and so the reel works against it.
double RopeSimulation::flowPower() const
{
    const Vec3 flow = reelFlow(masses_);
    if (settings_.implicit() || flow == Vec3(0.0))
        return 0.0;
    const Vec3 d = masses_[0].position - masses_[1].position;
    const Vec3 w = masses_[0].velocity - masses_[1].velocity;
    Spring friction = rope().springs.front();
    friction.springConstant = 0.0;
    return glm::dot(friction.force(d, w - flow, settings_.frictionDirection), flow);
}

/// Counts the work of what pushes from outside: of what moves the pinned masses, of the grab and of the reel.
/// `work` was done by an implicit step.
void RopeSimulation::countSources(const StepStart& start, StepWork work, double dt)
{
    const auto moved = [&](const Mass& before, const Mass& after)
    {
        work.support.work += kineticChange(before, after);
        if (!settings_.implicit())
            work.pinned.work += 0.5 * dt * glm::dot(before.force, before.velocity + after.velocity);
    };
    moved(start.connection, masses_.front());
    for (const HeldMass& held : *held_)
        moved(held.before, masses_[held.mass]);
    if (!settings_.implicit())
    {
        work.flow = dt * start.flowPower;
        if (const std::optional<std::size_t> i = grabbed())
        {
            const Mass& mass = masses_[*i];
            work.grab.work = dt * glm::dot(grab_->force, mass.velocity - 0.5 * dt / mass.mass * mass.force);
        }
    }
    runaway_.putIn(EnergyLine::connection, work.support.work - work.pinned.work);
    runaway_.putIn(EnergyLine::grab, work.grab.work);
    runaway_.putIn(EnergyLine::reel, work.flow);
    // What a thick rope touches only takes energy, but where it began within it and is let out.
    runaway_.putIn(EnergyLine::ground_absorption, work.groundAbsorption.work);
}

/// Leaves the first spring, `rBefore` [m] long before the step, with its new rest length, and books the work of
/// winding.
void RopeSimulation::windFirstSpring(double rBefore, double dt)
{
    const ReelSettings reel = reelSettings();
    const double from = reel_.restLength();
    const double to = reel_.nextRestLength(reel, dt, static_cast<int>(masses_.size()));
    if (to == from || to <= 0.0)
        return;
    const double r = segmentLength(0);
    const double energyBefore = rope().springs.front().energy(r);
    const double bentBefore = bendingEnergy() + twistEnergy();
    rope().springs.front() = wholeSpring(0);
    Reel::shapeSegment(reel, to, rope().springs.front());
    updateRope();
    const double work = windingWork(reel, wholeSpring(0), from, to, 0.5 * (rBefore + r));
    // The first hinge has become softer or stiffer, and a twist lies in another length.
    const double bent = bendingEnergy() + twistEnergy() - bentBefore;
    runaway_.putIn(EnergyLine::reel, work + bent);
    if (!books_)
        return;
    books_->energy.gain(EnergyLine::reel, work + bent);
    books_->energy.gain(EnergyLine::integrator, rope().springs.front().energy(r) - energyBefore - work);
}

} // namespace rope
