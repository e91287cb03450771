#include "rope/state/rope_reel.hpp"

#include "rope_ends.hpp"
#include "rope_shape.hpp"

#include "rope/core/bend.hpp"

#include <rope/energy.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <tuple>
#include <vector>

// Rope that a reel pays out at the first mass of a rope, with all that ropes remember of their masses.
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

/// Where the places of all ropes are when the first edge of one is divided, or is made of others. Its edges are L long
/// but for the first.
class Renumbering
{
public:
    /// `inserted` masses behind the mass `anchor`, where the first edge is `first` [m] long at rest, of `was` [m]
    /// before.
    Renumbering(std::size_t anchor, int inserted, double was, double first, double whole)
        : anchor_(static_cast<std::uint32_t>(anchor)), inserted_(inserted), was_(was), first_(first), whole_(whole)
    {
    }

    bool keepsMass(std::uint32_t mass) const
    {
        return mass <= anchor_ || static_cast<int>(mass - anchor_) + inserted_ > 0;
    }
    std::uint32_t mass(std::uint32_t mass) const { return mass <= anchor_ ? mass : shifted(mass); }
    Place place(std::uint32_t edge, double along) const
    {
        if (edge < anchor_)
            return {edge, along};
        const auto own = static_cast<int>(edge - anchor_);
        if (inserted_ > 0 ? own > 0 : own + inserted_ > 0)
            return {shifted(edge), along};
        const double from = own == 0 ? along * was_ : was_ + (own - 1.0 + along) * whole_;
        if (inserted_ < 0 || from <= first_)
            return {anchor_, std::clamp(from / first_, 0.0, 1.0)};
        const double number = std::min(std::floor((from - first_) / whole_), inserted_ - 1.0);
        return {anchor_ + static_cast<std::uint32_t>(number) + 1,
                std::clamp((from - first_) / whole_ - number, 0.0, 1.0)};
    }

private:
    std::uint32_t shifted(std::uint32_t mass) const
    {
        return static_cast<std::uint32_t>(static_cast<int>(mass) + inserted_);
    }

