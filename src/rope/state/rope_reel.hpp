#pragma once

#include <rope/detail/rope_state.hpp>
#include <rope/mass.hpp>

#include <cstddef>
#include <vector>

namespace rope
{

/// Gives the first segment this rest length [m], and the hinge behind it and the twist what follows from it.
void shapeFirstSegment(Rope& rope, double restLength);

/// All that ropes remember of their masses follows a reel that has inserted masses behind the first one of rope
/// `number`, or has taken off; `before` are all masses before that, and `restLength` [m] is the first segment's now.
void followReel(RopeState& state, std::size_t number, const std::vector<Mass>& before, const std::vector<Mass>& masses,
                int inserted, double restLength);

} // namespace rope
