#pragma once

#include "scenes/scene.hpp"

#include <vector>

namespace ropewalk
{

/// Runs of the wrecking ball beside what mechanics says of them.
std::vector<CheckRow> checkWreckingBall();

} // namespace ropewalk
