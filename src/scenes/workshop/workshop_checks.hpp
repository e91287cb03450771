#pragma once

#include "scenes/scene.hpp"

#include <vector>

namespace ropewalk
{

/// The ready-made set-ups beside their formulas; each row makes its own run.
std::vector<CheckRow> workshopChecks();

} // namespace ropewalk
