#include "theory_chart.hpp"

#include "app/panels/frame/plot_axis.hpp"
#include "app/platform/imgui_versions.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace ropewalk
{

namespace
{

/// A logarithmic axis has no place for 0 and below.
double shownValue(const Chart& chart, double value)
{
    return chart.logarithmic ? std::max(value, 1e-300) : value;
}

/// The axis for values of an extent, with a part of its length more at both ends. An extent of one number gets room
/// around it: else the axis would have no length.
AxisSpan axisOf(AxisExtent extent, bool logarithmic, double part)
{
    const double least = 1e-9 * std::max(std::abs(extent.low), std::abs(extent.high)) + 1e-12;
    if (extent.high - extent.low < least)
        extent.high = extent.low + least;
    return AxisSpan{extent.low, extent.high, logarithmic}.zoomed(0.5, 1.0 + 2.0 * part);
}

/// Where a chart's axes are.
struct ChartArea
{
    AxisSpan across;
    AxisSpan up;
    float left;
    float right;
    float top;
    float bottom;

    ImVec2 spotOf(const Chart& chart, const rope::Vec2& point) const
    {
        return {left + static_cast<float>(across.place(shownValue(chart, point.x))) * (right - left),
                bottom - static_cast<float>(up.place(shownValue(chart, point.y))) * (bottom - top)};
    }
};

/// Nothing where there is no point or no room.
std::optional<ChartArea> areaOf(const PanelContext& context, const Chart& chart, const Rectangle& at)
{
    AxisExtent wide;
    AxisExtent high;
    for (const auto* points : {&chart.predicted, &chart.measured})
        for (const rope::Vec2& point : *points)
        {
            wide.include(shownValue(chart, point.x));
            high.include(shownValue(chart, point.y));
        }
    if (!(wide.low <= wide.high) || !(high.low <= high.high))
        return std::nullopt;
    AxisSpan across = axisOf(wide, chart.logarithmic, 0.02);
    AxisSpan up = axisOf(high, chart.logarithmic, 0.06);

    const float font = ImGui::GetFontSize();
    float widest = context.px(36.0f);
    for (const AxisTick& tick : axisTicks(up, 4))
        widest = std::max(widest, textSize(tick.label).x);
    const float left = at.x + context.px(18.0f) + widest;
    const float right = at.right() - context.px(12.0f);
    const float top = at.y + font + context.px(10.0f);
    const float bottom = at.bottom() - 2.0f * font - context.px(10.0f);
    if (right - left < context.px(40.0f) || bottom - top < context.px(20.0f))
        return std::nullopt;
    if (chart.equalScales)
    {
        // A metre is as many pixels across as upwards.
        const double perPixel = std::max((across.high - across.low) / static_cast<double>(right - left),
                                         (up.high - up.low) / static_cast<double>(bottom - top));
        across = across.zoomed(0.5, perPixel * static_cast<double>(right - left) / (across.high - across.low));
        up = up.zoomed(0.5, perPixel * static_cast<double>(bottom - top) / (up.high - up.low));
    }
    return ChartArea{across, up, left, right, top, bottom};
}

void drawGrid(const PanelContext& context, const Chart& chart, const Rectangle& at, const ChartArea& area)
{
    const Palette& c = context.colours;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float font = ImGui::GetFontSize();
    for (const AxisTick& tick : axisTicks(area.across, 6))
    {
        const float px = std::round(area.spotOf(chart, {tick.value, area.up.low}).x);
        list.AddLine({px, area.top}, {px, area.bottom}, packed(c.line));
        drawText(list, {px - 0.5f * textSize(tick.label).x, area.bottom + context.px(2.0f)}, packed(c.muted),
                 tick.label);
    }
    for (const AxisTick& tick : axisTicks(area.up, 4))
    {
        const float py = std::round(area.spotOf(chart, {area.across.low, tick.value}).y);
        list.AddLine({area.left, py}, {area.right, py}, packed(c.line));
        const ImVec2 size = textSize(tick.label);
        drawText(list, {area.left - context.px(6.0f) - size.x, py - 0.5f * font}, packed(c.muted), tick.label);
    }
    drawText(list, {area.right - textSize(chart.across).x, area.bottom + font + context.px(4.0f)}, packed(c.muted),
             chart.across);
    drawText(list, {at.x + context.px(8.0f), at.y + context.px(4.0f)}, packed(c.muted), chart.up);
}

/// For line and points, to the right of the name.
void drawLegend(const PanelContext& context, float top, float end)
{
    const Palette& c = context.colours;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float middle = top + 0.5f * ImGui::GetFontSize();
    for (const char* name : {"measured", "predicted"})
    {
        end -= textSize(name).x;
        drawText(list, {end, top}, packed(c.text), name);
        end -= context.px(18.0f);
        if (name[0] == 'p')
            list.AddLine({end, middle}, {end + context.px(14.0f), middle}, packed(c.curves[0]), context.px(2.0f));
        else
            list.AddCircleFilled({end + context.px(7.0f), middle}, context.px(3.0f), packed(c.curves[1]));
        end -= context.px(12.0f);
    }
}

} // namespace

void drawChart(PanelContext& context, const Chart& chart, const Rectangle& at)
{
    const Palette& c = context.colours;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(topLeft(at), bottomRight(at), packed(c.field), context.px(6.0f));
    const std::optional<ChartArea> area = areaOf(context, chart, at);
    if (!area)
        return;
    drawGrid(context, chart, at, *area);
    drawLegend(context, at.y + context.px(4.0f), area->right);

    std::vector<ImVec2> line;
    for (const rope::Vec2& point : chart.predicted)
        line.push_back(area->spotOf(chart, point));
    list.PushClipRect(topLeft(at), bottomRight(at), true);
    polyline(list, line.data(), static_cast<int>(line.size()), packed(c.curves[0]), context.px(2.0f));
    // Points too close to the last one are left out: they would hide the line that they are compared with.
    const float radius = context.px(2.5f);
    const float apart = context.px(9.0f);
    ImVec2 last{-1e9f, -1e9f};
    for (const rope::Vec2& point : chart.measured)
    {
        const ImVec2 spot = area->spotOf(chart, point);
        if (std::hypot(spot.x - last.x, spot.y - last.y) < apart)
            continue;
        list.AddCircleFilled(spot, radius, packed(c.curves[1]));
        last = spot;
    }
    list.PopClipRect();
}

} // namespace ropewalk
