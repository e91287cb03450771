#include "rope_work.hpp"

#include <rope/energy.hpp>
#include <rope/rope_simulation.hpp>

// The rope's books of energy and momentum: docs/physics.md, "Where the energy goes". They watch and change nothing.

namespace rope
{

BookTotals RopeSimulation::totals() const
{
    BookTotals sum;
    for (const Mass& mass : masses_)
        sum.add(mass);
    sum.energy = {kineticEnergy(), potentialEnergy(), elasticEnergy(), groundEnergy()};
    return sum;
}

double RopeSimulation::swayPower() const
{
    return settings_.implicit() ? 0.0 : potentialPower(masses_, springs_, settings_.gravity, surroundings().ground);
}

void RopeSimulation::bookForces(StepWork work, double dt)
{
    const std::vector<Mass>& before = *books_->massesBefore;
    const SteppedMasses masses{before, masses_, settings_.pinFreeEnd};
    if (!settings_.implicit())
    {
        const ExplicitForces forces{.dt = dt,
                                    .springs = springs_,
                                    .frictionDirection = settings_.frictionDirection,
                                    .reelFlow = reelFlow(before),
                                    .around = surroundings(),
                                    .grabbed = grabbed(),
                                    .grabForce = grab_ ? grab_->force : Vec3(0.0)};
        work = explicitWork(masses, forces);
    }
    work.support = supportEffect(masses, work.pinned);
    bookStep(work, dt);
    if (settings_.implicit())
    {
        const Effect unsolved = unsolvedEffect(masses, work);
        books_->energy.gain(EnergyLine::integrator, unsolved.work);
        gain(MomentumLine::integrator, unsolved);
    }
}

/// Books the work of winding, and leaves the first spring with its new rest length.
void RopeSimulation::bookWinding(double dt)
{
    const ReelSettings reel = reelSettings();
    const double from = reel_.restLength();
    const double to = reel_.nextRestLength(reel, dt, static_cast<int>(masses_.size()));
    if (to == from || to <= 0.0)
        return;
    const double r = segmentLength(0);
    const double rBefore = springLength(*books_->massesBefore, springs_.front());
    const double energyBefore = springs_.front().energy(r);
    const double work = windingWork(reel, wholeSpring(0), from, to, 0.5 * (rBefore + r));

    springs_.front() = wholeSpring(0);
    Reel::shapeSegment(reel, to, springs_.front());
    books_->energy.gain(EnergyLine::reel, work);
    books_->energy.gain(EnergyLine::integrator, springs_.front().energy(r) - energyBefore - work);
}

} // namespace rope
