// A desk whose rope has a past, and chosen plots.
#pragma once

#include "desk.hpp"

#include <cmath>
#include <utility>
#include <vector>

namespace ropewalk
{

/// Lets the scene run for a while, and the panels look at it.
inline void run(Desk& desk, double seconds)
{
    desk.workbench.setPaused(false);
    for (int i = 0; i < static_cast<int>(std::lround(60.0 * seconds)); ++i)
        desk.workbench.tick({});
    desk.workbench.setPaused(true);
    desk.frames(20);
}

inline void choose(Desk& desk, std::vector<PlotTile> tiles)
{
    desk.ui.plots.tiles["rope"] = std::move(tiles);
    desk.frames(20);
}

} // namespace ropewalk
