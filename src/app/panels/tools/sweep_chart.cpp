#include "sweep_chart.hpp"

#include "app/panels/frame/plot_axis.hpp"
#include "app/platform/imgui_versions.hpp"
#include "files/plain_name.hpp"
#include "files/quantity.hpp"
#include "render/viridis.hpp"
#include "scenes/scene_constants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ropewalk
{
namespace
{

/// An axis over these values, with a part of its length more at both ends; of one number, with room around it.
AxisSpan spanOf(AxisExtent extent, double part)
{
    const double least = 1e-9 * std::max(std::abs(extent.low), std::abs(extent.high)) + 1e-12;
    if (!(extent.low <= extent.high))
        extent = {0.0, 1.0};
    if (extent.high - extent.low < least)
        extent.high = extent.low + least;
    return AxisSpan{extent.low, extent.high, false}.zoomed(0.5, 1.0 + 2.0 * part);
}

/// Half of the distance of neighbours on an axis, for cells that touch each other.
double halfCell(const SweepTable& table, std::size_t constant)
{
    std::set<double> values;
    for (const SweepTable::Row& row : table.rows)
        values.insert(row.at[constant]);
    return values.size() < 2 ? 0.5
                             : 0.5 * (*values.rbegin() - *values.begin()) / static_cast<double>(values.size() - 1);
}

/// A constant or a column, with the unit that it has in the open scene.
std::string titleOf(const Scene& scene, std::string_view name)
{
    std::string title = plainColumn(name);
    std::string unit;
    eachConstant(scene,
                 [&](const rope::Parameter& row)
                 {
                     if (row.name() == name)
                         unit = row.unit();
                 });
    if (const rope::Diagnostic* row = scene.diagnostics().find(name.substr(0, name.rfind('_'))))
        unit = row->unit;
    return unit.empty() ? title : title + " [" + plainUnit(unit) + "]";
}

ImVec4 viridis(double place)
{
    const double at = std::clamp(place, 0.0, 1.0) * static_cast<double>(viridisTable.size() - 1);
    const auto below = std::min(static_cast<std::size_t>(at), viridisTable.size() - 2);
    const glm::vec3 colour =
        glm::mix(viridisTable[below], viridisTable[below + 1], static_cast<float>(at - static_cast<double>(below)));
    return {colour.r, colour.g, colour.b, 1.0f};
}

/// A chart of a sweep: its axes on the screen.
class SweepChart
{
public:
    SweepChart(PanelContext& context, const SweepTable& table, std::size_t column, const Rectangle& at)
        : context_(context), table_(table), column_(column), at_(at), map_(table.constants.size() > 1)
    {
        AxisExtent wide;
        AxisExtent high;
        for (const SweepTable::Row& row : table.rows)
        {
            wide.include(row.at[0]);
            values_.include(row.values[column]);
            if (map_)
                high.include(row.at[1]);
        }
        across_ = spanOf(wide, 0.02);
        up_ = spanOf(map_ ? high : values_, 0.06);
        if (map_)
        {
            half_ = {halfCell(table, 0), halfCell(table, 1)};
            across_ = {across_.low - half_[0], across_.high + half_[0], false};
            up_ = {up_.low - half_[1], up_.high + half_[1], false};
        }
        const float font = ImGui::GetFontSize();
        float widest = context.px(30.0f);
        for (const AxisTick& tick : axisTicks(up_, 4))
            widest = std::max(widest, textSize(tick.label).x);
        area_.x = at.x + context.px(14.0f) + widest;
        area_.y = at.y + font + context.px(12.0f);
        area_.width = at.right() - context.px(12.0f) - area_.x;
        area_.height = at.bottom() - 2.0f * font - context.px(10.0f) - area_.y;
    }

    bool fits() const { return area_.width > context_.px(40.0f) && area_.height > context_.px(30.0f); }

    void drawGrid() const
    {
        const Palette& c = context_.colours;
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const float font = ImGui::GetFontSize();
        for (const AxisTick& tick : axisTicks(across_, 5))
        {
            const float x = std::round(spot(tick.value, up_.low).x);
            list.AddLine({x, area_.y}, {x, area_.bottom()}, packed(c.line));
            drawText(list, {x - 0.5f * textSize(tick.label).x, area_.bottom() + context_.px(2.0f)}, packed(c.muted),
                     tick.label);
        }
        for (const AxisTick& tick : axisTicks(up_, 4))
        {
            const float y = std::round(spot(across_.low, tick.value).y);
            list.AddLine({area_.x, y}, {area_.right(), y}, packed(c.line));
            drawText(list, {area_.x - context_.px(6.0f) - textSize(tick.label).x, y - 0.5f * font}, packed(c.muted),
                     tick.label);
        }
        const std::string name = titleOf(context_.workbench.scene(), table_.constants[0]);
        drawText(list, {area_.right() - textSize(name).x, area_.bottom() + font + context_.px(4.0f)}, packed(c.muted),
                 name);
        const std::string title =
            titleOf(context_.workbench.scene(), map_ ? table_.constants[1] : table_.columns[column_]);
        drawText(list, {at_.x + context_.px(8.0f), at_.y + context_.px(4.0f)}, packed(c.muted), title);
    }

    void drawRuns() const
    {
        ImDrawList& list = *ImGui::GetWindowDrawList();
        if (map_)
        {
            for (const SweepTable::Row& row : table_.rows)
                drawCell(list, row);
            return drawScale(list);
        }
        std::vector<const SweepTable::Row*> sorted;
        for (const SweepTable::Row& row : table_.rows)
            sorted.push_back(&row);
        std::sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) { return a->at[0] < b->at[0]; });
        std::vector<ImVec2> line;
        for (const SweepTable::Row* row : sorted)
            if (std::isfinite(row->values[column_]))
                line.push_back(place(*row));
        polyline(list, line.data(), static_cast<int>(line.size()), packed(context_.colours.curves[0], 0.6f),
                 context_.px(1.5f));
        for (const SweepTable::Row* row : sorted)
            drawPoint(list, *row);
    }

    std::optional<std::size_t> under(const ImVec2& mouse) const
    {
        std::optional<std::size_t> nearest;
        float least = context_.px(10.0f);
        for (std::size_t i = 0; i < table_.rows.size(); ++i)
        {
            const SweepTable::Row& row = table_.rows[i];
            if (map_)
            {
                const Rectangle cell = cellOf(row);
                if (mouse.x >= cell.x && mouse.x < cell.right() && mouse.y >= cell.y && mouse.y < cell.bottom())
                    return i;
                continue;
            }
            const ImVec2 at = place(row);
            if (const float away = std::hypot(mouse.x - at.x, mouse.y - at.y); away < least)
            {
                nearest = i;
                least = away;
            }
        }
        return nearest;
    }

    void mark(const SweepTable::Row& row) const
    {
        ImDrawList& list = *ImGui::GetWindowDrawList();
        if (!map_)
            return list.AddCircle(place(row), context_.px(6.0f), packed(context_.colours.accent), 0, context_.px(2.0f));
        const Rectangle cell = cellOf(row);
        list.AddRect(topLeft(cell), bottomRight(cell), packed(context_.colours.accent), 0.0f, 0, context_.px(2.0f));
    }

private:
    ImVec2 spot(double x, double y) const
    {
        return {area_.x + static_cast<float>(across_.place(x)) * area_.width,
                area_.bottom() - static_cast<float>(up_.place(y)) * area_.height};
    }
    ImVec2 place(const SweepTable::Row& row) const
    {
        const double value = row.values[column_];
        return spot(row.at[0], std::isfinite(value) ? value : up_.low);
    }
    Rectangle cellOf(const SweepTable::Row& row) const
    {
        const ImVec2 from = spot(row.at[0] - half_[0], row.at[1] + half_[1]);
        const ImVec2 to = spot(row.at[0] + half_[0], row.at[1] - half_[1]);
        return {from.x, from.y, to.x - from.x, to.y - from.y};
    }
    void drawCross(ImDrawList& list, const ImVec2& middle) const
    {
        const float half = context_.px(3.5f);
        for (const float side : {-half, half})
            list.AddLine({middle.x - half, middle.y - side}, {middle.x + half, middle.y + side},
                         packed(context_.colours.bad), context_.px(2.0f));
    }
    void drawPoint(ImDrawList& list, const SweepTable::Row& row) const
    {
        if (row.outcome != "ended")
            drawCross(list, place(row));
        else
            list.AddCircleFilled(place(row), context_.px(3.0f), packed(context_.colours.curves[0]));
    }
    void drawCell(ImDrawList& list, const SweepTable::Row& row) const
    {
        const Rectangle cell = cellOf(row);
        const double value = row.values[column_];
        if (std::isfinite(value))
            list.AddRectFilled(topLeft(cell), bottomRight(cell),
                               packed(viridis((value - values_.low) / std::max(values_.high - values_.low, 1e-300))));
        if (row.outcome != "ended")
            drawCross(list, {cell.x + 0.5f * cell.width, cell.y + 0.5f * cell.height});
    }
    /// What the colours of a map mean, in the upper right corner.
    void drawScale(ImDrawList& list) const
    {
        const std::string low = plainNumber(values_.low, 3);
        const std::string high = plainNumber(values_.high, 3);
        const float bar = context_.px(70.0f);
        const float gap = context_.px(5.0f);
        const float top = at_.y + context_.px(4.0f);
        float x = area_.right() - textSize(high).x;
        drawText(list, {x, top}, packed(context_.colours.muted), high);
        x -= gap + bar;
        constexpr int parts = 35;
        const float part = bar / parts;
        for (int i = 0; i < parts; ++i)
            list.AddRectFilled({x + part * static_cast<float>(i), top + context_.px(3.0f)},
                               {x + part * static_cast<float>(i + 1), top + ImGui::GetFontSize()},
                               packed(viridis(static_cast<double>(i) / (parts - 1))));
        drawText(list, {x - gap - textSize(low).x, top}, packed(context_.colours.muted), low);
    }

    PanelContext& context_;
    const SweepTable& table_;
    std::size_t column_;
    Rectangle at_;
    bool map_;
    AxisExtent values_; ///< of the column
    AxisSpan across_;
    AxisSpan up_;
    std::array<double, 2> half_{}; ///< of a cell
    Rectangle area_;
};

} // namespace

std::string plainColumn(std::string_view column)
{
    const std::size_t end = std::min(column.rfind('_'), column.size());
    for (const SweepStatistic& statistic : sweepStatistics)
        if (end < column.size() && column.substr(end + 1) == statistic.name)
            return fmt::format(fmt::runtime(statistic.ofQuantity), plainName(column.substr(0, end)));
    return plainName(column);
}

std::optional<std::size_t> drawSweep(PanelContext& context, const SweepTable& table, std::size_t column,
                                     const Rectangle& at)
{
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(topLeft(at), bottomRight(at), packed(context.colours.field), context.px(6.0f));
    const SweepChart chart(context, table, column, at);
    if (table.rows.empty() || !chart.fits())
        return std::nullopt;
    chart.drawGrid();
    chart.drawRuns();
    const std::optional<std::size_t> under =
        ImGui::IsItemHovered() ? chart.under(ImGui::GetIO().MousePos) : std::nullopt;
    if (under)
        chart.mark(table.rows[*under]);
    return under;
}

} // namespace ropewalk
