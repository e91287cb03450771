#include "rope/implicit/step_work.hpp"

#include <rope/rope_simulation.hpp>

#include <algorithm>

// The rope's books of energy and momentum: docs/physics.md, "Where the energy goes". They watch and change nothing.

namespace rope
{

namespace
{

double energyOf(const Spring& spring, double r)
{
    return 0.5 * spring.springConstant * (r - spring.restLength) * (r - spring.restLength);
}

/// The change of k (r - L)²/2 from the length r to `after`.
double energyChange(const Spring& spring, double r, double after)
{
    return 0.5 * spring.springConstant * (after - r) * (after + r - 2.0 * spring.restLength);
}

/// The change of m v²/2, by the product of sum and difference: exact where little changes.
double kineticChange(const Mass& was, const Mass& is)
{
    return 0.5 * is.mass * glm::dot(is.velocity - was.velocity, is.velocity + was.velocity);
}

} // namespace

void RopeSimulation::setBooks(bool kept)
{
    if (kept)
        books_.emplace(totals());
    else
        books_.reset();
}

EnergyBook RopeSimulation::energyBook() const
{
    return books_ ? books_->energyAt(totals(), sway()) : EnergyBook{};
}

double RopeSimulation::energyLine(EnergyLine line) const
{
    return books_ ? books_->amountAt(line, sway()) : 0.0;
}

Vec3 RopeSimulation::momentumLine(MomentumLine line) const
{
    return books_ ? books_->momentum.linear.gained(line) : Vec3(0.0);
}

Vec3 RopeSimulation::momentum() const
{
    Vec3 sum(0.0);
    for (const Mass& mass : masses_)
        sum += mass.mass * mass.velocity;
    return sum;
}

MomentumBook RopeSimulation::momentumBook() const
{
    return books_ ? books_->momentumAt(totals()) : MomentumBook{};
}

RopeTotals RopeSimulation::totals() const
{
    RopeTotals sum;
    for (const Mass& mass : masses_)
        sum.add(mass);
    sum.energy = {kineticEnergy(), potentialEnergy(), elasticEnergy(), groundEnergy()};
    return sum;
}

/// h/2 dV/dt: semi-implicit Euler moves the positions with velocities of the middle of the step, so that between two
/// steps the potential belongs h/2 later than the velocities.
double RopeSimulation::sway() const
{
    if (!books_ || settings_.implicit())
        return 0.0;
    double power = 0.0; // dV/dt
    const Ground ground = this->ground();
    for (const Mass& mass : masses_)
    {
        power -= mass.mass * glm::dot(settings_.gravity, mass.velocity);
        power -= ground.repulsion * ground.depth(mass) * mass.velocity.y;
    }
    for (std::size_t i = 0; i < springs_.size(); ++i)
    {
        const Vec3 d = masses_[i].position - masses_[i + 1].position;
        const double r = glm::length(d);
        if (r > 0.0)
            power += springs_[i].tension(r) / r * glm::dot(d, masses_[i].velocity - masses_[i + 1].velocity);
    }
    return 0.5 * books_->dt * power;
}

void RopeSimulation::beginStepBooks()
{
    if (!books_)
        return;
    *books_->massesBefore = masses_;
    books_->firstLength = segmentLength(0);
}

/// What the forces of an explicit step did, from the masses before it, with their forces, and after it.
StepWork RopeSimulation::explicitWork(double dt) const
{
    const std::vector<Mass>& before = *books_->massesBefore;
    StepWork work;
    const auto mean = [&](std::size_t i) { return 0.5 * (before[i].velocity + masses_[i].velocity); };

    // Gravity and air act on every mass: summed up here and made effects below.
    Vec3 massVelocity(0.0);
    Vec3 massPosition(0.0);
    Vec3 massWay(0.0);
    Effect air; // of the velocities themselves
    const Ground ground = this->ground();
    for (std::size_t i = 0; i < masses_.size(); ++i)
    {
        const Mass& mass = before[i];
        const Vec3 v = mean(i);
        massVelocity += mass.mass * v;
        massPosition += mass.mass * mass.position;
        massWay += mass.mass * (masses_[i].position - mass.position);
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
    work.potentialChange -= glm::dot(g, massWay);
    const double c = -dt * settings_.airFriction;
    work.air = {c * air.work, c * air.impulse, c * air.turning};
    if (const std::optional<std::size_t> index = grabbed())
        work.grab.add(dt * books_->grabForce, mean(*index), before[*index].position);

    const bool axial = settings_.frictionDirection == FrictionDirection::axial;
    for (std::size_t i = 0; i < springs_.size(); ++i)
    {
        const Vec3 d = before[i].position - before[i + 1].position;
        const Vec3 w = before[i].velocity - before[i + 1].velocity;
        const double r = glm::length(d);
        const Vec3 flow = i == 0 && !reelHeld() ? reel_.flowVelocity(reelSettings(), d) : Vec3(0.0);
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
        work.potentialChange += energyChange(springs_[i], r, segmentLength(i));
    }
    return work;
}

void RopeSimulation::bookStep(double dt, const StepWork& work)
{
    const std::vector<Mass>& before = *books_->massesBefore;
    double led = 0.0; // change of m v²/2 of those that are held
    RopeTotals ledBefore;
    RopeTotals ledAfter;
    for (std::size_t i = 0; i < masses_.size(); ++i)
        if (isPinned(i))
        {
            led += kineticChange(before[i], masses_[i]);
            ledBefore.add(before[i]);
            ledAfter.add(masses_[i]);
        }
    // What leads a mass does what the forces on it leave undone.
    const double handWork = led - work.pinned.work;
    const Vec3 handImpulse = ledAfter.momentum - ledBefore.momentum - work.pinned.impulse;
    const Vec3 handTurning = ledAfter.angularMomentum - ledBefore.angularMomentum - work.pinned.turning;

    EnergyBook& energy = books_->energy;
    energy.gain(EnergyLine::connection, handWork);
    energy.gain(EnergyLine::reel, work.flow);
    energy.gain(EnergyLine::grab, work.grab.work);
    energy.gain(EnergyLine::air, work.air.work);
    energy.gain(EnergyLine::spring_friction, work.friction);
    energy.gain(EnergyLine::ground_friction, work.groundFriction.work);
    energy.gain(EnergyLine::ground_absorption, work.groundAbsorption.work);
    energy.gain(EnergyLine::integrator, work.made());

    const Vec3 ground = work.groundPush.impulse + work.groundFriction.impulse + work.groundAbsorption.impulse;
    MomentumAccount& linear = books_->momentum.linear;
    linear.gain(MomentumLine::gravity, work.gravity.impulse);
    linear.gain(MomentumLine::connection, handImpulse);
    linear.gain(MomentumLine::grab, work.grab.impulse);
    linear.gain(MomentumLine::air, work.air.impulse);
    linear.gain(MomentumLine::ground, ground);

    const Vec3 groundTurning = work.groundPush.turning + work.groundFriction.turning + work.groundAbsorption.turning;
    MomentumAccount& angular = books_->momentum.angular;
    angular.gain(MomentumLine::gravity, work.gravity.turning);
    angular.gain(MomentumLine::connection, handTurning);
    angular.gain(MomentumLine::grab, work.grab.turning);
    angular.gain(MomentumLine::air, work.air.turning);
    angular.gain(MomentumLine::ground, groundTurning);
    angular.gain(MomentumLine::spring_friction, work.frictionTurning);

    if (settings_.implicit())
    {
        // What Newton's method has left unsolved acts on the masses like a force; of the angular momentum, implicit
        // Euler eats some as well. An explicit step has neither: there the books balance by themselves or not at all.
        double kinetic = 0.0;
        Vec3 pushed(0.0);
        Vec3 turned(0.0);
        for (std::size_t i = 0; i < masses_.size(); ++i)
        {
            const Mass& was = before[i];
            const Mass& is = masses_[i];
            kinetic += kineticChange(was, is);
            pushed += is.mass * (is.velocity - was.velocity);
            turned += is.mass * (glm::cross(is.position, is.velocity) - glm::cross(was.position, was.velocity));
        }
        const double forces = work.springs + work.friction + work.flow + work.gravity.work + work.air.work +
                              work.grab.work + work.groundPush.work + work.groundFriction.work +
                              work.groundAbsorption.work + handWork;
        energy.gain(EnergyLine::integrator, kinetic - forces);
        linear.gain(MomentumLine::integrator,
                    pushed - work.gravity.impulse - handImpulse - work.grab.impulse - work.air.impulse - ground);
        angular.gain(MomentumLine::integrator, turned - work.gravity.turning - handTurning - work.grab.turning -
                                                   work.air.turning - groundTurning - work.frictionTurning);
    }
    books_->dt = dt;
}

std::optional<RopeTotals> RopeSimulation::bookedTotals() const
{
    return books_ ? std::optional(totals()) : std::nullopt;
}

void RopeSimulation::bookChange(const std::optional<RopeTotals>& before)
{
    if (before)
        books_->event(EnergyLine::constants, MomentumLine::constants, *before, totals());
}

/// Books the work of winding by dl, and leaves the first spring as wound. With the segment's length r, its rest length
/// l and so tension T and strain e in the middle of the step, U = k (r - L)²/2 and k = EA/l, or k alone for `article`:
///
///     W = dU/dl dl = -T (1 + e/2) dl,   -T dl for `article`
///
/// Not the change of U at either end of the step: l and r change together, one alone would strain the segment far more.
void RopeSimulation::bookFeed(double dt)
{
    const ReelSettings reel = reelSettings();
    const double before = reel_.restLength();
    const double next = reel_.nextRestLength(reel, dt, static_cast<int>(masses_.size()));
    if (next == before || next <= 0.0)
        return;
    Spring& first = springs_.front();
    const double r = segmentLength(0);
    const double energyBefore = energyOf(first, r);

    const auto shape = [&](double restLength)
    {
        first.springConstant = settings_.springConstant;
        first.friction = settings_.springFriction;
        Reel::shapeSegment(reel, restLength, first);
    };
    shape(0.5 * (before + next));
    const double tension = first.tension(0.5 * (books_->firstLength + r));
    const double strain = tension / (first.springConstant * first.restLength);
    const double share = reel.insertion == Insertion::consistent && tension != 0.0 ? 1.0 + 0.5 * strain : 1.0;
    const double feed = -tension * share * (next - before);

    shape(next);
    books_->energy.gain(EnergyLine::reel, feed);
    books_->energy.gain(EnergyLine::integrator, energyOf(first, r) - energyBefore - feed);
}

void RopeSimulation::windReel(double dt)
{
    if (reelHeld())
        return;
    std::optional<RopeTotals> wound;
    if (books_)
    {
        bookFeed(dt);
        if (reel_.changesMasses(reelSettings(), dt, static_cast<int>(masses_.size())))
            wound = totals();
    }
    if (reel_.advance(reelSettings(), dt, masses_))
    {
        distributeMass(); // with two masses, the one inserted was made like the loaded one
        updateSprings();
    }
    if (wound)
        books_->event(EnergyLine::reel, MomentumLine::reel, *wound, totals());
}

} // namespace rope
