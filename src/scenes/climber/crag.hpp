#pragma once

#include "climber.hpp"

#include "scenes/snapshot.hpp"

namespace ropewalk
{

/// The climber's rope with its carabiner before a rock wall, and the two who hold on to it.
void addCrag(Snapshot& snapshot, const Climber& climber);

} // namespace ropewalk
