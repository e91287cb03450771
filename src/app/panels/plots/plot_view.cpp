#include "plot_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>

namespace ropewalk
{

std::string csvText(const PlotTable& table)
{
    std::string text;
    for (std::size_t column = 0; column < table.columns.size(); ++column)
        text.append(column == 0 ? "" : ",").append(table.columns[column]);
    text += '\n';
    const std::size_t rows = table.values.empty() ? 0 : table.values.front().size();
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t column = 0; column < table.columns.size(); ++column)
            fmt::format_to(std::back_inserter(text), "{:.17g}{}", table.values[column][row],
                           column + 1 < table.columns.size() ? ',' : '\n');
    return text;
}

std::string columnName(std::string_view name, std::string_view unit)
{
    std::string column(name);
    if (!unit.empty())
        column.append(" [").append(unit).append("]");
    return column;
}

void LargestValues::follow(const Workbench& workbench)
{
    const Recorder& recorder = workbench.recorder();
    const auto& rows = workbench.scene().diagnostics().rows();
    if (std::exchange(layouts_, recorder.layouts()) != recorder.layouts() || kind_.size() != rows.size())
    {
        seen_ = -1.0;
        largest_.assign(rows.size(), 0.0);
        kind_.clear();
        for (std::size_t i = 0; i < rows.size(); ++i)
        {
            const auto first = std::find_if(rows.begin(), rows.end(),
                                            [&](const rope::Diagnostic& row) { return row.unit == rows[i].unit; });
            kind_.push_back(rows[i].unit.empty() ? i : static_cast<std::size_t>(first - rows.begin()));
        }
    }
    for (std::size_t sample = recorder.firstAfter(seen_); sample < recorder.size(); ++sample)
    {
        for (std::size_t i = 0; i < kind_.size(); ++i)
            if (const double size = std::abs(recorder.value(i, sample)); std::isfinite(size))
                largest_[kind_[i]] = std::max(largest_[kind_[i]], size);
        seen_ = recorder.time(sample);
    }
}

bool PlotFeed::due(double& dueAt, double period)
{
    const double now = context.ui.now;
    if (computations < 1 || now < dueAt)
        return false;
    --computations;
    dueAt = now + period;
    return true;
}

std::string PlotFeed::timeLabel(std::size_t sample) const
{
    return fmt::format("{:.2f} s", recorder().time(sample));
}

void PlotView::draw(PlotFeed& feed, const Rectangle& at, const std::string& name)
{
    if (!update(feed))
        return;
    PlotCanvas canvas(feed.context, at);
    canvas.legend(plotTitles(feed, tile_), legend(feed));
    const Axes spans = axes(feed, canvas);
    canvas.expectCursor(cursor(feed));
    if (!canvas.axes(spans.across, spans.up, spans.acrossUnit))
        return;
    const Rectangle& area = canvas.area();
    canvas.list().PushClipRect(topLeft(area), bottomRight(area), true);
    drawCurves(feed, canvas, spans);
    canvas.list().PopClipRect();
    drawCursor(feed, canvas, spans);
    takeMouse(feed, canvas, canvas.interact(name), spans);
}

void PlotView::takeMouse(PlotFeed& /*feed*/, const PlotCanvas& /*canvas*/, const PlotGesture& gesture, const Axes& axes)
{
    cursor_ = gesture.acrossAt ? std::optional(axes.across.at(*gesture.acrossAt)) : std::nullopt;
    zoom(gesture, axes);
}

void PlotView::zoom(const PlotGesture& gesture, const Axes& axes)
{
    if (gesture.fit)
        fit();
    if (gesture.across.asked())
        acrossZoom_ = gesture.across.of(axes.across);
    if (gesture.up.asked())
        upZoom_ = gesture.up.of(axes.up);
}

std::unique_ptr<PlotView> makePlotView(const PlotTile& tile)
{
    // In the order of PlotKind.
    static constexpr std::array<std::unique_ptr<PlotView> (*)(const PlotTile&), plotKinds.size()> makers{
        makeTimePlot, makeStackPlot, makePhasePlot, makeProfilePlot, makeSpectrumPlot, makeCurvePlot};
    return makers[static_cast<std::size_t>(tile.kind)](tile);
}

PlotTable timeTable(const PlotFeed& feed, const std::vector<std::string>& names)
{
    const Recorder& recorder = feed.recorder();
    const auto& rows = feed.scene().diagnostics().rows();
    PlotTable table{{columnName("time", "s")}, {{}}};
    const std::size_t first = recorder.firstFrom(feed.time.low);
    const std::size_t end = recorder.firstAfter(feed.time.high);
    for (std::size_t sample = first; sample < end; ++sample)
        table.values[0].push_back(recorder.time(sample));
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (const std::string& name : names)
            if (rows[i].name == name)
            {
                table.columns.push_back(columnName(rows[i].name, rows[i].unit));
                std::vector<double>& column = table.values.emplace_back();
                for (std::size_t sample = first; sample < end; ++sample)
                    column.push_back(recorder.value(i, sample));
            }
    return table;
}

} // namespace ropewalk
