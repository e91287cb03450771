#pragma once

#include <rope/detail/rope_state.hpp>
#include <rope/mass.hpp>

#include <cstddef>
#include <optional>
#include <vector>

// What follows from the constants of a rope: its masses, springs, hinges and inertia, and which masses are held.

namespace rope
{

/// The constants of a rope's reel.
ReelSettings reelSettings(const Rope& rope);
/// How many masses the free end lacks; negative where there are too many.
int missingMasses(const Rope& rope);
/// Index within the rope of a pin's mass; none where it is not there, or held already.
std::optional<std::size_t> massOf(const Rope& rope, const Pin& pin);
/// Whether something holds a mass, by its index within the rope.
bool pinned(const Rope& rope, std::size_t mass);

/// A whole segment's spring, by its place within the rope.
Spring wholeSpring(const Rope& rope, std::size_t index);
/// Gives each mass of a rope its own, and the last one its load.
void distributeMass(const Rope& rope, std::vector<Mass>& masses);
/// Gives a rope of `count` masses its springs, and all that has a size what it remembers.
void shapeRope(RopeState& state, std::size_t number, std::size_t count);

} // namespace rope
