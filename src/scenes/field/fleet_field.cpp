#include "fleet_field.hpp"

#include <rope/elementary.hpp>
#include <rope/step_watch.hpp>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <span>
#include <utility>

namespace ropewalk
{

using rope::Vec3;

namespace
{

/// Evenly spread in [-1, 1), the same for the same numbers everywhere.
double scatter(int rope, std::uint32_t stream)
{
    std::uint32_t x = static_cast<std::uint32_t>(rope) * 0x9e3779b9u + stream * 0x85ebca6bu + 0x27d4eb2fu;
    x = (x ^ (x >> 15)) * 0x2c1b3c6du;
    x = (x ^ (x >> 12)) * 0x297a2d39u;
    x ^= x >> 15;
    return static_cast<double>(x) / 2147483648.0 - 1.0;
}

std::size_t index(int i)
{
    return static_cast<std::size_t>(i);
}

} // namespace

FleetField::FleetField(const FieldSettings& settings)
    : settings_(settings), combDelay_(settings.combDelay), groundHeight_(settings.rope.groundHeight)
{
    settings_.validate();
    moved_.push_back({0.0, Vec3(0.0, std::max(0.0, settings_.rope.groundHeight), 0.0)});
    layOut();
}

void FleetField::setSettings(const FieldSettings& settings)
{
    settings.validate();
    const bool sound = !runawayRope();
    const FieldSettings before = std::exchange(settings_, settings);
    if (rope::laidOutOtherwise(settings_, before))
    {
        if (settings_.rope.groundHeight != before.rope.groundHeight)
        {
            // The ropes stand on the new ground: inside it, their connection points would tear them out.
            groundHeight_ = rope::Glide(settings_.rope.groundHeight);
            Vec3 by = moved_.back().by;
            by.y = std::max(by.y, settings_.rope.groundHeight);
            moved_ = {{time_, by}};
        }
        energyAtChange_ = 0.0;
        layOut();
        return;
    }
    for (std::size_t fleet = 0; fleet < fleets_.size(); ++fleet)
        fleets_[fleet].setSettings(fleetSettings(fleet));
    if (!sound)
        return; // the energy of ropes that have run away would explain any length
    energyAtChange_ = 0.0;
    for (const std::vector<int>& ropes : ropes_)
        energyAtChange_ = std::max(energyAtChange_, motionEnergy(ropes[tick_ % ropes.size()]));
}

double FleetField::motionEnergy(int rope) const
{
    const double k = settings_.rope.springConstant;
    double sum = bendingEnergy(rope);
    for (int i = 1; i < massCount(); ++i)
    {
        const Vec3 v = velocity(rope, i);
        const double stretch = glm::distance(position(rope, i - 1), position(rope, i)) - settings_.rope.springLength;
        sum += 0.5 * settings_.rope.mass * glm::dot(v, v) + 0.5 * k * stretch * stretch;
    }
    return sum;
}

Vec3 FleetField::restPosition(int rope) const
{
    // Each rope stands off its lattice point by less than half a spacing: no two meet, and no rows are seen.
    constexpr double disorder = 0.42;
    const double column = rope % columnCount_ - 0.5 * (columnCount_ - 1) + disorder * scatter(rope, 0);
    const double row = rowOf(rope) - 0.5 * (rowCount_ - 1) + disorder * scatter(rope, 1);
    return {settings_.spacing * column, 0.0, -settings_.spacing * row};
}

void FleetField::layOut()
{
    shareOut();
    hangUp();
}

void FleetField::shareOut()
{
    const int count = ropeCount();
    constexpr double aspect = 1.3; // wider than deep
    columnCount_ = std::clamp(static_cast<int>(std::lround(std::sqrt(aspect * count))), 1, count);
    rowCount_ = (count + columnCount_ - 1) / columnCount_;

    const double speed = glm::length(settings_.wind);
    const Vec3 downwind = speed > 0.0 ? settings_.wind / speed : Vec3(1.0, 0.0, 0.0);
    const Vec3 across(-downwind.z, 0.0, downwind.x);
    std::vector<double> along(index(count));
    for (int rope = 0; rope < count; ++rope)
    {
        // The front is bent and ragged by a metre: the steps of the wind from fleet to fleet are not seen.
        const Vec3 at = restPosition(rope);
        along[index(rope)] =
            glm::dot(at, downwind) + 1.2 * rope::elementary::sin(0.35 * glm::dot(at, across)) + scatter(rope, 2);
    }
    std::vector<int> order(index(count));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return along[index(a)] < along[index(b)]; });

    // A fleet is big enough to be shared by threads, and there are enough of them for a smooth gust.
    const int fleetSize = std::max(16, (count + 23) / 24);
    const std::size_t fleetCount = index((count + fleetSize - 1) / fleetSize);
    ropes_.assign(fleetCount, {});
    along_.assign(fleetCount, 0.0);
    places_.assign(index(count), {});
    for (std::size_t i = 0; i < order.size(); ++i)
    {
        const std::size_t fleet = i / index(fleetSize);
        places_[index(order[i])] = {static_cast<std::uint32_t>(fleet), static_cast<int>(ropes_[fleet].size())};
        ropes_[fleet].push_back(order[i]);
        along_[fleet] += along[index(order[i])];
    }
    for (std::size_t fleet = 0; fleet < fleetCount; ++fleet)
        along_[fleet] /= static_cast<double>(ropes_[fleet].size());
}

