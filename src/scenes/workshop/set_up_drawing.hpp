#pragma once

#include "workshop.hpp"

#include "scenes/shared/rope_knots.hpp"
#include "scenes/snapshot.hpp"

// A set-up as it is seen: made of the shapes that snapshots have.

namespace ropewalk
{

/// Adds ropes with the names of their knots, solids, ties and holds. Hold number i has the handle i.
void addWorkshop(Snapshot& snapshot, const Workshop& workshop, KnotWatches& knots);

} // namespace ropewalk
