#include "comparison_panel.hpp"

#include "app/language/translation.hpp"

#include "files/quantity.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

namespace ropewalk
{

namespace
{

constexpr float columnGap = 9.0f; // [px] at scale 1
constexpr std::size_t headLines = 2;

std::string cellText(double value)
{
    if (std::isnan(value))
        return "–";
    if (std::isinf(value))
        return "no limit";
    // A zero with a rounding error would be the longest number of all.
    return std::abs(value) < 1e-6 ? "0" : plainNumber(value, 3);
}

/// The name with its unit, broken after the first word, so that a column is not much wider than its numbers.
std::array<std::string, headLines> headText(const Comparison::Column& column)
{
    const std::string_view name = translated(column.name);
    const std::size_t blank = std::min(name.find(' '), name.size());
    std::string second(name.substr(std::min(blank + 1, name.size())));
    if (!column.unit.empty())
        second += (second.empty() ? "[" : " [") + plainUnit(column.unit) + "]";
    return {std::string(name.substr(0, blank)), std::move(second)};
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
    float widest = textSize("no limit").x;
    for (const std::string& line : headText(column))
        widest = std::max(widest, sizeVerbatim(line).x);
    return widest;
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
        ImGui::SetCursorScreenPos({from.x + columnFrom, from.y});
        ImGui::InvisibleButton(std::string(column.name).c_str(), {width - columnFrom, headLines * line});
        placeItem(context, "column " + std::string(column.name));
        tooltip(context, column.sentence);
        float headY = from.y;
        for (const std::string& words : headText(column))
        {
            drawVerbatim(list, {std::round(from.x + width - sizeVerbatim(words).x), std::round(headY)}, packed(c.muted),
                         words);
            headY += line;
        }
        for (std::size_t row = 0; row < comparison.rows.size(); ++row)
        {
            const std::string cell = cellText(comparison.rows[row].values[i]);
            const float y = from.y + static_cast<float>(row + headLines) * line;
            drawText(list, {std::round(from.x + width - textSize(cell).x), std::round(y)}, packed(c.text), cell);
        }
    }
    for (std::size_t row = 0; row < comparison.rows.size(); ++row)
    {
        const float y = from.y + static_cast<float>(row + headLines) * line;
        list.AddLine({from.x, std::round(y) - 1.0f}, {from.x + width, std::round(y) - 1.0f}, packed(c.line));
        drawText(list, {from.x, std::round(y)}, packed(c.text), comparison.rows[row].label);
        context.ui.place("row " + comparison.rows[row].label, {from.x, y, width, line});
    }
    ImGui::SetCursorScreenPos(from);
    ImGui::Dummy(
        {width, static_cast<float>(comparison.rows.size() + headLines) * line}); // the area that can be scrolled
    ImGui::End();
}

} // namespace ropewalk
