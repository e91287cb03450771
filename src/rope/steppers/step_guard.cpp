#include "newton_stepper.hpp"
#include "rope_energies.hpp"

#include <rope/energy.hpp>

#include <cmath>
#include <vector>

// No piece of a step leaves ropes that touch things more energy than they were given, nor does one that is not solved.
// BDF2 and the end of Newton's method do not promise that, so it is looked at: what gains energy is taken again by
// implicit Euler, then in two, and at the end the ropes stand. In free flight too where a rope whips round: BDF2 loses
// energy in some steps and takes a part of it back in the next ones. Else, where there is nothing to touch, a solved
// step of BDF2 errs in its third order only; what its end says of the work of a hand that turns round would err more.

namespace rope
{

bool NewtonStepper::mayGain(bool exact) const
{
    return !exact || state_->touchesSolids() || strandsMayTouch() || start_.whips || !state_->bodies.empty();
}

/// Whether a segment turns or stretches by more than a tenth in the piece.
bool NewtonStepper::whips() const
{
    constexpr double far = 0.1;
    const auto wayOf = [&](std::size_t mass) { return solver_.positions[mass] - (*masses_)[mass].position; };
    for (const Rope& rope : state_->ropes)
    {
        Vec3 before = wayOf(rope.first);
        for (std::size_t k = 0; k < rope.segments(); ++k)
        {
            const Vec3 behind = wayOf(rope.first + k + 1);
            const Vec3 change = behind - before;
            const double most = far * rope.springs[k].restLength;
            if (glm::dot(change, change) > most * most)
                return true;
            before = behind;
        }
    }
    return false;
}

/// Of a piece that cannot gain energy the books alone ask what was before.
void NewtonStepper::keepStart(bool exact)
{
    start_.whips = state_->ropesTouch() && whips();
    if (mayGain(exact) || books_)
        start_.stored = stored(*state_, *masses_);
    if (!mayGain(exact))
        return;
    start_.masses = *masses_;
    start_.state = *state_;
    start_.motion = kineticEnergy(*masses_) + bodyMotion(*state_);
    start_.potential = gravityEnergy(*masses_, state_->world.gravity) + bodyWeight(*state_);
    start_.bodies = bodyTouchEnergy();
}

void NewtonStepper::backToStart()
{
    *masses_ = start_.masses;
    *state_ = start_.state;
}

/// Whether the piece that is over has left more energy than it was given, by more than a step of order 2 sways.
bool NewtonStepper::gainsEnergy(double dt, bool solved)
{
    constexpr double sway = 1e-3;      // of the energy of motion and springs
    constexpr double invisible = 1e-3; // [m/s]
    if (!mayGain(solved))
        return false;
    if (!std::isfinite(start_.energy())) // laid out folded, its bends hold more than any number
        return !finite(masses_->front().position);
    const double gain = totalEnergy() - bodyTouchEnergy() - (start_.energy() - start_.bodies);
    if (!std::isfinite(gain))
        return true;
    double weight = 0.0; // [kg]
    for (const Rope& rope : state_->ropes)
        weight += rope.constants.mass * static_cast<double>(rope.segments() - (rope.constants.closed ? 1 : 0));
    for (const BodyNow& body : state_->bodies)
        weight += body.body.mass;
    const double allowed = sway * (start_.energy() - start_.potential) + 0.5 * weight * invisible * invisible;
    return gain > allowed && gain - given(dt) > allowed;
}

double NewtonStepper::totalEnergy() const
{
    const StoredEnergy now = stored(*state_, *masses_);
    return kineticEnergy(*masses_) + bodyMotion(*state_) + gravityEnergy(*masses_, state_->world.gravity) +
           bodyWeight(*state_) + now.potential + now.spin + now.contact;
}

/// [J], in touches of solids that give way. Their springs are others in each piece, so that
/// what they do counts as given, not as stored.
double NewtonStepper::bodyTouchEnergy() const
{
    double sum = 0.0;
    for (const SolidTouch& touch : state_->touches)
        sum += pressesBody(*state_, touch) ? energyOf(*state_, touch) : 0.0;
    return sum;
}

/// [J], by all that moves, turns and presses the ropes in a piece of a step.
double NewtonStepper::given(double dt)
{
    const PieceWork work = workOfPiece(dt);
    double sum = work.support.work + work.held + work.pull.work + work.load.work + work.turned +
                 work.springFriction.work + work.groundPush.work + work.groundFriction.work +
                 work.groundAbsorption.work + work.motors;
    for (const OutsideForce* force : solver_.outside)
        sum += force->given(view());
    return sum;
}

} // namespace rope
