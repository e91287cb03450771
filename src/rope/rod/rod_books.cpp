#include "rod_closure.hpp"
#include "rod_contacts.hpp"
#include "rod_self_contacts.hpp"
#include "rod_shape.hpp"
#include "rod_work.hpp"

#include <rope/rod.hpp>

#include <algorithm>
#include <vector>

// The books of a rod: docs/physics.md, "The books of a rod". They watch and change nothing. The forces of bending and
// twist are written here a second time, so that a mistake in rod_elastic.cpp or in the solution shows as energy of the
// integrator.

namespace rope
{

namespace
{

/// What bends and twist do to the edges at a shape, by slots: dE/de [N].
struct EdgeForces
{
    std::vector<Vec3> bending;
    std::vector<Vec3> twist;

    /// `torque` by vertices [N m].
    void set(const RodModel& model, const RodShape& shape, const std::vector<double>& torque)
    {
        bending.assign(model.segments() + 2, Vec3(0.0));
        twist.assign(model.segments() + 2, Vec3(0.0));
        for (std::size_t i = 0; i <= model.segments(); ++i)
        {
            const Vec3& t = shape.tangent[i];
            const Vec3& u = shape.tangent[i + 1];
            const double c = glm::dot(t, u);
            const double chi = std::max(1.0 + c, 1e-9); // as in rod_elastic.cpp: a limp rope may turn back
            const double byCosine = -4.0 * model.bendingStiffness * model.perVertexLength[i] / (chi * chi);
            bending[i] += byCosine * shape.perLength[i] * (u - c * t);
            bending[i + 1] += byCosine * shape.perLength[i + 1] * (t - c * u);
            const Vec3 turn = torque[i] / chi * glm::cross(t, u);
            twist[i] += shape.perLength[i] * turn;
            twist[i + 1] += shape.perLength[i + 1] * turn;
        }
    }
};

/// One force after the other on the masses of a rod, in a piece of a step.
struct Pieces
{
    double dt = 0.0;
    const std::vector<Vec3>& before; ///< [m], positions
    const std::vector<Mass>& masses;
    std::vector<Vec3> net; ///< [N], all forces

