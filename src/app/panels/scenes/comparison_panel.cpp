#include "comparison_panel.hpp"

#include "files/quantity.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace ropewalk
{

namespace
{

constexpr float columnGap = 18.0f; // [px] at scale 1

std::string cellText(double value)
{
    if (std::isnan(value))
        return "–";
    if (std::isinf(value))
        return "no limit";
    // A zero with a rounding error would be the longest number of all.
    return std::abs(value) < 1e-6 ? "0" : plainNumber(value, 3);
}

std::string headText(const Comparison::Column& column)
{
    return std::string(column.name) + (column.unit.empty() ? "" : " [" + plainUnit(column.unit) + "]");
}

float labelWidth(const Comparison& comparison)
{
    float widest = 0.0f;
    for (const Comparison::Row& row : comparison.rows)
        widest = std::max(widest, textSize(row.label).x);
    return widest;
}

/// The width of the head or of the longest number, so that nothing moves while the numbers run.
float columnWidth(const Comparison::Column& column)
{
    return std::max(textSize(headText(column)).x, textSize("no limit").x);
}

} // namespace

float comparisonWidth(const PanelContext& context, const Comparison& comparison)
{
    if (comparison.rows.empty())
        return 0.0f;
    float width = labelWidth(comparison);
    for (const Comparison::Column& column : comparison.columns)
        width += context.px(columnGap) + columnWidth(column);
    return std::ceil(width + context.px(16.0f) + ImGui::GetStyle().ScrollbarSize);
}

void drawComparison(PanelContext& context, const Comparison& comparison, const Rectangle& at)
{
    beginPanel(context, "comparison", at, ImGuiWindowFlags_HorizontalScrollbar, {8.0f, 4.0f});
    const Palette& c = context.colours;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float line = ImGui::GetTextLineHeight() + context.px(2.0f);
    const float labels = labelWidth(comparison);

    float width = labels;
    for (std::size_t i = 0; i < comparison.columns.size(); ++i)
    {
        const Comparison::Column& column = comparison.columns[i];
        const float columnFrom = width + context.px(columnGap);
        width = columnFrom + columnWidth(column);
        const std::string head = headText(column);
        const float headWidth = textSize(head).x;
        ImGui::SetCursorScreenPos({from.x + columnFrom, from.y});
        ImGui::InvisibleButton(head.c_str(), {width - columnFrom, line});
        placeItem(context, "column " + std::string(column.name));
        tooltip(context, column.sentence);
        drawText(list, {std::round(from.x + width - headWidth), from.y}, packed(c.muted), head);
        for (std::size_t row = 0; row < comparison.rows.size(); ++row)
        {
            const std::string cell = cellText(comparison.rows[row].values[i]);
            const float y = from.y + static_cast<float>(row + 1) * line;
            drawText(list, {std::round(from.x + width - textSize(cell).x), std::round(y)}, packed(c.text), cell);
        }
    }
    for (std::size_t row = 0; row < comparison.rows.size(); ++row)
    {
        const float y = from.y + static_cast<float>(row + 1) * line;
        list.AddLine({from.x, std::round(y) - 1.0f}, {from.x + width, std::round(y) - 1.0f}, packed(c.line));
        drawText(list, {from.x, std::round(y)}, packed(c.text), comparison.rows[row].label);
        context.ui.place("row " + comparison.rows[row].label, {from.x, y, width, line});
    }
    ImGui::SetCursorScreenPos(from);
    ImGui::Dummy({width, static_cast<float>(comparison.rows.size() + 1) * line}); // the area that can be scrolled
    ImGui::End();
}

} // namespace ropewalk
