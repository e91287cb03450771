#include "time_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace ropewalk
{

std::vector<std::size_t> OverTime::diagnostics(const PlotFeed& feed) const
{
    std::vector<std::size_t> found;
    const rope::Diagnostics& all = feed.scene().diagnostics();
    for (const std::string& name : tile_.names)
        if (const rope::Diagnostic* row = all.find(name))
            found.push_back(static_cast<std::size_t>(row - all.rows().data()));
    return found;
}

void OverTime::takeMouse(PlotFeed& feed, PlotCanvas& canvas, const AxisSpan& up, const std::string& name)
{
    PlotGesture gesture = canvas.interact(name);
    if (gesture.acrossAt)
        feed.hovered = feed.time.at(*gesture.acrossAt);
    if (gesture.across.asked())
        feed.timeGesture = gesture.across;
    feed.fitTime = feed.fitTime || gesture.fit;
    // Over the area the wheel is for the time; the other axis moves only once it was zoomed itself.
    if (gesture.ofArea)
        gesture.up = upZoom_ ? PlotGesture::Axis{1.0, 0.5, gesture.up.by} : PlotGesture::Axis{};
    gesture.across = {};
    follow(gesture, feed.time, up);
}

namespace
{

class TimePlot : public OverTime
{
public:
    explicit TimePlot(PlotTile tile) : OverTime(std::move(tile)) {}

    void draw(PlotFeed& feed, const Rectangle& at, const std::string& name) override;
    void forget() override { curves_.clear(); }

private:
    void predict(PlotFeed& feed);
    void drawCurve(PlotCanvas& canvas, const ThinCurve& curve, const ImVec4& colour);

    AxisRange range_;
    std::map<std::size_t, ThinCurve> curves_; ///< by diagnostic
    std::vector<std::optional<double>> predicted_;
    double predictAt_ = 0.0; ///< [s]
    std::vector<ImVec2> line_;
};

void TimePlot::predict(PlotFeed& feed)
{
    const double now = feed.context.ui.now;
    if (predicted_.size() == tile_.names.size() && now < predictAt_)
        return;
    predictAt_ = now + 0.25;
    predicted_.clear();
    for (const std::string& diagnostic : tile_.names)
        predicted_.push_back(feed.scene().predicted(diagnostic));
}

void TimePlot::draw(PlotFeed& feed, const Rectangle& at, const std::string& name)
{
    PanelContext& context = feed.context;
    const Recorder& recorder = feed.recorder();
    const auto& rows = feed.scene().diagnostics().rows();
    const std::vector<std::size_t> shown = diagnostics(feed);
    const auto colourOf = [&context](std::size_t i)
    { return context.colours.curves[i % context.colours.curves.size()]; };
    const std::size_t told = sampleTold(feed);
    predict(feed);

    PlotCanvas canvas(context, at, name);
    const AxisSpan before = upZoom_.value_or(range_.span());
    std::vector<LegendEntry> legend;
    for (std::size_t i = 0; i < shown.size(); ++i)
        legend.push_back({shown.size() == 1 ? std::string() : curveName(tile_, rows[shown[i]].name),
                          told < recorder.size() ? readout(recorder.value(shown[i], told), before) : std::string("-"),
                          colourOf(i)});
    canvas.legend(plotTitles(feed, tile_), legend);

    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    const double column = perColumn(feed, canvas, 1.5f);
    for (const std::size_t diagnostic : shown)
    {
        ThinCurve& curve = curves_[diagnostic];
        curve.follow(
            feed.time.low, feed.time.high, column, recorder.size(), [&](std::size_t k) { return recorder.time(k); },
            [&](std::size_t k) { return recorder.value(diagnostic, k); });
        curve.visit(
            [&](const PlotPoint& point)
            {
                if (point.time < feed.time.low || std::isnan(point.value))
                    return;
                low = std::min(low, point.value);
                high = std::max(high, point.value);
            });
    }
    // A level of theory is shown where it does not press the curves flat.
    const double reach = std::max(high - low, 0.25 * std::max(std::abs(low), std::abs(high)));
    for (const std::optional<double>& level : predicted_)
        if (level && *level > low - reach && *level < high + reach)
        {
            low = std::min(low, *level);
            high = std::max(high, *level);
        }
    range_.follow(low, high, context.ui.now);
    const AxisSpan up = upZoom_.value_or(range_.span());

    canvas.expectCursor(feed.cursor);
    if (!canvas.axes(feed.time, up, "s"))
        return;
    canvas.clip();
    for (std::size_t i = 0; i < shown.size(); ++i)
        drawCurve(canvas, curves_[shown[i]], colourOf(i));
    for (std::size_t i = 0; i < predicted_.size() && i < shown.size(); ++i)
        if (predicted_[i])
            canvas.level(*predicted_[i], colourOf(i), "theory " + readout(*predicted_[i], up));
    canvas.unclip();
    takeMouse(feed, canvas, up, name);
    if (!feed.cursor || recorder.size() == 0)
        return;
    canvas.cursor(recorder.time(told), fmt::format("{:.2f} s", recorder.time(told)));
    for (std::size_t i = 0; i < shown.size(); ++i)
        canvas.dot(recorder.time(told), recorder.value(shown[i], told), colourOf(i));
}

void TimePlot::drawCurve(PlotCanvas& canvas, const ThinCurve& curve, const ImVec4& colour)
{
    const auto drawLine = [&]
    {
        straighten(line_, 0.15f);
        canvas.curve(line_, colour);
        line_.clear();
    };
    line_.clear();
    curve.visit(
        [&](const PlotPoint& point)
        {
            if (std::isnan(point.value))
                drawLine();
            else
                line_.push_back({canvas.xOf(point.time), canvas.yOf(point.value)});
        });
    drawLine();
}

} // namespace

std::unique_ptr<PlotView> makeTimePlot(const PlotTile& tile)
{
    return std::make_unique<TimePlot>(tile);
}

} // namespace ropewalk