    void add(std::size_t i, const Vec3& force, Effect& effect)
    {
        effect.add(dt * force, (masses[i].position - before[i]) / dt, masses[i].position);
        net[i] += force;
    }
    /// A force at a place between mass i and the next one.
    void add(std::size_t i, double along, const Vec3& force, Effect& effect)
    {
        add(i, (1.0 - along) * force, effect);
        if (along != 0.0)
            add(i + 1, along * force, effect);
    }
};

} // namespace

bool RodSimulation::uses(EnergyLine line) const
{
    switch (line)
    {
    case EnergyLine::reel:
        return reel_.has_value();
    case EnergyLine::spring_friction:
    case EnergyLine::ground_friction:
    case EnergyLine::ground_absorption:
    case EnergyLine::sway:
        return false;
    case EnergyLine::solids:
    case EnergyLine::contact_friction:
    case EnergyLine::contact_absorption:
        return settings_.radius > 0.0;
    default:
        return true;
    }
}

bool RodSimulation::uses(MomentumLine line) const
{
    if (line == MomentumLine::contact || line == MomentumLine::contact_friction)
        return settings_.radius > 0.0;
    return (line != MomentumLine::reel || reel_) && line != MomentumLine::ground &&
           line != MomentumLine::spring_friction && line != MomentumLine::plane;
}

BookTotals RodSimulation::totals() const
{
    BookTotals sum;
    for (const Mass& mass : masses_)
        sum.add(mass);
    for (std::size_t slot = 1; slot <= model_.segments() && model_.waves; ++slot)
    {
        const Vec3 edge = masses_[slot].position - masses_[slot - 1].position;
        const double length = glm::length(edge);
        if (length > 0.0)
            sum.angularMomentum += model_.spinInertia[slot] * twist_.spin[slot] / length * edge;
    }
    sum.energy = {kineticEnergy(), potentialEnergy(), elasticEnergy(), 0.0,
                  bendingEnergy(), twistEnergy(),     spinEnergy(),    contactEnergy()};
    return sum;
}

RodStored RodSimulation::stored() const
{
    return {elasticEnergy() + bendingEnergy() + twistEnergy(), spinEnergy(), contactEnergy(), twist_.total};
}

/// After a piece of a step; `past_` is the state before it.
RodPieceWork RodSimulation::workOfPiece(double dt)
{
    const std::size_t n = model_.segments();
    std::vector<Vec3> positions;
    for (const Mass& mass : masses_)
        positions.push_back(mass.position);
    RodShape shape;
    shape.set(model_, positions);
    std::vector<double> torques(n + 1, 0.0);
    const double uniform = model_.waves || model_.torsionalStiffness == 0.0
                               ? 0.0
                               : model_.torsionalStiffness * twist() / model_.twistedLength();
    for (std::size_t i = 0; i <= n; ++i)
        if (model_.perVertexLength[i] > 0.0)
            torques[i] = model_.waves ? torque(i) : uniform;
    EdgeForces edges;
    edges.set(model_, shape, torques);

    Pieces pieces{dt, past_.positions, masses_, std::vector<Vec3>(masses_.size(), Vec3(0.0))};
    RodPieceWork work;
    for (std::size_t i = 0; i <= n; ++i)
    {
        const auto tension = [&](std::size_t slot)
        {
            const bool edge = slot >= 1 && slot <= n;
            return edge ? model_.springs[slot - 1].tension(shape.length[slot]) * shape.tangent[slot] : Vec3(0.0);
        };
        const Mass& mass = masses_[i];
        pieces.add(i, tension(i + 1) - tension(i), work.stretch);
        pieces.add(i, (i < n ? edges.bending[i + 1] : Vec3(0.0)) - (i > 0 ? edges.bending[i] : Vec3(0.0)),
                   work.bending);
        pieces.add(i, (i < n ? edges.twist[i + 1] : Vec3(0.0)) - (i > 0 ? edges.twist[i] : Vec3(0.0)), work.twist);
        pieces.add(i, mass.mass * model_.gravity, work.gravity);
        pieces.add(i, -model_.airFriction * mass.velocity, work.air);
        const Vec3 mouse = pull_.mass == i ? pull_.force : Vec3(0.0);
        pieces.add(i, model_.loads[i] - mouse, work.load);
        pieces.add(i, mouse, work.pull);
    }
    if (settings_.closed)
        for (const FarCoupling& tie : closure_->ties())
            tie.spread(-closure_->stiffness() * tie.relative([&](std::size_t i) { return positions[i]; }),
                       [&](std::size_t i, const Vec3& force) { pieces.add(i, force, work.stretch); });
    std::vector<double> rubbing(n + 2, 0.0); // torques of friction, by slots
    const auto rub = [&](std::size_t i, const Vec3& force) { pieces.add(i, force, work.friction); };
    const auto roll = [&](std::size_t edge, double torque) { rubbing[edge + 1] += torque; };
    for (std::size_t k = 0; k < touches_.size(); ++k)
    {
        const RodTouch& touch = touches_[k];
        const double along = touch.edge ? touch.along : 0.0;
        pieces.add(touch.mass, along, touch.pressure * touch.normal, work.push);
        if (settings_.surfaceFriction)
            contacts_->grips()[k].spread(touch.friction, rub, roll);
        else
            pieces.add(touch.mass, along, touch.friction, work.friction);
    }
    for (const RodSelfTouch& touch : selfTouches_)
    {
        pieces.add(touch.edge, touch.along, touch.pressure * touch.normal, work.push);
        pieces.add(touch.other, touch.otherAlong, -touch.pressure * touch.normal, work.push);
    }
    if (!selfTouches_.empty())
        selfContacts_->spreadFriction(selfTouches_, rub, roll);

    for (std::size_t i = 0; i <= n; ++i)
    {
        const Mass& mass = masses_[i];
        const Vec3 way = mass.position - past_.positions[i];
        const Vec3& v = past_.velocities[i];
        if (model_.pinned[i])
        {
            work.support.add(-dt * pieces.net[i], way / dt, mass.position);
            continue;
        }
        const double workBefore = work.unsolved.work;
        work.unsolved.work += 0.5 * mass.mass * glm::dot(mass.velocity - v, mass.velocity + v);
        work.unsolved.impulse += mass.mass * (mass.velocity - v);
        work.unsolved.turning +=
            mass.mass * (glm::cross(mass.position, mass.velocity) - glm::cross(past_.positions[i], v));
        Effect forces;
        forces.add(dt * pieces.net[i], way / dt, mass.position);
        work.unsolved = work.unsolved - forces;
        if (touchesSolids() && contacts_->hits()[i])
            work.blows += work.unsolved.work - workBefore;
    }

    // The spins, and what turns them. The torque of an end that is free to turn is that of the whole rod, if it is
    // uniform: its edge turns back by what the reference twist grows.
    RodShape shapeBefore;
    if (model_.waves)
        shapeBefore.set(model_, past_.positions);
    for (std::size_t slot = 1; slot <= n && model_.waves; ++slot)
    {
        const double way = twist_.angle[slot] - past_.angle[slot];
        const double change = 0.5 * model_.spinInertia[slot] *
                              (twist_.spin[slot] * twist_.spin[slot] - past_.spin[slot] * past_.spin[slot]);
        const double torque = torques[slot] - torques[slot - 1];
        const Vec3& t = shape.tangent[slot];
        const Vec3 turning =
            model_.spinInertia[slot] * (twist_.spin[slot] * t - past_.spin[slot] * shapeBefore.tangent[slot]);
        work.spins += torque * way;
        work.twist.turning += dt * torque * t;
        work.friction.work += rubbing[slot] * way;
        work.friction.turning += dt * rubbing[slot] * t;
        const double both = torque + rubbing[slot];
        const RodHold* const end = slot == 1 ? &model_.ends[0] : slot == n ? &model_.ends[1] : nullptr;
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
    if (!model_.waves && !(model_.ends[0].angleHeld && model_.ends[1].angleHeld))
        work.turned = -uniform * (twist_.total - start_->stored.totalReference);
    return work;
}

/// Books a piece of a step. The work of a force is its value at the end times the way; the rest of what masses and
/// springs gained is the integrator's. For one free mass under implicit Euler that is -m |v⁺ - v|²/2, for one spring
/// -k (d⁺ - d)²/2.
void RodSimulation::bookPiece(double dt)
{
    const RodPieceWork work = workOfPiece(dt);
    const RodStored before = start_->stored;
    const RodStored after = stored();
    double made =
        after.potential - before.potential + work.stretch.work + work.bending.work + work.twist.work + work.spins;
    if (!model_.waves)
        made -= work.turned;

    EnergyBook& energy = books_->energy;
    energy.gain(EnergyLine::connection, work.support.work + work.held);
    energy.gain(EnergyLine::grab, work.pull.work);
    energy.gain(EnergyLine::load, work.load.work + work.turned);
    energy.gain(EnergyLine::air, work.air.work);
    energy.gain(EnergyLine::integrator, made + work.unsolved.work - work.blows);
    if (settings_.radius > 0.0)
    {
        const RodContactWork contact = touchesSolids() ? contacts_->work() : RodContactWork{};
        const double lost = contact.friction + (touchesItself() ? selfContacts_->frictionLoss() : 0.0);
        energy.gain(EnergyLine::solids, contact.solids);
        energy.gain(EnergyLine::contact_friction, -lost);
        energy.gain(EnergyLine::contact_absorption, after.contact - before.contact + work.push.work +
                                                        work.friction.work + lost - contact.solids + work.blows);
    }
    gain(MomentumLine::gravity, work.gravity);
    gain(MomentumLine::connection, work.support);
    gain(MomentumLine::grab, work.pull);
    gain(MomentumLine::load, work.load);
    gain(MomentumLine::air, work.air);
    gain(MomentumLine::contact, work.push);
    gain(MomentumLine::contact_friction, work.friction);
    gain(MomentumLine::bending, work.bending);
    gain(MomentumLine::twist, work.twist);
    gain(MomentumLine::integrator, work.unsolved + work.stretch);
    books_->dt = dt;
}

} // namespace rope
