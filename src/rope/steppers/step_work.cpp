#include "newton_stepper.hpp"
#include "rope/state/rope_shape.hpp"
#include "rope_energies.hpp"

#include <algorithm>
#include <vector>

// What each force does in a piece of a step. The forces of bending and twist are written here a second time, so that a
// mistake in elastic.cpp or in the solution shows as energy of the integrator.

namespace rope
{

namespace
{

RopeShape shapeOf(const Rope& rope, const std::vector<Mass>& masses)
{
    std::vector<Vec3> positions;
    for (std::size_t k = 0; k < rope.masses(); ++k)
        positions.push_back(masses[rope.first + k].position);
    RopeShape shape;
    shape.set(rope, positions);
    return shape;
}

/// The edges of a rope, and the torques [N m] at its vertices.
struct Twisted
{
    Twisted(const Rope& rope, const std::vector<Mass>& masses)
        : shape(shapeOf(rope, masses)), torques(rope.masses(), 0.0)
    {
        const double stiffness = rope.constants.torsionalStiffness;
        const double length = rope.twistedLength(); // none of one segment
        uniform = rope.waves() || stiffness == 0.0 || length == 0.0 ? 0.0 : stiffness * twist(rope) / length;
        for (std::size_t i = 0; i < torques.size(); ++i)
            if (rope.perVertexLength[i] > 0.0)
                torques[i] = rope.waves() ? torque(rope, i) : uniform;
    }

    RopeShape shape;
    std::vector<double> torques;
    double uniform = 0.0; ///< [N m], of a uniform twist
};

/// What stretch, bends and twist do to the edges, by slots: dE/de [N].
struct EdgeForces
{
    EdgeForces(const Rope& rope, const Twisted& now)
        : bending(rope.segments() + 2, Vec3(0.0)), twist(rope.segments() + 2, Vec3(0.0))
    {
        for (std::size_t i = 0; i <= rope.segments(); ++i)
        {
            const Vec3& t = now.shape.tangent[i];
            const Vec3& u = now.shape.tangent[i + 1];
            const double c = glm::dot(t, u);
            const double chi = std::max(1.0 + c, 1e-9); // as in elastic.cpp: a limp rope may turn back
            const double byCosine = -4.0 * rope.constants.bendingStiffness * rope.perVertexLength[i] / (chi * chi);
            bending[i] += byCosine * now.shape.perLength[i] * (u - c * t);
            bending[i + 1] += byCosine * now.shape.perLength[i + 1] * (t - c * u);
            const Vec3 turn = now.torques[i] / chi * glm::cross(t, u);
            twist[i] += now.shape.perLength[i] * turn;
            twist[i + 1] += now.shape.perLength[i + 1] * turn;
        }
    }