    std::uint32_t anchor_;
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

void renumber(std::vector<SolidTouch>& touches, const Renumbering& numbers)
{
    std::erase_if(touches, [&](const SolidTouch& touch) { return !touch.edge && !numbers.keepsMass(touch.mass); });
    for (SolidTouch& touch : touches)
        if (touch.edge)
        {
            const Place place = numbers.place(touch.mass, touch.along);
            touch.mass = place.edge;
            touch.along = place.along;
        }
        else
            touch.mass = numbers.mass(touch.mass);
    mergeEqual(touches, [](const SolidTouch& touch) { return std::tuple(touch.solid, touch.mass, touch.edge); });
}

void renumber(std::vector<RopeTouch>& touches, const Renumbering& numbers)
{
    for (RopeTouch& touch : touches)
    {
        const Place place = numbers.place(touch.edge, touch.along);
        const Place other = numbers.place(touch.other, touch.otherAlong);
        touch.edge = place.edge;
        touch.along = place.along;
        touch.other = other.edge;
        touch.otherAlong = other.along;
    }
    mergeEqual(touches, [](const RopeTouch& touch) { return std::tuple(touch.edge, touch.other); });
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

/// The twist of the vertices that go stays in the one behind them.
void followReelWithAngles(Rope& rope, int inserted, double sweptArea)
{
    RopeTwist& twist = rope.twist;
    const auto last = static_cast<std::size_t>(1 - std::min(inserted, 0));
    double kept = sweptArea;
    for (std::size_t vertex = 1; vertex <= last; ++vertex)
        kept += twist.reference[vertex];
    twist.reference[last] = kept;
    insertOrErase(twist.reference, inserted, 0.0);
    for (std::vector<double>* list : {&twist.angle, &twist.spin, &rope.past.angle, &rope.past.spin})
    {
        if (list->empty())
            continue;
        const double first = (*list)[1];
        insertOrErase(*list, inserted, first);
        (*list)[1] = first;
    }
}

/// [rad], that the bends of the masses that go sweep where they leave one straight edge.
double areaOfTakenOff(const Rope& rope, const std::vector<Mass>& before, const std::vector<Mass>& masses, int inserted)
{
    std::vector<Vec3> from;
    for (std::size_t i = 0; i < std::min(rope.segments(), static_cast<std::size_t>(2 - inserted)); ++i)
        from.push_back(glm::normalize(before[rope.first + i + 1].position - before[rope.first + i].position));
    std::vector<Vec3> to = from;
    std::fill(to.begin(), to.begin() + 1 - inserted,
              glm::normalize(masses[rope.first + 1].position - masses[rope.first].position));
    return sweptArea(from, to);
}

/// Where the rope of the new masses was before the last step: as it is now, on the line from the reel. `was` [m] is the
/// rest length of the first segment before it was divided.
void insertIntoPast(Rope& rope, int inserted, double was)
{
    RopePast& past = rope.past;
    const double whole = rope.whole.restLength;
    std::vector<Vec3> positions;
    std::vector<Vec3> velocities;
    const double then = was - rope.feed.speed * past.dt;
    const Vec3 d = past.positions[1] - past.positions[0];
    for (int i = 0; i < inserted; ++i)
    {
        const double f = (then - (inserted - i) * whole) / then;
        positions.push_back(past.positions[0] + f * d);
        velocities.push_back(past.velocities[0] + f * (past.velocities[1] - past.velocities[0]) +
                             (1.0 - f) * rope.feed.speed / then * d);
    }
    insertOrErase(past.positions, std::min(inserted, 0), Vec3(0.0));
    insertOrErase(past.velocities, std::min(inserted, 0), Vec3(0.0));
    past.positions.insert(past.positions.begin() + 1, positions.begin(), positions.end());
    past.velocities.insert(past.velocities.begin() + 1, velocities.begin(), velocities.end());
}

} // namespace

void shapeFirstSegment(Rope& rope, double restLength)
{
    const double whole = rope.whole.restLength;
    rope.springs.front() = rope.whole;
    rope.springs.front().first = 0;
    rope.springs.front().second = 1;
    Reel::shapeSegment({.insertion = rope.constants.insertion, .segmentLength = whole}, restLength,
                       rope.springs.front());
    if (rope.segments() > 1)
        rope.perVertexLength[1] = hingeStiffness(1.0, restLength, rope.springs[1].restLength, whole);
    setTwistedLength(rope);
}

void followReel(RopeState& state, std::size_t number, const std::vector<Mass>& before, const std::vector<Mass>& masses,
                int inserted, double restLength)
{
    Rope& rope = state.ropes[number];
    const double whole = rope.whole.restLength;
    const double was = restLength + inserted * whole;
    double area = 0.0;
    if (inserted < 0 && rope.constants.torsionalStiffness > 0.0)
    {
        area = areaOfTakenOff(rope, before, masses, inserted);
        rope.twist.total += area;
    }
    if (rope.waves())
        followReelWithAngles(rope, inserted, area);
    if (rope.past.dt > 0.0)
        insertIntoPast(rope, inserted, was);
    insertOrErase(rope.springs, inserted, rope.whole);
    insertOrErase(rope.perVertexLength, inserted, 1.0 / whole);
    rope.spinInertia.resize(rope.segments() + 2);
    std::fill(rope.spinInertia.begin(), rope.spinInertia.end(), rope.constants.spinInertia * whole);
    rope.spinInertia[1] += rope.discs[0];
    rope.spinInertia[rope.segments()] += rope.discs[1];
    insertOrErase(rope.pinned, inserted, static_cast<char>(0));
    insertOrErase(rope.loads, inserted, Vec3(0.0));
    const Renumbering numbers(rope.first, inserted, was, restLength, whole);
    renumber(state.touches, numbers);
    renumber(state.selfTouches, numbers);
    for (std::size_t r = number + 1; r < state.ropes.size(); ++r)
    {
        state.ropes[r].first += static_cast<std::size_t>(inserted); // wraps round where they are taken off
        state.ropes[r].firstSlot += static_cast<std::size_t>(inserted);
    }
    for (Tie& tie : state.ties)
        for (TiePlace* held : {&tie.one, &tie.other})
            if (held->on == TiePlace::On::rope && held->rope == number)
            {
                const Place place = numbers.place(static_cast<std::uint32_t>(rope.first + held->edge), held->along);
                held->edge = place.edge - rope.first;
                held->along = place.along;
            }
    rope.feed.length = restLength;
    for (std::size_t j = 0; j < rope.springs.size(); ++j)
    {
        rope.springs[j].first = j;
        rope.springs[j].second = j + 1;
    }
    shapeFirstSegment(rope, restLength);
}

} // namespace rope
