#include "impulse_workspace.hpp"

#include "text/rough_text.hpp"
#include "text/text.hpp"
#include <rope/detail/body_impulses.hpp>
#include <rope/step_watch.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace rope
{

namespace
{

/// Throws std::invalid_argument where bodies lie in each other in heaps: each pair costs memory and time, and a
/// thousand bodies in one place would be half a million pairs.
void refuseCrowd(const std::vector<RigidBody>& bodies, double slop)
{
    constexpr std::size_t most = 20;
    PlacedShapes shapes;
    shapes.update(bodies);
    std::vector<Aabb> boxes;
    std::vector<char> still;
    for (std::size_t i = 0; i < bodies.size(); ++i)
    {
        boxes.push_back(shapes.box(i));
        still.push_back(bodies[i].fixed());
    }
    std::size_t overlaps = 0;
    std::vector<std::size_t> overlapsOf(bodies.size(), 0);
    BroadPhase broadPhase;
    constexpr std::uint32_t enough = 100; // pairs of boxes each, to find the heaps
    for (const auto& [first, second] : broadPhase.pairs(boxes, still, enough))
        if (separation(shapes[first], shapes[second]) < -slop)
        {
            ++overlapsOf[first];
            ++overlapsOf[second];
            if (++overlaps > most * bodies.size())
            {
                const auto thickest = std::max_element(overlapsOf.begin(), overlapsOf.end()) - overlapsOf.begin();
                constexpr double bytes = 680.0; // of a pair that touches
                throw std::invalid_argument("bodies overlap in more than " + std::to_string(most) +
                                            " pairs each, most of them with body " + std::to_string(thickest) +
                                            ": must lie side by side, as all pairs of them could take " +
                                            text::roughText(0.5e-6 * bytes * static_cast<double>(bodies.size()) *
                                                            static_cast<double>(bodies.size())) +
                                            " MB");
            }
        }
}

Effect momentaOf(const ImpulseSimulation& bodies)
{
    return {0.0, Vec3(bodies.momentum(), 0.0), Vec3(0.0, 0.0, bodies.angularMomentum())};
}

} // namespace

ImpulseSimulation::ImpulseSimulation(const std::vector<BodyDefinition>& bodies, const ImpulseSettings& settings)
    : settings_(validated(settings)), activities_(bodies.size())
{
    double smallest = std::numeric_limits<double>::max();
    for (std::size_t i = 0; i < bodies.size(); ++i)
    {
        try
        {
            bodies_.push_back(makeBody(bodies[i]));
        }
        catch (const std::invalid_argument& error)
        {
            throw std::invalid_argument("body " + std::to_string(i) + ": " + error.what());
        }
        extents_.push_back(extent(bodies_.back().shape));
        if (!bodies_.back().fixed())
            smallest = std::min(smallest, extents_.back().inner);
    }
    if (smallest < std::numeric_limits<double>::max())
    {
        tolerance_ = 1e-6 * smallest;
        slop_ = 1e-3 * smallest;
    }
    refuseCrowd(bodies_, slop_);
}

void ImpulseSimulation::setSettings(const ImpulseSettings& settings)
{
    settings_ = validated(settings);
    for (std::size_t i = 0; i < bodies_.size(); ++i)
        rouse(i);
}

void ImpulseSimulation::grab(std::size_t body, const Vec2& target)
{
    if (canTurn(body))
        grab_ = Pull{body, target};
}

void ImpulseSimulation::drive(std::size_t body, const Vec2& velocity)
{
    if (canTurn(body))
        drive_ = Pull{body, velocity};
}

void ImpulseSimulation::setVelocity(std::size_t body, const Vec2& velocity)
{
    if (!canTravel(body))
        return;
    bodies_[body].velocity = velocity;
    rouse(body);
}

void ImpulseSimulation::setMass(std::size_t body, double mass)
{
    if (!std::isfinite(mass) || mass <= 0.0)
        throw std::invalid_argument("mass = " + text::numberText(mass) + " kg: must be finite and above 0");
    if (!canTravel(body))
        return;
    RigidBody& b = bodies_[body];
    b.inertia *= mass / b.mass;
    b.mass = mass;
    b.inverseMass = 1.0 / b.mass;
    b.inverseInertia = 1.0 / b.inertia;
    rouse(body);
}

void ImpulseSimulation::applyForce(std::size_t body, const Vec2& force)
{
    if (canTurn(body))
        activities_[body].force += force;
}

void ImpulseSimulation::applyImpulse(std::size_t body, const Vec2& impulse, double turning)
{
    if (!canTravel(body))
        return;
    activities_[body].impulse += impulse;
    activities_[body].turning += turning;
}

void ImpulseSimulation::step(double dt, BodyImpulses* impulses)
{
    StepWatch::look();
    Workspace& work = *workspace_;
    work.motions.assign(bodies_.size(), {});
    for (std::size_t i = 0; i < bodies_.size(); ++i)
    {
        work.motions[i].interval = dt + activities_[i].delay;
        if (activities_[i].force != Vec2(0.0) || activities_[i].pushed())
            rouse(i);
    }
    if (grab_)
        rouse(grab_->body);
    if (drive_)
        rouse(drive_->body);

    findContacts(dt);
    while (wakeTouched())
        findContacts(dt);

    ContactStep contactStep;
    contactStep.dt = dt;
    contactStep.restitution = settings_.restitution;
    contactStep.friction = settings_.friction;
    contactStep.slowest = collisionThreshold(dt);
    contactStep.iterations = 10 * settings_.iterations;
    contactStep.slop = slop_;
    contactStep.gravity = gravity();
    markTouching();
    solveImpacts(bodies_, solidContacts_, contactStep, work.changed);
    if (impulses != nullptr)
        noteContacts(&ContactPoint::normalImpact, &ContactPoint::tangentImpact, *impulses);

    meet(dt);
    markResting(contactStep.slowest);
    accelerate();
    contactStep.iterations = settings_.iterations;
    solveRest(bodies_, solidContacts_, contactStep, work.rest);
    markPressed();
    if (impulses != nullptr)
    {
        noteContacts(&ContactPoint::normalImpulse, &ContactPoint::tangentImpulse, *impulses);
        noteForces(*impulses);
    }

    move();
    const Effect moved = impulses != nullptr ? momentaOf(*this) : Effect();
    if (settings_.restitution >= 0.0)
        solveOverlap(bodies_, solidContacts_, contactStep, work.displacements);
    findIslands();
    fallAsleep(dt);
    if (impulses != nullptr)
        impulses->correction = impulses->correction + (momentaOf(*this) - moved);
    for (Activity& activity : activities_)
    {
        activity.force = activity.impulse = Vec2(0.0);
        activity.turning = 0.0;
    }
    time_ += dt;
}

double ImpulseSimulation::collisionThreshold(double dt) const
{
    // A bounce that gravity would take back within a few steps is rest. Without gravity every approach is a collision
    // but for rounding.
    double fastest = 0.0;
    for (std::size_t i = 0; i < bodies_.size(); ++i)
        fastest = std::max(fastest,
                           glm::length(bodies_[i].velocity) + std::abs(bodies_[i].angularVelocity) * extents_[i].outer);
    return 2.0 * glm::length(gravity()) * dt + 1e-14 * fastest;
}

void ImpulseSimulation::markTouching()
{
    for (Contact& contact : solidContacts_)
    {
        contact.still = workspace_->still[contact.first] && workspace_->still[contact.second];
        for (std::size_t i = 0; i < contact.count; ++i)
        {
            ContactPoint& point = contact.points[i];
            point.touching = !contact.still && point.separation <= tolerance_;
            point.normalImpact = point.tangentImpact = 0.0;
        }
    }
}

void ImpulseSimulation::markResting(double slowest)
{
    for (Contact& contact : solidContacts_)
        for (std::size_t i = 0; i < contact.count; ++i)
        {
            // A point that approaches fast is left to the time of impact: stopped here, it would lose its bounce.
            ContactPoint& point = contact.points[i];
            const Vec2 velocity = relativeVelocity(bodies_[contact.first], bodies_[contact.second], point.arms);
            point.resting = !contact.still && settings_.restitution >= 0.0 && point.normalMass > 0.0 &&
                            point.tangentMass > 0.0 &&
                            (point.touching || glm::dot(velocity, contact.normal) >= -slowest);
        }
}

Vec2 ImpulseSimulation::acceleration(std::size_t body, double interval) const
{
    const RigidBody& b = bodies_[body];
    const Vec2 velocity = b.centreVelocity();
    Vec2 a = gravity() + activities_[body].force / b.mass;
    if (grab_ && grab_->body == body)
    {
        // Critically damped, 2 Hz; bounded, so that a hasty mouse does not shoot bodies through walls. The grab bears
        // the weight.
        constexpr double omega = 12.0;
        constexpr double most = 300.0; // [m/s2]
        Vec2 pull = omega * omega * (grab_->to - b.centre() - interval * velocity) - gravity();
        if (const double size = glm::length(pull); size > most)
            pull *= most / size;
        a = (a + pull - 2.0 * omega * velocity) / (1.0 + 2.0 * omega * interval);
    }
    if (drive_ && drive_->body == body)
    {
        constexpr double lag = 0.05; // [s]
        for (int k = 0; k < 2; ++k)
            if (drive_->to[k] != 0.0)
                a[k] += (drive_->to[k] - velocity[k] - interval * a[k]) / (lag + interval);
    }
    return a;
}

BodyMotion ImpulseSimulation::motionAhead(std::size_t body, double interval) const
{
    const RigidBody& b = bodies_[body];
    BodyMotion motion{b.velocity, Vec2(0.0), b.angularVelocity, 0.0, interval};
    if (b.fixed() || activities_[body].asleep)
        return motion;
    if (activities_[body].pushed())
    {
        motion.velocity += b.inverseMass * activities_[body].impulse;
        motion.angularVelocity += b.inverseInertia * activities_[body].turning;
    }
    if (b.hung())
    {
        // I w' = arm x m a. Taken halfway through the step this is the leapfrog, which keeps a pendulum's energy.
        const double halfway = b.angle + 0.5 * interval * b.angularVelocity;
        const Vec2 force = b.mass * acceleration(body, interval);
        motion.angularAcceleration = cross(rotation(halfway)(b.arm), force) * b.inverseInertia;
    }
    else
        motion.acceleration = acceleration(body, interval);
    return motion;
}

void ImpulseSimulation::meet(double dt)
{
    Workspace& work = *workspace_;
    for (std::size_t i = 0; i < bodies_.size(); ++i)
    {
        work.motions[i] = motionAhead(i, work.motions[i].interval);
        work.motions[i].crowded = activities_[i].crowded;
        if (activities_[i].pressed) // a body that has rested on others will most likely rest on them again
        {
            work.motions[i].velocity = bodies_[i].velocity;
            work.motions[i].angularVelocity = bodies_[i].angularVelocity;
            work.motions[i].acceleration = Vec2(0.0);
            work.motions[i].angularAcceleration = 0.0;
        }
    }
    if (settings_.restitution < 0.0) // those that have met go on into each other
        std::erase_if(work.nearPairs, [this](const NearPair& pair) { return pair.separation <= tolerance_; });
    work.timeOfImpact.limit(bodies_, extents_, work.nearPairs, work.motions, tolerance_, slop_);

    for (std::size_t i = 0; i < bodies_.size(); ++i)
    {
        // Forces, too, act only up to there; the rest of the step follows after the collision.
        BodyMotion& motion = work.motions[i];
        const double whole = motion.interval;
        motion.interval *= motion.fraction;
        activities_[i].delay = std::min(whole - motion.interval, dt);
    }
}

void ImpulseSimulation::accelerate()
{
    Workspace& work = *workspace_;
    for (std::size_t i = 0; i < bodies_.size(); ++i)
    {
        const BodyMotion motion = work.motions[i] = motionAhead(i, work.motions[i].interval);
        bodies_[i].velocity = motion.velocity + motion.interval * motion.acceleration;
        bodies_[i].angularVelocity = motion.angularVelocity + motion.interval * motion.angularAcceleration;
    }
}

void ImpulseSimulation::markPressed()
{
    for (Activity& activity : activities_)
        activity.pressed = activity.crowded = false;
    for (const Contact& contact : solidContacts_)
    {
        const bool loose = !bodies_[contact.first].fixed() && !bodies_[contact.second].fixed();
        for (std::size_t i = 0; i < contact.count; ++i)
            if (contact.points[i].normalImpulse > 0.0)
                for (const std::uint32_t body : {contact.first, contact.second})
                {
                    activities_[body].pressed = true;
                    activities_[body].crowded = activities_[body].crowded || loose;
                }
    }
}

void ImpulseSimulation::move()
{
    const Workspace& work = *workspace_;
    for (std::size_t i = 0; i < bodies_.size(); ++i)
    {
        RigidBody& body = bodies_[i];
        const double t = work.motions[i].interval;
        if (work.still[i])
            continue;
        // A pressed body moves with its new velocity v': with x += v' dt, gravity and contacts together do the work
        // -m (v' - v)^2 / 2, which is never positive. A free body moves exactly as its constant acceleration says.
        const bool pressed = activities_[i].pressed;
        body.position += pressed ? t * body.velocity : work.motions[i].displacement(t);
        body.angle += pressed ? t * body.angularVelocity : work.motions[i].turn(t);
    }
}

double ImpulseSimulation::potentialEnergy() const
{
    return sumOf(bodies_, [this](const RigidBody& body) { return -body.mass * glm::dot(gravity(), body.centre()); });
}

std::size_t ImpulseSimulation::touchingCount() const
{
    return static_cast<std::size_t>(std::count_if(solidContacts_.begin(), solidContacts_.end(),
                                                  [this](const Contact& contact)
                                                  { return contact.separation <= tolerance_; }));
}

double ImpulseSimulation::deepestOverlap() const
{
    double deepest = 0.0;
    for (const Contact& contact : solidContacts_)
        deepest = std::max(deepest, -contact.separation);
    return deepest;
}

std::optional<std::size_t> ImpulseSimulation::runaway() const
{
    for (std::size_t i = 0; i < bodies_.size(); ++i)
    {
        const RigidBody& b = bodies_[i];
        const double sum = b.position.x + b.position.y + b.angle + b.velocity.x + b.velocity.y + b.angularVelocity;
        if (!std::isfinite(sum))
            return i;
    }
    return std::nullopt;
}

} // namespace rope
