#pragma once

#include "scenes/scene.hpp"

#include <vector>

namespace ropewalk
{

/// Runs of the impulse engine beside what mechanics says of them.
std::vector<CheckRow> checkImpulses();

} // namespace ropewalk