void FleetField::hangUp()
{
    // At rest the force f = m g + b w on each mass adds up from the free end: all ropes are straight, and segment
    // i of N - 1 is stretched by (N - 1 - i) |f| / k.
    const rope::RopeSettings& r = settings_.rope;
    const Vec3 f = r.mass * settings_.gravity() + r.airFriction * settings_.wind;
    const double force = glm::length(f);
    Vec3 direction = force > 0.0 ? f / force : Vec3(0.0, 1.0, 0.0);
    const double yield = r.springConstant > 0.0 ? std::min(force / r.springConstant, r.springLength) : 0.0;
    std::vector<double> reach(index(massCount()), 0.0);
    for (int mass = 1; mass < massCount(); ++mass)
        reach[index(mass)] = reach[index(mass - 1)] + r.springLength + (massCount() - mass) * yield;
    // Ropes that would hang down into the ground are laid on it: the ground would throw them out.
    if (moved_.back().by.y + reach.back() * direction.y < r.groundHeight)
    {
        const Vec3 flat(direction.x, 0.0, direction.z);
        direction = glm::length(flat) > 0.0 ? glm::normalize(flat) : Vec3(1.0, 0.0, 0.0);
    }
    fleets_.clear();
    fleets_.reserve(ropes_.size());
    for (std::size_t fleet = 0; fleet < ropes_.size(); ++fleet)
    {
        fleets_.emplace_back(fleetSettings(fleet));
        fleets_.back().layOut(
            [&](int rope, int mass)
            {
                const int whole = ropes_[fleet][index(rope)];
                const Vec3 moved = movedAt(time_ - combDelay_.value() * rowDistance(rowOf(whole)));
                return restPosition(whole) + moved + reach[index(mass)] * direction;
            });
    }
}

double FleetField::gust(std::size_t fleet) const
{
    // Air that moves on unchanged (Taylor's frozen turbulence): the air here was upwind before.
    constexpr double turn = 2.0 * std::numbers::pi;
    const double at = windPath_ - along_[fleet];
    return 0.55 * rope::elementary::sin(turn * at / 17.0) + 0.30 * rope::elementary::sin(turn * at / 7.3 + 1.0) +
           0.15 * rope::elementary::sin(turn * at / 4.1 + 2.0);
}

Vec3 FleetField::windOf(std::size_t fleet) const
{
    return (1.0 + settings_.gustiness * gust(fleet)) * settings_.wind;
}

rope::RopeFleetSettings FleetField::fleetSettings(std::size_t fleet) const
{
    rope::RopeFleetSettings result;
    result.ropeCount = static_cast<int>(ropes_[fleet].size());
    result.rope = settings_.effectiveRope();
    result.wind = windOf(fleet);
    if (settings_.portable)
        result.instructionSet = rope::InstructionSet::portable;
    return result;
}

Vec3 FleetField::movedAt(double time) const
{
    if (time <= moved_.front().time)
        return moved_.front().by;
    const auto after = std::lower_bound(moved_.begin(), moved_.end(), time,
                                        [](const Moved& moved, double t) { return moved.time < t; });
    if (after == moved_.end())
        return moved_.back().by;
    const Moved& b = *after;
    const Moved& a = *std::prev(after);
    return glm::mix(a.by, b.by, (time - a.time) / (b.time - a.time));
}

void FleetField::moveConnections(double h, const Vec3& velocity)
{
    // A faster change of the delay would send the far rows back in time.
    const double farthest = std::max(rowDistance(rowCount_ - 1), settings_.spacing);
    combDelay_.advance(settings_.combDelay, 0.5 / farthest, h);
    groundHeight_.advance(settings_.rope.groundHeight, 1.0, h); // as fast as the fleets'

    const double end = time_ + h;
    Vec3 by = moved_.back().by + h * velocity;
    by.y = std::max(by.y, groundHeight_.value());
    moved_.push_back({end, by});
    const double oldest = time_ - combDelay_.value() * farthest;
    while (moved_.size() > 2 && moved_[1].time < oldest)
        moved_.pop_front();

    // Each rope moves to where its row has to be. Moved by the delayed velocity instead, it would add up rounding
    // errors.
    std::vector<Vec3> targets(index(rowCount_));
    for (int row = 0; row < rowCount_; ++row)
        targets[index(row)] = movedAt(end - combDelay_.value() * rowDistance(row));
    for (int rope = 0; rope < ropeCount(); ++rope)
    {
        const Place& at = place(rope);
        rope::RopeFleet& fleet = fleets_[at.fleet];
        const Vec3 missing = restPosition(rope) + targets[index(rowOf(rope))] - fleet.connectionPosition(at.rope);
        fleet.setConnectionVelocity(at.rope, missing / h);
    }
}

