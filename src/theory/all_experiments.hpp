#pragma once

#include "experiment.hpp"

#include <vector>

namespace ropewalk
{

/// What the window lists: experiments(), and behind them knotBench().
const std::vector<const Experiment*>& allExperiments();

} // namespace ropewalk
