#include "rope_work.hpp"

#include <rope/energy.hpp>

#include <vector>

namespace rope
{

void bookSprings(const Rope& rope, const SteppedMasses& masses, const Vec3& flow, double dt, StepWork& work)
{
    const bool axial = rope.constants.frictionDirection == FrictionDirection::axial;
    for (std::size_t i = 0; i < rope.springs.size(); ++i)
    {
        const Spring& spring = rope.springs[i];
        const Vec3 d = masses.before[i].position - masses.before[i + 1].position;
        const Vec3 w = masses.before[i].velocity - masses.before[i + 1].velocity;
        const double r = glm::length(d);
        const Vec3 flowing = i == 0 ? flow : Vec3(0.0);
        const double perLength = r > 0.0 ? 1.0 / r : 0.0;
        const Vec3 elastic = -spring.tension(r) * perLength * d;
        Vec3 friction = -spring.friction * (w - flowing);
        if (axial && r > 0.0)
            friction = glm::dot(friction, d) * perLength * perLength * d;
        const Vec3 strain = masses.meanVelocity(i) - masses.meanVelocity(i + 1);
        work.springs += dt * glm::dot(elastic, strain);
        work.friction += dt * glm::dot(friction, strain - flowing);
        work.flow += dt * glm::dot(friction, flowing);
        work.frictionTurning += dt * glm::cross(d, friction);
        work.potentialChange += spring.energyChange(r, springLength(masses.after, spring));
    }
}

Effect supportEffect(const SteppedMasses& masses, const Effect& forces)
{
    double kinetic = 0.0;
    BookTotals start;
    BookTotals end;
    for (std::size_t i = 0; i < masses.before.size(); ++i)
        if (masses.pinned(i))
        {
            kinetic += kineticChange(masses.before[i], masses.after[i]);
            start.add(masses.before[i]);
            end.add(masses.after[i]);
        }
    return Effect{kinetic, end.momentum - start.momentum, end.angularMomentum - start.angularMomentum} - forces;
}

Effect unsolvedEffect(const SteppedMasses& masses, const StepWork& work)
{
    double kinetic = 0.0;
    Vec3 pushed(0.0);
    Vec3 turned(0.0);
    for (std::size_t i = 0; i < masses.before.size(); ++i)
    {
        const Mass& start = masses.before[i];
        const Mass& end = masses.after[i];
        kinetic += kineticChange(start, end);
        pushed += end.mass * (end.velocity - start.velocity);
        turned += end.mass * (glm::cross(end.position, end.velocity) - glm::cross(start.position, start.velocity));
    }
    return work.unexplained(kinetic, pushed, turned);
}

void placeHeld(const Rope& rope, std::vector<Mass>& masses)
{
    for (const HeldMass& held : rope.held)
        held.place(masses[rope.first + held.mass]);
}

void putIn(Runaway& runaway, const StepWork& sources)
{
    runaway.putIn(EnergyLine::connection, sources.support.work - sources.pinned.work);
    runaway.putIn(EnergyLine::grab, sources.grab.work);
    runaway.putIn(EnergyLine::reel, sources.flow);
}

void windFirstSegment(Rope& rope, std::span<const Mass> masses, double lengthBefore, double dt, StepReport& report)
{
    const ReelSettings reel = reelSettings(rope);
    const double from = rope.reel.restLength();
    const double to = rope.reel.nextRestLength(reel, dt, static_cast<int>(rope.masses()));
    if (to == from || to <= 0.0)
        return;
    Spring& first = rope.springs.front();
    const double r = springLength(masses, first);
    const double energyBefore = first.energy(r);
    const double bentBefore = HingeForces::of(rope).energy(masses);
    first = wholeSpring(rope, 0);
    Reel::shapeSegment(reel, to, first);
    const double work = windingWork(reel, wholeSpring(rope, 0), from, to, 0.5 * (lengthBefore + r));
    const double bent =
        HingeForces::of(rope).energy(masses) - bentBefore; // the first hinge has become softer or stiffer
    report.runaway.putIn(EnergyLine::reel, work + bent);
    if (!report.books)
        return;
    report.books->energy.gain(EnergyLine::reel, work + bent);
    report.books->energy.gain(EnergyLine::integrator, first.energy(r) - energyBefore - work);
}

double windingWork(const ReelSettings& reel, const Spring& whole, double from, double to, double r)
{
    Spring first = whole;
    Reel::shapeSegment(reel, 0.5 * (from + to), first);
    const double tension = first.tension(r);
    const double strain = tension / (first.springConstant * first.restLength);
    const double share = reel.insertion == Insertion::consistent && tension != 0.0 ? 1.0 + 0.5 * strain : 1.0;
    return -tension * share * (to - from);
}

} // namespace rope
