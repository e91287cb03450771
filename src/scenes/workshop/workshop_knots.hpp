#pragma once

#include "workshop.hpp"

#include "scenes/shared/rope_knots.hpp"

namespace ropewalk
{

/// Adds the names of the knots: "overhand 3_1, determinant 3, holds 12.4 N" with dots between; of two ropes that are
/// tied to each other one name. A pulled rope that is no knot by itself, round a post or a rope, is a hitch.
void addKnotLabels(Snapshot& snapshot, const Workshop& workshop, KnotWatches& knots);

} // namespace ropewalk
