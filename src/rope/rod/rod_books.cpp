#include "rope/steppers/newton_stepper.hpp"
#include "rope/steppers/rope_readings.hpp"

#include <rope/rod.hpp>

#include <vector>

// The books of a rod: docs/physics.md, "The books of a rod". They watch and change nothing.

namespace rope
{

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
    for (std::size_t slot = 1; slot <= rope().segments() && rope().waves(); ++slot)
    {
        const Vec3 edge = masses_[slot].position - masses_[slot - 1].position;
        const double length = glm::length(edge);
        if (length > 0.0)
            sum.angularMomentum += rope().spinInertia[slot] * rope().twist.spin[slot] / length * edge;
    }
    sum.energy = {kineticEnergy(), potentialEnergy(), elasticEnergy(), 0.0,
                  bendingEnergy(), twistEnergy(),     spinEnergy(),    contactEnergy()};
    return sum;
}

/// Books a piece of a step. The work of a force is its value at the end times the way; the rest of what masses and
/// springs gained is the integrator's. For one free mass under implicit Euler that is -m |v⁺ - v|²/2, for one spring
/// -k (d⁺ - d)²/2.
void RodSimulation::bookPiece(double dt)
{
    const PieceWork work = stepper_->workOfPiece(dt);
    const StoredEnergy& before = stepper_->storedBefore();
    const StoredEnergy after = stored(state_, masses_);
    double made =
        after.potential - before.potential + work.stretch.work + work.bending.work + work.twist.work + work.spins;
    if (!rope().waves())
        made -= work.turned;

    EnergyBook& energy = books_->energy;
    energy.gain(EnergyLine::connection, work.support.work + work.held);
    energy.gain(EnergyLine::grab, work.pull.work);
    energy.gain(EnergyLine::load, work.load.work + work.turned);
    energy.gain(EnergyLine::air, work.air.work);
    energy.gain(EnergyLine::integrator, made + work.unsolved.work - work.blows);
    if (settings_.radius > 0.0)
    {
        const bool touchesSolids = rope().touches() && !state_.solids.empty();
        const ContactWork contact = touchesSolids ? stepper_->solidContacts().work() : ContactWork{};
        const double lost = contact.friction + (rope().touchesItself() ? stepper_->ropeContacts().frictionLoss() : 0.0);
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
