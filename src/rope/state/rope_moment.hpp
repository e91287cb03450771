#pragma once

#include <rope/detail/rope_state.hpp>
#include <rope/written_moment.hpp>

#include <string_view>
#include <vector>

namespace rope
{

/// Adds to a moment the lists of all that the next step goes on from besides the masses.
void note(WrittenMoment& moment, const RopeState& state);
/// Goes on from them. Throws std::invalid_argument where a list is not of these ropes; what they are then must not be
/// used.
void take(const WrittenMoment& moment, RopeState& state);
/// The names of such lists, and of a reel's.
const std::vector<std::string_view>& ropeListNames();

} // namespace rope
