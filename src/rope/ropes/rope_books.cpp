#include "rope/solver/body_motion.hpp"
#include "rope/steppers/rope_work.hpp"

#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>

#include <algorithm>
#include <cstddef>
#include <span>

// The rope's books of energy and momentum: docs/physics.md, "Where the energy goes", and docs/physics_rod.md, "The
// books of a rod". They watch and change nothing.

namespace rope
{

/// Whether the rope touches itself, or anything but the world's ground.
bool RopeReadings::touchesMore() const
{
    const auto touches = [](const Rope& rope) { return rope.touches(); };
    return !state_.bodies.empty() || (std::any_of(state_.ropes.begin(), state_.ropes.end(), touches) &&
                                      (state_.ropes.size() > 1 || settings_->byLength || settings_->selfContact ||
                                       !state_.solidIds.empty() || !guests_.empty()));
}

bool RopeReadings::uses(EnergyLine line) const
{
    switch (line)
    {
    case EnergyLine::reel:
        return !settings_->byLength || std::any_of(state_.ropes.begin(), state_.ropes.end(),
                                                   [](const Rope& rope) { return rope.constants.reels(); });
    case EnergyLine::spring_friction:
    case EnergyLine::sway:
        return !settings_->byLength;
    case EnergyLine::ground_friction:
    case EnergyLine::ground_absorption:
        return settings_->ground;
    case EnergyLine::load:
        return settings_->byLength;
    case EnergyLine::solids:
    case EnergyLine::contact_friction:
    case EnergyLine::contact_absorption:
        return touchesMore();
    case EnergyLine::motors:
    case EnergyLine::axles:
        return !state_.bearings.empty();
    case EnergyLine::joins:
    case EnergyLine::cuts:
        return false; // until there is one
    default:
        return true;
    }
}

bool RopeReadings::uses(MomentumLine line) const
{
    switch (line)
    {
    case MomentumLine::reel:
        return uses(EnergyLine::reel);
    case MomentumLine::spring_friction:
        return uses(EnergyLine::spring_friction);
    case MomentumLine::ground:
        return settings_->ground;
    case MomentumLine::load:
        return settings_->byLength;
    case MomentumLine::bending:
    case MomentumLine::twist:
        return state_.byNewton;
    case MomentumLine::contact:
    case MomentumLine::contact_friction:
        return touchesMore();
    case MomentumLine::plane:
        return false;
    default:
        return true;
    }
}

void RopeSimulation::useLine(EnergyLine line)
{
    if (books_)
        books_->energy.unused[static_cast<std::size_t>(line)] = false;
}

/// Lines of contact, axles and reels are used from the moment on at which there are any.
void RopeSimulation::useLinesOfThings()
{
    if (!books_)
        return;
    for (const EnergyLine line : {EnergyLine::solids, EnergyLine::contact_friction, EnergyLine::contact_absorption,
                                  EnergyLine::motors, EnergyLine::axles, EnergyLine::reel})
        if (uses(line))
            useLine(line);
    for (const MomentumLine line : {MomentumLine::contact, MomentumLine::contact_friction, MomentumLine::reel})
        if (uses(line))
            books_->momentum.unused[static_cast<std::size_t>(line)] = false;
}

BookTotals RopeReadings::totals() const
{
    BookTotals sum;
    for (const Mass& mass : masses_)
        sum.add(mass);
    for (const Rope& rope : state_.ropes)
        for (std::size_t slot = 1; slot <= rope.segments() && rope.waves(); ++slot)
        {
            const Vec3 edge = masses_[rope.first + slot].position - masses_[rope.first + slot - 1].position;
            const double length = glm::length(edge);
            if (length > 0.0)
                sum.angularMomentum += rope.spinInertia[slot] * rope.twist.spin[slot] / length * edge;
        }
    for (const auto& [id, body, past] : state_.bodies)
    {
        const Vec3 momentum = body.mass * body.velocity;
        sum.momentum += momentum;
        sum.angularMomentum += glm::cross(body.position, momentum) + angularMomentum(body, body.axes, body.spin);
    }
    sum.energy = {kineticEnergy(), potentialEnergy(), elasticEnergy(), groundEnergy(),
                  bendingEnergy(), twistEnergy(),     spinEnergy(),    contactEnergy()};
    return sum;
}

double RopeReadings::swayPower() const
{
    if (settings_->implicit())
        return 0.0;
    const WorldConstants world = worldNow();
    double power = 0.0;
    for (const Rope& rope : state_.ropes)
    {
        const std::span<const Mass> own = massesOf(rope, masses_);
        const Ground ground = GroundForce::of({rope.constants, world}).ground;
        power += potentialPower(own, rope.springs, world.gravity, ground) + HingeForces::of(rope).power(own);
    }
    return power;
}

} // namespace rope
