#include "plot_path.hpp"
#include "time_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace ropewalk
{

namespace
{

/// One diagnostic against another within the section of time: the way that the system takes.
class PhasePlot : public PlotView
{
public:
    explicit PhasePlot(PlotTile tile) : PlotView(std::move(tile)) {}

    void draw(PlotFeed& feed, const Rectangle& at, const std::string& name) override;
    PlotTable table(const PlotFeed& feed) const override { return timeTable(feed, tile_.names); }
    bool overTime() const override { return true; }
    void forget() override { path_.clear(); }

private:
    void drawPath(PlotCanvas& canvas, const ImVec4& colour);

    AxisRange acrossRange_;
    AxisRange upRange_;
    ThinPath path_;
    std::vector<ImVec2> line_;
};

void PhasePlot::drawPath(PlotCanvas& canvas, const ImVec4& colour)
{
    line_.clear();
    const auto go = [&](const ThinPath::Point& point)
    {
        if (std::isfinite(point.x) && std::isfinite(point.y))
        {
            line_.push_back({canvas.xOf(point.x), canvas.yOf(point.y)});
            return;
        }
        canvas.curve(line_, colour);
        line_.clear();
    };
    std::for_each(path_.points().begin(), path_.points().end(), go);
    if (path_.newest())
        go(*path_.newest());
    canvas.curve(line_, colour);
}

void PhasePlot::draw(PlotFeed& feed, const Rectangle& at, const std::string& name)
{
    PanelContext& context = feed.context;
    const Recorder& recorder = feed.recorder();
    const rope::Diagnostics& all = feed.scene().diagnostics();
    const rope::Diagnostic* across = tile_.names.empty() ? nullptr : all.find(tile_.names.front());
    const rope::Diagnostic* up = tile_.names.size() < 2 ? nullptr : all.find(tile_.names[1]);
    if (across == nullptr || up == nullptr)
        return;
    const auto x = [&, column = static_cast<std::size_t>(across - all.rows().data())](std::size_t sample)
    { return recorder.value(column, sample); };
    const auto y = [&, column = static_cast<std::size_t>(up - all.rows().data())](std::size_t sample)
    { return recorder.value(column, sample); };
    const std::size_t told = recorder.nearest(feed.cursor.value_or(feed.time.high));
    const bool telling = told < recorder.size() && recorder.time(told) >= feed.time.low;

    PlotCanvas canvas(context, at, name);
    const ImVec4& colour = context.colours.curves[0];
    const AxisSpan acrossBefore = acrossZoom_.value_or(acrossRange_.span());
    const AxisSpan upBefore = upZoom_.value_or(upRange_.span());
    const std::string where =
        told < recorder.size() ? readout(x(told), acrossBefore) + "; " + readout(y(told), upBefore) : std::string("-");
    canvas.legend(plotTitles(feed, tile_), {{"", where, colour}});

    path_.follow(
        feed.time, acrossBefore.high - acrossBefore.low, upBefore.high - upBefore.low,
        1.0 / static_cast<double>(std::max(50.0f, canvas.columns())), recorder.size(),
        [&recorder](std::size_t sample) { return recorder.time(sample); }, x, y);
    double left = std::numeric_limits<double>::infinity();
    double right = -left;
    double low = left;
    double high = right;
    for (const ThinPath::Point& point : path_.points())
    {
        left = std::min(left, point.x);
        right = std::max(right, point.x);
        low = std::min(low, point.y);
        high = std::max(high, point.y);
    }
    acrossRange_.follow(left, right, context.ui.now);
    upRange_.follow(low, high, context.ui.now);
    const AxisSpan acrossSpan = acrossZoom_.value_or(acrossRange_.span());
    const AxisSpan upSpan = upZoom_.value_or(upRange_.span());
    if (feed.cursor && told < recorder.size())
        canvas.expectCursor(x(told));
    if (!canvas.axes(acrossSpan, upSpan, plainUnit(across->unit)))
        return;

    canvas.clip();
    drawPath(canvas, colour);
    canvas.unclip();

    const PlotGesture gesture = canvas.interact(name);
    if (gesture.acrossAt)
    {
        const ImVec2 mouse = ImGui::GetIO().MousePos;
        float nearest = context.px(24.0f);
        for (const ThinPath::Point& point : path_.points())
        {
            const float distance = std::hypot(canvas.xOf(point.x) - mouse.x, canvas.yOf(point.y) - mouse.y);
            if (distance < nearest)
            {
                nearest = distance;
                feed.hovered = point.time;
            }
        }
    }
    follow(gesture, acrossSpan, upSpan);
    if (telling)
    {
        const double place = acrossSpan.place(x(told));
        if (place >= 0.0 && place <= 1.0)
            canvas.dot(x(told), y(told), feed.cursor ? context.colours.accent : colour);
    }
    if (feed.cursor && told < recorder.size())
        canvas.cursor(x(told), fmt::format("{:.2f} s", recorder.time(told)));
}

} // namespace

std::unique_ptr<PlotView> makePhasePlot(const PlotTile& tile)
{
    return std::make_unique<PhasePlot>(tile);
}

} // namespace ropewalk
