#pragma once

#include <rope/parameters.hpp>
#include <rope/rod.hpp>

namespace ropewalk
{

/// The rows of a rod's constants. RodSimulation's own checks are wider than their ranges.
void describe(rope::RodSettings& settings, rope::Parameters& rows);

} // namespace ropewalk
