#pragma once

#include "fields.hpp"

#include <rope/detail/rope_state.hpp>
#include <rope/written_moment.hpp>

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
/// Throws std::invalid_argument unless the moment is of as many ropes, and of several ropes with as many masses each.
void demandSameRopes(const WrittenMoment& moment, const RopeState& state);
/// Where an older moment says that the reel is.
std::optional<ReelMoment> reelOf(const WrittenMoment& moment);
/// The names of such lists, and of the list of older moments.
const std::vector<std::string_view>& ropeListNames();

} // namespace rope
