// The possible plots, the usual ones, and their names.

#include "plot_choice.hpp"

#include "plot_view.hpp"

#include "scenes/hosts.hpp"
#include "scenes/shared/energy_stack.hpp"

#include "files/plain_name.hpp"

#include "files/quantity.hpp"

#include <algorithm>
#include <utility>

namespace ropewalk
{

namespace
{

/// The free end as a whole, and its components.
constexpr std::array<std::string_view, 4> freeEnd{"free_end", "free_end_x", "free_end_y", "free_end_z"};

const PlotOffer::Row* rowOf(const std::vector<PlotOffer::Row>& rows, std::string_view name)
{
    const auto found = std::find_if(rows.begin(), rows.end(), [name](const auto& row) { return row.name == name; });
    return found != rows.end() ? &*found : nullptr;
}

/// The unit of a quantity; nothing where a tile of that kind cannot show it. Copies no rows, because every frame asks.
std::optional<std::string_view> unitOf(PlotKind kind, std::string_view name, const Scene& scene, const PlotOffer& offer)
{
    if (const std::vector<PlotOffer::Row>* rows = offer.rowsFor(kind))
    {
        const PlotOffer::Row* row = rowOf(*rows, name);
        return row != nullptr ? std::optional<std::string_view>(row->unit) : std::nullopt;
    }
    if (kind == PlotKind::spectrum && offer.freeEnd && std::find(freeEnd.begin(), freeEnd.end(), name) != freeEnd.end())
        return "m";
    const rope::Diagnostic* diagnostic = scene.diagnostics().find(name);
    return diagnostic != nullptr ? std::optional<std::string_view>(diagnostic->unit) : std::nullopt;
}

bool onlyEnergies(const PlotTile& tile)
{
    return tile.names.size() > 1 && std::all_of(tile.names.begin(), tile.names.end(),
                                                [](const std::string& name) { return name.ends_with(energySuffix); });
}

} // namespace

PlotOffer PlotOffer::of(const Workbench& workbench)
{
    PlotOffer offer;
    const Scene& scene = workbench.scene();
    for (const Profile& profile : scene.profiles())
        offer.profiles.push_back({std::string(profile.name), std::string(profile.unit), std::string(profile.sentence)});
    for (const Curve& curve : curvesOf(scene))
        offer.curves.push_back({std::string(curve.name), std::string(curve.unit), std::string(curve.sentence)});
    offer.usual = scene.usualPlots();
    offer.freeEnd = workbench.recorder().hasFreeEnd() && !offer.profiles.empty();
    return offer;
}

const std::vector<PlotOffer::Row>* PlotOffer::rowsFor(PlotKind kind) const
{
    return kind == PlotKind::profile ? &profiles : kind == PlotKind::curve ? &curves : nullptr;
}

const char* plotKindLabel(PlotKind kind)
{
    static constexpr std::array<const char*, plotKinds.size()> labels{
        "Over time", "Stacked over time", "One against another", "Along the rope", "Spectrum", "Convergence"};
    return labels[static_cast<std::size_t>(kind)];
}

std::vector<PlotOffer::Row> plotQuantities(PlotKind kind, const Scene& scene, const PlotOffer& offer)
{
    if (const std::vector<PlotOffer::Row>* own = offer.rowsFor(kind))
        return *own;
    std::vector<PlotOffer::Row> rows;
    if (kind == PlotKind::spectrum && offer.freeEnd)
    {
        rows.push_back({std::string(freeEnd[0]), "m", "Position of the free end, in all directions together."});
        for (std::size_t i = 1; i < freeEnd.size(); ++i)
            rows.push_back({std::string(freeEnd[i]), "m", "One component of its position."});
    }
    for (const rope::Diagnostic& row : scene.diagnostics().rows())
        rows.push_back({row.name, row.unit, row.sentence});
    return rows;
}

PlotTile knownPart(const PlotTile& tile, const Scene& scene, const PlotOffer& offer)
{
    PlotTile known{tile.kind, {}};
    for (const std::string& name : tile.names)
        if (unitOf(tile.kind, name, scene, offer))
            known.names.push_back(name);
    if (tile.kind == PlotKind::phase && known.names.size() != 2)
        known.names.clear();
    return known;
}

std::vector<PlotTile> shownTiles(const Scene& scene, const PlotOffer& offer, const PlotSettings& settings)
{
    const auto chosen = settings.tiles.find(scene.info().id);
    if (chosen == settings.tiles.end())
        return offer.usual;
    std::vector<PlotTile> tiles;
    for (const PlotTile& tile : chosen->second)
        if (PlotTile known = knownPart(tile, scene, offer); !known.names.empty())
            tiles.push_back(std::move(known));
    return tiles;
}

std::optional<PlotTile> newTile(PlotKind kind, const Scene& scene, const PlotOffer& offer)
{
    const std::vector<PlotOffer::Row> rows = plotQuantities(kind, scene, offer);
    PlotTile tile{kind, {}};
    if (kind == PlotKind::stack)
        for (const std::string_view name : energyStack)
            if (rowOf(rows, name) != nullptr)
                tile.names.emplace_back(name);
    if (kind == PlotKind::phase && rows.size() > 1)
        tile.names = {rows[0].name, rows[1].name};
    if (kind == PlotKind::time && !rows.empty())
        tile.names = {firstPlotted(scene).name};
    if (tile.names.empty() && kind != PlotKind::phase && !rows.empty())
        tile.names = {rows.front().name};
    return tile.names.empty() ? std::nullopt : std::optional(tile);
}

PlotTile withQuantity(const PlotTile& tile, const std::string& name, const Scene& scene)
{
    PlotTile changed = tile;
    std::vector<std::string>& names = changed.names;
    if (tile.kind != PlotKind::time && tile.kind != PlotKind::stack)
    {
        names = {name};
        return changed;
    }
    const rope::Diagnostic* row = scene.diagnostics().find(name);
    const rope::Diagnostic* first = names.empty() ? nullptr : scene.diagnostics().find(names.front());
    if (const auto there = std::find(names.begin(), names.end(), name); there != names.end())
    {
        if (names.size() > 1) // the last one stays: a plot shows something
            names.erase(there);
    }
    else if (row != nullptr && first != nullptr && row->unit == first->unit)
    {
        names.push_back(name);
    }
    else
    {
        names = {name};
    }
    return changed;
}

std::string curveName(const PlotTile& tile, std::string_view diagnostic)
{
    if (onlyEnergies(tile))
        diagnostic.remove_suffix(energySuffix.size());
    return plainName(diagnostic);
}

std::vector<std::string> plotTitles(const PlotFeed& feed, const PlotTile& tile)
{
    const auto named = [&](const std::string& name)
    {
        const std::string unit(plotUnit(unitOf(tile.kind, name, feed.scene(), feed.offer).value_or("")));
        return unit.empty() ? std::string() : " [" + plainUnit(unit) + "]";
    };
    if (tile.names.empty())
        return {""};
    const std::string& first = tile.names.front();
    const std::string unit = named(first);
    const std::string name = plainName(first);
    switch (tile.kind)
    {
    case PlotKind::time:
    case PlotKind::stack:
        if (tile.names.size() > 1 && unit == " [J]")
            return {"Energy" + unit, "Energy"};
        if (tile.names.size() == 1)
            return {name + unit};
        return {name + " and others" + unit, name + " ..." + unit, name + " ..."};
    case PlotKind::phase:
        return {plainName(tile.names[1]) + named(tile.names[1]) + " against " + name + unit,
                plainName(tile.names[1]) + ", " + name, plainName(tile.names[1])};
    case PlotKind::profile:
        return {name + " along the rope" + unit, name + unit, name};
    case PlotKind::spectrum:
        return {"Spectrum: " + name + unit, "Spectrum" + unit, "Spectrum"};
    case PlotKind::curve:
        break;
    }
    return {name + unit, name};
}

std::string plotFileName(const PlotTile& tile)
{
    std::string name = onlyEnergies(tile) ? "energy" : tile.names.empty() ? "plot" : tile.names.front();
    std::replace(name.begin(), name.end(), '_', '-');
    return tile.kind == PlotKind::time ? name : name + "-" + std::string(plotKindName(tile.kind));
}

std::optional<PlotSignal> plotSignal(const PlotFeed& feed, const PlotTile& tile)
{
    if (tile.names.empty())
        return std::nullopt;
    const std::string& name = tile.names.front();
    const rope::Diagnostics& all = feed.scene().diagnostics();
    if (const rope::Diagnostic* row = all.find(name))
        return PlotSignal{name, row->unit, {static_cast<std::size_t>(row - all.rows().data())}};
    if (!feed.offer.freeEnd || !feed.recorder().hasFreeEnd())
        return std::nullopt;
    const std::size_t first = all.rows().size(); // the recorder has the free end after the diagnostics
    if (name == freeEnd[0])
        return PlotSignal{name, "m", {first, first + 1, first + 2}};
    for (std::size_t i = 0; i < 3; ++i)
        if (name == freeEnd[i + 1])
            return PlotSignal{name, "m", {first + i}};
    return std::nullopt;
}

} // namespace ropewalk
