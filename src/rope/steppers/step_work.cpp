#include "newton_stepper.hpp"
#include "rope/state/rope_shape.hpp"
#include "rope_readings.hpp"

#include <algorithm>
#include <vector>

// What each force does in a piece of a step. The forces of bending and twist are written here a second time, so that a
// mistake in elastic.cpp or in the solution shows as energy of the integrator.

namespace rope
{

namespace
{

/// Adds the forces on the masses, one after the other, in a piece of a step of `dt` [s].
class ForceSum
{
public:
    ForceSum(double dt, const std::vector<Mass>& before, const std::vector<Mass>& masses)
        : dt_(dt), before_(before), masses_(masses), net_(masses.size(), Vec3(0.0))
    {
    }

    void add(std::size_t i, const Vec3& force, Effect& effect)
    {
        effect.add(dt_ * force, meanVelocity(i), masses_[i].position);
        net_[i] += force;
    }
    /// A force at a place between mass i and the next one.
    void add(std::size_t i, double along, const Vec3& force, Effect& effect)
    {
        add(i, (1.0 - along) * force, effect);
        if (along != 0.0)
            add(i + 1, along * force, effect);
    }
    /// What all of them did to a mass.
    Effect on(std::size_t i) const
    {
        Effect all;
        all.add(dt_ * net_[i], meanVelocity(i), masses_[i].position);
        return all;
    }
    /// What holds a mass, against all of them.
    void support(std::size_t i, Effect& effect) const
    {
        effect.add(-dt_ * net_[i], meanVelocity(i), masses_[i].position);
    }

private:
    Vec3 meanVelocity(std::size_t i) const { return (masses_[i].position - before_[i].position) / dt_; }

    double dt_;
    const std::vector<Mass>& before_;
    const std::vector<Mass>& masses_;
    std::vector<Vec3> net_; ///< [N]
};

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
        uniform = rope.waves() || stiffness == 0.0 ? 0.0 : stiffness * twist(rope) / rope.twistedLength();
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
        const Vec3 mouse = state.pull.mass == i ? state.pull.force : Vec3(0.0);
        sum.add(i, rope.loads[k] - mouse, work.load);
        sum.add(i, mouse, work.pull);
    }
}

/// What the forces on a mass leave of its change is of what holds it, or nobody's.
void closeMass(const ForceSum& sum, PieceWork& work, std::size_t i, const Mass& before, const Mass& mass, bool hit)
{
    const double workBefore = work.unsolved.work;
    const Vec3& v = before.velocity;
    work.unsolved.work += 0.5 * mass.mass * glm::dot(mass.velocity - v, mass.velocity + v);
    work.unsolved.impulse += mass.mass * (mass.velocity - v);
    work.unsolved.turning += mass.mass * (glm::cross(mass.position, mass.velocity) - glm::cross(before.position, v));
    work.unsolved = work.unsolved - sum.on(i);
    if (hit)
        work.blows += work.unsolved.work - workBefore;
}

/// The spins, and what turns them; `rubbing` are torques [N m] of friction by slots. The torque of an end that is free
/// to turn is the whole rope's, if it is uniform: its edge turns back as far as the reference twist grows.
void addSpins(PieceWork& work, const Rope& rope, const std::vector<Mass>& massesBefore, const Twisted& now,
              const std::vector<double>& rubbing, double dt)
{
    const std::size_t n = rope.segments();
    const RopePast& past = rope.past;
    const RopeShape before = shapeOf(rope, massesBefore);
    for (std::size_t slot = 1; slot <= n; ++slot)
    {
        const double spin = rope.twist.spin[slot];
        const double way = rope.twist.angle[slot] - past.angle[slot];
        const double change = 0.5 * rope.spinInertia[slot] * (spin * spin - past.spin[slot] * past.spin[slot]);
        const double torque = now.torques[slot] - now.torques[slot - 1];
        const Vec3& t = now.shape.tangent[slot];
        const Vec3 turning = rope.spinInertia[slot] * (spin * t - past.spin[slot] * before.tangent[slot]);
        work.spins += torque * way;
        work.twist.turning += dt * torque * t;
        work.friction.work += rubbing[slot] * way;
        work.friction.turning += dt * rubbing[slot] * t;
        const double both = torque + rubbing[slot];
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

/// After a piece of a step; `start_` is the state before it.
PieceWork NewtonStepper::workOfPiece(double dt)
{
    const std::vector<Mass>& masses = *masses_;
    ForceSum sum(dt, start_.masses, masses);
    PieceWork work;
    const Rope& rope = state_->ropes.front();
    const Twisted now(rope, masses);
    addOwnForces(sum, work, *state_, rope, now, masses);
    if (rope.constants.closed)
        for (const FarCoupling& tie : ringTies_.ties())
            tie.spread(-ringTies_.stiffness() * tie.relative([&](std::size_t i) { return masses[i].position; }),
                       [&](std::size_t i, const Vec3& force) { sum.add(i, force, work.stretch); });
    std::vector<double> rubbing(rope.segments() + 2, 0.0);
    const auto rub = [&](std::size_t i, const Vec3& force) { sum.add(i, force, work.friction); };
    const auto roll = [&](std::size_t edge, double torque) { rubbing[edge + 1] += torque; };
    for (std::size_t k = 0; k < state_->touches.size(); ++k)
    {
        const RodTouch& touch = state_->touches[k];
        const double along = touch.edge ? touch.along : 0.0;
        sum.add(touch.mass, along, touch.pressure * touch.normal, work.push);
        if (rope.constants.surfaceFriction)
            solidContacts_.grips()[k].spread(touch.friction, rub, roll);
        else
            sum.add(touch.mass, along, touch.friction, work.friction);
    }
    for (const RodSelfTouch& touch : state_->selfTouches)
    {
        sum.add(touch.edge, touch.along, touch.pressure * touch.normal, work.push);
        sum.add(touch.other, touch.otherAlong, -touch.pressure * touch.normal, work.push);
    }
    if (!state_->selfTouches.empty())
        ropeContacts_.spreadFriction(state_->selfTouches, rub, roll);
    for (std::size_t i = 0; i < masses.size(); ++i)
        if (rope.pinned[i])
            sum.support(i, work.support);
        else
            closeMass(sum, work, i, start_.masses[i], masses[i],
                      touchesSolids(*state_) && solidContacts_.hitMasses()[i] != 0);
    if (rope.waves())
        addSpins(work, rope, start_.masses, now, rubbing, dt);
    else if (!(rope.ends[0].angleHeld && rope.ends[1].angleHeld))
        work.turned = -now.uniform * (rope.twist.total - start_.stored.totalReference);
    return work;
}

} // namespace rope
