#include "rod_contacts.hpp"
#include "rod_self_contacts.hpp"
#include "rod_solver.hpp"
#include "rod_work.hpp"

#include <rope/rod.hpp>

#include <cmath>
#include <vector>

// No piece of a step leaves a rod that touches things more energy than it was given, nor does one that is not solved.
// BDF2 and the end of Newton's method do not promise that, so it is looked at: what gains energy is taken again by
// implicit Euler, then in two, and at the end the rod stands. Where there is nothing to touch, a solved step of BDF2
// errs in its third order only; what its end says of the work of a hand that turns round would err more.

namespace rope
{

void RodSimulation::keepStart()
{
    RodPieceStart& start = *start_;
    start.masses = masses_;
    start.twist = twist_;
    start.past = past_;
    start.solids = solids_;
    start.touches = touches_;
    start.selfTouches = selfTouches_;
    start.pushes = pushes_;
    start.ends = model_.ends;
    start.feedLength = feed_.length;
    start.placed = placed_;
    start.stored = stored();
    start.motion = kineticEnergy();
    start.potential = potentialEnergy();
    start.bodies = bodyTouchEnergy();
}

void RodSimulation::backToStart()
{
    const RodPieceStart& start = *start_;
    masses_ = start.masses;
    twist_ = start.twist;
    past_ = start.past;
    solids_ = start.solids;
    touches_ = start.touches;
    selfTouches_ = start.selfTouches;
    pushes_ = start.pushes;
    model_.ends = start.ends;
    feed_.length = start.feedLength;
    placed_ = start.placed;
}

/// Whether the piece that is over has left more energy than it was given, by more than a step of order 2 sways.
bool RodSimulation::gainsEnergy(double dt, bool solved)
{
    constexpr double sway = 1e-3;      // of the energy of motion and springs
    constexpr double invisible = 1e-3; // [m/s]
    const RodPieceStart& start = *start_;
    if (solved && !touchesSolids() && !touchesItself())
        return false;
    if (!std::isfinite(start.energy())) // laid out folded, its bends hold more than any number
        return !finite(masses_.front().position);
    const double gain = totalEnergy() - bodyTouchEnergy() - (start.energy() - start.bodies);
    if (!std::isfinite(gain))
        return true;
    const double allowed = sway * (start.energy() - start.potential) +
                           0.5 * settings_.massPerLength * settings_.length * invisible * invisible;
    return gain > allowed && gain - given(dt) > allowed;
}

/// [J], in touches of solids that give way. Their springs are others in each piece (RodContacts::soften), so that what
/// they do counts as given, not as stored.
double RodSimulation::bodyTouchEnergy() const
{
    double sum = 0.0;
    for (const RodTouch& touch : touches_)
        sum += pressesBody(touch) ? energyOf(touch) : 0.0;
    return sum;
}

/// [J], by all that moves, turns and presses the rod in a piece of a step.
double RodSimulation::given(double dt)
{
    const RodPieceWork work = workOfPiece(dt);
    double sum = work.support.work + work.held + work.pull.work + work.load.work + work.turned;
    if (touchesSolids())
        sum += contacts_->work().solids - contacts_->work().bodies + contacts_->work().letOut;
    const auto way = [this](std::size_t mass) { return masses_[mass].position - past_.positions[mass]; };
    const auto turn = [this](std::size_t edge) { return twist_.angle[edge + 1] - past_.angle[edge + 1]; };
    for (std::size_t k = 0; k < touches_.size(); ++k)
    {
        const RodTouch& touch = touches_[k];
        if (!pressesBody(touch))
            continue;
        const Vec3 onLine = touch.edge ? glm::mix(way(touch.mass), way(touch.mass + 1), touch.along) : way(touch.mass);
        const Vec3 onSurface = settings_.surfaceFriction ? contacts_->grips()[k].moved(way, turn) : onLine;
        sum += touch.pressure * glm::dot(touch.normal, onLine) + glm::dot(touch.friction, onSurface);
    }
    if (touchesItself())
        sum += selfContacts_->letOutWork();
    if (surroundings_->empty())
        return sum;
    OutsideForces around;
    around.clear(masses_.size());
    for (OutsideForce* const force : *surroundings_)
        force->add(solver_->positions, solver_->angle, solver_->goal, RodHessian::none, around);
    for (std::size_t i = 0; i < masses_.size(); ++i)
        sum += glm::dot(around.force[i], way(i));
    return sum;
}

} // namespace rope
