#pragma once

#include "app/panels/frame/panel_context.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ropewalk
{

struct PlotFeed;

/// What a scene can plot besides its diagnostics.
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
    std::vector<PlotTile> usual; ///< Scene::usualPlots
    bool freeEnd = false;        ///< the last mass is the free end of a rope, and recorded

    static PlotOffer of(const Workbench& workbench);
    /// The rows for plots of that kind; null where these show diagnostics.
    const std::vector<Row>* rowsFor(PlotKind kind) const;
};

/// All energies share a plot, whose legend leaves this out.
inline constexpr std::string_view energySuffix = "_energy";

inline constexpr std::array plotKinds{PlotKind::time,    PlotKind::stack,    PlotKind::phase,
                                      PlotKind::profile, PlotKind::spectrum, PlotKind::curve};
inline std::string_view plotKindName(PlotKind kind)
{
    return plotKindNames[static_cast<std::size_t>(kind)];
}
const char* plotKindLabel(PlotKind kind); ///< in menus: "Over time"

/// The plots of the scene: those that the settings name, as far as they can be drawn, or the usual ones.
std::vector<PlotTile> shownTiles(const Scene& scene, const PlotOffer& offer, const PlotSettings& settings);

/// A new plot of that kind with a usual quantity; none where the scene has nothing for it.
std::optional<PlotTile> newTile(PlotKind kind, const Scene& scene, const PlotOffer& offer);

/// The tile without the names that the scene does not know; a tile without names cannot be drawn.
PlotTile knownPart(const PlotTile& tile, const Scene& scene, const PlotOffer& offer);

/// The quantities that a tile of that kind can show, in the order of menus.
std::vector<PlotOffer::Row> plotQuantities(PlotKind kind, const Scene& scene, const PlotOffer& offer);

/// The tile after a click on a quantity in its menu: the quantity is added or left out. Where its unit is another than
/// the axis's unit, it replaces the others.
PlotTile withQuantity(const PlotTile& tile, const std::string& name, const Scene& scene);

/// "Energy [J]" and shorter ones, the longest first.
std::vector<std::string> plotTitles(const PlotFeed& feed, const PlotTile& tile);
/// "energy", "free-end-spectrum": for a file that holds nothing else.
std::string plotFileName(const PlotTile& tile);
/// The name in the legend, without what the title says already.
std::string curveName(const PlotTile& tile, std::string_view diagnostic);

/// The signal of a spectrum: columns of the recorder whose amplitudes are added.
struct PlotSignal
{
    std::string name;
    std::string unit;
    std::vector<std::size_t> columns;
};
std::optional<PlotSignal> plotSignal(const PlotFeed& feed, const PlotTile& tile);

} // namespace ropewalk
