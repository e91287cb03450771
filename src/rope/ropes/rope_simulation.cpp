#include "rope/core/rope_bending.hpp"
#include "rope/forces/rope_contacts.hpp"
#include "rope/implicit/implicit_rope.hpp"
#include "rope/stability/grab.hpp"
#include "rope/state/rope_ends.hpp"
#include "rope/state/rope_moment.hpp"
#include "rope/state/rope_reel.hpp"
#include "rope/steppers/newton_stepper.hpp"
#include "rope/steppers/rope_readings.hpp"

#include "text/text.hpp"
#include <rope/rope_simulation.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace rope
{

namespace
{

/// The connection point holds the angle of the rope there, and so does a pinned free end; a loose end turns freely, and
/// the rope has no torque. One segment has no place for a twist.
void holdEnds(Rope& rope)
{
    const bool twists = rope.segments() > 1;
    const bool pinned = rope.constants.pinFreeEnd && twists;
    if (twists)
        holdAngle(rope, RodEnd::first, 0.0);
    else
        letTurn(rope, RodEnd::first, 0.0);
    if (pinned && !rope.end(RodEnd::last).angleHeld)
        holdAngle(rope, RodEnd::last, angleOf(rope, RodEnd::last));
    if (!pinned)
        letTurn(rope, RodEnd::last, 0.0);
}

} // namespace

RopeSimulation::RopeSimulation(const RopeSimulation& other) = default;
RopeSimulation::RopeSimulation(RopeSimulation&& other) noexcept = default;
RopeSimulation& RopeSimulation::operator=(const RopeSimulation& other) = default;
RopeSimulation& RopeSimulation::operator=(RopeSimulation&& other) noexcept = default;
RopeSimulation::~RopeSimulation() = default;

RopeSimulation::RopeSimulation(const RopeSettings& settings)
    : settings_(validated(settings)), reel_(settings_.springLength), springLength_(settings_.springLength),
      groundHeight_(settings_.groundHeight)
{
    // A ground above the origin would throw the rope out, so the rope starts on that ground.
    connectionPosition_.y = std::max(0.0, settings_.groundHeight);
    state_.ropes.resize(1);
    masses_.resize(static_cast<std::size_t>(settings_.massCount));
    for (std::size_t i = 0; i < masses_.size(); ++i)
        masses_[i].position = connectionPosition_ + Vec3(static_cast<double>(i) * settings_.springLength, 0.0, 0.0);
    distributeMass();
    updateSprings();
    runaway_.begin(RopeSimulation::totals().energy);
}

void RopeSimulation::setSettings(const RopeSettings& settings)
{
    const RopeSettings next = validated(settings);
    const bool sound = !runawayMass();
    booked(EnergyLine::constants, MomentumLine::constants,
           [&]
           {
               settings_ = next;
               distributeMass();
               updateSprings();
           });
    if (sound) // another change of constants does not excuse a runaway
        runaway_.begin(totals().energy);
    stepsToWhippingCheck_ = 0;
}

int RopeSimulation::pose(double h)
{
    const bool sound = !runawayMass();
    int steps = 0;
    booked(EnergyLine::connection, MomentumLine::connection,
           [&]
           {
               std::optional<Books> books;
               books.swap(books_); // the whole of it is one line
               const Vec3 gravity = std::exchange(settings_.gravity, Vec3(0.0));
               const double payoutSpeed = std::exchange(settings_.payoutSpeed, 0.0);
               updateRope();
               rope().past.dt = 0.0; // it starts from rest, and stops
               steps = advanceStill(h);
               rope().past.dt = 0.0;
               settings_.gravity = gravity;
               settings_.payoutSpeed = payoutSpeed;
               updateRope();
               updateLongestStep(); // the reel limits it again
               connectionVelocity_ = Vec3(0.0);
               books_.swap(books);
           });
    if (sound)
        runaway_.begin(totals().energy);
    return steps;
}

void RopeSimulation::distributeMass()
{
    for (Mass& mass : masses_)
        mass.mass = settings_.mass;
    masses_.back().mass += load_;
}

void RopeSimulation::setLoad(double load)
{
    if (!std::isfinite(load) || load < 0.0)
        throw std::invalid_argument("load = " + text::numberText(load) + " kg: must be finite and not below 0");
    booked(EnergyLine::constants, MomentumLine::constants,
           [&]
           {
               load_ = load;
               distributeMass();
           });
}

void RopeSimulation::layOut(const std::vector<Vec3>& positions)
{
    placeAtRest(positions);
    connectionPosition_ = positions.front();
    connectionVelocity_ = Vec3(0.0);
    updateRope();
    forget(state_);
    runaway_.begin(totals().energy);
    setBooks(keepsBooks());
}

std::array<StateNumber, 10> RopeSimulation::state() const
{
    constexpr double shortest = 1e-300; // [m], a reel begins a segment with as good as nothing
    constexpr double far = 1e6;
    const double length = settings_.springLength;
    return {{{"insertions", static_cast<double>(netInsertions()), 0.0, -1e6, 1e6},
             {"first_segment", reel_.restLength(), length, shortest, far},
             {"feed_speed", reel_.feedSpeed(), 0.0, -far, far},
             {"segment_length", springLength_.value(), length, shortest, far},
             {"segment_length_rate", springLength_.rate(), 0.0, -far, far},
             {"free_end_due", freeEnd_.due(), 0.0, 0.0, 1.0},
             {"ground_height", groundHeight_.value(), settings_.groundHeight, -far, far},
             {"ground_height_rate", groundHeight_.rate(), 0.0, -far, far},
             {"whipping", whipping_ ? 1.0 : 0.0, 0.0, 0.0, 1.0},
             {"steps_to_whipping_check", static_cast<double>(stepsToWhippingCheck_), 0.0, -1e9, 1e9}}};
}

WrittenMoment RopeSimulation::written() const
{
    WrittenMoment moment = writtenMasses();
    moment.note(state());
    if (settings_.rod())
        note(moment, state_);
    return moment;
}

void RopeSimulation::beginAt(const WrittenMoment& moment)
{
    constexpr std::size_t most = 20'000; // twice what a constant allows: a reel may have paid out as many
    moment.check(2, most);
    const auto [insertions, firstSegment, feedSpeed, length, lengthRate, freeEndDue, ground, groundRate, whipping,
                check] = moment.numbers(state(), settings_.rod() ? ropeListNames() : std::vector<std::string_view>{});
    masses_.assign(moment.positions.size(), Mass{});
    placeMasses(moment);
    distributeMass();
    connectionPosition_ = masses_.front().position;
    connectionVelocity_ = masses_.front().velocity;
    reel_ = Reel(firstSegment, feedSpeed, static_cast<int>(insertions));
    springLength_ = Glide(length, lengthRate);
    groundHeight_ = Glide(ground, groundRate);
    freeEnd_ = FreeEnd(freeEndDue);
    whipping_ = whipping != 0.0;
    stepsToWhippingCheck_ = static_cast<int>(check);
    release();
    updateSprings();
    if (settings_.rod())
    {
        forget(state_);
        if (moment.lists.contains("rod_solids"))
            state_.solids.push_back(SolidBody::plane(Vec3(0.0), {0.0, 1.0, 0.0})); // the ground; its list says where
        take(moment, state_);
    }
    runaway_.begin(totals().energy);
    setBooks(keepsBooks());
}

void RopeSimulation::setFreeEnd(const Vec3& position, const Vec3& velocity)
{
    if (masses_.back().position != position || masses_.back().velocity != velocity)
        rope().past.dt = 0.0; // what came before is another motion
    booked(EnergyLine::constants, MomentumLine::load,
           [&]
           {
               masses_.back().position = position;
               masses_.back().velocity = velocity;
           });
    if (books_)
        books_->momentum.unused[static_cast<std::size_t>(MomentumLine::load)] = false;
}

void RopeSimulation::grab(std::size_t mass, const Vec3& target)
{
    if (mass > 0 && mass < masses_.size())
        grab_ = Grab{static_cast<int>(mass) - netInsertions(), target};
}

std::optional<std::size_t> RopeSimulation::grabbed() const
{
    if (!grab_)
        return std::nullopt;
    const int index = grab_->id + netInsertions();
    if (index < 1 || index >= static_cast<int>(masses_.size()))
        return std::nullopt; // the reel took it off, or it vanished at the free end
    const std::size_t mass = static_cast<std::size_t>(index);
    return pinned(mass) ? std::nullopt : std::optional(mass);
}

std::optional<std::size_t> RopeSimulation::massOf(const Pin& pin) const
{
    const int index = pin.mass + netInsertions();
    const int end = static_cast<int>(masses_.size()) - (settings_.pinFreeEnd ? 1 : 0);
    return index >= 1 && index < end ? std::optional(static_cast<std::size_t>(index)) : std::nullopt;
}

ReelSettings RopeSimulation::reelSettings() const
{
    return {settings_.payoutSpeed, settings_.minMassCount, settings_.maxMassCount,
            settings_.insertion,   springLength_.value(),  springLength_.value()};
}

void RopeSimulation::prepare(double dt)
{
    updateWhipping();
    if (springLength_.value() != settings_.springLength || groundHeight_.value() != settings_.groundHeight ||
        missingMasses() != 0)
        booked(EnergyLine::constants, MomentumLine::constants, [&] { glide(dt); });
}

void RopeSimulation::glide(double dt)
{
    const double lengthBefore = springLength_.value();
    const bool glides = springLength_.advance(settings_.springLength, lengthBefore, dt); // at most doubled a second
    if (glides)
        reel_.rescale(springLength_.value() / lengthBefore);
    groundHeight_.advance(settings_.groundHeight, 1.0, dt);

    const std::size_t before = masses_.size();
    const int change = freeEnd_.advance(missingMasses(), springLength_.value(), dt, static_cast<int>(before));
    for (int i = 0; i < change && gainMass(); ++i)
        ;
    for (int i = 0; i < -change; ++i)
        loseLastMass();
    if (masses_.size() != before)
        distributeMass(); // puts the load on the new last mass
    if (glides || masses_.size() != before)
        updateSprings();
}

/// Straight on or, where a strand lies in the way of a rope that touches itself, upwards; false where there is no room.
bool RopeSimulation::gainMass()
{
    const Mass last = masses_.back();
    const double floor = groundHeight_.value() + settings_.ropeRadius;
    for (const Vec3& way : {last.position - masses_[masses_.size() - 2].position, Vec3(0.0, 1.0, 0.0)})
    {
        masses_.push_back(FreeEnd::beyond(last, way, springLength_.value(), floor));
        if (!settings_.selfContact || settings_.ropeRadius == 0.0 || !strandsMeet(settings_.ropeRadius))
            return true;
        masses_.pop_back();
    }
    return false;
}

/// A load is tied to the mass before, and keeps its momentum: two masses that become one have no more energy than
/// before.
void RopeSimulation::loseLastMass()
{
    const Vec3 velocity = masses_.back().velocity;
    masses_.pop_back();
    Mass& last = masses_.back();
    if (load_ > 0.0)
        last.velocity = (settings_.mass * last.velocity + load_ * velocity) / (settings_.mass + load_);
}

Spring RopeSimulation::wholeSpring(std::size_t index) const
{
    return {index, index + 1, settings_.springConstant, springLength_.value(), settings_.springFriction};
}

void RopeSimulation::updateSprings()
{
    rope().springs.resize(masses_.size() - 1);
    for (std::size_t i = 0; i < rope().springs.size(); ++i)
        rope().springs[i] = wholeSpring(i);
    reel_.shapeFirstSegment(reelSettings(), rope().springs.front());
    updateRope();
    updateLongestStep();
}

/// Brings new constants, masses and springs into the state.
void RopeSimulation::updateRope()
{
    Rope& rope = this->rope();
    const std::size_t count = masses_.size();
    if (!settings_.rod())
    {
        forget(state_);
        rope.ends = {};
    }
    if (rope.pinned.size() != count)
    {
        rope.pinned.resize(count, 0);
        rope.loads.resize(count, Vec3(0.0));
        rope.perVertexLength.resize(count, 0.0);
        rope.spinInertia.resize(count + 1, 0.0);
        rope.past.dt = 0.0;
        rope.past.restarts = 0;
        state_.placed = true;
        std::erase_if(state_.touches, [count](const RodTouch& touch)
                      { return touch.mass + (touch.edge ? std::size_t{1} : std::size_t{0}) >= count; });
        std::erase_if(state_.selfTouches,
                      [count](const RodSelfTouch& touch) { return touch.other + std::size_t{1} >= count; });
    }
    const RopeConstants before = rope.constants;
    rope.constants = settings_;
    rope.constants.springLength = springLength_.value();
    state_.placed = state_.placed || rope.constants.ropeRadius != before.ropeRadius ||
                    rope.constants.selfContact != before.selfContact;
    state_.world = settings_;
    if (settings_.integrator != RopeIntegrator::implicit_euler)
        state_.world.integrator = RopeIntegrator::bdf2;
    state_.careful = true; // a rope without bends buckles in any step
    if (!rope.touches())
    {
        state_.solids.clear();
        state_.touches.clear();
    }
    if (!rope.touchesItself())
        state_.selfTouches.clear();
    rope.whole = wholeSpring(0);
    followSprings();
    holdEnds(rope);
}

/// The hinges and the twist follow the springs.
void RopeSimulation::followSprings()
{
    Rope& rope = this->rope();
    const double whole = rope.whole.restLength;
    rope.perVertexLength.front() = rope.perVertexLength.back() = 0.0;
    for (std::size_t i = 1; i < rope.springs.size(); ++i)
        rope.perVertexLength[i] =
            hingeStiffness(1.0, rope.springs[i - 1].restLength, rope.springs[i].restLength, whole);
    rope.reeledLength = std::max(rope::restLength(rope.springs) - whole, 0.0);
    rope.feed.length = rope.springs.front().restLength;
}

void RopeSimulation::applyForces()
{
    if (settings_.implicit())
        return; // `integrate` solves for the forces of the step's end or middle
    updateSpringForces();
    // A bend pulls at its two segments as their springs do.
    bending().visit(masses_,
                    [this](std::size_t i, const Bend& bend)
                    {
                        springForces_[i - 1] += bend.byBefore();
                        springForces_[i] += bend.byBehind();
                    });
    const Surroundings around = surroundings();
    Vec3 pull(0.0); // of the spring before, on its first mass
    for (std::size_t i = 0; i < masses_.size(); ++i)
    {
        around.applyForce(masses_[i], springForces_[i] - pull);
        pull = springForces_[i];
    }
    applyGrabForce();
}

// A loop of its own, which adds nothing to the masses: square root and division of one spring then overlap with those
// of the next.
void RopeSimulation::updateSpringForces()
{
    springForces_.resize(masses_.size(), Vec3(0.0));
    const FrictionDirection direction = settings_.frictionDirection;
    for (std::size_t i = 0; i < rope().springs.size(); ++i)
    {
        const Mass& first = masses_[i];
        const Mass& second = masses_[i + 1];
        springForces_[i] =
            rope().springs[i].force(first.position - second.position, first.velocity - second.velocity, direction);
    }
    springForces_.back() = Vec3(0.0); // the free end has no spring behind it

    // The flow of rope out of the reel is no strain.
    springForces_[0] =
        rope().springs[0].force(masses_[0].position - masses_[1].position,
                                masses_[0].velocity - masses_[1].velocity - reelFlow(masses_), direction);
}

RopeBending RopeSimulation::bending() const
{
    return {settings_.bendingStiffness, springLength_.value(), rope().springs};
}

double RopeSimulation::bendingEnergy() const
{
    return settings_.rod() ? rope::bendingEnergy(rope(), masses_) : bending().energy(masses_);
}

double RopeSimulation::twistEnergy() const
{
    return rope::twistEnergy(rope());
}

double RopeSimulation::torque() const
{
    return masses_.size() > 2 ? rope::torque(rope(), 1) : 0.0;
}

double RopeSimulation::twist() const
{
    return rope::twist(rope());
}

void RopeSimulation::setBodies(std::vector<SolidBody> bodies)
{
    if (!settings_.rod())
        return;
    bodies_ = std::move(bodies);
    if (books_)
        for (const MomentumLine line : {MomentumLine::contact, MomentumLine::contact_friction})
            books_->momentum.unused[static_cast<std::size_t>(line)] = false;
}

RodPush RopeSimulation::push(std::size_t body) const
{
    return body + 1 < state_.pushes.size() ? state_.pushes[body + 1] : RodPush{};
}

bool RopeSimulation::strandsMeet(double radius) const
{
    return rope::strandsMeet(masses_, springLength_.value(), radius);
}

Surroundings RopeSimulation::surroundings() const
{
    Surroundings around = settings_.surroundings();
    around.ground.height = groundHeight_.value();
    return around;
}

void RopeSimulation::applyGrabForce()
{
    const std::optional<std::size_t> index = grabbed();
    if (!index)
        return;
    Mass& mass = masses_[*index];
    const Vec3 force = grabForce(mass, grab_->target, grabStiffness(*index), longestStep());
    mass.applyForce(force);
    grab_->force = force;
}

void RopeSimulation::integrate(double dt)
{
    if (books_)
        *books_->massesBefore = masses_;
    const StepStart start{masses_.front(), segmentLength(0), flowPower()};
    StepWork work;
    holdPinned(dt);
    if (!settings_.implicit())
        Simulation::integrate(dt);

    // A thick rope stops above the ground, but one that is on it already is not lifted.
    const double lowest =
        std::max(groundHeight_.value(), std::min(groundHeight_.value() + settings_.ropeRadius, connectionPosition_.y));
    connectionPosition_ += connectionVelocity_ * dt;
    if (connectionPosition_.y < lowest)
    {
        connectionPosition_.y = lowest;
        connectionVelocity_.y = 0.0;
    }
    if (settings_.implicit())
        integrateImplicitly(dt, (connectionPosition_ - start.connection.position) / dt, work);
    masses_[0].position = connectionPosition_;
    masses_[0].velocity = connectionVelocity_;
    for (const HeldMass& held : *held_)
        held.place(masses_[held.mass], dt);
    countSources(start, work, dt);
    if (books_)
        bookForces(work, dt);

    // The reel turns after the positions have moved, so that rest lengths and positions belong to the same moment when
    // the next forces are computed. If it turned before the forces, the first segment would be slack by a step's feed.
    windReel(start, dt);
}

void RopeSimulation::holdPinned(double dt)
{
    held_->clear();
    for (const Pin& pin : pins_)
        if (const std::optional<std::size_t> mass = massOf(pin))
            held_->emplace_back(*mass, masses_[*mass], pin.at, dt);
    if (settings_.pinFreeEnd)
        held_->emplace_back(masses_.size() - 1, masses_.back(), settings_.freeEndPosition, dt);
}

Vec3 RopeSimulation::reelFlow(const std::vector<Mass>& masses) const
{
    return reel_.flowVelocity(reelSettings(), masses[0].position - masses[1].position);
}

void RopeSimulation::windReel(const StepStart& start, double dt)
{
    windFirstSpring(start.firstLength, dt);
    const bool changesMasses = reel_.changesMasses(reelSettings(), dt, static_cast<int>(masses_.size()));
    const std::vector<Mass> massesBefore = changesMasses ? masses_ : std::vector<Mass>();
    const auto wind = [&]
    {
        const int before = netInsertions();
        if (!reel_.advance(reelSettings(), dt, masses_))
            return;
        if (settings_.rod() && netInsertions() != before)
            followReel(state_, 0, massesBefore, masses_, netInsertions() - before, reel_.restLength());
        distributeMass(); // with two masses, the inserted one is a copy of the loaded one
        updateSprings();
    };
    if (changesMasses)
        booked(EnergyLine::reel, MomentumLine::reel, wind);
    else
        wind();
}

/// [m/s], of the first segment's rest length in a step.
double RopeSimulation::feedSpeed(double dt) const
{
    return (reel_.nextRestLength(reelSettings(), dt, static_cast<int>(masses_.size())) - reel_.restLength()) / dt;
}

/// Enough to lift the rope twice, or to fling one mass at 2 km/s2 as the explicit grab can.
std::optional<MouseGrab> RopeSimulation::implicitGrab() const
{
    const std::optional<std::size_t> mass = grabbed();
    if (!mass)
        return std::nullopt;
    const double weight =
        (settings_.mass * static_cast<double>(masses_.size()) + load_) * glm::length(settings_.gravity);
    return MouseGrab{*mass, grab_->target, std::max(2.0 * weight, 2000.0 * settings_.mass)};
}

void RopeSimulation::integrateImplicitly(double dt, const Vec3& connectionVelocity, StepWork& work)
{
    if (settings_.rod())
        return stepNewton(dt, connectionVelocity, work);
    ImplicitStep step;
    step.integrator = settings_.integrator;
    step.dt = dt;
    step.connectionVelocity = connectionVelocity;
    step.held = *held_;
    step.around = surroundings();
    step.frictionDirection = settings_.frictionDirection;
    step.insertion = settings_.insertion;
    step.bending = bending();
    step.feedSpeed = feedSpeed(dt);
    step.grab = implicitGrab();
    step.work = &work;
    step.allWork = keepsBooks();
    implicit_->step(step, masses_, rope().springs, implicitEffort_);
}

} // namespace rope
