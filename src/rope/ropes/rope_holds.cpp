#include "rope/state/rope_ends.hpp"
#include "rope/state/rope_parts.hpp"

#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>

#include <cmath>
#include <stdexcept>
#include <string>

// What holds a rope and pulls at it.

namespace rope
{

namespace
{

void demandNewton(const RopeState& state, const char* what)
{
    if (!state.byNewton)
        throw std::invalid_argument(std::string(what) + ": must be a rope that goes by bdf2, twists or has a radius");
}

} // namespace

void RopeSimulation::setConnectionVelocity(RopeId id, const Vec3& velocity)
{
    state_.ropes[numberOf(id)].connectionVelocity = velocity;
}

void RopeSimulation::setPins(RopeId id, const Pins& pins)
{
    state_.ropes[numberOf(id)].pins = sorted(pins);
}

std::optional<std::size_t> RopeReadings::massOf(const Pin& pin) const
{
    return rope::massOf(rope(), pin);
}

bool RopeReadings::pinned(std::size_t mass) const
{
    demandIndex(mass, masses_.size(), "mass");
    const Rope& rope = state_.ropeAt(mass);
    return rope::pinned(rope, mass - rope.first);
}

void RopeSimulation::pin(std::size_t mass, const Vec3& velocity)
{
    Mass& m = masses_[demandIndex(mass, masses_.size(), "mass")];
    demandNewton(state_, "a mass pinned with a velocity");
    Rope& rope = ropeOf(mass);
    rope.pinned[mass - rope.first] |= heldByPin;
    if (books_)
        books_->bookVelocity(m, velocity);
    m.velocity = velocity;
}

void RopeSimulation::unpin(std::size_t mass)
{
    Rope& rope = ropeOf(mass);
    rope.pinned[mass - rope.first] = 0;
}

/// A change of an end's hold stores energy in bends and twist: that is work of the hold.
template <typename Change>
void RopeSimulation::changeHold(const Change& change)
{
    const double before = keepsBooks() ? bendingEnergy() + twistEnergy() : 0.0;
    change();
    if (keepsBooks())
        books_->energy.gain(EnergyLine::connection, bendingEnergy() + twistEnergy() - before);
}

void RopeSimulation::clamp(RopeEnd end, const Vec3& tangent)
{
    const double length = glm::length(tangent);
    if (!finite(tangent) || length == 0.0)
        throw std::invalid_argument("tangent of a clamp: must be finite and not zero");
    if (settings_->closed)
        throw std::invalid_argument("a clamp of a ring: a ring has no end");
    demandNewton(state_, "a clamp");
    const std::size_t mass = end == RopeEnd::first ? 0 : rope().masses() - 1;
    EndHold& hold = rope().end(end);
    if (hold.clamped)
    {
        changeHold([&] { hold.tangent = tangent / length; });
        return;
    }
    pin(mass);
    changeHold(
        [&]
        {
            hold.tangent = tangent / length;
            hold.tangentBefore = hold.tangent;
            hold.angle = angle(end);
            hold.clamped = hold.angleHeld = true;
            rope().perVertexLength[mass] = 2.0 / rope().whole.restLength;
            setTwistedLength(rope());
            holdAngle(rope(), end, hold.angle);
        });
}

double RopeReadings::angle(RopeEnd end) const
{
    return angleOf(rope(), end);
}

void RopeSimulation::turn(RopeEnd end, double angle)
{
    if (!std::isfinite(angle))
        throw std::invalid_argument("angle of an end: must be finite");
    demandNewton(state_, "an end that is turned");
    if (rope().end(end).angleHeld && this->angle(end) == angle)
        return;
    changeHold([&] { holdAngle(rope(), end, angle); });
}

void RopeSimulation::release(RopeEnd end, double torque)
{
    if (!std::isfinite(torque))
        throw std::invalid_argument("torque on an end: must be finite");
    const EndHold& hold = rope().end(end);
    const auto let = [&]
    {
        letTurn(rope(), end, torque);
        setTwistedLength(rope());
    };
    if (hold.angleHeld || hold.torque != torque)
        changeHold(let);
    else
        let();
}

void RopeSimulation::setForce(std::size_t mass, const Vec3& force)
{
    Rope& rope = ropeOf(mass);
    if (!finite(force))
        throw std::invalid_argument("force on mass " + std::to_string(mass) + ": must be finite");
    if (force != Vec3(0.0))
        demandNewton(state_, "a force on a mass");
    rope.loads[mass - rope.first] = force;
}

void RopeSimulation::setFreeEnd(const Vec3& position, const Vec3& velocity)
{
    Mass& end = masses_[rope().masses() - 1];
    if (end.position != position || end.velocity != velocity)
        rope().past.dt = 0.0; // what came before is another motion
    booked(EnergyLine::constants, MomentumLine::load,
           [&]
           {
               end.position = position;
               end.velocity = velocity;
           });
    if (books_)
        books_->momentum.unused[static_cast<std::size_t>(MomentumLine::load)] = false;
}

void RopeSimulation::grab(std::size_t mass, const Vec3& target, double strongest)
{
    if (mass >= masses_.size())
        return;
    const Rope& rope = state_.ropeAt(mass);
    if (const auto number = static_cast<int>(mass - rope.first); number > 0 || !rope.constants.endHeld)
        grab_ = Grab{rope.id, number - rope.reel.netInsertions(), std::nullopt, target, strongest};
}

void RopeSimulation::grab(const BodyPlace& place, const Vec3& target, double strongest)
{
    body(place.body); // throws
    grab_ = Grab{rope().id, 0, place, target, strongest};
}

std::optional<Vec3> RopeReadings::grabTarget() const
{
    return grab_ ? std::optional(grab_->target) : std::nullopt;
}

std::optional<std::size_t> RopeReadings::grabbed() const
{
    if (!grab_ || grab_->body)
        return std::nullopt;
    const Rope& rope = this->rope(grab_->rope);
    const int index = grab_->id + rope.reel.netInsertions();
    if (index < 0 || index >= static_cast<int>(rope.masses()))
        return std::nullopt; // the reel took it off, or it vanished at the free end
    const std::size_t mass = rope.first + static_cast<std::size_t>(index);
    return pinned(mass) ? std::nullopt : std::optional(mass);
}

/// What the next step finds of the grab. Enough to lift the rope twice, or to fling one mass at 2 km/s2 as the explicit
/// grab can.
std::optional<MouseGrab> RopeSimulation::presentGrab() const
{
    const std::optional<std::size_t> mass = grabbed();
    if (!mass && !(grab_ && grab_->body))
        return std::nullopt;
    double all = settings_->mass * static_cast<double>(masses_.size()) + load(); // [kg]
    for (const BodyNow& each : state_.bodies)
        all += each.body.mass;
    const double weight = all * glm::length(settings_->gravity);
    const double strongest =
        grab_->strongest > 0.0 ? grab_->strongest : std::max(2.0 * weight, 2000.0 * settings_->mass);
    MouseGrab grab{mass.value_or(0), grab_->body, grab_->target, strongest, 0.0, longestStep()};
    grab.stiffness = mass ? grabStiffness(*mass) : 0.0;
    return grab;
}

} // namespace rope
