#pragma once

#include "experiment.hpp"

#include <rope/rope_simulation.hpp>

#include <algorithm>
#include <cmath>

namespace ropewalk
{

/// The lesson's rope over nothing.
inline rope::RopeSettings ropeInTheAir()
{
    rope::RopeSettings settings;
    settings.groundHeight = -1000.0;
    return settings;
}

/// Steps of the longest length for `seconds`; reports progress from `from` to `to` of the experiment.
inline void runFor(rope::RopeSimulation& sim, double seconds, ExperimentProgress& progress, double from = 0.0,
                   double to = 1.0)
{
    const long steps = std::lround(seconds / sim.longestStep());
    for (long i = 0; i < steps; ++i)
    {
        if (i % 256 == 0)
            progress.report(from + (to - from) * static_cast<double>(i) / static_cast<double>(steps));
        sim.step(sim.longestStep());
    }
}

} // namespace ropewalk
