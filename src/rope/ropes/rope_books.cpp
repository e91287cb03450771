#include <rope/energy.hpp>
#include <rope/rope_simulation.hpp>

#include <algorithm>

// The rope's books of energy and momentum: docs/physics.md, "Where the energy goes". They watch and change nothing.

namespace rope
{

namespace
{

/// The change of m v²/2, by the product of sum and difference: exact where little changes.
double kineticChange(const Mass& before, const Mass& after)
{
    return 0.5 * after.mass * glm::dot(after.velocity - before.velocity, after.velocity + before.velocity);
}

} // namespace

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
    return settings_.implicit() ? 0.0 : potentialPower(masses_, springs_, settings_.gravity, ground());
}

void RopeSimulation::bookForces(StepWork work, double dt)
{
    if (!settings_.implicit())
        work = explicitWork(dt);
    work.support = supportEffect(work.pinned);
    bookStep(work, dt);
    if (settings_.implicit())
        bookUnsolved(work);
}

/// What the forces of an explicit step did, from the masses before it, with their forces, and after it.
StepWork RopeSimulation::explicitWork(double dt) const
{
    const std::vector<Mass>& before = *books_->massesBefore;
    StepWork work;
    const auto mean = [&](std::size_t i) { return 0.5 * (before[i].velocity + masses_[i].velocity); };

    // Gravity and air act on every mass: the sums here become effects below.
    Vec3 massVelocity(0.0);
    Vec3 massPosition(0.0);
    Vec3 massTravel(0.0);
    Effect air; // of a friction of 1 N s/m for 1 s, with the opposite sign
    const Ground ground = this->ground();
    for (std::size_t i = 0; i < masses_.size(); ++i)
    {
        const Mass& mass = before[i];
        const Vec3 v = mean(i);
        massVelocity += mass.mass * v;
        massPosition += mass.mass * mass.position;
        massTravel += mass.mass * (masses_[i].position - mass.position);
        air.add(mass.velocity, v, mass.position);
        if (isPinned(i))
            work.pinned.add(dt * mass.force, v, mass.position);
        const double depth = ground.depth(mass);
        const double depthAfter = ground.depth(masses_[i]);
        work.potentialChange += 0.5 * ground.repulsion * (depthAfter - depth) * (depthAfter + depth);
        if (depth == 0.0)
            continue;
        work.groundPush.add({0.0, dt * ground.repulsion * depth, 0.0}, v, mass.position);
        const Vec3 slip(mass.velocity.x, 0.0, mass.velocity.z);
        work.groundFriction.add(-dt * ground.friction * slip, v, mass.position);
        if (mass.velocity.y < 0.0)
            work.groundAbsorption.add({0.0, -dt * ground.absorption * mass.velocity.y, 0.0}, v, mass.position);
    }
    const Vec3 g = settings_.gravity;
    double weight = 0.0;
    for (const Mass& mass : before)
        weight += mass.mass;
    work.gravity = {dt * glm::dot(g, massVelocity), dt * weight * g, dt * glm::cross(massPosition, g)};
    work.potentialChange -= glm::dot(g, massTravel);
    const double c = -dt * settings_.airFriction;
    work.air = {c * air.work, c * air.impulse, c * air.turning};
    if (const std::optional<std::size_t> index = grabbed())
        work.grab.add(dt * grab_->force, mean(*index), before[*index].position);

    const bool axial = settings_.frictionDirection == FrictionDirection::axial;
    for (std::size_t i = 0; i < springs_.size(); ++i)
    {
        const Vec3 d = before[i].position - before[i + 1].position;
        const Vec3 w = before[i].velocity - before[i + 1].velocity;
        const double r = glm::length(d);
        const Vec3 flow = i == 0 && !reelWaits() ? reel_.flowVelocity(reelSettings(), d) : Vec3(0.0);
        const double perLength = r > 0.0 ? 1.0 / r : 0.0;
        const Vec3 elastic = -springs_[i].tension(r) * perLength * d;
        Vec3 friction = -springs_[i].friction * (w - flow);
        if (axial && r > 0.0)
            friction = glm::dot(friction, d) * perLength * perLength * d;
        const Vec3 strain = mean(i) - mean(i + 1);
        work.springs += dt * glm::dot(elastic, strain);
        work.friction += dt * glm::dot(friction, strain - flow);
        work.flow += dt * glm::dot(friction, flow);
        work.frictionTurning += dt * glm::cross(d, friction);
        work.potentialChange += springs_[i].energyChange(r, segmentLength(i));
    }
    return work;
}

