// The buttons above the plots, and the menu of each plot.

#include "app/language/translation.hpp"
#include "app/panels/frame/physics_panel.hpp"
#include "app/panels/frame/tool_window.hpp"
#include "plots_panel.hpp"

#include "files/plain_name.hpp"

#include "files/quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cfloat>
#include <utility>

namespace ropewalk
{

void PlotsPanel::setTiles(PanelContext& context, std::vector<PlotTile> tiles)
{
    context.ui.plots.tiles[std::string(context.workbench.scene().info().id)] = std::move(tiles);
}

void PlotsPanel::drawTools(PanelContext& context, const Grid& grid)
{
    PlotSettings& settings = context.ui.plots;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {context.px(7.0f), context.px(1.0f)});
    if (button(context, settings.paused ? "Go on" : "Hold", "button plots pause",
               settings.paused ? "The plots stand still; the scene may run on."
                               : "Let the plots stand still to read them."))
    {
        settings.paused = !settings.paused;
        pausedByZoom_ = false;
        timeZoom_.reset();
    }
    ImGui::SameLine();
    if (button(context, "Add", "button plots add", "One more plot; the dots at its right top choose what it shows."))
        ImGui::OpenPopup("add plot");
    drawAddMenu(context);
    // Where there is little room, the words go and then the spans of time, not the button that closes the plots.
    const float used = ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x;
    const bool narrow = ImGui::GetWindowWidth() - used < context.px(180.0f);
    const char* close = narrow ? "x" : "Close";
    const float closeWidth = textSize(close).x + 2.0f * ImGui::GetStyle().FramePadding.x;
    const float right = ImGui::GetWindowWidth() - ImGui::GetStyle().WindowPadding.x - closeWidth;
    const float spans = context.px(16.0f) + 3.0f * (textSize("120 s").x + context.px(17.0f));
    const float pages = views_.size() > grid.places() ? textSize("<  10-12 of 12  >").x + context.px(56.0f) : 0.0f;
    const bool roomForSpans = used + spans + pages < right;
    for (const double seconds : {10.0, 30.0, 120.0})
    {
        if (!roomForSpans)
            break;
        ImGui::SameLine(0.0f, seconds == 10.0 ? context.px(16.0f) : context.px(3.0f));
        const std::string label = fmt::format("{:.0f} s", seconds);
        if (choiceButton(context, label, "button plots " + label, settings.seconds == seconds && !timeZoom_))
        {
            settings.seconds = seconds;
            release(context);
        }
    }
    drawPages(context, grid, narrow);
    ImGui::SameLine();
    ImGui::SetCursorPosX(right);
    const bool simple = !context.ui.allPanels;
    if (button(context, close, "button plots close",
               simple ? "Back to the line of small plots." : "View > Plots brings them back."))
        (simple ? settings.open : settings.shown) = false;
    ImGui::PopStyleVar();
}

void PlotsPanel::drawPages(PanelContext& context, const Grid& grid, bool narrow)
{
    const std::size_t pages = (views_.size() + grid.places() - 1) / grid.places();
    if (pages < 2)
        return;
    const std::size_t first = std::min(page_, pages - 1) * grid.places();
    const std::string shown = fmt::format(
        "{} of {}",
        grid.places() == 1 ? std::to_string(first + 1)
                           : fmt::format("{}-{}", first + 1, std::min(views_.size(), first + grid.places())),
        views_.size());
    const float gap = context.px(narrow ? 3.0f : 6.0f);
    ImGui::SameLine(0.0f, context.px(narrow ? 6.0f : 16.0f));
    if (button(context, "<", "button plots previous"))
        page_ = (page_ + pages - 1) % pages;
    if (!narrow)
    {
        ImGui::SameLine(0.0f, gap);
        text(context.colours.muted, shown);
    }
    ImGui::SameLine(0.0f, gap);
    if (button(context, ">", "button plots next", shown + ". A higher or wider panel shows more of them at once."))
        page_ = (page_ + 1) % pages;
}

void PlotsPanel::drawAddMenu(PanelContext& context)
{
    if (!ImGui::BeginPopup("add plot", ImGuiWindowFlags_NoNav))
        return;
    const PopupKeys keys(context, "add plot");
    const Scene& scene = context.workbench.scene();
    for (const PlotKind kind : plotKinds)
        if (const std::optional<PlotTile> tile = newTile(kind, scene, offer_))
            if (menuItem(context, plotKindLabel(kind), "add plot " + std::string(plotKindName(kind))))
            {
                std::vector<PlotTile> tiles = shownTiles(scene, offer_, context.ui.plots);
                tiles.push_back(*tile);
                page_ = tiles.size(); // draw() makes that the last page, where the new plot is
                setTiles(context, std::move(tiles));
            }
    ImGui::Separator();
    if (menuItem(context, "Usual plots", "add plot usual"))
        if (const auto own = context.ui.plots.tiles.find(scene.info().id); own != context.ui.plots.tiles.end())
            context.ui.plots.tiles.erase(own);
    ImGui::EndPopup();
}

