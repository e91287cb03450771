#include "theory_panel.hpp"

#include "app/panels/frame/plot_axis.hpp"
#include "app/platform/imgui_versions.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ropewalk
{

namespace
{

/// From numbers to pixels along one axis.
struct Axis
{
    double from = 0.0;
    double to = 1.0;
    float low = 0.0f; ///< pixels
    float high = 1.0f;

    float at(double value) const { return low + static_cast<float>((value - from) / (to - from)) * (high - low); }
};

double shownValue(const Chart& chart, double value)
{
    return chart.logarithmic ? std::log10(std::max(value, 1e-300)) : value;
}

/// Adds a part of its size at both ends. A range of one number gets room around it: else the axis would have no length.
void widen(AxisExtent& range, double part)
{
    const double size =
        std::max(range.high - range.low, 1e-9 * std::max(std::abs(range.low), std::abs(range.high)) + 1e-12);
    range.low -= part * size;
    range.high += part * size;
}

/// Round numbers along an axis, at their places on it.
std::vector<AxisTick> ticksOf(const Chart& chart, const AxisExtent& range, int wanted)
{
    if (!chart.logarithmic)
        return axisTicks({range.low, range.high, false}, wanted);
    std::vector<AxisTick> ticks = axisTicks({std::pow(10.0, range.low), std::pow(10.0, range.high), true}, wanted);
    for (AxisTick& tick : ticks)
        tick.value = std::log10(tick.value);
    return ticks;
}

} // namespace

void drawChart(PanelContext& context, const Chart& chart, const Rectangle& at)
{
    const Palette& c = context.colours;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({at.x, at.y}, {at.x + at.width, at.y + at.height}, packed(c.field), context.px(6.0f));

    AxisExtent across;
    AxisExtent up;
    for (const auto* points : {&chart.predicted, &chart.measured})
        for (const rope::Vec2& point : *points)
        {
            across.include(shownValue(chart, point.x));
            up.include(shownValue(chart, point.y));
        }
    if (!(across.low <= across.high) || !(up.low <= up.high))
        return;
    widen(across, 0.02);
    widen(up, 0.06);

    const float font = ImGui::GetFontSize();
    float widest = context.px(36.0f);
    for (const AxisTick& tick : ticksOf(chart, up, 4))
        widest = std::max(widest, textSize(tick.label).x);
    const float left = at.x + context.px(18.0f) + widest;
    const float right = at.x + at.width - context.px(12.0f);
    const float top = at.y + font + context.px(10.0f);
    const float bottom = at.y + at.height - 2.0f * font - context.px(10.0f);
    if (right - left < context.px(40.0f) || bottom - top < context.px(20.0f))
        return;
    if (chart.equalScales)
    {
        // The same pixels a metre both ways.
        const double perPixel = std::max((across.high - across.low) / static_cast<double>(right - left),
                                         (up.high - up.low) / static_cast<double>(bottom - top));
        const auto fill = [](AxisExtent& range, double size)
        {
            const double middle = 0.5 * (range.low + range.high);
            range.low = middle - 0.5 * size;
            range.high = middle + 0.5 * size;
        };
        fill(across, perPixel * static_cast<double>(right - left));
        fill(up, perPixel * static_cast<double>(bottom - top));
    }
    const Axis x{across.low, across.high, left, right};
    const Axis y{up.low, up.high, bottom, top};

    for (const AxisTick& tick : ticksOf(chart, across, 6))
    {
        const float px = std::round(x.at(tick.value));
        list.AddLine({px, top}, {px, bottom}, packed(c.line));
        drawText(list, {px - 0.5f * textSize(tick.label).x, bottom + context.px(2.0f)}, packed(c.muted), tick.label);
    }
    for (const AxisTick& tick : ticksOf(chart, up, 4))
    {
        const float py = std::round(y.at(tick.value));
        list.AddLine({left, py}, {right, py}, packed(c.line));
        const ImVec2 size = textSize(tick.label);
        drawText(list, {left - context.px(6.0f) - size.x, py - 0.5f * font}, packed(c.muted), tick.label);
    }
    const std::string_view acrossName = chart.across;
    drawText(list, {right - textSize(acrossName).x, bottom + font + context.px(4.0f)}, packed(c.muted), acrossName);
    drawText(list, {at.x + context.px(8.0f), at.y + context.px(4.0f)}, packed(c.muted), chart.up);

    // A legend for line and points to the right of the name.
    const float legend = at.y + context.px(4.0f);
    float end = right;
    const auto entry = [&](std::string_view name, bool line)
    {
        end -= textSize(name).x;
        drawText(list, {end, legend}, packed(c.text), name);
        const float middle = legend + 0.5f * font;
        end -= context.px(18.0f);
        if (line)
            list.AddLine({end, middle}, {end + context.px(14.0f), middle}, packed(c.curves[0]), context.px(2.0f));
        else
            list.AddCircleFilled({end + context.px(7.0f), middle}, context.px(3.0f), packed(c.curves[1]));
        end -= context.px(12.0f);
    };
    entry("measured", false);
    entry("predicted", true);

    std::vector<ImVec2> line;
    for (const rope::Vec2& point : chart.predicted)
        line.emplace_back(x.at(shownValue(chart, point.x)), y.at(shownValue(chart, point.y)));
    list.PushClipRect({at.x, at.y}, {at.x + at.width, at.y + at.height}, true);
    polyline(list, line.data(), static_cast<int>(line.size()), packed(c.curves[0]), context.px(2.0f));
    // Points too close to the last one are left out: they would hide the line that they are compared with.
    const float radius = context.px(2.5f);
    const float apart = context.px(9.0f);
    ImVec2 last{-1e9f, -1e9f};
    for (const rope::Vec2& point : chart.measured)
    {
        const ImVec2 spot{x.at(shownValue(chart, point.x)), y.at(shownValue(chart, point.y))};
        if (std::hypot(spot.x - last.x, spot.y - last.y) < apart)
            continue;
        list.AddCircleFilled(spot, radius, packed(c.curves[1]));
        last = spot;
    }
    list.PopClipRect();
}

} // namespace ropewalk
