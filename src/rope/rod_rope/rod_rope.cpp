#include "rod_rope.hpp"

#include "rope/contact/edge_tree.hpp"
#include "rope/contact/segment_distance.hpp"
#include "rope/core/bend.hpp"
#include "rope/forces/rope_contacts.hpp"

#include <rope/detail/book_keeper.hpp>
#include <rope/energy.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace rope
{

namespace
{

bool sameMotion(const Mass& a, const Mass& b)
{
    return a.position == b.position && a.velocity == b.velocity;
}

} // namespace

void RodRope::follow(const RopeSettings& settings, const Spring& whole, const std::vector<Mass>& masses,
                     const std::vector<Spring>& springs)
{
    takeMasses(masses);
    const double weight = settings.mass * glm::length(settings.gravity);
    RodSettings& rod = settings_;
    const RodSettings before = rod;
    rod.massCount = static_cast<int>(masses.size());
    rod.length = whole.restLength * static_cast<double>(springs.size());
    rod.massPerLength = settings.mass / whole.restLength;
    // It is the stiffness of touches only: a mass must not sink in, however limp the springs are.
    const double firm = settings.ropeRadius > 0.0 ? 100.0 * weight / settings.ropeRadius : 0.0;
    rod.axialStiffness = std::max(whole.springConstant, firm) * whole.restLength;
    rod.bendingStiffness = settings.bendingStiffness;
    rod.torsionalStiffness = settings.torsionalStiffness;
    rod.gravity = settings.gravity;
    rod.airFriction = settings.airFriction;
    rod.integrator =
        settings.integrator == RopeIntegrator::implicit_euler ? RodIntegrator::implicit_euler : RodIntegrator::bdf2;
    rod.radius = settings.ropeRadius;
    rod.contactFriction = settings.contactFriction;
    rod.selfContact = settings.selfContact;
    state_.placed = state_.placed || rod.radius != before.radius || rod.selfContact != before.selfContact;
    if (rod.radius == 0.0)
    {
        state_.solids.clear();
        state_.touches.clear();
    }
    if (rod.radius == 0.0 || !rod.selfContact)
        state_.selfTouches.clear();

    rope().whole = whole;
    takeSprings(springs);
    setConstants();
    rope().constants.insertion = settings.insertion;

    // One segment has no place for a twist.
    const bool twists = springs.size() > 1;
    if (twists)
        turn(RodEnd::first, 0.0);
    else
        release(RodEnd::first);
    if (settings.pinFreeEnd && twists && !rope().end(RodEnd::last).angleHeld)
        turn(RodEnd::last, angle(RodEnd::last));
    if (!settings.pinFreeEnd || !twists)
        release(RodEnd::last);
}

void RodRope::takeMasses(const std::vector<Mass>& masses)
{
    const std::size_t count = masses.size();
    bool others = count != masses_.size();
    for (std::size_t i = 0; i < count && !others; ++i)
        others = !rope().pinned[i] && !sameMotion(masses[i], masses_[i]);
    if (others)
        forgetPast();
    if (count != masses_.size())
    {
        rope().pinned.resize(count, 0);
        rope().loads.resize(count, Vec3(0.0));
        rope().perVertexLength.resize(count, 0.0);
        rope().spinInertia.resize(count + 1, 0.0);
        rope().past.restarts = 0;
        state_.placed = true;
        std::erase_if(state_.touches, [count](const RodTouch& touch)
                      { return touch.mass + (touch.edge ? std::size_t{1} : std::size_t{0}) >= count; });
        std::erase_if(state_.selfTouches,
                      [count](const RodSelfTouch& touch) { return touch.other + std::size_t{1} >= count; });
    }
    masses_ = masses;
}

void RodRope::takeSprings(const std::vector<Spring>& springs)
{
    const double whole = rope().whole.restLength;
    rope().springs = springs;
    rope().perVertexLength.front() = rope().perVertexLength.back() = 0.0;
    for (std::size_t i = 1; i < springs.size(); ++i)
        rope().perVertexLength[i] = hingeStiffness(1.0, springs[i - 1].restLength, springs[i].restLength, whole);
    rope().reeledLength = std::max(rope::restLength(springs) - whole, 0.0);
    rope().feed.length = springs.front().restLength;
}

/// A ground that a thick rope touches is a solid, which moves to where it has glided.
void RodRope::takeGround(const Ground& ground, double dt)
{
    if (settings_.radius == 0.0)
        return;
    if (state_.solids.empty())
        addSolid(SolidBody::plane({0.0, ground.height, 0.0}, {0.0, 1.0, 0.0}));
    SolidBody& plane = state_.solids.front();
    plane.velocity.y = (ground.height - plane.position.y) / dt;
}

/// Friction with a body is drawn by the way that it really went, which others had a say in.
void RodRope::takeBodies()
{
    if (settings_.radius == 0.0)
        return;
    if (state_.solids.size() != bodies_.size() + 1)
    {
        state_.placed = true;
        std::erase_if(state_.touches, [this](const RodTouch& touch) { return touch.solid > bodies_.size(); });
        state_.solids.resize(bodies_.size() + 1);
    }
    else
        for (RodTouch& touch : state_.touches)
        {
            if (touch.solid == 0)
                continue;
            const SolidBody& is = bodies_[touch.solid - 1];
            const SolidBody& was = state_.solids[touch.solid];
            const Vec3 own = (touch.point - was.position) * was.axes; // the transpose times it
            touch.slip -= is.position + is.axes * own - touch.point;
        }
    std::copy(bodies_.begin(), bodies_.end(), state_.solids.begin() + 1);
    // What a body gets, the rope loses: as exactly as its step is solved.
    settings_.tolerance = bodies_.empty() ? RodSettings{}.tolerance : 1e-9;
    state_.world.tolerance = settings_.tolerance;
}

std::vector<OutsideForce*> RodRope::around()
{
    surroundings_->prepare(*step_);
    return {&*surroundings_};
}

void RodRope::step(const ImplicitStep& step, std::vector<Mass>& masses, const std::vector<Spring>& springs,
                   ImplicitEffort& effort)
{
    step_ = &step;
    takeMasses(masses);
    takeSprings(springs);
    takeGround(step.around.ground, step.dt);
    takeBodies();
    std::fill(rope().pinned.begin(), rope().pinned.end(), static_cast<char>(0));
    pin(0, step.connectionVelocity);
    for (const HeldMass& held : step.held)
        pin(held.mass, held.velocity);
    const std::vector<Mass> before = *before_ = masses_;
    const double stored = storedInBends();
    rope().feed.speed = step.feedSpeed;
    effort_ = {};
    Simulation::step(step.dt);
    effort.steps += effort_.steps;
    effort.pieces += effort_.pieces;
    effort.iterations += effort_.iterations;
    effort.fallbacks += effort_.fallbacks;
    effort.unsolved += effort_.unsolved;
    effort.stood += effort_.stood;
    if (bodies_.empty())
        book(before, step.dt);
    takeSprings(springs); // the reel winds after the step
    step.work->potentialChange += storedInBends() - stored;
    for (const Spring& spring : springs)
        step.work->potentialChange += spring.energyChange(springLength(before, spring), springLength(masses_, spring));
    masses = masses_;
    step_ = nullptr;
}

bool RodRope::strandsMeet(const std::vector<Mass>& masses, double segmentLength, double radius)
{
    const double least = 2.0 * RopeContacts::least * radius;
    const auto edge = [&masses](std::size_t i) {
        return Segment{masses[i].position, masses[i + 1].position - masses[i].position};
    };
    EdgeTree tree;
    tree.build(masses.size() - 1,
               [&](std::size_t i)
               {
                   EdgeTree::Box box{masses[i].position, masses[i].position};
                   box.hold(masses[i + 1].position);
                   box.grow(0.5 * least);
                   return box;
               });
    bool meet = false;
    tree.forEachPair(RopeContacts::edgesApart(radius, segmentLength),
                     [&](std::size_t i, std::size_t j)
                     {
                         const SegmentPlaces places = nearestPlaces(edge(i), edge(j), 0.0);
                         meet = meet || glm::distance(edge(i).at(places.first), edge(j).at(places.second)) < least;
                     });
    return meet;
}

/// Bodies take the impulses of each piece, and so the rope's books have them.
void RodRope::pieceEnds(double dt)
{
    if (bodies_.empty())
        return;
    book(*before_, dt);
    *before_ = masses_;
}

void RodRope::followReel(const std::vector<Mass>& masses, int inserted, double restLength)
{
    const std::vector<Mass> before = std::exchange(masses_, masses);
    RodSimulation::followReel(before, inserted, restLength);
}

void RodRope::beginAnew()
{
    forgetPast();
    rope().past.restarts = 0;
    state_.touches.clear();
    state_.selfTouches.clear();
    state_.passed.reset();
    state_.solids.clear();
    rope().twist.total = 0.0;
    state_.placed = true;
}

void RodRope::takeMemory(const WrittenMoment& moment)
{
    if (moment.lists.contains("rod_solids"))
        addSolid(SolidBody::plane(Vec3(0.0), {0.0, 1.0, 0.0})); // the ground; its list says where
    placeMasses(moment);
    RodSimulation::takeMemory(moment);
}

/// Pressure is counted as absorption: it takes the blow of what hits. Touches hold no energy in these books.
template <typename Push>
void RodRope::bookTouches(const Push& push, StepWork& work) const
{
    const auto booked = [&work] { return work.groundFriction + work.groundAbsorption; };
    Effect byGround = booked();
    for (const RodTouch& touch : state_.touches)
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
    for (const RodSelfTouch& touch : state_.selfTouches)
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
    if (bodies_.empty())
        return;
    work.bodies = work.bodies + (bySolids - byGround);
    work.itself = work.itself + (booked() - bySolids);
}

/// The work of all forces at the end of a step of `h`: what the step has made or eaten beyond it is the integrator's.
void RodRope::book(const std::vector<Mass>& before, double h)
{
    const ImplicitStep& step = *step_;
    StepWork& work = *step.work;
    const std::size_t count = masses_.size();
    const auto meanVelocity = [&](std::size_t i) { return 0.5 * (before[i].velocity + masses_[i].velocity); };
    const auto push = [&](std::size_t i, const Vec3& force, Effect& effect)
    {
        effect.add(h * force, meanVelocity(i), before[i].position);
        if (rope().pinned[i])
            work.pinned.add(h * force, meanVelocity(i), before[i].position);
    };
    const Ground& ground = step.around.ground;
    const std::vector<Vec3> elastic = elasticForces();
    Vec3 pullBefore(0.0); // of the spring before, on its second mass
    for (std::size_t i = 0; i < count; ++i)
    {
        const Mass& mass = masses_[i];
        const Vec3 way = mass.position - before[i].position;
        push(i, mass.mass * step.around.gravity, work.gravity);
        push(i, -step.around.airFriction * mass.velocity, work.air);
        work.potentialChange -= mass.mass * glm::dot(step.around.gravity, way);
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
            const Spring& spring = rope().springs[i];
            const Vec3 e = masses_[i + 1].position - mass.position;
            const double r = glm::length(e);
            pull = r > 0.0 ? spring.tension(r) / r * e : Vec3(0.0);
            const Vec3 strain = meanVelocity(i) - meanVelocity(i + 1);
            const Vec3 flow = i == 0 ? flowRate(step, spring) * -e : Vec3(0.0);
            const Vec3 friction =
                springFriction(spring, step.frictionDirection, -e, mass.velocity - masses_[i + 1].velocity - flow);
            work.springs += h * glm::dot(pull, strain);
            work.friction += h * glm::dot(friction, strain - flow);
            work.flow += h * glm::dot(friction, flow);
            work.frictionTurning += h * glm::cross(before[i].position - before[i + 1].position, friction);
            if (rope().pinned[i])
                work.pinned.add(h * (pull + friction), meanVelocity(i), before[i].position);
            if (rope().pinned[i + 1])
                work.pinned.add(-h * (pull + friction), meanVelocity(i + 1), before[i + 1].position);
        }
        Effect bend;
        push(i, elastic[i] - pull + pullBefore, bend);
        work.bending += bend.work;
        pullBefore = pull;
    }
    bookTouches(push, work);
    if (step.grab)
        push(step.grab->mass,
             GrabPull(*step.grab, masses_[step.grab->mass].position, masses_[step.grab->mass].velocity).force,
             work.grab);
}

} // namespace rope
