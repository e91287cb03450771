#pragma once

#include "workshop.hpp"

#include "scenes/hosts.hpp"
#include "scenes/shared/rope_knots.hpp"

#include <optional>

namespace ropewalk
{

/// Adds the names of the knots: "overhand 3_1, determinant 3, holds 12.4 N" with dots between; of two ropes that are
/// tied to each other one name. A pulled rope that is no knot by itself, round a post or a rope, is a hitch. A
/// ready-tied knot has the name that people call it by, as long as its type is the one that it then has.
void addKnotLabels(Snapshot& snapshot, const Workshop& workshop, KnotWatches& knots);

/// Of a rope whose edges lie beside the arc of its bend by more than 3 % of its thickness where it touches ropes: on an
/// arc of 5 radii those longer than 1.5 radii, on the tightest those longer than 0.7.
std::optional<Remark> tooTight(const Workshop& workshop);

} // namespace ropewalk