/// What moves a pinned mass does all of the mass's change that the forces on it leave undone.
Effect RopeSimulation::supportEffect(const Effect& forces) const
{
    const std::vector<Mass>& before = *books_->massesBefore;
    double kinetic = 0.0;
    BookTotals start;
    BookTotals end;
    for (std::size_t i = 0; i < masses_.size(); ++i)
        if (isPinned(i))
        {
            kinetic += kineticChange(before[i], masses_[i]);
            start.add(before[i]);
            end.add(masses_[i]);
        }
    return Effect{kinetic, end.momentum - start.momentum, end.angularMomentum - start.angularMomentum} - forces;
}

/// What Newton's method has left unsolved acts on the masses like a force; implicit Euler also loses some angular
/// momentum. An explicit step has neither: its books balance by themselves, or a mistake shows.
void RopeSimulation::bookUnsolved(const StepWork& work)
{
    const std::vector<Mass>& before = *books_->massesBefore;
    double kinetic = 0.0;
    Vec3 pushed(0.0);
    Vec3 turned(0.0);
    for (std::size_t i = 0; i < masses_.size(); ++i)
    {
        const Mass& start = before[i];
        const Mass& end = masses_[i];
        kinetic += kineticChange(start, end);
        pushed += end.mass * (end.velocity - start.velocity);
        turned += end.mass * (glm::cross(end.position, end.velocity) - glm::cross(start.position, start.velocity));
    }
    const double forces = work.springs + work.friction + work.flow + work.gravity.work + work.air.work +
                          work.grab.work + work.groundPush.work + work.groundFriction.work +
                          work.groundAbsorption.work + work.support.work;
    books_->energy.gain(EnergyLine::integrator, kinetic - forces);
    gain(MomentumLine::integrator, Effect{0.0, pushed, turned} - work.gravity - work.support - work.grab - work.air -
                                       work.ground() - Effect{0.0, Vec3(0.0), work.frictionTurning});
}

/// Books the work W of winding by dl, and leaves the first spring with its new rest length. The segment's energy is
/// U = k (r - l)²/2 with k = EA/l for `consistent` and a fixed k for `article`. With the length r, the rest length l,
/// the tension T and the strain e of the middle of the step,
///
///     W = dU/dl dl = -T (1 + e/2) dl,   -T dl for `article`.
///
/// The change of U at one end of the step would be wrong: l and r change together, and one of them alone would strain
/// the segment far more.
void RopeSimulation::bookFeed(double dt)
{
    const ReelSettings reel = reelSettings();
    const double before = reel_.restLength();
    const double next = reel_.nextRestLength(reel, dt, static_cast<int>(masses_.size()));
    if (next == before || next <= 0.0)
        return;
    Spring& first = springs_.front();
    const double r = segmentLength(0);
    const double rBefore = glm::distance((*books_->massesBefore)[0].position, (*books_->massesBefore)[1].position);
    const double energyBefore = first.energy(r);

    const auto shape = [&](double restLength)
    {
        first.springConstant = settings_.springConstant;
        first.friction = settings_.springFriction;
        Reel::shapeSegment(reel, restLength, first);
    };
    shape(0.5 * (before + next));
    const double tension = first.tension(0.5 * (rBefore + r));
    const double strain = tension / (first.springConstant * first.restLength);
    const double share = reel.insertion == Insertion::consistent && tension != 0.0 ? 1.0 + 0.5 * strain : 1.0;
    const double feed = -tension * share * (next - before);

    shape(next);
    books_->energy.gain(EnergyLine::reel, feed);
    books_->energy.gain(EnergyLine::integrator, first.energy(r) - energyBefore - feed);
}

void RopeSimulation::windReel(double dt)
{
    if (reelWaits())
        return;
    if (books_)
        bookFeed(dt);
    const auto wind = [&]
    {
        if (!reel_.advance(reelSettings(), dt, masses_))
            return;
        distributeMass(); // with two masses, the inserted one is a copy of the loaded one
        updateSprings();
    };
    if (reel_.changesMasses(reelSettings(), dt, static_cast<int>(masses_.size())))
        booked(EnergyLine::reel, MomentumLine::reel, wind);
    else
        wind();
}

} // namespace rope
