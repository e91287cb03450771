#include "rope_work.hpp"

#include <rope/energy.hpp>

#include <vector>

namespace rope
{

namespace
{

void addMasses(const SteppedMasses& masses, const ExplicitForces& forces, StepWork& work)
{
    // Gravity and air act on every mass: the sums here become effects below.
    double weight = 0.0;
    Vec3 massVelocity(0.0);
    Vec3 massPosition(0.0);
    Vec3 massTravel(0.0);
    Effect air; // of a friction of 1 N s/m for 1 s, with the opposite sign
    const double dt = forces.dt;
    const Ground& ground = forces.around.ground;
    for (std::size_t i = 0; i < masses.before.size(); ++i)
    {
        const Mass& mass = masses.before[i];
        const Vec3 v = masses.meanVelocity(i);
        weight += mass.mass;
        massVelocity += mass.mass * v;
        massPosition += mass.mass * mass.position;
        massTravel += mass.mass * (masses.after[i].position - mass.position);
        air.add(mass.velocity, v, mass.position);
        if (masses.pinned(i))
            work.pinned.add(dt * mass.force, v, mass.position);
        const double depth = ground.depth(mass);
        const double depthAfter = ground.depth(masses.after[i]);
        work.potentialChange += 0.5 * ground.repulsion * (depthAfter - depth) * (depthAfter + depth);
        if (depth == 0.0)
            continue;
        work.groundPush.add({0.0, dt * ground.repulsion * depth, 0.0}, v, mass.position);
        const Vec3 slip(mass.velocity.x, 0.0, mass.velocity.z);
        work.groundFriction.add(-dt * ground.friction * slip, v, mass.position);
        if (mass.velocity.y < 0.0)
            work.groundAbsorption.add({0.0, -dt * ground.absorption * mass.velocity.y, 0.0}, v, mass.position);
    }
    const Vec3& g = forces.around.gravity;
    work.gravity = {dt * glm::dot(g, massVelocity), dt * weight * g, dt * glm::cross(massPosition, g)};
    work.potentialChange -= glm::dot(g, massTravel);
    const double c = -dt * forces.around.airFriction;
    work.air = {c * air.work, c * air.impulse, c * air.turning};
    if (const std::optional<std::size_t> i = forces.grabbed)
        work.grab.add(dt * forces.grabForce, masses.meanVelocity(*i), masses.before[*i].position);
}

void addSprings(const SteppedMasses& masses, const ExplicitForces& forces, StepWork& work)
{
    const bool axial = forces.frictionDirection == FrictionDirection::axial;
    for (std::size_t i = 0; i < forces.springs.size(); ++i)
    {
        const Spring& spring = forces.springs[i];
        const Vec3 d = masses.before[i].position - masses.before[i + 1].position;
        const Vec3 w = masses.before[i].velocity - masses.before[i + 1].velocity;
        const double r = glm::length(d);
        const Vec3 flow = i == 0 ? forces.reelFlow : Vec3(0.0);
        const double perLength = r > 0.0 ? 1.0 / r : 0.0;
        const Vec3 elastic = -spring.tension(r) * perLength * d;
        Vec3 friction = -spring.friction * (w - flow);
        if (axial && r > 0.0)
            friction = glm::dot(friction, d) * perLength * perLength * d;
        const Vec3 strain = masses.meanVelocity(i) - masses.meanVelocity(i + 1);
        work.springs += forces.dt * glm::dot(elastic, strain);
        work.friction += forces.dt * glm::dot(friction, strain - flow);
        work.flow += forces.dt * glm::dot(friction, flow);
        work.frictionTurning += forces.dt * glm::cross(d, friction);
        work.potentialChange += spring.energyChange(r, springLength(masses.after, spring));
    }
}

void addBends(const SteppedMasses& masses, const ExplicitForces& forces, StepWork& work)
{
    const RopeBending& bending = forces.bending;
    if (bending.none())
        return;
    const auto strain = [&masses](std::size_t i) { return masses.meanVelocity(i) - masses.meanVelocity(i + 1); };
    bending.visit(masses.before,
                  [&](std::size_t i, const Bend& bend)
                  {
                      work.bending +=
                          forces.dt * (glm::dot(bend.byBefore(), strain(i - 1)) + glm::dot(bend.byBehind(), strain(i)));
                      work.potentialChange -= bend.energy();
                  });
    work.potentialChange += bending.energy(masses.after);
}

} // namespace

StepWork explicitWork(const SteppedMasses& masses, const ExplicitForces& forces)
{
    StepWork work;
    addMasses(masses, forces, work);
    addSprings(masses, forces, work);
    addBends(masses, forces, work);
    return work;
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
    const double forces = work.springs + work.bending + work.friction + work.flow + work.gravity.work + work.air.work +
                          work.grab.work + work.groundPush.work + work.groundFriction.work +
                          work.groundAbsorption.work + work.support.work;
    Effect unsolved = Effect{0.0, pushed, turned} - work.gravity - work.support - work.grab - work.air -
                      work.touches() - Effect{0.0, Vec3(0.0), work.frictionTurning};
    unsolved.work = kinetic - forces;
    return unsolved;
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
    const double bentBefore = bendingOf(rope).energy(masses);
    first = wholeSpring(rope, 0);
    Reel::shapeSegment(reel, to, first);
    const double work = windingWork(reel, wholeSpring(rope, 0), from, to, 0.5 * (lengthBefore + r));
    const double bent = bendingOf(rope).energy(masses) - bentBefore; // the first hinge has become softer or stiffer
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
