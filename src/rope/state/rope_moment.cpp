#include "rope_moment.hpp"

#include "written_lists.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

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

const std::vector<std::string_view>& ropeListNames()
{
    static const std::vector<std::string_view> names{
        "rod_twist",       "rod_angles",     "rod_spins",    "rod_references",     "rod_ends",
        "rod_placed",      "rod_past_step",  "rod_restarts", "rod_past_positions", "rod_past_velocities",
        "rod_past_angles", "rod_past_spins", "rod_touches",  "rod_self_touches",   "rod_passage",
        "rod_solids",      "rod_reel"};
    return names;
}

std::optional<ReelMoment> reelOf(const WrittenMoment& moment)
{
    const std::vector<ReelMoment> reels = read<ReelMoment>(moment, "rod_reel", 1);
    if (reels.empty())
        return std::nullopt;
    const ReelMoment& reel = reels.front();
    if (!(reel.first > 0.0 && std::abs(reel.insertions) < 1e9))
        throw std::invalid_argument("list rod_reel: must have a first segment above 0");
    return reel;
}

void note(WrittenMoment& moment, const RopeState& state)
{
    const Rope& rope = state.ropes.front();
    note(moment, "rod_twist", std::vector<double>{rope.twist.total});
    note(moment, "rod_angles", rope.twist.angle);
    note(moment, "rod_spins", rope.twist.spin);
    note(moment, "rod_references", rope.twist.reference);
    note(moment, "rod_ends", std::vector<EndHold>(rope.ends.begin(), rope.ends.end()));
    note(moment, "rod_placed", std::vector<double>{state.placed ? 1.0 : 0.0});
    note(moment, "rod_past_step", std::vector<double>{rope.past.dt});
    note(moment, "rod_restarts", std::vector<double>{static_cast<double>(rope.past.restarts)});
    if (rope.past.dt > 0.0)
    {
        note(moment, "rod_past_positions", rope.past.positions);
        note(moment, "rod_past_velocities", rope.past.velocities);
        note(moment, "rod_past_angles", rope.past.angle);
        note(moment, "rod_past_spins", rope.past.spin);
    }
    note(moment, "rod_touches", state.touches);
    note(moment, "rod_self_touches", state.selfTouches);
    if (state.passed)
        note(moment, "rod_passage", std::vector<Passage>{*state.passed});
    note(moment, "rod_solids", state.solids);
}

void take(const WrittenMoment& moment, RopeState& state)
{
    Rope& rope = state.ropes.front();
    const std::size_t count = rope.masses();
    const std::vector<double> slots(rope.twist.angle.size(), 0.0);
    rope.twist.total = readOr<double>(moment, "rod_twist", {0.0}).front();
    rope.twist.angle = readOr(moment, "rod_angles", slots);
    rope.twist.spin = readOr(moment, "rod_spins", slots);
    rope.twist.reference = readOr(moment, "rod_references", std::vector<double>(rope.twist.reference.size(), 0.0));
    const std::vector<EndHold> ends =
        readOr(moment, "rod_ends", std::vector<EndHold>(rope.ends.begin(), rope.ends.end()));
    std::copy(ends.begin(), ends.end(), rope.ends.begin());
    state.placed = readOr<double>(moment, "rod_placed", {1.0}).front() != 0.0;

    rope.past.dt = readOr<double>(moment, "rod_past_step", {0.0}).front();
    // Older moments have a number for each mass.
    rope.past.restarts = 0;
    for (const unsigned char restarts : read<unsigned char>(moment, "rod_restarts"))
        rope.past.restarts = std::max(rope.past.restarts, restarts);
    rope.past.positions = read<Vec3>(moment, "rod_past_positions", count);
    rope.past.velocities = read<Vec3>(moment, "rod_past_velocities", count);
    rope.past.angle = readOr(moment, "rod_past_angles", slots);
    rope.past.spin = readOr(moment, "rod_past_spins", slots);
    if (rope.past.positions.empty() || rope.past.velocities.empty() || !(rope.past.dt > 0.0))
        rope.past.dt = 0.0;

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
        demandMasses("rod_touches", std::uint64_t{touch.mass} + (touch.edge ? 1 : 0), count);
        if (touch.solid >= state.solids.size())
            throw std::invalid_argument("list rod_touches names solid " + std::to_string(touch.solid) +
                                        ": must be below " + std::to_string(state.solids.size()));
    }
    state.selfTouches = read<RopeTouch>(moment, "rod_self_touches");
    for (const RopeTouch& touch : state.selfTouches)
        demandMasses("rod_self_touches", std::uint64_t{std::max(touch.edge, touch.other)} + 1, count);
    const std::vector<Passage> passages = read<Passage>(moment, "rod_passage", 1);
    state.passed = passages.empty() ? std::nullopt : std::optional(passages.front());
}

} // namespace rope
