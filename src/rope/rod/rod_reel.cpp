#include "rod_shape.hpp"

#include "rope/core/bend.hpp"

#include <rope/energy.hpp>
#include <rope/rod.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

// Rope that a reel pays out at the first mass, with all that a rod remembers of its masses.
//
// A mass that is inserted on the straight line between two others bends nothing, and the hinge behind it keeps its
// stiffness (hingeStiffness): so no energy, tension or moment jumps. A uniform twist lies in the whole of the rope that
// is out, so that a torque changes with the length alone.

namespace rope
{

namespace
{

/// A place on the rope: an edge by its first mass, and how far along it.
struct Place
{
    std::uint32_t edge = 0;
    double along = 0.0;
};

/// Where the places of a rope are whose first edge is divided, or is made of others. Edges are L long but for the
/// first.
class Renumbering
{
public:
    /// `inserted` masses, behind which the first edge is `first` [m] long at rest, of `was` [m] before.
    Renumbering(int inserted, double was, double first, double whole)
        : inserted_(inserted), was_(was), first_(first), whole_(whole)
    {
    }

    bool keepsMass(std::uint32_t mass) const { return mass == 0 || static_cast<int>(mass) + inserted_ > 0; }
    std::uint32_t mass(std::uint32_t mass) const { return mass == 0 ? 0 : shifted(mass); }
    Place place(std::uint32_t edge, double along) const
    {
        const bool first = inserted_ > 0 ? edge == 0 : static_cast<int>(edge) + inserted_ <= 0;
        if (!first)
            return {shifted(edge), along};
        const double from = edge == 0 ? along * was_ : was_ + (static_cast<double>(edge) - 1.0 + along) * whole_;
        if (inserted_ < 0 || from <= first_)
            return {0, std::clamp(from / first_, 0.0, 1.0)};
        const double number = std::min(std::floor((from - first_) / whole_), inserted_ - 1.0);
        return {static_cast<std::uint32_t>(number) + 1, std::clamp((from - first_) / whole_ - number, 0.0, 1.0)};
    }

private:
    std::uint32_t shifted(std::uint32_t mass) const
    {
        return static_cast<std::uint32_t>(static_cast<int>(mass) + inserted_);
    }

