#include "rope/core/rope_bending.hpp"
#include "rope/implicit/implicit_rope.hpp"
#include "rope/rod_rope/rod_rope.hpp"
#include "rope/stability/grab.hpp"

#include "text/text.hpp"
#include <rope/rope_simulation.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace rope
{

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
               updateRod();
               steps = advanceStill(h);
               settings_.gravity = gravity;
               settings_.payoutSpeed = payoutSpeed;
               updateRod();
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
    updateRod();
    if (rod_)
        rod_->beginAnew();
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
    if (rod_)
        rod_->noteMemory(moment);
    return moment;
}

void RopeSimulation::beginAt(const WrittenMoment& moment)
{
    constexpr std::size_t most = 20'000; // twice what a constant allows: a reel may have paid out as many
    moment.check(2, most);
    const auto [insertions, firstSegment, feedSpeed, length, lengthRate, freeEndDue, ground, groundRate, whipping,
                check] =
        moment.numbers(state(), settings_.rod() ? RodRope::listNames() : std::vector<std::string_view>{});
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
    if (rod_)
    {
        rod_->beginAnew();
        rod_->takeMemory(moment);
    }
    runaway_.begin(totals().energy);
    setBooks(keepsBooks());
}

void RopeSimulation::setFreeEnd(const Vec3& position, const Vec3& velocity)
{
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
    springs_.resize(masses_.size() - 1);
    for (std::size_t i = 0; i < springs_.size(); ++i)
        springs_[i] = wholeSpring(i);
    reel_.shapeFirstSegment(reelSettings(), springs_.front());
    updateRod();
    updateLongestStep();
}

/// Tells the rod of new constants, masses and springs; it is there while the constants ask for it.
void RopeSimulation::updateRod()
{
    if (!settings_.rod())
    {
        rod_.reset();
        return;
    }
    if (!rod_)
        rod_.emplace();
    rod_->follow(settings_, wholeSpring(0), masses_, springs_);
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
    for (std::size_t i = 0; i < springs_.size(); ++i)
    {
        const Mass& first = masses_[i];
        const Mass& second = masses_[i + 1];
        springForces_[i] =
            springs_[i].force(first.position - second.position, first.velocity - second.velocity, direction);
    }
    springForces_.back() = Vec3(0.0); // the free end has no spring behind it

    // The flow of rope out of the reel is no strain.
    springForces_[0] = springs_[0].force(masses_[0].position - masses_[1].position,
                                         masses_[0].velocity - masses_[1].velocity - reelFlow(masses_), direction);
}

RopeBending RopeSimulation::bending() const
{
    return {settings_.bendingStiffness, springLength_.value(), springs_};
}

double RopeSimulation::bendingEnergy() const
{
    return rod_ ? rod_->bendingEnergy() : bending().energy(masses_);
}

double RopeSimulation::twistEnergy() const
{
    return rod_ ? rod_->twistEnergy() : 0.0;
}

double RopeSimulation::torque() const
{
    return rod_ && masses_.size() > 2 ? rod_->torque(1) : 0.0;
}

double RopeSimulation::twist() const
{
    return rod_ ? rod_->twist() : 0.0;
}

void RopeSimulation::setBodies(std::vector<SolidBody> bodies)
{
    if (!rod_)
        return;
    rod_->setBodies(std::move(bodies));
    if (books_)
        for (const MomentumLine line : {MomentumLine::contact, MomentumLine::contact_friction})
            books_->momentum.unused[static_cast<std::size_t>(line)] = false;
}

RodPush RopeSimulation::push(std::size_t body) const
{
    return rod_ ? rod_->push(body) : RodPush{};
}

bool RopeSimulation::strandsMeet(double radius) const
{
    return RodRope::strandsMeet(masses_, springLength_.value(), radius);
}

const std::vector<RodTouch>& RopeSimulation::touches() const
{
    static const std::vector<RodTouch> none;
    return rod_ ? rod_->touches() : none;
}

const std::vector<RodSelfTouch>& RopeSimulation::selfTouches() const
{
    static const std::vector<RodSelfTouch> none;
    return rod_ ? rod_->selfTouches() : none;
}

std::optional<RodPassage> RopeSimulation::passed() const
{
    return rod_ ? rod_->passed() : std::nullopt;
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
    const auto wind = [&]
    {
        const int before = netInsertions();
        if (!reel_.advance(reelSettings(), dt, masses_))
            return;
        if (rod_ && netInsertions() != before)
            rod_->followReel(masses_, netInsertions() - before, reel_.restLength());
        distributeMass(); // with two masses, the inserted one is a copy of the loaded one
        updateSprings();
    };
    if (reel_.changesMasses(reelSettings(), dt, static_cast<int>(masses_.size())))
        booked(EnergyLine::reel, MomentumLine::reel, wind);
    else
        wind();
}

void RopeSimulation::integrateImplicitly(double dt, const Vec3& connectionVelocity, StepWork& work)
{
    ImplicitStep step;
    step.integrator = settings_.integrator;
    step.dt = dt;
    step.connectionVelocity = connectionVelocity;
    step.held = *held_;
    step.around = surroundings();
    step.frictionDirection = settings_.frictionDirection;
    step.insertion = settings_.insertion;
    step.bending = bending();
    step.feedSpeed =
        (reel_.nextRestLength(reelSettings(), dt, static_cast<int>(masses_.size())) - reel_.restLength()) / dt;
    if (const std::optional<std::size_t> mass = grabbed())
    {
        // Enough to lift the rope twice, or to fling one mass at 2 km/s2 as the explicit grab can.
        const double weight =
            (settings_.mass * static_cast<double>(masses_.size()) + load_) * glm::length(settings_.gravity);
        step.grab = ImplicitGrab{*mass, grab_->target, std::max(2.0 * weight, 2000.0 * settings_.mass)};
    }
    step.work = &work;
    step.allWork = keepsBooks();
    if (rod_)
        rod_->step(step, masses_, springs_, implicitEffort_);
    else
        implicit_->step(step, masses_, springs_, implicitEffort_);
}

} // namespace rope
