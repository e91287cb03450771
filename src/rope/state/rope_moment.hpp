#pragma once

#include <rope/detail/rope_state.hpp>
#include <rope/written_moment.hpp>

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace rope
{

/// Adds to a moment the lists of all that the next step goes on from besides the masses.
void note(WrittenMoment& moment, const RopeState& state);
/// Goes on from them. Throws std::invalid_argument where a list is not of these ropes; what they are then must not be
/// used.
void take(const WrittenMoment& moment, RopeState& state);
/// The masses of each rope in a moment. Throws std::invalid_argument unless it is of as many ropes, and unless those of
/// several ropes that no reel changes have as many masses as now.
std::vector<std::size_t> massCounts(const WrittenMoment& moment, const RopeState& state);
/// The reel of a rope by its number, where a list says it.
std::optional<Reel> reelOf(const WrittenMoment& moment, std::size_t rope);
/// The names of such lists, and of the list of older moments.
const std::vector<std::string_view>& ropeListNames();

} // namespace rope
