#pragma once

#include "app/panels/frame/panel_context.hpp"

#include "app/state/plot_settings.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ropewalk
{

struct PlotFeed;

/// What a scene has to plot besides its diagnostics.
struct PlotOffer
{
    struct Row
    {
        std::string name;
        std::string unit;
        std::string sentence;
    };
    std::vector<Row> profiles;
    std::vector<Row> curves;
    bool freeEnd = false; ///< the last mass is the free end of a rope, and recorded

    static PlotOffer of(const Workbench& workbench);
};

/// All energies share a plot; in its legend they are called by what stands before this.
inline constexpr std::string_view energySuffix = "_energy";

inline constexpr std::array plotKinds{PlotKind::time,    PlotKind::stack,    PlotKind::phase,
                                      PlotKind::profile, PlotKind::spectrum, PlotKind::curve};
std::string_view plotKindLabel(PlotKind kind); ///< in menus: "Over time"

/// The plots of the scene: those of the settings that can be drawn, else the usual ones.
std::vector<PlotTile> shownTiles(const Scene& scene, const PlotOffer& offer, const PlotSettings& settings);
std::vector<PlotTile> usualTiles(const Scene& scene, const PlotOffer& offer);

/// A plot of that kind with what is most worth looking at; none where the scene has nothing for it.
std::optional<PlotTile> newTile(PlotKind kind, const Scene& scene, const PlotOffer& offer);

/// The tile without the names that the scene does not know; without any, it cannot be drawn.
PlotTile knownPart(const PlotTile& tile, const Scene& scene, const PlotOffer& offer);

/// What a tile of that kind can show, in the order of menus.
std::vector<PlotOffer::Row> plotQuantities(PlotKind kind, const Scene& scene, const PlotOffer& offer);

/// With another quantity chosen or left out, as a click on it does: those that share an axis share their unit.
PlotTile withQuantity(const PlotTile& tile, const std::string& name, const Scene& scene);

/// "Energy [J]" and shorter ones, the longest first.
std::vector<std::string> plotTitles(const PlotFeed& feed, const PlotTile& tile);
/// "energy", "free-end-spectrum": for a file that holds nothing else.
std::string plotFileName(const PlotTile& tile);
/// In the legend, without what the title says.
std::string curveName(const PlotTile& tile, std::string_view diagnostic);

/// What swings, for a spectrum: columns of the recorder whose amplitudes belong together.
struct PlotSignal
{
    std::string name;
    std::string unit;
    std::vector<std::size_t> columns;
};
std::optional<PlotSignal> plotSignal(const PlotFeed& feed, const PlotTile& tile);

} // namespace ropewalk
