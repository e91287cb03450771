#include "rope_moment.hpp"

#include "written_lists.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace rope
{

namespace
{

/// In 64 bits, as the next of the largest 32 bits is 0 where a size has no more.
void demandMasses(std::string_view name, std::uint64_t last, std::size_t count)
{
    if (last >= count)
        throw std::invalid_argument("list " + std::string(name) + " names mass " + std::to_string(last) +
                                    ": must be below " + std::to_string(count));
}

} // namespace

namespace
{

/// Lists of each rope; those behind the first one have a prefix.
constexpr std::array<std::string_view, 11> listsOfRopes{
    "rod_twist",     "rod_angles",         "rod_spins",           "rod_references",  "rod_ends",      "rod_reel",
    "rod_past_step", "rod_past_positions", "rod_past_velocities", "rod_past_angles", "rod_past_spins"};

std::string prefixOf(std::size_t rope)
{
    return rope == 0 ? "" : "rope" + std::to_string(rope + 1) + '.';
}

} // namespace

const std::vector<std::string_view>& ropeListNames()
{
    static const std::vector<std::string_view> names = []
    {
        std::vector<std::string_view> all{"rod_placed",   "rod_restarts",     "rod_touches", "rod_self_touches",
                                          "rod_passage",  "rod_solids",       "rod_masses",  "rod_bodies",
                                          "rod_bearings", "rod_body_touches", "rod_ties"};
        constexpr std::size_t mostRopes = 64;
        static std::array<std::array<std::string, listsOfRopes.size()>, mostRopes> texts;
        for (std::size_t rope = 0; rope < mostRopes; ++rope)
            for (std::size_t k = 0; k < listsOfRopes.size(); ++k)
                all.push_back(texts[rope][k] = prefixOf(rope) + std::string(listsOfRopes[k]));
        return all;
    }();
    return names;
}

std::optional<Reel> reelOf(const WrittenMoment& moment, std::size_t rope)
{
    const std::string name = prefixOf(rope) + "rod_reel";
    const std::vector<ReelMoment> reels = read<ReelMoment>(moment, name, 1);
    if (reels.empty())
        return std::nullopt;
    const ReelMoment& reel = reels.front();
    if (!(reel.first > 0.0 && std::abs(reel.insertions) < 1e9))
        throw std::invalid_argument("list " + name + ": must have a first segment above 0");
    return Reel(reel.first, reel.speed, static_cast<int>(reel.insertions));
}

namespace
{

void noteRope(WrittenMoment& moment, const Rope& rope, const std::string& prefix)
{
    const auto noteList = [&](std::string_view name, const auto& list)
    { note(moment, prefix + std::string(name), list); };
    noteList("rod_twist", std::vector<double>{rope.twist.total});
    noteList("rod_angles", rope.twist.angle);
    noteList("rod_spins", rope.twist.spin);
    noteList("rod_references", rope.twist.reference);
    noteList("rod_ends", std::vector<EndHold>(rope.ends.begin(), rope.ends.end()));
    const Reel& reel = rope.reel;
    if (!prefix.empty() && (rope.reeled() || reel.feedSpeed() != 0.0)) // the first rope's are numbers of the moment
        noteList("rod_reel", std::vector<ReelMoment>{{reel.restLength(), rope.feed.length, reel.feedSpeed(),
                                                      static_cast<double>(reel.netInsertions()),
                                                      static_cast<double>(rope.segments()) * rope.whole.restLength}});
    noteList("rod_past_step", std::vector<double>{rope.past.dt});
    if (rope.past.dt > 0.0)
    {
        noteList("rod_past_positions", rope.past.positions);
        noteList("rod_past_velocities", rope.past.velocities);
        noteList("rod_past_angles", rope.past.angle);
        noteList("rod_past_spins", rope.past.spin);
    }
}

void takeRope(const WrittenMoment& moment, Rope& rope, const std::string& prefix)
{
    const std::size_t count = rope.masses();
    const auto named = [&](std::string_view name) { return prefix + std::string(name); };
    const std::vector<double> slots(rope.twist.angle.size(), 0.0);
    rope.twist.total = readOr<double>(moment, named("rod_twist"), {0.0}).front();
    rope.twist.angle = readOr(moment, named("rod_angles"), slots);
    rope.twist.spin = readOr(moment, named("rod_spins"), slots);
    rope.twist.reference =
        readOr(moment, named("rod_references"), std::vector<double>(rope.twist.reference.size(), 0.0));
    const std::vector<EndHold> ends =
        readOr(moment, named("rod_ends"), std::vector<EndHold>(rope.ends.begin(), rope.ends.end()));
    std::copy(ends.begin(), ends.end(), rope.ends.begin());
    rope.past.dt = readOr<double>(moment, named("rod_past_step"), {0.0}).front();
    rope.past.positions = read<Vec3>(moment, named("rod_past_positions"), count);
    rope.past.velocities = read<Vec3>(moment, named("rod_past_velocities"), count);
    rope.past.angle = readOr(moment, named("rod_past_angles"), slots);
    rope.past.spin = readOr(moment, named("rod_past_spins"), slots);
    if (rope.past.positions.empty() || rope.past.velocities.empty() || !(rope.past.dt > 0.0))
        rope.past.dt = 0.0;
}

/// How many masses each rope has; nothing of a single one, as there are no others.
std::vector<double> massCounts(const RopeState& state)
{
    std::vector<double> counts;
    for (const Rope& rope : state.ropes)
        counts.push_back(static_cast<double>(rope.masses()));
    return counts.size() > 1 ? counts : std::vector<double>{};
}

/// A tie is where it was, whatever cuts and joins have made of the rope.
void takeTies(const WrittenMoment& moment, RopeState& state)
{
    const std::vector<Tie> ties = read<Tie>(moment, "rod_ties", state.ties.size());
    for (std::size_t i = 0; i < ties.size(); ++i)
    {
        Tie& tie = state.ties[i];
        for (const auto& [place, was] : {std::pair(&tie.one, &ties[i].one), std::pair(&tie.other, &ties[i].other)})
            if (place->on == TiePlace::On::rope)
            {
                if (was->rope >= state.ropes.size() || was->edge >= state.ropes[was->rope].segments())
                    throw std::invalid_argument("list rod_ties names an edge that is not there");
                place->rope = was->rope;
                place->edge = was->edge;
                place->along = was->along;
            }
        tie.gap = ties[i].gap;
        tie.speed = ties[i].speed;
    }
}

void takeBodies(const WrittenMoment& moment, RopeState& state)
{
    const std::vector<BodyNow> bodies = read<BodyNow>(moment, "rod_bodies", state.bodies.size());
    for (std::size_t i = 0; i < bodies.size(); ++i)
    {
        Body& body = state.bodies[i].body;
        body.position = bodies[i].body.position;
        body.velocity = bodies[i].body.velocity;
        body.spin = bodies[i].body.spin;
        body.axes = bodies[i].body.axes;
        state.bodies[i].past = bodies[i].past;
    }
    const std::vector<BearingState> bearings = read<BearingState>(moment, "rod_bearings", state.bearings.size());
    for (std::size_t i = 0; i < bearings.size(); ++i)
    {
        BearingState& bearing = state.bearings[i];
        const BearingState& read = bearings[i];
        bearing = {bearing.id,  bearing.bearing, read.axes,  read.place,
                   read.turned, read.drawn,      read.force, read.torque};
    }
    state.bodyTouches = read<BodyTouch>(moment, "rod_body_touches");
    for (const BodyTouch& touch : state.bodyTouches)
        if (std::max(touch.shape, touch.solid) >= state.solids.size() ||
            !(state.isShape(touch.shape) || state.isShape(touch.solid)))
            throw std::invalid_argument("list rod_body_touches names solids that are not there: one of two must be a "
                                        "shape of a body, and both below " +
                                        std::to_string(state.solids.size()));
}

} // namespace

void note(WrittenMoment& moment, const RopeState& state)
{
    for (std::size_t r = 0; r < state.ropes.size(); ++r)
        noteRope(moment, state.ropes[r], prefixOf(r));
    note(moment, "rod_placed", std::vector<double>{state.placed ? 1.0 : 0.0});
    std::vector<double> restarts;
    for (const Rope& rope : state.ropes)
        restarts.push_back(static_cast<double>(rope.past.restarts));
    note(moment, "rod_restarts", restarts);
    note(moment, "rod_touches", state.touches);
    note(moment, "rod_self_touches", state.selfTouches);
    if (state.passed)
        note(moment, "rod_passage", std::vector<Passage>{*state.passed});
    note(moment, "rod_solids", state.solids);
    note(moment, "rod_bodies", state.bodies);
    note(moment, "rod_bearings", state.bearings);
    note(moment, "rod_body_touches", state.bodyTouches);
    note(moment, "rod_ties", state.ties);
    note(moment, "rod_masses", massCounts(state));
}

std::vector<std::size_t> massCounts(const WrittenMoment& moment, const RopeState& state)
{
    const std::vector<std::uint32_t> counts = read<std::uint32_t>(moment, "rod_masses");
    const std::size_t all = moment.positions.size();
    if (state.ropes.size() == 1 && counts.empty())
        return {all};
    bool same =
        counts.size() == state.ropes.size() && std::accumulate(counts.begin(), counts.end(), std::size_t{0}) == all;
    for (std::size_t r = 0; r < state.ropes.size() && same; ++r)
        same = counts[r] == state.ropes[r].masses() || (state.ropes[r].constants.reels() && counts[r] >= 2);
    if (!same)
        throw std::invalid_argument("list rod_masses: must tell the masses of " + std::to_string(state.ropes.size()) +
                                    " ropes, as they are laid out or their reels leave them");
    return {counts.begin(), counts.end()};
}

void take(const WrittenMoment& moment, RopeState& state)
{
    for (std::size_t r = 0; r < state.ropes.size(); ++r)
        takeRope(moment, state.ropes[r], prefixOf(r));
    state.placed = readOr<double>(moment, "rod_placed", {1.0}).front() != 0.0;
    // Older moments have a number for each mass.
    const std::vector<unsigned char> restarts = read<unsigned char>(moment, "rod_restarts");
    for (std::size_t r = 0; r < state.ropes.size() && !restarts.empty(); ++r)
        state.ropes[r].past.restarts =
            restarts.size() == state.ropes.size() ? restarts[r] : *std::max_element(restarts.begin(), restarts.end());

    const std::vector<SolidBody> solids = read<SolidBody>(moment, "rod_solids", state.solids.size());
    for (std::size_t i = 0; i < solids.size(); ++i)
    {
        state.solids[i].position = solids[i].position;
        state.solids[i].velocity = solids[i].velocity;
        state.solids[i].spin = solids[i].spin;
        state.solids[i].axes = solids[i].axes;
    }
    state.touches = read<SolidTouch>(moment, "rod_touches");
    for (const SolidTouch& touch : state.touches)
    {
        demandMasses("rod_touches", std::uint64_t{touch.mass} + (touch.edge ? 1 : 0), moment.positions.size());
        if (touch.solid >= state.solids.size())
            throw std::invalid_argument("list rod_touches names solid " + std::to_string(touch.solid) +
                                        ": must be below " + std::to_string(state.solids.size()));
    }
    state.selfTouches = read<RopeTouch>(moment, "rod_self_touches");
    for (const RopeTouch& touch : state.selfTouches)
        demandMasses("rod_self_touches", std::uint64_t{std::max(touch.edge, touch.other)} + 1, moment.positions.size());
    const std::vector<Passage> passages = read<Passage>(moment, "rod_passage", 1);
    state.passed = passages.empty() ? std::nullopt : std::optional(passages.front());
    takeTies(moment, state);
    takeBodies(moment, state);
}

} // namespace rope
