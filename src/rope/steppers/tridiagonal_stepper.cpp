#include "tridiagonal_stepper.hpp"

#include "rope_work.hpp"

#include <rope/energy.hpp>

#include <span>

namespace rope
{

void TridiagonalStepper::step(std::vector<Mass>& masses, RopeState& state, double dt, StepReport& report)
{
    if (report.books)
        before_ = masses;
    for (Rope& rope : state.ropes)
    {
        const std::span<Mass> own(masses.data() + rope.first, rope.masses());
        const double firstLength = springLength(own, rope.springs.front());
        StepWork work;
        ImplicitStep step;
        step.integrator = state.world.integrator;
        step.dt = dt;
        step.held = rope.held;
        const MassForces forces(ForceSource::of(rope, state));
        step.forces = &forces;
        step.hinges = HingeForces::of(rope);
        step.frictionDirection = rope.constants.frictionDirection;
        step.insertion = rope.constants.insertion;
        step.feedSpeed = rope.feed.speed;
        step.work = &work;
        step.allWork = report.books != nullptr;
        rope_.step(step, own, rope.springs, report.effort);
        placeHeld(rope, masses);
        StepWork sources = work;
        for (const HeldMass& held : rope.held)
            sources.support.work += kineticChange(held.before, own[held.mass]);
        putIn(report.runaway, sources);
        if (report.books)
        {
            const SteppedMasses stepped{massesOf(rope, before_), own, rope.held};
            work.support = supportEffect(stepped, work.pinned);
            report.books->step(work, dt);
            const Effect unsolved = unsolvedEffect(stepped, work);
            report.books->energy.gain(EnergyLine::integrator, unsolved.work);
            report.books->gain(MomentumLine::integrator, unsolved);
        }
        windFirstSegment(rope, own, firstLength, dt, report);
    }
}

} // namespace rope
