#include "explicit_stepper.hpp"

#include "rope_work.hpp"

#include <rope/energy.hpp>

#include <span>

namespace rope
{

namespace
{

/// [W]: the friction of the first segment sees the flow, which is no strain, and so the reel works against it.
double flowPower(const Rope& rope, std::span<const Mass> masses)
{
    const Vec3 flow = reelFlow(rope, masses);
    if (flow == Vec3(0.0))
        return 0.0;
    const Vec3 d = masses[0].position - masses[1].position;
    const Vec3 w = masses[0].velocity - masses[1].velocity;
    Spring friction = rope.springs.front();
    friction.springConstant = 0.0;
    return glm::dot(friction.force(d, w - flow, rope.constants.frictionDirection), flow);
}

} // namespace

void ExplicitStepper::step(std::vector<Mass>& masses, RopeState& state, double dt, StepReport& report)
{
    starts_.clear();
    for (const Rope& rope : state.ropes)
    {
        const std::span<Mass> own(masses.data() + rope.first, rope.masses());
        starts_.emplace_back(ForceSource::of(rope, state), springLength(own, rope.springs.front()),
                             flowPower(rope, own));
        applyForces(rope, starts_.back().forces, masses);
        starts_.back().forces.pushOnes(own);
    }
    if (report.books)
        before_ = masses;
    for (Mass& mass : masses)
        mass.integrate(dt);
    for (const Rope& rope : state.ropes)
        placeHeld(rope, masses);
    for (std::size_t r = 0; r < state.ropes.size(); ++r)
    {
        Rope& rope = state.ropes[r];
        const std::span<const Mass> own = massesOf(rope, masses);
        StepWork sources;
        for (const HeldMass& held : rope.held)
        {
            sources.support.work += kineticChange(held.before, own[held.mass]);
            const Mass& mass = held.before;
            sources.pinned.work += 0.5 * dt * glm::dot(own[held.mass].force, mass.velocity + own[held.mass].velocity);
        }
        sources.flow = dt * starts_[r].flowPower;
        starts_[r].forces.each([&](const auto& force) { force.putIn(own, dt, sources); });
        putIn(report.runaway, sources);
        if (report.books)
            report.books->step(workOn(rope, {massesOf(rope, before_), own, rope.held}, starts_[r].forces, dt), dt);
        windFirstSegment(rope, own, starts_[r].firstLength, dt, report);
    }
}

StepWork ExplicitStepper::workOn(const Rope& rope, const SteppedMasses& masses, const MassForces& forces, double dt)
{
    StepWork work;
    const auto book = [&](const auto& force) { force.book(masses, dt, work); };
    forces.each<Reach::one>(book);
    forces.each<Reach::somewhere>(book);
    forces.each<Reach::everywhere>(book);
    bookSprings(rope, masses, reelFlow(rope, masses.before), dt, work);
    HingeForces::of(rope).book(masses, dt, work);
    for (std::size_t i = 0; i < masses.before.size(); ++i)
        if (masses.pinned(i))
            work.pinned.add(dt * masses.before[i].force, masses.meanVelocity(i), masses.before[i].position);
    work.support = supportEffect(masses, work.pinned);
    return work;
}

void ExplicitStepper::applyForces(const Rope& rope, const MassForces& made, std::vector<Mass>& masses)
{
    updateSpringForces(rope, masses);
    HingeForces::of(rope).pull(massesOf(rope, masses), springForces_);
    Vec3 before(0.0); // of the spring before, on its first mass
    const std::span<Mass> own(masses.data() + rope.first, rope.masses());
    const MassForces forces = made; // a copy, which stays in registers: no mass can be a part of it
    for (std::size_t i = 0; i < own.size(); ++i)
    {
        Mass& mass = own[i];
        mass.applyForce(forces.addedTo(springForces_[i] - before, mass));
        forces.each<Reach::somewhere>([&](const auto& force) { force.push(mass); });
        before = springForces_[i];
    }
}

// A loop of its own, which adds nothing to the masses: square root and division of one spring then overlap with those
// of the next.
void ExplicitStepper::updateSpringForces(const Rope& rope, const std::vector<Mass>& masses)
{
    const std::span<const Mass> own = massesOf(rope, masses);
    springForces_.resize(own.size(), Vec3(0.0));
    const FrictionDirection direction = rope.constants.frictionDirection;
    for (std::size_t i = 0; i < rope.springs.size(); ++i)
    {
        const Mass& first = own[i];
        const Mass& second = own[i + 1];
        springForces_[i] =
            rope.springs[i].force(first.position - second.position, first.velocity - second.velocity, direction);
    }
    springForces_.back() = Vec3(0.0); // the free end has no spring behind it

    // The flow of rope out of the reel is no strain.
    springForces_[0] = rope.springs[0].force(own[0].position - own[1].position,
                                             own[0].velocity - own[1].velocity - reelFlow(rope, own), direction);
}

} // namespace rope