int FleetField::advance(double h, const Vec3& velocity)
{
    if (!(h > 0.0))
        return 0;
    moveConnections(h, velocity);
    windPath_ += h * glm::length(settings_.wind);
    underWay_ = Tick{h};
    return goOn();
}

int FleetField::goOn()
{
    Tick& tick = *underWay_;
    while (tick.fleet < fleets_.size())
    {
        fleets_[tick.fleet].setWind(windOf(tick.fleet));
        tick.steps = fleets_[tick.fleet].advance(tick.length);
        ++tick.fleet;
        if (tick.fleet < fleets_.size() && rope::StepWatch::restAsked())
            return tick.steps;
    }
    time_ += tick.length;
    ++tick_;
    return std::exchange(underWay_, std::nullopt)->steps;
}

double FleetField::longestExplained() const
{
    // A fleet keeps no account of its energy. Every segment is stretched by all the weight and by the air, and the
    // whole rope is stopped from its greatest speed.
    const rope::RopeSettings& r = settings_.rope;
    const double n = massCount();
    const double restLength = (n - 1.0) * r.springLength;
    const double gravity = glm::length(settings_.gravity());
    const double fall = std::sqrt(2.0 * gravity * n * r.springLength);
    const double speed = std::max({r.connectionSpeed, 2.0 * glm::length(settings_.wind), fall});
    const double pull = n * (r.mass * gravity + r.airFriction * speed);
    const double stretch = n * pull / r.springConstant + speed * std::sqrt(r.mass * n * n / r.springConstant);
    // Only one rope of each fleet was measured when constants were changed; the factor 2 is for the others.
    const double released = 2.0 * std::sqrt(2.0 * n * energyAtChange_ / r.springConstant);
    return r.springConstant > 0.0 ? 4.0 * (restLength + stretch) + released
                                  : std::numeric_limits<double>::infinity(); // nothing holds the masses
}

std::optional<int> FleetField::runawayRope() const
{
    const double longest = longestExplained();
    const auto ranAway = [&](std::size_t fleet, int rope)
    { return !(fleets_[fleet].length(rope) <= longest); }; // true for NaN
    for (std::size_t fleet = 0; fleet < fleets_.size(); ++fleet)
        if (ranAway(fleet, static_cast<int>(tick_ % ropes_[fleet].size())))
            return ropes_[fleet][tick_ % ropes_[fleet].size()];
    const std::size_t turn = tick_ % fleets_.size();
    if (const std::optional<int> rope = fleets_[turn].runawayRope())
        return ropes_[turn][index(*rope)];
    return std::nullopt;
}

int FleetField::worstMass(int rope) const
{
    int worst = 0;
    double longest = 0.0;
    for (int mass = 1; mass < massCount(); ++mass)
    {
        const double segment = glm::distance(position(rope, mass - 1), position(rope, mass));
        if (!std::isfinite(segment))
            return mass;
        if (segment > longest)
        {
            longest = segment;
            worst = mass;
        }
    }
    return worst;
}

void FleetField::fill(RopeField& field) const
{
    // A frame can copy, mix and search this many in a few milliseconds.
    constexpr int affordable = 280'000;
    constexpr int least = 6; // points that a swaying rope needs
    int stride = 1;
    while (fleets_.front().pointsPerRope(stride) > least &&
           fleets_.front().pointsPerRope(stride) * static_cast<long long>(ropeCount()) > affordable)
        ++stride;
    const std::size_t points = index(fleets_.front().pointsPerRope(stride));
    field.ropeCount = ropeCount();
    field.pointsPerRope = static_cast<int>(points);
    field.spacing = static_cast<float>(settings_.spacing);
    field.xyz.resize(3 * points * index(ropeCount()));
    std::span<float> rest(field.xyz);
    for (const rope::RopeFleet& fleet : fleets_)
    {
        const std::size_t size = 3 * points * index(fleet.ropeCount());
        fleet.readPositions(rest.first(size), stride);
        rest = rest.subspan(size);
    }
}

} // namespace ropewalk