    int inserted_;
    double was_;
    double first_;
    double whole_;
};

/// Sorts touches, and keeps the one with the most pressure where edges have become one.
template <typename Touch, typename Key>
void mergeEqual(std::vector<Touch>& touches, const Key& key)
{
    std::sort(touches.begin(), touches.end(),
              [&](const Touch& a, const Touch& b)
              {
                  const auto keyOfA = key(a);
                  const auto keyOfB = key(b);
                  return keyOfA != keyOfB ? keyOfA < keyOfB : a.pressure > b.pressure;
              });
    touches.erase(
        std::unique(touches.begin(), touches.end(), [&](const Touch& a, const Touch& b) { return key(a) == key(b); }),
        touches.end());
}

void renumber(std::vector<RodTouch>& touches, const Renumbering& numbers)
{
    std::erase_if(touches, [&](const RodTouch& touch) { return !touch.edge && !numbers.keepsMass(touch.mass); });
    for (RodTouch& touch : touches)
        if (touch.edge)
        {
            const Place place = numbers.place(touch.mass, touch.along);
            touch.mass = place.edge;
            touch.along = place.along;
        }
        else
            touch.mass = numbers.mass(touch.mass);
    mergeEqual(touches, [](const RodTouch& touch) { return std::tuple(touch.solid, touch.mass, touch.edge); });
}

void renumber(std::vector<RodSelfTouch>& touches, const Renumbering& numbers)
{
    for (RodSelfTouch& touch : touches)
    {
        const Place place = numbers.place(touch.edge, touch.along);
        const Place other = numbers.place(touch.other, touch.otherAlong);
        touch.edge = place.edge;
        touch.along = place.along;
        touch.other = other.edge;
        touch.otherAlong = other.along;
    }
    mergeEqual(touches, [](const RodSelfTouch& touch) { return std::tuple(touch.edge, touch.other); });
}

template <typename T>
void insertOrErase(std::vector<T>& list, int inserted, const T& value)
{
    if (list.empty())
        return;
    if (inserted > 0)
        list.insert(list.begin() + 1, static_cast<std::size_t>(inserted), value);
    else
        list.erase(list.begin() + 1, list.begin() + 1 - inserted);
}

} // namespace

void RodSimulation::setReel(double payoutSpeed, int minMassCount, int maxMassCount)
{
    if (settings_.closed)
        throw std::invalid_argument("a reel for a ring: must be a rope with two ends");
    if (!std::isfinite(payoutSpeed) || minMassCount < 3 || maxMassCount < minMassCount)
        throw std::invalid_argument("reel with " + std::to_string(minMassCount) + " to " +
                                    std::to_string(maxMassCount) + " masses: must have 3 or more, and a finite speed");
    payoutSpeed_ = payoutSpeed;
    minMassCount_ = minMassCount;
    maxMassCount_ = maxMassCount;
    if (reel_)
        return;
    reel_.emplace(segment());
    feed_.length = segment();
    feed_.whole = model_.springs.back();
}

ReelSettings RodSimulation::reelSettings() const
{
    return {payoutSpeed_, minMassCount_, maxMassCount_, Insertion::consistent, segment(), segment()};
}

void RodSimulation::shapeFirstSegment(double restLength)
{
    const double whole = feed_.whole.restLength;
    model_.springs.front() = feed_.whole;
    model_.springs.front().first = 0;
    model_.springs.front().second = 1;
    feed_.rule.segmentLength = whole;
    Reel::shapeSegment(feed_.rule, restLength, model_.springs.front());
    if (model_.segments() > 1)
        model_.perVertexLength[1] = hingeStiffness(1.0, restLength, model_.springs[1].restLength, whole);
    model_.reeledLength = rope::restLength(model_.springs) - whole;
}

void RodSimulation::wind(double dt)
{
    const ReelSettings settings = reelSettings();
    if (!reel_->changesMasses(settings, dt, static_cast<int>(masses_.size())))
    {
        reel_->advance(settings, dt, masses_);
        return;
    }
    const int before = reel_->netInsertions();
    const std::vector<Mass> masses = masses_;
    change(EnergyLine::reel, MomentumLine::reel,
           [&]
           {
               reel_->advance(settings, dt, masses_);
               followReel(masses, reel_->netInsertions() - before, reel_->restLength());
           });
}

/// The work of the reel in a piece of a step, -T (1 + e/2) dl with the tension and the strain in the middle of it: so
/// much of what the piece has made is the reel's.
void RodSimulation::bookFeed(double dt)
{
    const Spring& now = model_.springs.front();
    Spring then = feed_.whole;
    Reel::shapeSegment(feed_.rule, feed_.length - feed_.speed * dt, then);
    const double r = glm::distance(past_.positions[0], past_.positions[1]);
    const double mean = 0.5 * (then.tension(r) + now.tension(springLength(masses_, now)));
    const double strain = mean / (now.springConstant * now.restLength);
    const double work = -mean * (1.0 + 0.5 * strain) * feed_.speed * dt;
    books_->energy.gain(EnergyLine::reel, work);
    books_->energy.gain(EnergyLine::integrator, -work);
}

void RodSimulation::followReelWithAngles(int inserted, double sweptArea)
{
    // The twist of the vertices that go stays in the one behind them.
    const auto last = static_cast<std::size_t>(1 - std::min(inserted, 0));
    double twist = sweptArea;
    for (std::size_t vertex = 1; vertex <= last; ++vertex)
        twist += twist_.reference[vertex];
    twist_.reference[last] = twist;
    insertOrErase(twist_.reference, inserted, 0.0);
    for (std::vector<double>* list : {&twist_.angle, &twist_.spin, &past_.angle, &past_.spin})
    {
        if (list->empty())
            continue;
        const double first = (*list)[1];
        insertOrErase(*list, inserted, first);
        (*list)[1] = first;
    }
}

void RodSimulation::followReel(const std::vector<Mass>& before, int inserted, double restLength)
{
    const double whole = feed_.whole.restLength;
    const double longWhole = segment();
    const double was = restLength + inserted * whole;
    double area = 0.0;
    if (inserted < 0 && model_.torsionalStiffness > 0.0)
    {
        // The masses that go leave one straight edge: their bends sweep an area.
        std::vector<Vec3> from;
        for (std::size_t i = 0; i < std::min(before.size() - 1, static_cast<std::size_t>(2 - inserted)); ++i)
            from.push_back(glm::normalize(before[i + 1].position - before[i].position));
        std::vector<Vec3> to = from;
        std::fill(to.begin(), to.begin() + 1 - inserted, glm::normalize(masses_[1].position - masses_[0].position));
        area = sweptArea(from, to);
        twist_.total += area;
    }
    if (model_.waves)
        followReelWithAngles(inserted, area);
    if (past_.dt > 0.0)
    {
        // Where the rope of the new masses was before the last step: as it is now, on the line from the reel.
        std::vector<Vec3> positions;
        std::vector<Vec3> velocities;
        const double then = was - feed_.speed * past_.dt;
        const Vec3 d = past_.positions[1] - past_.positions[0];
        for (int i = 0; i < inserted; ++i)
        {
            const double f = (then - (inserted - i) * whole) / then;
            positions.push_back(past_.positions[0] + f * d);
            velocities.push_back(past_.velocities[0] + f * (past_.velocities[1] - past_.velocities[0]) +
                                 (1.0 - f) * feed_.speed / then * d);
        }
        insertOrErase(past_.positions, std::min(inserted, 0), Vec3(0.0));
        insertOrErase(past_.velocities, std::min(inserted, 0), Vec3(0.0));
        past_.positions.insert(past_.positions.begin() + 1, positions.begin(), positions.end());
        past_.velocities.insert(past_.velocities.begin() + 1, velocities.begin(), velocities.end());
    }
    insertOrErase(model_.springs, inserted, feed_.whole);
    insertOrErase(model_.perVertexLength, inserted, 1.0 / whole);
    model_.spinInertia.resize(model_.segments() + 2);
    std::fill(model_.spinInertia.begin(), model_.spinInertia.end(), settings_.spinInertia * whole);
    model_.spinInertia[1] += discs_[0];
    model_.spinInertia[model_.segments()] += discs_[1];
    insertOrErase(model_.pinned, inserted, static_cast<char>(0));
    insertOrErase(model_.loads, inserted, Vec3(0.0));
    const Renumbering numbers(inserted, was, restLength, whole);
    renumber(touches_, numbers);
    renumber(selfTouches_, numbers);

    settings_.massCount += inserted;
    settings_.length = longWhole * (settings_.massCount - 1);
    feed_.length = restLength;
    for (std::size_t j = 0; j < model_.springs.size(); ++j)
    {
        model_.springs[j].first = j;
        model_.springs[j].second = j + 1;
    }
    shapeFirstSegment(restLength);
}

} // namespace rope