    std::vector<Vec3> bending;
    std::vector<Vec3> twist;
};

/// The forces on each mass of a rope: its own, weight, air and load.
void addOwnForces(ForceSum& sum, PieceWork& work, const RopeState& state, const Rope& rope, const Twisted& now,
                  const std::vector<Mass>& masses)
{
    const std::size_t n = rope.segments();
    const EdgeForces edges(rope, now);
    const auto tension = [&](std::size_t slot)
    {
        const bool edge = slot >= 1 && slot <= n;
        return edge ? rope.springs[slot - 1].tension(now.shape.length[slot]) * now.shape.tangent[slot] : Vec3(0.0);
    };
    const auto between = [n](const std::vector<Vec3>& byEdge, std::size_t i)
    { return (i < n ? byEdge[i + 1] : Vec3(0.0)) - (i > 0 ? byEdge[i] : Vec3(0.0)); };
    for (std::size_t k = 0; k <= n; ++k)
    {
        const std::size_t i = rope.first + k;
        const Mass& mass = masses[i];
        sum.add(i, tension(k + 1) - tension(k), work.stretch);
        sum.add(i, between(edges.bending, k), work.bending);
        sum.add(i, between(edges.twist, k), work.twist);
        sum.add(i, mass.mass * state.world.gravity, work.gravity);
        sum.add(i, -rope.constants.airFriction * mass.velocity, work.air);
        sum.add(i, rope.loads[k], work.load);
    }
}

/// The rest of a mass's change, after all forces, is the hold's, or nobody's.
void closeMass(const ForceSum& sum, PieceWork& work, std::size_t i, Hit hit)
{
    const double workBefore = work.unsolved.work;
    const Mass& before = sum.before(i);
    const Mass& mass = sum.after(i);
    const Vec3& v = before.velocity;
    work.unsolved.work += 0.5 * mass.mass * glm::dot(mass.velocity - v, mass.velocity + v);
    work.unsolved.impulse += mass.mass * (mass.velocity - v);
    work.unsolved.turning += mass.mass * (glm::cross(mass.position, mass.velocity) - glm::cross(before.position, v));
    work.unsolved = work.unsolved - sum.on(i);
    if (hit == Hit::aSolid)
        work.blows += work.unsolved.work - workBefore;
    if (hit == Hit::theGround)
        work.groundBlows += work.unsolved.work - workBefore;
}

/// The spins, and what turns them. The torque of an end that is free to turn is the whole rope's, if it is uniform: its
/// edge turns back as far as the reference twist grows.
void addSpins(PieceWork& work, const Rope& rope, const RopeShape& before, const Twisted& now, const ForceSum& sum)
{
    const std::size_t n = rope.segments();
    const RopePast& past = rope.past;
    const double dt = sum.dt();
    for (std::size_t slot = 1; slot <= n; ++slot)
    {
        const double spin = rope.twist.spin[slot];
        const double way = rope.twist.angle[slot] - past.angle[slot];
        const double change = 0.5 * rope.spinInertia[slot] * (spin * spin - past.spin[slot] * past.spin[slot]);
        const double torque = now.torques[slot] - now.torques[slot - 1];
        const double rubbing = sum.rubbing(rope.first + slot - 1);
        const Vec3& t = now.shape.tangent[slot];
        const Vec3 turning = rope.spinInertia[slot] * (spin * t - past.spin[slot] * before.tangent[slot]);
        work.spins += torque * way;
        work.twist.turning += dt * torque * t;
        work.friction.work += rubbing * way;
        work.friction.turning += dt * rubbing * t;
        const double both = torque + rubbing;
        const EndHold* const end = slot == 1 ? &rope.ends[0] : slot == n ? &rope.ends[1] : nullptr;
        if (end != nullptr && end->angleHeld && !end->clamped)
        {
            work.held += change - both * way;
            work.support.turning += turning - dt * both * t;
        }
        else
        {
            const double outer = end != nullptr && !end->angleHeld ? end->torque : 0.0;
            work.turned += outer * way;
            work.load.turning += dt * outer * t;
            work.unsolved.work += change - (both + outer) * way;
            work.unsolved.turning += turning - dt * (both + outer) * t;
        }
    }
}

} // namespace

/// Weight and air on a body, and what all forces on it leave of its change.
void NewtonStepper::closeBody(std::size_t number, ForceSum& sum, PieceWork& work) const
{
    const auto& [id, body, past] = state_->bodies[number];
    const BodyPose& pose = solver_.poses()[number];
    const Vec3 way = body.position - past.position;
    sum.addToBody(number, body.mass * state_->world.gravity, way, body.position, work.gravity);
    sum.addToBody(number, -body.airFriction * body.velocity, way, body.position, work.air);
    const Vec3 momentum = angularMomentum(body, body.axes, body.spin);
    sum.turnBody(number, -turnDrag(body) * momentum, pose.turn, work.air);
    Body before = body;
    before.position = past.position;
    before.axes = past.axes;
    before.velocity = past.velocity;
    before.spin = past.spin;
    Effect change;
    change.work = kineticEnergy(body) - kineticEnergy(before);
    change.impulse = body.mass * (body.velocity - before.velocity);
    change.turning =
        momentum - angularMomentum(before, before.axes, before.spin) +
        body.mass * (glm::cross(body.position, body.velocity) - glm::cross(before.position, before.velocity));
    change = change - sum.onBody(number);
    work.unsolved = work.unsolved + change;
    work.blows += std::any_of(solver_.outside.begin(), solver_.outside.end(),
                              [number](const OutsideForce* force) { return force->hitsBody(number); })
                      ? change.work
                      : 0.0;
}

/// What the piece of a step that is over did; Rope::past is what was before it.
PieceWork NewtonStepper::workOfPiece(double dt)
{
    std::vector<Mass> before = *masses_;
    for (const Rope& rope : state_->ropes)
        for (std::size_t k = 0; k < rope.masses(); ++k)
        {
            before[rope.first + k].position = rope.past.positions[k];
            before[rope.first + k].velocity = rope.past.velocities[k];
        }
    ForceSum sum(dt, before, *masses_, state_->bodies.size());
    PieceWork work;
    for (const OutsideForce* force : solver_.outside)
        force->book(view(), sum, work);
    const auto hitOf = [&](std::size_t mass)
    {
        Hit hit = Hit::nothing;
        for (const OutsideForce* force : solver_.outside)
            hit = std::max(hit, force->hitOf(mass));
        return hit;
    };
    for (const Rope& rope : state_->ropes)
    {
        const Twisted now(rope, *masses_);
        addOwnForces(sum, work, *state_, rope, now, *masses_);
        for (std::size_t k = 0; k < rope.masses(); ++k)
            if (const std::size_t i = rope.first + k; rope.pinned[k])
                sum.support(i, work.support);
            else
                closeMass(sum, work, i, hitOf(i));
        if (rope.waves())
            addSpins(work, rope, shapeOf(rope, before), now, sum);
        else if (!(rope.ends[0].angleHeld && rope.ends[1].angleHeld))
            work.uniformTurns += -now.uniform * (rope.twist.total - rope.past.totalReference);
    }
    work.turned += work.uniformTurns;
    for (std::size_t b = 0; b < state_->bodies.size(); ++b)
        closeBody(b, sum, work);
    return work;
}

/// Books a piece of a step. The work of a force is its value at the end times the way; the rest of what masses and
/// springs gained is the integrator's. For one free mass under implicit Euler that is -m |v⁺ - v|²/2, for one spring
/// -k (d⁺ - d)²/2. Touches on the world's ground go to the ground's lines, all others to the lines of contact.
void NewtonStepper::bookPiece(double dt)
{
    const PieceWork work = workOfPiece(dt);
    const StoredEnergy& before = start_.stored;
    const StoredEnergy after = stored(*state_, *masses_);
    const double made = after.potential - before.potential + work.stretch.work + work.bending.work + work.twist.work +
                        work.spins - work.uniformTurns + after.ground - before.ground + work.groundPush.work;
    const double onGround = after.onGround - before.onGround;

    EnergyBook& energy = books_->energy;
    energy.gain(EnergyLine::connection, work.support.work + work.held);
    energy.gain(EnergyLine::reel, work.flow);
    energy.gain(EnergyLine::grab, work.pull.work);
    energy.gain(EnergyLine::load, work.load.work + work.turned);
    energy.gain(EnergyLine::air, work.air.work);
    energy.gain(EnergyLine::spring_friction, work.springFriction.work - work.flow);
    energy.gain(EnergyLine::ground_friction, work.groundFriction.work - work.groundLost);
    energy.gain(EnergyLine::ground_absorption,
                work.groundAbsorption.work + onGround + work.onGround.work + work.groundLost + work.groundBlows);
    energy.gain(EnergyLine::solids, work.solids);
    energy.gain(EnergyLine::contact_friction, -work.lost);
    energy.gain(EnergyLine::contact_absorption, after.contact - before.contact - onGround + work.push.work +
                                                    work.friction.work + work.lost - work.solids + work.blows);
    energy.gain(EnergyLine::motors, work.motors);
    energy.gain(EnergyLine::axles, -work.axles);
    energy.gain(EnergyLine::integrator,
                made - work.motors + work.axles + work.unsolved.work - work.blows - work.groundBlows);

    books_->gain(MomentumLine::gravity, work.gravity);
    books_->gain(MomentumLine::connection, work.support);
    books_->gain(MomentumLine::grab, work.pull);
    books_->gain(MomentumLine::load, work.load);
    books_->gain(MomentumLine::air, work.air);
    books_->gain(MomentumLine::ground, work.groundPush + work.groundFriction + work.groundAbsorption + work.onGround);
    books_->gain(MomentumLine::contact, work.push);
    books_->gain(MomentumLine::contact_friction, work.friction);
    books_->gain(MomentumLine::spring_friction, work.springFriction);
    books_->gain(MomentumLine::bending, work.bending);
    books_->gain(MomentumLine::twist, work.twist);
    books_->gain(MomentumLine::integrator, work.unsolved + work.stretch);
    books_->dt = dt;
}

/// The work of a reel in a piece of a step, -T (1 + e/2) dl with the tension and the strain in the middle of it. This
/// share of the piece's energy change is the reel's.
void NewtonStepper::bookFeed(const Rope& rope, double dt)
{
    const Spring& now = rope.springs.front();
    Spring then = rope.whole;
    Reel::shapeSegment({.insertion = rope.constants.insertion, .segmentLength = rope.whole.restLength},
                       rope.feed.length - rope.feed.speed * dt, then);
    const double r = glm::distance(rope.past.positions[0], rope.past.positions[1]);
    const double rNow = glm::distance((*masses_)[rope.first].position, (*masses_)[rope.first + 1].position);
    const double mean = 0.5 * (then.tension(r) + now.tension(rNow));
    const double strain = mean / (now.springConstant * now.restLength);
    const double share = rope.constants.insertion == Insertion::consistent ? 1.0 + 0.5 * strain : 1.0;
    const double work = -mean * share * rope.feed.speed * dt;
    books_->energy.gain(EnergyLine::reel, work);
    books_->energy.gain(EnergyLine::integrator, -work);
}

} // namespace rope
