#pragma once

#include "scenes/plot_tile.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ropewalk
{

/// The plots below the viewport.
struct PlotSettings
{
    bool shown = true;
    bool paused = false;
    double seconds = 10.0; ///< width of the time axis

    using Tiles = std::map<std::string, std::vector<PlotTile>, std::less<>>;
    Tiles tiles; ///< by the scene's id; a scene that is not in it has the panels' choice
};

} // namespace ropewalk
