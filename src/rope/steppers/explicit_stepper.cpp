#include "explicit_stepper.hpp"

#include "rope_work.hpp"

#include "rope/stability/grab.hpp"

#include <rope/energy.hpp>

#include <optional>
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
    for (const Rope& rope : state.ropes)
        applyForces(rope, state.world, masses);
    Vec3 pull(0.0);
    if (const std::optional<MouseGrab>& grab = state.grab)
    {
        pull = grabForce(masses[grab->mass], grab->target, grab->stiffness, grab->longest);
        masses[grab->mass].applyForce(pull);
    }
    if (report.books)
        before_ = masses;
    starts_.clear();
    for (const Rope& rope : state.ropes)
    {
        const std::span<const Mass> own = massesOf(rope, masses);
        starts_.push_back({springLength(own, rope.springs.front()), flowPower(rope, own)});
    }
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
        const bool grabbed = state.grab && rope.has(state.grab->mass);
        if (grabbed)
        {
            const Mass& mass = masses[state.grab->mass];
            sources.grab.work = dt * glm::dot(pull, mass.velocity - 0.5 * dt / mass.mass * mass.force);
        }
        putIn(report.runaway, sources);
        if (report.books)
        {
            const SteppedMasses stepped{massesOf(rope, before_), own, rope.held};
            const ExplicitForces forces{.dt = dt,
                                        .springs = rope.springs,
                                        .bending = bendingOf(rope),
                                        .frictionDirection = rope.constants.frictionDirection,
                                        .reelFlow = reelFlow(rope, stepped.before),
                                        .around = surroundingsOf(rope.constants, state.world),
                                        .grabbed =
                                            grabbed ? std::optional(state.grab->mass - rope.first) : std::nullopt,
                                        .grabForce = pull};
            StepWork work = explicitWork(stepped, forces);
            work.support = supportEffect(stepped, work.pinned);
            report.books->step(work, dt);
        }
        windFirstSegment(rope, own, starts_[r].firstLength, dt, report);
    }
}

void ExplicitStepper::applyForces(const Rope& rope, const WorldConstants& world, std::vector<Mass>& masses)
{
    updateSpringForces(rope, masses);
    // A bend pulls at its two segments as their springs do.
    bendingOf(rope).visit(massesOf(rope, masses),
                          [this](std::size_t i, const Bend& bend)
                          {
                              springForces_[i - 1] += bend.byBefore();
                              springForces_[i] += bend.byBehind();
                          });
    const Surroundings around = surroundingsOf(rope.constants, world);
    Vec3 pull(0.0); // of the spring before, on its first mass
    const std::span<Mass> own(masses.data() + rope.first, rope.masses());
    for (std::size_t i = 0; i < own.size(); ++i)
    {
        around.applyForce(own[i], springForces_[i] - pull);
        pull = springForces_[i];
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