void PlotsPanel::drawTileMenu(PlotFeed& feed, std::size_t index, const Rectangle& at)
{
    PanelContext& context = feed.context;
    const float size = ImGui::GetFontSize() + context.px(2.0f);
    const ImVec2 from{at.right() - size, at.y};
    ImGui::SetCursorScreenPos(from);
    if (pressed(context, "button plot menu " + std::to_string(index + 1), ImGui::InvisibleButton("menu", {size, size})))
        ImGui::OpenPopup("plot menu");
    tooltip(context, "What this plot shows; save or remove it.");
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool hovered = ImGui::IsItemHovered();
    if (hovered)
        list.AddRectFilled(from, {from.x + size, from.y + size}, packed(context.colours.fieldHovered),
                           context.px(4.0f));
    for (const float place : {0.25f, 0.5f, 0.75f})
        list.AddCircleFilled({from.x + place * size, from.y + 0.5f * size}, context.px(1.6f),
                             packed(hovered ? context.colours.text : context.colours.muted));

    // Above its plot, which stays in sight, and as high as there is room: Dear ImGui itself places a popup only when it
    // appears, and this one grows with the kind of plot.
    const bool leftmost = at.right() < context.px(420.0f);
    ImGui::SetNextWindowPos({leftmost ? at.x : at.right(), at.y}, ImGuiCond_Always, {leftmost ? 0.0f : 1.0f, 1.0f});
    ImGui::SetNextWindowSizeConstraints({0.0f, 0.0f}, {FLT_MAX, std::max(context.px(60.0f), at.y - context.px(4.0f))});
    if (!ImGui::BeginPopup("plot menu", ImGuiWindowFlags_NoNav))
        return;
    const PopupKeys keys(context, "plot menu");
    PlotView& view = *views_[index];
    std::vector<PlotTile> tiles = shownTiles(feed.scene(), offer_, context.ui.plots);
    for (const PlotKind kind : plotKinds)
        if (std::optional<PlotTile> other = newTile(kind, feed.scene(), offer_))
        {
            const bool present = view.tile().kind == kind;
            const bool clicked = ImGui::RadioButton(itemLabel(plotKindLabel(kind)).c_str(), present);
            if (pressed(context, "plot kind " + std::string(plotKindName(kind)), clicked) && !present)
            {
                // The names that the other kind can show stay.
                const PlotTile same = knownPart({kind, view.tile().names}, feed.scene(), offer_);
                tiles[index] = same.names.empty() ? *other : same;
                setTiles(context, tiles);
            }
        }
    ImGui::Separator();
    drawQuantities(feed, index);
    ImGui::Separator();
    if (menuItem(context, "All of it (double-click)", "plot fit"))
    {
        view.fit();
        if (view.overTime())
            feed.fitTime = true;
    }
    if (menuItem(context, "Save as CSV", "plot save csv"))
        context.ui.plotExport = PlotExport{{{plotFileName(view.tile()), csvText(view.table(feed))}}, {}, {}};
    if (menuItem(context, "Save as PNG", "plot save png"))
        context.ui.plotExport = PlotExport{{}, at, plotFileName(view.tile())};
    if (menuItem(context, "Remove", "plot remove"))
    {
        tiles.erase(tiles.begin() + static_cast<std::ptrdiff_t>(index));
        setTiles(context, tiles);
    }
    ImGui::EndPopup();
}

void PlotsPanel::drawQuantities(PlotFeed& feed, std::size_t index)
{
    PanelContext& context = feed.context;
    const PlotTile& tile = views_[index]->tile();
    const std::vector<PlotOffer::Row> rows = plotQuantities(tile.kind, feed.scene(), offer_);
    const bool several = tile.kind == PlotKind::time || tile.kind == PlotKind::stack;
    const auto label = [](const PlotOffer::Row& row)
    { return plainName(row.name) + (row.unit.empty() ? "" : " [" + plainUnit(plotUnit(row.unit)) + "]"); };

    float width = 0.0f;
    for (const PlotOffer::Row& row : rows)
        width = std::max(width, textSize(label(row)).x);
    const float explain = width + ImGui::GetFrameHeight() + 2.0f * ImGui::GetStyle().ItemSpacing.x;
    width += explainButtonWidth(context) + ImGui::GetFrameHeight() + 3.0f * ImGui::GetStyle().ItemSpacing.x +
             ImGui::GetStyle().ScrollbarSize;
    const float height =
        ImGui::GetFrameHeightWithSpacing() * static_cast<float>(std::clamp<std::size_t>(rows.size(), 1, 9));
    const std::size_t lists = tile.kind == PlotKind::phase ? 2 : 1;
    for (std::size_t i = 0; i < lists; ++i)
    {
        const std::string suffix = lists == 1 ? "" : i == 0 ? " across" : " up";
        if (i > 0)
            ImGui::SameLine();
        ImGui::BeginGroup();
        if (lists > 1)
            text(context.colours.muted, i == 0 ? "across" : "up");
        ImGui::BeginChild(("quantities" + suffix).c_str(), {width, height}, false, ImGuiWindowFlags_NoNav);
        for (const PlotOffer::Row& row : rows)
        {
            bool chosen = lists > 1 ? tile.names[i] == row.name
                                    : std::find(tile.names.begin(), tile.names.end(), row.name) != tile.names.end();
            const bool clicked = several ? ImGui::Checkbox(itemLabel(label(row)).c_str(), &chosen)
                                         : ImGui::RadioButton(itemLabel(label(row)).c_str(), chosen);
            const bool wanted = pressed(context, "quantity " + row.name + suffix, clicked);
            tooltip(context, row.sentence);
            if (context.physics.explaining(feed.scene().info().id, row.name) != nullptr)
            {
                ImGui::SameLine(explain);
                explainButton(context, row.name);
            }
            if (!wanted)
                continue;
            std::vector<PlotTile> tiles = shownTiles(feed.scene(), offer_, context.ui.plots);
            if (lists > 1)
                tiles[index].names[i] = row.name;
            else
                tiles[index] = withQuantity(tile, row.name, feed.scene());
            setTiles(context, std::move(tiles));
        }
        ImGui::EndChild();
        ImGui::EndGroup();
    }
}

} // namespace ropewalk
