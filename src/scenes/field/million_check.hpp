#pragma once

#include "scenes/scene.hpp"

#include <vector>

namespace ropewalk
{

/// Small fields beside what mechanics and RopeSimulation say of them.
std::vector<CheckRow> checkMillion();

} // namespace ropewalk
