#include "curve_plot.hpp"

#include "imgui_versions.hpp"
#include "plot_axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ropewalk
{

namespace
{

struct Decades
{
    int low = -1;
    int high = 0;
};

/// Whole decades around the positive values.
Decades decadesOf(const std::vector<double>& values)
{
    double low = std::numeric_limits<double>::infinity();
    double high = 0.0;
    for (const double value : values)
        if (value > 0.0 && std::isfinite(value))
        {
            low = std::min(low, value);
            high = std::max(high, value);
        }
    if (!(high > 0.0))
        return {};
    const int top = static_cast<int>(std::ceil(std::log10(high) - 1e-9));
    return {std::min(static_cast<int>(std::floor(std::log10(low) + 1e-9)), top - 1), top};
}

} // namespace

void drawCurvePlot(PanelContext& context, const Curve& curve, const Rectangle& at)
{
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float fontSize = ImGui::GetFontSize();
    const float legend = fontSize + context.px(5.0f);
    const Rectangle area{at.x + context.px(48.0f), at.y + legend, at.width - context.px(52.0f),
                         at.height - legend - fontSize - context.px(2.0f)};
    if (area.width < context.px(30.0f) || area.height < context.px(16.0f))
        return;

    const Decades decades = decadesOf(curve.values);
    const double last = std::max<double>(1.0, static_cast<double>(curve.values.size()) - 1.0);
    const auto xOf = [&](double index) { return area.x + area.width * static_cast<float>(index / last); };
    const auto yOf = [&](double exponent)
    {
        const double part = (exponent - decades.low) / (decades.high - decades.low);
        return area.y + area.height * static_cast<float>(1.0 - part);
    };

    list.PushClipRect({at.x, at.y}, {at.x + at.width, at.y + at.height}, true);
    const std::string unit(curve.unit);
    const std::string title = plainName(curve.name) + (unit.empty() ? "" : " [" + plainUnit(context, unit) + "]");
    pushFont(context.fonts.heading());
    drawText(list, {at.x, at.y}, packed(context.colours.text), title);
    const float titleWidth = textSize(title).x;
    ImGui::PopFont();
    const ImU32 colour = packed(context.colours.curves[0]);
    if (!curve.values.empty())
        drawText(list, {at.x + titleWidth + context.px(10.0f), at.y}, colour, shortNumber(curve.values.back(), 3));

    const ImU32 line = packed(context.colours.line, 0.7f);
    const ImU32 label = packed(context.colours.muted);
    list.AddRectFilled({area.x, area.y}, {area.x + area.width, area.y + area.height},
                       packed(context.colours.field, 0.35f), context.px(3.0f));
    const int fitting = std::max(1, static_cast<int>(area.height / (1.5f * fontSize)));
    const int stride = std::max(1, (decades.high - decades.low + fitting - 1) / fitting);
    for (int exponent = decades.low; exponent <= decades.high; exponent += stride)
    {
        const float y = std::round(yOf(exponent));
        list.AddLine({area.x, y}, {area.x + area.width, y}, line, 1.0f);
        const std::string number = fmt::format("{:g}", std::pow(10.0, exponent));
        const float top =
            std::clamp(y - 0.5f * fontSize, area.y - 0.35f * fontSize, area.y + area.height - 0.65f * fontSize);
        drawText(list, {area.x - textSize(number).x - context.px(5.0f), top}, label, number);
    }
    const Ticks ticks = roundTicks(0.0, last, std::max(1, static_cast<int>(area.width / (3.2f * fontSize))));
    for (int i = 0; i < ticks.count; ++i)
    {
        const float x = std::round(xOf(ticks.at(i)));
        list.AddLine({x, area.y}, {x, area.y + area.height}, line, 1.0f);
        const std::string number = ticks.label(i);
        const float left = std::min(x - 0.5f * textSize(number).x, at.x + at.width - textSize(number).x);
        drawText(list, {left, area.y + area.height + context.px(1.0f)}, label, number);
    }

    std::vector<ImVec2> points;
    const auto flush = [&]
    {
        if (points.size() > 1)
            polyline(list, points.data(), static_cast<int>(points.size()), colour, context.px(1.5f));
        points.clear();
    };
    const bool apart = area.width / static_cast<float>(last) > context.px(7.0f);
    for (std::size_t i = 0; i < curve.values.size(); ++i)
    {
        const double value = curve.values[i];
        if (!(value > 0.0 && std::isfinite(value)))
        {
            flush();
            continue;
        }
        points.push_back({xOf(static_cast<double>(i)), yOf(std::log10(value))});
        if (apart)
            list.AddCircleFilled(points.back(), context.px(2.5f), colour);
    }
    flush();
    list.PopClipRect();

    ImGui::SetCursorScreenPos({area.x, area.y});
    ImGui::InvisibleButton(title.c_str(), {area.width, area.height});
    placeItem(context, "curve " + std::string(curve.name));
    tooltip(context, context.fonts.shown(curve.sentence));
}

} // namespace ropewalk
