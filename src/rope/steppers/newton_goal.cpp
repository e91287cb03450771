#include "newton_stepper.hpp"

#include "rope/state/rope_reel.hpp"
#include "rope_energies.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

// Where a piece of a step begins: with held masses, and with where all would go without forces.

namespace rope
{

/// Held masses take the velocity of the step at its start: work of the holds.
void NewtonStepper::holdMasses()
{
    for (Rope& rope : state_->ropes)
    {
        for (char& hold : rope.pinned)
            hold &= heldByPin;
        for (const HeldMass& held : rope.held)
        {
            rope.pinned[held.mass] |= led;
            Mass& mass = (*masses_)[rope.first + held.mass];
            if (books_)
                books_->bookVelocity(mass, held.velocity);
            mass.velocity = held.velocity;
        }
    }
}

/// They are where the step was to bring them but for rounding, and may have arrived.
void NewtonStepper::placeHeldMasses()
{
    for (const Rope& rope : state_->ropes)
        for (const HeldMass& held : rope.held)
        {
            Mass& mass = (*masses_)[rope.first + held.mass];
            if (books_)
                books_->bookVelocity(mass, held.endVelocity);
            held.place(mass);
        }
}

/// Before the positions have followed, a longer first segment is no work of the reel's.
void NewtonStepper::shapeFirstSegments(double dt)
{
    for (Rope& rope : state_->ropes)
    {
        if (rope.feed.speed == 0.0)
            continue;
        const double before = books_ ? stored(*state_, *masses_).potential : 0.0;
        shapeFirstSegment(rope, rope.feed.length + rope.feed.speed * dt);
        if (books_)
            books_->energy.gain(EnergyLine::integrator, stored(*state_, *masses_).potential - before);
    }
}

/// Whether a step is BDF2: it goes on from the step before the last one.
bool NewtonStepper::mayLookBack(const Rope& rope, double dt) const
{
    return state_->world.integrator == RopeIntegrator::bdf2 && rope.past.restarts == 0 && rope.past.dt > 0.0 &&
           dt < 2.4 * rope.past.dt;
}

void NewtonStepper::setGoal(double dt)
{
    solver_.begin(*state_, *masses_);
    StepGoal& goal = solver_.goal;
    goal.dt = dt;
    for (Rope& rope : state_->ropes)
    {
        const bool hasPast = mayLookBack(rope, dt);
        const double ratio = hasPast ? dt / rope.past.dt : 0.0;
        const double one = (1.0 + ratio) * (1.0 + ratio) / (1.0 + 2.0 * ratio);
        const double other = ratio * ratio / (1.0 + 2.0 * ratio);
        const double s = dt * (1.0 + ratio) / (1.0 + 2.0 * ratio);
        rope.past.positions.resize(rope.masses());
        rope.past.velocities.resize(rope.masses());
        for (std::size_t k = 0; k < rope.masses(); ++k)
        {
            const std::size_t i = rope.first + k;
            const Mass& mass = (*masses_)[i];
            const Vec3& xBefore = hasPast ? rope.past.positions[k] : mass.position;
            const Vec3& vBefore = hasPast ? rope.past.velocities[k] : mass.velocity;
            goal.inertia[i] = 1.0 / (s * s);
            goal.drag[i] = 1.0 / s;
            goal.length[i] = s;
            goal.dragged[i] = one * mass.position - other * xBefore;
            goal.target[i] = goal.dragged[i] + s * (one * mass.velocity - other * vBefore);
            solver_.positions[i] += dt * mass.velocity;
            if (!rope.pinned[k])
                solver_.positions[i] += 0.5 * ratio * dt * (mass.velocity - vBefore);
        }
        const std::size_t slots = rope.twist.angle.size();
        rope.past.angle.resize(slots);
        rope.past.spin.resize(slots);
        if (rope.waves())
            setAngleGoal(rope, dt);
    }
    setBodyGoals(dt);
}

/// The same of the spins.
void NewtonStepper::setAngleGoal(const Rope& rope, double dt)
{
    StepGoal& goal = solver_.goal;
    const bool hasPast = mayLookBack(rope, dt);
    const double ratio = hasPast ? dt / rope.past.dt : 0.0;
    const double one = (1.0 + ratio) * (1.0 + ratio) / (1.0 + 2.0 * ratio);
    const double other = ratio * ratio / (1.0 + 2.0 * ratio);
    const double s = dt * (1.0 + ratio) / (1.0 + 2.0 * ratio);
    const RopeTwist& twist = rope.twist;
    for (std::size_t slot = 0; slot < twist.angle.size(); ++slot)
    {
        const std::size_t i = rope.firstSlot + slot;
        const double before = hasPast ? rope.past.angle[slot] : twist.angle[slot];
        const double spinBefore = hasPast ? rope.past.spin[slot] : twist.spin[slot];
        goal.angleInertia[i] = 1.0 / (s * s);
        goal.angleLength[i] = s;
        goal.angleDragged[i] = one * twist.angle[slot] - other * before;
        goal.angleTarget[i] = goal.angleDragged[i] + s * (one * twist.spin[slot] - other * spinBefore);
        if (rope.constants.surfaceFriction && slot >= 1 && slot <= rope.segments() && !rope.angleHeld(slot))
            solver_.angle[i] += dt * (twist.spin[slot] + 0.5 * ratio * (twist.spin[slot] - spinBefore));
    }
}

/// The same of bodies. All take the rule of the first rope, as what two of them give each other is then the same.
void NewtonStepper::setBodyGoals(double dt)
{
    const Rope& rope = state_->ropes.front();
    const double ratio = mayLookBack(rope, dt) ? dt / rope.past.dt : 0.0;
    const double other = ratio * ratio / (1.0 + 2.0 * ratio);
    const double one = 1.0 + other;
    const double s = dt * (1.0 + ratio) / (1.0 + 2.0 * ratio);
    const std::size_t first = masses_->size();
    for (std::size_t b = 0; b < state_->bodies.size(); ++b)
    {
        const auto& [id, body, past] = state_->bodies[b];
        BodyGoal& goal = solver_.bodyGoals[b];
        goal.length = s;
        goal.drag = 1.0 / s;
        goal.dragged = one * body.position - other * past.position;
        goal.target = goal.dragged + s * (one * body.velocity - other * past.velocity);
        goal.turnDragged = other * past.turn;
        goal.momentumTarget =
            one * angularMomentum(body, body.axes, body.spin) - other * angularMomentum(body, past.axes, past.spin);
        const auto way = [&](const Vec3& now, const Vec3& before) { return dt * (now + 0.5 * ratio * (now - before)); };
        solver_.positions[first + 2 * b] += way(body.velocity, past.velocity);
        solver_.positions[first + 2 * b + 1] = way(body.spin, past.spin);
    }
    solver_.followBodies(*state_);
}

/// Newton's method goes on from where nothing has passed through anything.
void NewtonStepper::holdBackPrediction()
{
    std::vector<Vec3> start;
    for (const Mass& mass : *masses_)
        start.push_back(mass.position);
    const SolveGroups& groups = view().groups;
    std::vector<double> shares(groups.members(), 1.0);
    for (const OutsideForce* force : solver_.outside)
        force->limitShares(start, solver_.positions, groups, shares);
    const double share = *std::min_element(shares.begin(), shares.end());
    if (share == 1.0)
        return;
    for (const Rope& rope : state_->ropes)
        for (std::size_t k = 0; k < rope.masses(); ++k)
            if (const std::size_t i = rope.first + k; !rope.pinned[k])
                solver_.positions[i] = glm::mix(start[i], solver_.positions[i], 0.9 * share);
}

/// How the masses of a rope move where only the pins do: those between two pins by a part of the way of each, so that
/// the rope is strained as little as can be.
std::vector<Vec3> NewtonStepper::carriedByPins(const Rope& rope, double dt) const
{
    const std::size_t count = rope.masses();
    std::vector<Vec3> ways(count, Vec3(0.0));
    std::optional<std::size_t> before;
    for (std::size_t i = 0; i < count; ++i)
    {
        if (!rope.pinned[i])
            continue;
        ways[i] = dt * (*masses_)[rope.first + i].velocity;
        for (std::size_t k = before ? *before + 1 : 0; k < i; ++k)
            ways[k] = before ? glm::mix(ways[*before], ways[i],
                                        static_cast<double>(k - *before) / static_cast<double>(i - *before))
                             : ways[i];
        before = i;
    }
    for (std::size_t k = before ? *before + 1 : count; k < count; ++k)
        ways[k] = ways[*before];
    return ways;
}

} // namespace rope
