#include "rope_cut.hpp"

#include "rope_parts.hpp"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace rope
{

namespace
{

constexpr std::size_t gone = std::numeric_limits<std::size_t>::max();

/// Where masses and edges are after a change, by where they were; an edge by its first mass.
struct Moves
{
    explicit Moves(std::size_t count) : masses(count), edges(count)
    {
        for (std::size_t i = 0; i < count; ++i)
            masses[i] = edges[i] = i;
    }
    std::vector<std::size_t> masses;
    std::vector<std::size_t> edges;
};

/// The edges of each tie, counted over all ropes, while ropes change their numbers; 0 where a tie's place is no rope.
std::vector<std::pair<std::size_t, std::size_t>> edgesOfTies(const RopeState& state)
{
    const auto edgeOf = [&](const TiePlace& place)
    { return place.on == TiePlace::On::rope ? state.ropes[place.rope].first + place.edge : 0; };
    std::vector<std::pair<std::size_t, std::size_t>> edges;
    for (const Tie& tie : state.ties)
        edges.emplace_back(edgeOf(tie.one), edgeOf(tie.other));
    return edges;
}

void setPlace(const RopeState& state, TiePlace& place, std::size_t edge)
{
    if (place.on != TiePlace::On::rope)
        return;
    const Rope& rope = state.ropeAt(edge);
    place.rope = static_cast<std::size_t>(&rope - state.ropes.data());
    place.edge = edge - rope.first;
}

/// Ties, touches and the places of all ropes follow a change of the masses; `tied` are the edges of the ties before it.
void follow(RopeState& state, const Moves& moves, const std::vector<std::pair<std::size_t, std::size_t>>& tied)
{
    std::size_t first = 0;
    for (std::size_t r = 0; r < state.ropes.size(); ++r)
    {
        Rope& rope = state.ropes[r];
        rope.first = first;
        rope.firstSlot = first + r;
        first += rope.masses();
        rope.past.dt = 0.0; // forces have jumped
    }
    std::vector<Tie> ties;
    for (std::size_t k = 0; k < state.ties.size(); ++k)
    {
        const std::size_t one = moves.edges[tied[k].first];
        const std::size_t other = moves.edges[tied[k].second];
        const Tie& tie = state.ties[k];
        if ((tie.one.on == TiePlace::On::rope && one == gone) || (tie.other.on == TiePlace::On::rope && other == gone))
            continue;
        ties.push_back(state.ties[k]);
        setPlace(state, ties.back().one, one);
        setPlace(state, ties.back().other, other);
    }
    state.ties = ties;
    const auto placeOf = [&](const SolidTouch& touch)
    { return touch.edge ? moves.edges[touch.mass] : moves.masses[touch.mass]; };
    std::erase_if(state.touches, [&](const SolidTouch& touch) { return placeOf(touch) == gone; });
    for (SolidTouch& touch : state.touches)
        touch.mass = static_cast<std::uint32_t>(placeOf(touch));
    const auto place = [](const SolidTouch& touch) { return std::tuple(touch.solid, touch.mass, touch.edge); };
    std::sort(state.touches.begin(), state.touches.end(),
              [&](const SolidTouch& a, const SolidTouch& b) { return place(a) < place(b); });
    state.touches.erase(std::unique(state.touches.begin(), state.touches.end(),
                                    [&](const SolidTouch& a, const SolidTouch& b) { return place(a) == place(b); }),
                        state.touches.end());
    std::erase_if(state.selfTouches, [&](const RopeTouch& touch)
                  { return moves.edges[touch.edge] == gone || moves.edges[touch.other] == gone; });
    for (RopeTouch& touch : state.selfTouches)
    {
        touch.edge = static_cast<std::uint32_t>(moves.edges[touch.edge]);
        touch.other = static_cast<std::uint32_t>(moves.edges[touch.other]);
        if (touch.edge > touch.other)
        {
            std::swap(touch.edge, touch.other);
            std::swap(touch.along, touch.otherAlong);
            touch.normal = -touch.normal;
            touch.friction = -touch.friction;
            touch.slip = -touch.slip;
        }
    }
    std::sort(state.selfTouches.begin(), state.selfTouches.end(),
              [](const RopeTouch& a, const RopeTouch& b)
              { return std::pair(a.edge, a.other) < std::pair(b.edge, b.other); });
    state.placed = true;
}

/// A part of a list by slots, from a slot on: `edges` of them, and an imagined one at each side.
std::vector<double> slots(const std::vector<double>& list, std::size_t from, std::size_t edges)
{
    if (list.empty())
        return {};
    const auto begin = list.begin() + static_cast<std::ptrdiff_t>(from);
    std::vector<double> part(begin, begin + static_cast<std::ptrdiff_t>(edges + 2));
    return part;
}

template <typename T>
std::vector<T> part(const std::vector<T>& list, std::size_t from, std::size_t count)
{
    if (list.empty())
        return {};
    const auto begin = list.begin() + static_cast<std::ptrdiff_t>(from);
    return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}

/// The masses from one on of a rope as a rope: what it is beyond its springs.
Rope pieceOf(const Rope& rope, std::size_t from, std::size_t count)
{
    Rope piece = rope;
    piece.constants.massCount = static_cast<int>(count) - (from == 0 ? rope.reel.netInsertions() : 0);
    piece.springs = part(rope.springs, from, count - 1);
    piece.pinned = part(rope.pinned, from, count);
    piece.loads = part(rope.loads, from, count);
    piece.twist.angle = slots(rope.twist.angle, from, count - 1);
    piece.twist.spin = slots(rope.twist.spin, from, count - 1);
    piece.twist.reference = part(rope.twist.reference, from, count);
    piece.past = RopePast{};
    piece.twist.total *= static_cast<double>(count - 1) / static_cast<double>(rope.segments());
    return piece;
}

void append(std::vector<double>& list, const std::vector<double>& more, std::size_t without)
{
    list.resize(list.size() - std::min(list.size(), without));
    list.insert(list.end(), more.begin() + static_cast<std::ptrdiff_t>(std::min(more.size(), without)), more.end());
}

template <typename List>
auto at(List& list, std::size_t index)
{
    return list.begin() + static_cast<std::ptrdiff_t>(index);
}

} // namespace

std::size_t appendRope(RopeState& state, std::vector<Mass>& masses, const RopeConstants& constants,
                       const std::vector<Vec3>& positions)
{
    const std::size_t number = state.ropes.size();
    Rope& rope = state.ropes.emplace_back();
    rope.id = state.nextRope;
    state.nextRope = static_cast<RopeId>(static_cast<std::uint32_t>(state.nextRope) + 1);
    rope.constants = constants;
    rope.constants.massCount = static_cast<int>(positions.size());
    rope.segmentLength = Glide(constants.springLength);
    rope.reel = Reel(constants.springLength);
    rope.first = masses.size();
    rope.firstSlot = rope.first + number;
    rope.connectionPosition = positions.front();
    for (const Vec3& position : positions)
        masses.emplace_back().position = position;
    shapeRope(state, number, positions.size());
    distributeMass(state.ropes[number], masses);
    return number;
}

void removeRope(RopeState& state, std::vector<Mass>& masses, std::size_t number)
{
    const auto tied = edgesOfTies(state);
    const std::size_t first = state.ropes[number].first;
    const std::size_t count = state.ropes[number].masses();
    Moves moves(masses.size());
    for (std::size_t i = first; i < masses.size(); ++i)
        moves.masses[i] = moves.edges[i] = i < first + count ? gone : i - count;
    masses.erase(at(masses, first), at(masses, first + count));
    state.ropes.erase(at(state.ropes, number));
    follow(state, moves, tied);
}

void cutRope(RopeState& state, std::vector<Mass>& masses, std::size_t number, std::size_t mass)
{
    const auto tied = edgesOfTies(state);
    const Rope whole = state.ropes[number];
    Moves moves(masses.size());
    const std::size_t place = whole.first + mass;
    for (std::size_t i = place; i < masses.size(); ++i)
    {
        moves.masses[i] = i == place ? i : i + 1;
        moves.edges[i] = i + 1; // the edge behind the cut begins at the second half
    }
    masses[place].mass *= 0.5;
    masses.insert(at(masses, place), Mass(masses[place]));

    Rope before = pieceOf(whole, 0, mass + 1);
    before.endLoad = 0.0;
    before.constants.pinFreeEnd = false;
    before.ends[1] = EndHold{};
    before.discs[1] = 0.0;
    before.cut[1] = true;
    Rope behind = pieceOf(whole, mass, whole.masses() - mass);
    behind.id = state.nextRope;
    state.nextRope = static_cast<RopeId>(static_cast<std::uint32_t>(state.nextRope) + 1);
    behind.constants.endHeld = false;
    behind.constants.payoutSpeed = 0.0;
    behind.reel = Reel(whole.segmentLength.value());
    behind.feed = Feed{};
    behind.ends[0] = EndHold{};
    behind.discs[0] = 0.0;
    behind.cut[0] = true;
    behind.pinned.front() = 0;
    behind.loads.front() = Vec3(0.0);
    behind.connectionVelocity = Vec3(0.0);
    before.pins.clear();
    behind.pins.clear();
    for (const Pin& pin : whole.pins)
        if (const int index = pin.mass + whole.reel.netInsertions(); index <= static_cast<int>(mass))
            before.pins.push_back(pin);
        else
            behind.pins.push_back({index - static_cast<int>(mass), pin.at});
    state.ropes[number] = before;
    state.ropes.insert(at(state.ropes, number + 1), behind);
    follow(state, moves, tied);
    shapeRope(state, number, mass + 1);
    shapeRope(state, number + 1, whole.masses() - mass);
}

void joinRopes(RopeState& state, std::vector<Mass>& masses, std::size_t number, std::size_t other)
{
    const auto tied = edgesOfTies(state);
    Rope& rope = state.ropes[number];
    const Rope more = state.ropes[other];
    const std::size_t count = rope.masses();
    // The masses of the other rope move behind this one, and its first mass becomes one with the last.
    std::vector<Mass> moved = part(masses, more.first, more.masses());
    Moves moves(masses.size());
    std::vector<std::size_t> order; // where each mass was
    for (const Rope& each : state.ropes)
    {
        for (std::size_t k = 0; k < each.masses() && &each != &state.ropes[other]; ++k)
            order.push_back(each.first + k);
        for (std::size_t k = 1; k < more.masses() && &each == &rope; ++k)
            order.push_back(more.first + k);
    }
    for (std::size_t i = 0; i < order.size(); ++i)
        moves.masses[order[i]] = moves.edges[order[i]] = i;
    const std::size_t last = rope.first + count - 1;
    moves.masses[more.first] = moves.masses[last];
    moves.edges[more.first] = moves.masses[last];

    Mass& one = masses[last];
    const Mass& two = moved.front();
    const double both = one.mass + two.mass;
    one.position = (one.mass * one.position + two.mass * two.position) / both;
    one.velocity = (one.mass * one.velocity + two.mass * two.velocity) / both;
    one.mass = both;
    std::vector<Mass> next;
    next.reserve(order.size());
    for (const std::size_t i : order)
        next.push_back(masses[i]);
    masses = next;

    rope.constants.massCount += static_cast<int>(more.masses()) - 1;
    rope.constants.pinFreeEnd = more.constants.pinFreeEnd;
    rope.constants.freeEndPosition = more.constants.freeEndPosition;
    rope.endLoad = more.endLoad;
    rope.ends[1] = more.ends[1];
    rope.discs[1] = more.discs[1];
    rope.cut[1] = more.cut[1];
    rope.pinned.insert(rope.pinned.end(), more.pinned.begin() + 1, more.pinned.end());
    rope.loads.insert(rope.loads.end(), more.loads.begin() + 1, more.loads.end());
    append(rope.twist.angle, more.twist.angle, 1);
    append(rope.twist.spin, more.twist.spin, 1);
    if (!more.twist.reference.empty())
        rope.twist.reference.insert(rope.twist.reference.end(), more.twist.reference.begin() + 1,
                                    more.twist.reference.end());
    rope.twist.total += more.twist.total;
    for (const Pin& pin : more.pins)
        rope.pins.push_back({pin.mass + static_cast<int>(count) - 1 - rope.reel.netInsertions(), pin.at});
    rope.springs.resize(count + more.masses() - 2);
    state.ropes.erase(at(state.ropes, other));
    follow(state, moves, tied);
    const std::size_t now = other < number ? number - 1 : number;
    shapeRope(state, now, state.ropes[now].masses());
}

void reverseRope(RopeState& state, std::vector<Mass>& masses, std::size_t number)
{
    const auto tied = edgesOfTies(state);
    Rope& rope = state.ropes[number];
    const std::size_t count = rope.masses();
    Moves moves(masses.size());
    for (std::size_t k = 0; k < count; ++k)
    {
        moves.masses[rope.first + k] = rope.first + count - 1 - k;
        if (k + 1 < count)
            moves.edges[rope.first + k] = rope.first + count - 2 - k;
    }
    std::reverse(at(masses, rope.first), at(masses, rope.first + count));
    std::reverse(rope.pinned.begin(), rope.pinned.end());
    std::reverse(rope.loads.begin(), rope.loads.end());
    std::reverse(rope.twist.reference.begin(), rope.twist.reference.end());
    for (std::vector<double>* list : {&rope.twist.angle, &rope.twist.spin})
    {
        std::reverse(list->begin(), list->end());
        for (double& value : *list)
            value = -value;
    }
    std::swap(rope.ends[0], rope.ends[1]);
    for (EndHold& end : rope.ends)
    {
        end.tangent = -end.tangent;
        end.tangentBefore = -end.tangentBefore;
        end.angle = -end.angle;
        end.torque = -end.torque;
    }
    std::swap(rope.discs[0], rope.discs[1]);
    std::swap(rope.cut[0], rope.cut[1]);
    for (Pin& pin : rope.pins)
        pin.mass = static_cast<int>(count) - 1 - pin.mass;
    follow(state, moves, tied);
    for (Tie& tie : state.ties)
        for (TiePlace* place : {&tie.one, &tie.other})
            if (place->on == TiePlace::On::rope && place->rope == number)
                place->along = 1.0 - place->along;
    for (SolidTouch& touch : state.touches)
        if (touch.edge && &state.ropeAt(touch.mass) == &rope)
            touch.along = 1.0 - touch.along;
    for (RopeTouch& touch : state.selfTouches)
    {
        if (&state.ropeAt(touch.edge) == &rope)
            touch.along = 1.0 - touch.along;
        if (&state.ropeAt(touch.other) == &rope)
            touch.otherAlong = 1.0 - touch.otherAlong;
    }
    shapeRope(state, number, count);
}

} // namespace rope
