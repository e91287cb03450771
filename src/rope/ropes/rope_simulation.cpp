#include "rope/state/rope_cut.hpp"
#include "rope/state/rope_ends.hpp"
#include "rope/state/rope_moment.hpp"
#include "rope/state/rope_parts.hpp"
#include "rope/steppers/rope_steppers.hpp"

#include "text/text.hpp"

#include <rope/elementary.hpp>
#include <rope/rope_by_length.hpp>
#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>
#include <utility>

// A rope is made, changed, laid out and written.

namespace rope
{

namespace
{

/// Where a rope lies at the beginning: straight along x, or a ring across z.
Vec3 atStart(const RopeSettings& settings, std::size_t mass)
{
    const double length = settings.springLength;
    if (!settings.closed)
        return {static_cast<double>(mass) * length, 0.0, 0.0};
    const double turn = 2.0 * std::numbers::pi / (settings.massCount - 2);
    const double angle = turn * static_cast<double>(mass);
    const double radius = 0.5 * length / elementary::sin(0.5 * turn);
    return radius * Vec3(elementary::cos(angle), elementary::sin(angle), 0.0);
}

void demandSame(bool same, const char* what)
{
    if (!same)
        throw std::invalid_argument(what);
}

} // namespace

RopeReadings::RopeReadings(const RopeReadings& other) = default;
RopeReadings::RopeReadings(RopeReadings&& other) noexcept = default;
RopeReadings& RopeReadings::operator=(const RopeReadings& other) = default;
RopeReadings& RopeReadings::operator=(RopeReadings&& other) noexcept = default;
RopeReadings::~RopeReadings() = default;
RopeReadings::RopeReadings(const RopeSettings& settings) : settings_(settings.checked()) {}

RopeSimulation::RopeSimulation() : RopeSimulation(RopeSettings()) {}

RopeSimulation::RopeSimulation(const RopeByLength& settings) : RopeSimulation(RopeSettings(settings)) {}

RopeSimulation::RopeSimulation(const RopeSettings& settings) : RopeReadings(settings)
{
    state_.groundHeight = Glide(settings_->groundHeight);
    state_.world = *settings_;
    // A ground above the origin would throw the rope out, so the rope starts on that ground.
    const double lowest = settings_->ground ? std::max(0.0, settings_->groundHeight) : 0.0;
    std::vector<Vec3> positions;
    for (std::size_t i = 0; i < static_cast<std::size_t>(settings_->massCount); ++i)
        positions.push_back(Vec3(0.0, lowest, 0.0) + atStart(*settings_, i));
    appendRope(state_, masses_, *settings_, positions);
    takeConstants();
    runaway_.begin(RopeReadings::totals().energy);
}

void RopeSimulation::setSettings(const RopeByLength& settings)
{
    setSettings(RopeSettings(settings));
}

void RopeSimulation::setSettings(const RopeSettings& settings)
{
    const RopeSettings next = settings.checked();
    demandSame(next.twist == settings_->twist, "the twist model of a rope: must be as it was");
    demandSame(next.closed == settings_->closed, "a ring: must stay one, and nothing else become one");
    demandSame(next.byLength == settings_->byLength,
               "a rope by its length: must stay one, and nothing else become one");
    demandSame(next.massCount == settings_->massCount || !countStays(),
               "mass_count of a rope by its length, or beside others: must be as it was");
    demandSame(next.byNewton() == state_.byNewton || state_.ropes.size() == 1,
               "the integrator of several ropes: must take steps as before, by Newton's method or not");
    const bool sound = !runawayMass();
    booked(EnergyLine::constants, MomentumLine::constants,
           [&]
           {
               *settings_ = next;
               takeConstants();
               distributeMass(rope(), masses_);
           });
    if (sound) // another change of constants does not excuse a runaway
        runaway_.begin(totals().energy);
    rope().stepsToWhippingCheck = 0;
}

/// Whether reels alone change the masses of a rope.
bool RopeSimulation::countStays() const
{
    return settings_->byLength || state_.ropes.size() > 1;
}

/// Brings new constants, masses and springs into the state.
void RopeSimulation::takeConstants()
{
    Rope& rope = this->rope();
    const RopeConstants before = std::exchange(rope.constants, *settings_);
    if (countStays())
        rope.constants.massCount = before.massCount;
    state_.world = *settings_;
    state_.byNewton = settings_->byNewton();
    if (settings_->integrator != RopeIntegrator::implicit_euler && state_.byNewton)
        state_.world.integrator = RopeIntegrator::bdf2;
    if (!state_.byNewton)
    {
        forget(state_);
        rope.ends = {};
        std::fill(rope.pinned.begin(), rope.pinned.end(), char{0});
        std::fill(rope.loads.begin(), rope.loads.end(), Vec3(0.0));
    }
    state_.placed = state_.placed || settings_->byLength || rope.constants.ropeRadius != before.ropeRadius ||
                    rope.constants.selfContact != before.selfContact;
    if (!state_.touchesSolids())
        state_.touches.clear();
    if (!state_.ropesTouch())
        state_.selfTouches.clear();
    shapeRope(state_, 0, rope.masses());
    keepGround();
    updateLongestStep();
}

void RopeSimulation::setLoad(double load)
{
    if (!std::isfinite(load) || load < 0.0)
        throw std::invalid_argument("load = " + text::numberText(load) + " kg: must be finite and not below 0");
    booked(EnergyLine::constants, MomentumLine::constants,
           [&]
           {
               rope().endLoad = load;
               distributeMass(rope(), masses_);
           });
}

void RopeSimulation::setMass(std::size_t mass, double kilograms)
{
    Mass& m = masses_[demandIndex(mass, masses_.size(), "mass")];
    if (!std::isfinite(kilograms) || !(kilograms > 0.0))
        throw std::invalid_argument("mass = " + text::numberText(kilograms) + " kg: must be finite and above 0");
    booked(EnergyLine::constants, MomentumLine::constants, [&] { m.mass = kilograms; });
}

void RopeSimulation::setDisc(RopeEnd end, double inertia)
{
    if (!std::isfinite(inertia) || inertia < 0.0)
        throw std::invalid_argument("disc = " + text::numberText(inertia) + " kg m2: must be finite and not below 0");
    double& disc = rope().discs[static_cast<std::size_t>(end)];
    booked(EnergyLine::constants, MomentumLine::constants,
           [&] { rope().spinInertia[end == RopeEnd::first ? 1 : rope().segments()] += inertia - disc; });
    disc = inertia;
}

void RopeSimulation::layOut(const std::vector<Vec3>& positions)
{
    std::vector<Vec3> all = positions;
    if (settings_->closed && all.size() + 2 == masses_.size() && state_.ropes.size() == 1)
        all.insert(all.end(), positions.begin(), positions.begin() + 2);
    placeAtRest(all);
    rope().connectionPosition = all.front();
    rope().connectionVelocity = Vec3(0.0);
    forget(state_);
    takeConstants();
    runaway_.begin(totals().energy);
    setBooks(keepsBooks());
}

/// What a moment says besides its masses and lists.
std::array<StateNumber, 10> RopeReadings::numbers() const
{
    constexpr double shortest = 1e-300; // [m], a reel begins a segment with as good as nothing
    constexpr double far = 1e6;
    const Rope& rope = this->rope();
    const double length = settings_->springLength;
    return {{{"insertions", static_cast<double>(netInsertions()), 0.0, -1e6, 1e6},
             {"first_segment", rope.reel.restLength(), length, shortest, far},
             {"feed_speed", rope.reel.feedSpeed(), 0.0, -far, far},
             {"segment_length", rope.segmentLength.value(), length, shortest, far},
             {"segment_length_rate", rope.segmentLength.rate(), 0.0, -far, far},
             {"free_end_due", rope.freeEnd.due(), 0.0, 0.0, 1.0},
             {"ground_height", state_.groundHeight.value(), settings_->groundHeight, -far, far},
             {"ground_height_rate", state_.groundHeight.rate(), 0.0, -far, far},
             {"whipping", rope.whipping ? 1.0 : 0.0, 0.0, 0.0, 1.0},
             {"steps_to_whipping_check", static_cast<double>(rope.stepsToWhippingCheck), 0.0, -1e9, 1e9}}};
}

const std::vector<std::string_view>& RopeReadings::listNames()
{
    return ropeListNames();
}

WrittenMoment RopeReadings::written() const
{
    WrittenMoment moment = writtenMasses();
    moment.note(numbers());
    if (hasLists())
        note(moment, state_);
    return moment;
}

void RopeSimulation::beginAt(const WrittenMoment& moment)
{
    RopeSimulation begun = *this;
    begun.goOnFrom(moment);
    *this = std::move(begun);
}

void RopeSimulation::goOnFrom(const WrittenMoment& moment)
{
    constexpr std::size_t most = 20'000; // twice what a constant allows: a reel may have paid out as many
    const bool counted = countStays() && std::none_of(state_.ropes.begin(), state_.ropes.end(),
                                                      [](const Rope& rope) { return rope.constants.reels(); });
    moment.check(counted ? masses_.size() : 2, counted ? masses_.size() : std::max(most, masses_.size()));
    const std::vector<std::size_t> counts = massCounts(moment, state_);
    auto [insertions, firstSegment, feedSpeed, length, lengthRate, freeEndDue, ground, groundRate, whipping, check] =
        moment.numbers(numbers(), hasLists() ? listNames() : std::vector<std::string_view>{});
    masses_.assign(moment.positions.size(), Mass{});
    placeMasses(moment);
    Rope& rope = this->rope();
    rope.segmentLength = Glide(length, lengthRate);
    const Reel first(firstSegment, feedSpeed, static_cast<int>(insertions));
    std::size_t begin = 0;
    for (std::size_t r = 0; r < state_.ropes.size(); ++r)
    {
        Rope& each = state_.ropes[r];
        each.first = begin;
        each.firstSlot = begin + r;
        begin += counts[r];
        each.springs.resize(counts[r] - 1);
        each.connectionPosition = masses_[each.first].position;
        each.connectionVelocity = masses_[each.first].velocity;
        each.reel = reelOf(moment, r).value_or(r == 0 ? first : Reel(each.segmentLength.value()));
        if (state_.ropes.size() > 1)
            each.constants.massCount = static_cast<int>(counts[r]) - each.reel.netInsertions();
    }
    rope.freeEnd = FreeEnd(freeEndDue);
    rope.whipping = whipping != 0.0;
    rope.stepsToWhippingCheck = static_cast<int>(check);
    state_.groundHeight = Glide(ground, groundRate);
    release();
    forget(state_);
    takeConstants();
    for (std::size_t r = 0; r < state_.ropes.size(); ++r)
    {
        shapeRope(state_, r, counts[r]);
        distributeMass(state_.ropes[r], masses_);
    }
    if (hasLists())
        take(moment, state_);
    updateLongestStep();
    runaway_.begin(totals().energy);
    setBooks(keepsBooks());
}

} // namespace rope
