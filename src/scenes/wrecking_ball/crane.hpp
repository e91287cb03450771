#pragma once

#include "scenes/snapshot.hpp"

#include <rope/vec.hpp>

namespace ropewalk
{

/// Three legs from a socket on the rope to the upper half of the ball: they follow the rope, as slings do. The rope is
/// the first polyline, and its last point the middle of the ball. `reach` [m] is from there to the socket.
void addSling(Snapshot& snapshot, float ballRadius, float reach);

/// A crawler crane, whose lattice boom reaches from a pin at the front of its house to wherever the rope's end is.
/// `start` [m] is where that was at first: it says how large the crane is. The rope is the first polyline.
void addCrane(Snapshot& snapshot, const rope::Vec2& start, const rope::Vec2& tip);

} // namespace ropewalk
