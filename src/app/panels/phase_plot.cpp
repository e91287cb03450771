#include "time_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

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

private:
    static constexpr std::size_t mostPoints = 2000;

    struct Point
    {
        ImVec2 at;
        std::size_t sample;
    };

    AxisRange acrossRange_;
    AxisRange upRange_;
    std::vector<Point> points_;
    std::vector<ImVec2> line_;
    float nearness_ = 1.0f; ///< [px]: nearer points are left out; grows while there are too many
};

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
    const std::size_t first = recorder.firstFrom(feed.time.low);
    std::size_t end = recorder.firstFrom(feed.time.high);
    end += end < recorder.size() && recorder.time(end) <= feed.time.high ? 1 : 0;
    const std::size_t told = recorder.nearest(feed.cursor.value_or(feed.time.high));

    PlotCanvas canvas(context, at, name);
    const ImVec4& colour = context.colours.curves[0];
    const AxisSpan acrossBefore = acrossZoom_.value_or(acrossRange_.span());
    const AxisSpan upBefore = upZoom_.value_or(upRange_.span());
    const std::string where =
        told < recorder.size() ? readout(x(told), acrossBefore) + "; " + readout(y(told), upBefore) : std::string("-");
    canvas.legend(plotTitles(feed, tile_), {{"", where, colour}});

    double left = std::numeric_limits<double>::infinity();
    double right = -left;
    double low = left;
    double high = right;
    for (std::size_t sample = first; sample < end; ++sample)
    {
        left = std::min(left, x(sample));
        right = std::max(right, x(sample));
        low = std::min(low, y(sample));
        high = std::max(high, y(sample));
    }
    acrossRange_.follow(left, right, context.ui.now);
    upRange_.follow(low, high, context.ui.now);
    const AxisSpan acrossSpan = acrossZoom_.value_or(acrossRange_.span());
    const AxisSpan upSpan = upZoom_.value_or(upRange_.span());
    if (!canvas.axes(acrossSpan, upSpan, plainUnit(context, across->unit)))
        return;

    points_.clear();
    line_.clear();
    canvas.clip();
    for (std::size_t sample = first; sample < end; ++sample)
    {
        if (!std::isfinite(x(sample)) || !std::isfinite(y(sample)))
        {
            canvas.curve(line_, colour);
            line_.clear();
            continue;
        }
        const ImVec2 point{canvas.xOf(x(sample)), canvas.yOf(y(sample))};
        if (!line_.empty() && sample + 1 < end && std::abs(point.x - line_.back().x) < nearness_ &&
            std::abs(point.y - line_.back().y) < nearness_)
            continue;
        line_.push_back(point);
        points_.push_back({point, sample});
    }
    canvas.curve(line_, colour);
    canvas.unclip();
    nearness_ = points_.size() > mostPoints ? 1.3f * nearness_ : std::max(1.0f, 0.98f * nearness_);

    const PlotGesture gesture = canvas.interact(name);
    if (gesture.acrossAt)
    {
        const ImVec2 mouse = ImGui::GetIO().MousePos;
        const auto distance = [&mouse](const Point& point)
        { return std::hypot(point.at.x - mouse.x, point.at.y - mouse.y); };
        const auto nearest =
            std::min_element(points_.begin(), points_.end(),
                             [&distance](const Point& a, const Point& b) { return distance(a) < distance(b); });
        if (nearest != points_.end() && distance(*nearest) < context.px(24.0f))
            feed.hovered = recorder.time(nearest->sample);
    }
    follow(gesture, acrossSpan, upSpan);
    if (told >= first && told < end)
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
