#include "layout.hpp"

#include "app/state/tool_list.hpp"

#include <algorithm>
#include <cmath>

namespace ropewalk
{

namespace
{

// In pixels at scale 1. Narrower scenes and parameters would cut labels off.
constexpr float scenesLeast = 150.0f;
constexpr float parametersLeast = 250.0f;
constexpr float plotsLeast = 130.0f;
constexpr float viewportLeast = 240.0f;
constexpr float splitterWidth = 5.0f;

// Of the simple view: shares of the window's width, and their limits.
constexpr float scenesShare = 0.131f;
constexpr float scenesMost = 240.0f;
constexpr float constantsShare = 0.207f;
constexpr float constantsMost = 330.0f;
constexpr float sparksHeight = 62.0f;

constexpr float dockedViewport = 620.0f; ///< of a viewport with constants and a tool beside it
constexpr float dockLeast = 200.0f;

// The smallest windows that still have the panel.
constexpr float widthForScenes = 820.0f;
constexpr float widthForParameters = 560.0f;
constexpr float widthForPlots = 560.0f;
constexpr float heightForPlots = 400.0f;
constexpr float widthForBars = 320.0f;
constexpr float heightForBars = 200.0f;

float within(float value, float least, float most)
{
    return std::clamp(std::isfinite(value) ? value : least, least, std::max(least, most));
}

} // namespace

bool shown(const Rectangle& rectangle)
{
    return rectangle.width > 0.0f && rectangle.height > 0.0f;
}

void limitSizes(UiState& ui, float width, float height)
{
    const float w = width / ui.scale;
    const float h = height / ui.scale;
    ui.parametersWidth = within(ui.parametersWidth, parametersLeast, 0.45f * w);
    ui.scenesWidth = within(ui.scenesWidth, scenesLeast, 0.3f * w);
    ui.plotsHeight = within(ui.plotsHeight, plotsLeast, 0.5f * h);
    if (ui.dockWidth > 0.0f)
        ui.dockWidth = within(ui.dockWidth, dockLeast, 0.62f * w);
}

namespace
{

void layOutPlots(Layout& layout, const UiState& ui, float edge)
{
    const float s = ui.scale;
    Rectangle& viewport = layout.viewport;
    if (!ui.allPanels && !ui.plots.open)
    {
        const float wanted = std::ceil(sparksHeight * s);
        layout.sparks = {viewport.x, viewport.bottom() - wanted, viewport.width, wanted};
        viewport.height -= wanted;
    }
    else
    {
        const float wanted = std::floor(within(ui.plotsHeight * s, plotsLeast * s, 0.6f * viewport.height));
        layout.plots = {viewport.x, viewport.bottom() - wanted, viewport.width, wanted};
        layout.plotsSplitter = {viewport.x, layout.plots.y - edge, viewport.width, edge};
        viewport.height -= wanted + edge;
    }
}

} // namespace

Layout layOut(float width, float height, const UiState& ui, float barHeight)
{
    Layout layout;
    const float s = ui.scale;
    Rectangle& viewport = layout.viewport;
    viewport = {0.0f, 0.0f, std::max(0.0f, width), std::max(0.0f, height)};
    if (!ui.panelsVisible || width < widthForBars * s || height < heightForBars * s)
        return layout;

    const auto whole = [](float value) { return std::floor(value); };
    const float bar = std::ceil(barHeight);
    const bool simple = !ui.allPanels;
    const float edge = std::ceil(splitterWidth * s);
    const float gap = simple ? 0.0f : edge; // between panels whose widths the mouse can change
    const float scenesWidth = simple ? within(scenesShare * width / s, scenesLeast, scenesMost) : ui.scenesWidth;
    const float parametersWidth =
        simple ? within(constantsShare * width / s, parametersLeast, constantsMost) : ui.parametersWidth;
    layout.menu = {0.0f, 0.0f, width, bar};
    layout.status = {0.0f, height - bar, width, bar};
    viewport.y = bar;
    viewport.height = height - 2.0f * bar;

    const bool scenes = width >= widthForScenes * s && !ui.hidden.scenes;
    const float list = scenes ? scenesWidth * s + gap : 0.0f;
    bool parameters = width >= widthForParameters * s && !ui.hidden.constants;
    if (const std::optional<Tool> tool = ui.tools.top())
    {
        constexpr float share = 0.31f;
        const ToolInfo info = toolInfo(*tool);
        const float usual = std::clamp(share * width, info.least * s, info.most * s);
        const float wanted = ui.dockWidth > 0.0f ? std::max(ui.dockWidth, dockLeast) * s : usual;
        const float dock = whole(std::min(wanted, 0.62f * width));
        if (dock >= dockLeast * s)
        {
            layout.dock = {width - dock, bar, dock, viewport.height};
            layout.dockSplitter = {width - dock - edge, bar, edge, viewport.height};
            viewport.width -= dock + edge;
            parameters = parameters && viewport.width - list - parametersWidth * s - gap >= dockedViewport * s;
        }
    }
    if (parameters)
    {
        const float right = viewport.right();
        const float most = std::max(parametersLeast * s, right - viewportLeast * s);
        const float wanted = whole(within(parametersWidth * s, parametersLeast * s, most));
        layout.parameters = {right - wanted, bar, wanted, viewport.height};
        layout.parametersSplitter = {right - wanted - gap, bar, gap, viewport.height};
        viewport.width -= wanted + gap;
    }
    if (scenes && viewport.width >= (scenesLeast + viewportLeast) * s)
    {
        const float wanted = whole(within(scenesWidth * s, scenesLeast * s, viewport.width - viewportLeast * s));
        layout.scenes = {0.0f, bar, wanted, viewport.height};
        layout.scenesSplitter = {wanted, bar, gap, viewport.height};
        viewport.x = wanted + gap;
        viewport.width -= wanted + gap;
    }
    if (ui.plots.shown && !ui.hidden.plots && height >= heightForPlots * s && width >= widthForPlots * s)
        layOutPlots(layout, ui, edge);
    return layout;
}

} // namespace ropewalk
