#include "rope/core/rope_bending.hpp"
#include "rope/forces/mouse_pull.hpp"
#include "rope/forces/spring_friction.hpp"
#include "rope/steppers/newton_stepper.hpp"
#include "rope/steppers/rope_readings.hpp"

#include <rope/energy.hpp>
#include <rope/rope_simulation.hpp>

#include <algorithm>
#include <functional>
#include <vector>

// The steps of a rope that twists, has a thickness or goes by BDF2, and their books.

namespace rope
{

namespace
{

/// Calls `end` where a piece of a step is over. A change that takes no time is not booked here: the reel winds after
/// the step.
class Pieces final : public PieceBooks
{
public:
    explicit Pieces(std::function<void(double)> end) : end_(std::move(end)) {}

    void changes(const std::function<void()>& change) override { change(); }
    void pieceEnds(double dt) override { end_(dt); }

private:
    std::function<void(double)> end_;
};

/// Pressure is counted as absorption: it takes the blow of what hits. Touches hold no energy in these books.
template <typename Push>
void bookTouches(const RopeState& state, bool amongBodies, const Push& push, StepWork& work)
{
    const auto booked = [&work] { return work.groundFriction + work.groundAbsorption; };
    Effect byGround = booked();
    for (const RodTouch& touch : state.touches)
    {
        const double along = touch.edge ? touch.along : 0.0;
        push(touch.mass, (1.0 - along) * touch.pressure * touch.normal, work.groundAbsorption);
        push(touch.mass, (1.0 - along) * touch.friction, work.groundFriction);
        if (touch.edge)
        {
            push(touch.mass + std::size_t{1}, along * touch.pressure * touch.normal, work.groundAbsorption);
            push(touch.mass + std::size_t{1}, along * touch.friction, work.groundFriction);
        }
        if (touch.solid == 0) // the ground's come first
            byGround = booked();
    }
    const Effect bySolids = booked();
    for (const RodSelfTouch& touch : state.selfTouches)
    {
        const auto pair = [&](const Vec3& force, Effect& effect)
        {
            push(touch.edge, (1.0 - touch.along) * force, effect);
            push(touch.edge + std::size_t{1}, touch.along * force, effect);
            push(touch.other, -(1.0 - touch.otherAlong) * force, effect);
            push(touch.other + std::size_t{1}, -touch.otherAlong * force, effect);
        };
        pair(touch.pressure * touch.normal, work.groundAbsorption);
        pair(touch.friction, work.groundFriction);
    }
    if (!amongBodies)
        return;
    work.bodies = work.bodies + (bySolids - byGround);
    work.itself = work.itself + (booked() - bySolids);
}

} // namespace

/// A ground that a thick rope touches is a solid, which moves to where it has glided.
void RopeSimulation::placeGround(double dt)
{
    state_.world.groundHeight = groundHeight_.value();
    if (!rope().touches())
        return;
    if (state_.solids.empty())
    {
        state_.solids.push_back(SolidBody::plane({0.0, groundHeight_.value(), 0.0}, {0.0, 1.0, 0.0}));
        state_.placed = true;
    }
    SolidBody& plane = state_.solids.front();
    plane.velocity.y = (groundHeight_.value() - plane.position.y) / dt;
}

/// Friction with a body is drawn by the way that it really went, which others had a say in.
void RopeSimulation::placeBodies()
{
    if (!rope().touches())
        return;
    std::vector<SolidBody>& solids = state_.solids;
    if (solids.size() != bodies_.size() + 1)
    {
        state_.placed = true;
        std::erase_if(state_.touches, [this](const RodTouch& touch) { return touch.solid > bodies_.size(); });
        solids.resize(bodies_.size() + 1);
    }
    else
        for (RodTouch& touch : state_.touches)
        {
            if (touch.solid == 0)
                continue;
            const SolidBody& is = bodies_[touch.solid - 1];
            const SolidBody& was = solids[touch.solid];
            const Vec3 own = (touch.point - was.position) * was.axes; // the transpose times it
            touch.slip -= is.position + is.axes * own - touch.point;
        }
    std::copy(bodies_.begin(), bodies_.end(), solids.begin() + 1);
    // What a body gets, the rope loses: as exactly as its step is solved.
    state_.world.tolerance = bodies_.empty() ? WorldConstants{}.tolerance : 1e-9;
}

void RopeSimulation::stepNewton(double dt, const Vec3& connectionVelocity, StepWork& work)
{
    placeGround(dt);
    placeBodies();
    Rope& rope = this->rope();
    std::fill(rope.pinned.begin(), rope.pinned.end(), static_cast<char>(0));
    const auto pin = [&](std::size_t mass, const Vec3& velocity)
    {
        rope.pinned[mass] = 1;
        masses_[mass].velocity = velocity;
    };
    pin(0, connectionVelocity);
    for (const HeldMass& held : *held_)
        pin(held.mass, held.velocity);
    const std::vector<Mass> before = masses_;
    const std::vector<Spring> springs = rope.springs;
    const auto bends = [this] { return rope::bendingEnergy(this->rope(), masses_) + rope::twistEnergy(this->rope()); };
    const double stored = bends();
    rope.feed.speed = feedSpeed(dt);
    state_.grab = implicitGrab();
    // Bodies take the impulses of each piece, and so the rope's books have them.
    std::vector<Mass> pieceStart = before;
    Pieces pieces(
        [&](double piece)
        {
            if (bodies_.empty())
                return;
            bookNewton(pieceStart, piece, work);
            pieceStart = masses_;
        });
    newton_->step(masses_, state_, dt, time(), implicitEffort_, pieces);
    if (bodies_.empty())
        bookNewton(before, dt, work);
    rope.springs = springs; // the reel winds after the step
    followSprings();
    work.potentialChange += bends() - stored;
    for (const Spring& spring : springs)
        work.potentialChange += spring.energyChange(springLength(before, spring), springLength(masses_, spring));
}

/// The work of all forces at the end of a step of `h`: what the step has made or eaten beyond it is the integrator's.
void RopeSimulation::bookNewton(const std::vector<Mass>& before, double h, StepWork& work)
{
    const Rope& rope = this->rope();
    const Surroundings around = surroundings();
    const std::size_t count = masses_.size();
    const auto meanVelocity = [&](std::size_t i) { return 0.5 * (before[i].velocity + masses_[i].velocity); };
    const auto push = [&](std::size_t i, const Vec3& force, Effect& effect)
    {
        effect.add(h * force, meanVelocity(i), before[i].position);
        if (rope.pinned[i])
            work.pinned.add(h * force, meanVelocity(i), before[i].position);
    };
    const Ground& ground = around.ground;
    const std::vector<Vec3> elastic = newton_->elasticForces(masses_, state_);
    Vec3 pullBefore(0.0); // of the spring before, on its second mass
    for (std::size_t i = 0; i < count; ++i)
    {
        const Mass& mass = masses_[i];
        const Vec3 way = mass.position - before[i].position;
        push(i, mass.mass * around.gravity, work.gravity);
        push(i, -around.airFriction * mass.velocity, work.air);
        work.potentialChange -= mass.mass * glm::dot(around.gravity, way);
        const double depthBefore = ground.depth(before[i]);
        const double depth = ground.depth(mass);
        work.potentialChange += 0.5 * ground.repulsion * (depth - depthBefore) * (depth + depthBefore);
        if (depth > 0.0)
        {
            const Vec3& v = mass.velocity;
            push(i, {0.0, ground.repulsion * depth, 0.0}, work.groundPush);
            push(i, -ground.friction * Vec3(v.x, 0.0, v.z), work.groundFriction);
            push(i, {0.0, -ground.absorption * std::min(v.y, 0.0), 0.0}, work.groundAbsorption);
        }
        // Springs pull along their segments; the rest of the rod's force is of bends and twist.
        Vec3 pull(0.0);
        if (i + 1 < count)
        {
            const Spring& spring = rope.springs[i];
            const Vec3 e = masses_[i + 1].position - mass.position;
            const double r = glm::length(e);
            pull = r > 0.0 ? spring.tension(r) / r * e : Vec3(0.0);
            const Vec3 strain = meanVelocity(i) - meanVelocity(i + 1);
            const Vec3 flow = i == 0 ? flowRate(rope) * -e : Vec3(0.0);
            const Vec3 friction =
                springFriction(spring, settings_.frictionDirection, -e, mass.velocity - masses_[i + 1].velocity - flow);
            work.springs += h * glm::dot(pull, strain);
            work.friction += h * glm::dot(friction, strain - flow);
            work.flow += h * glm::dot(friction, flow);
            work.frictionTurning += h * glm::cross(before[i].position - before[i + 1].position, friction);
            if (rope.pinned[i])
                work.pinned.add(h * (pull + friction), meanVelocity(i), before[i].position);
            if (rope.pinned[i + 1])
                work.pinned.add(-h * (pull + friction), meanVelocity(i + 1), before[i + 1].position);
        }
        Effect bend;
        push(i, elastic[i] - pull + pullBefore, bend);
        work.bending += bend.work;
        pullBefore = pull;
    }
    bookTouches(state_, !bodies_.empty(), push, work);
    if (state_.grab)
    {
        const Mass& mass = masses_[state_.grab->mass];
        push(state_.grab->mass, GrabPull(*state_.grab, mass.position, mass.velocity).force, work.grab);
    }
}

} // namespace rope
