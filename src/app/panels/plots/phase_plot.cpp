#include "plot_path.hpp"
#include "time_plot.hpp"

#include "files/quantity.hpp"

#include <algorithm>
#include <cmath>

namespace ropewalk
{

namespace
{

/// One diagnostic against another within the section of time: the path that the system takes.
class PhasePlot : public OverTime
{
public:
    explicit PhasePlot(PlotTile tile) : OverTime(std::move(tile)) {}

    void forget() override { path_.clear(); }

private:
    bool update(PlotFeed& feed) override { return OverTime::update(feed) && shown_.size() == 2; }

    std::vector<LegendEntry> legend(const PlotFeed& feed) const override
    {
        const std::string place =
            hasSample(feed) ? readout(x(feed, sample_), acrossSpan()) + "; " + readout(y(feed, sample_), upSpan())
                            : "-";
        return {{"", place, feed.context.colours.curves[0]}};
    }

    Axes axes(PlotFeed& feed, const PlotCanvas& canvas) override
    {
        const Recorder& recorder = feed.recorder();
        const AxisSpan across = acrossSpan();
        const AxisSpan up = upSpan();
        const auto pixels = static_cast<double>(std::max(50.0f, canvas.columns()));
        path_.follow(feed.time, {(across.high - across.low) / pixels, (up.high - up.low) / pixels}, recorder.size(),
                     [&](std::size_t sample) {
                         return ThinPath::Point{x(feed, sample), y(feed, sample), recorder.time(sample)};
                     });
        AxisExtent wide;
        AxisExtent high;
        for (const ThinPath::Point& point : path_.points())
        {
            wide.include(point.x);
            high.include(point.y);
        }
        acrossRange_.follow(wide.low, wide.high, feed.context.ui.now);
        upRange_.follow(high.low, high.high, feed.context.ui.now);
        return {acrossSpan(), upSpan(), plainUnit(plotUnit(feed.scene().diagnostics().rows()[shown_[0]].unit))};
    }

    std::optional<double> cursor(const PlotFeed& feed) const override
    {
        return feed.cursor && hasSample(feed) ? std::optional(x(feed, sample_)) : std::nullopt;
    }

    void drawCurves(PlotFeed& feed, PlotCanvas& canvas, const Axes& /*axes*/) override
    {
        PlotPen pen(canvas, feed.context.colours.curves[0]);
        for (const ThinPath::Point& point : path_.points())
            pen.to(point.x, point.y);
        if (path_.newest())
            pen.to(path_.newest()->x, path_.newest()->y);
    }

    void drawCursor(const PlotFeed& feed, PlotCanvas& canvas, const Axes& axes) const override
    {
        const Palette& colours = feed.context.colours;
        if (hasSample(feed) && feed.recorder().time(sample_) >= feed.time.low)
        {
            const double place = axes.across.place(x(feed, sample_));
            if (place >= 0.0 && place <= 1.0)
                canvas.dot(x(feed, sample_), y(feed, sample_), feed.cursor ? colours.accent : colours.curves[0]);
        }
        if (const std::optional<double> at = cursor(feed))
            canvas.cursor(*at, feed.timeLabel(sample_));
    }

    void takeMouse(PlotFeed& feed, const PlotCanvas& canvas, const PlotGesture& gesture, const Axes& axes) override
    {
        const ImVec2 mouse = ImGui::GetIO().MousePos;
        float nearest = feed.context.px(24.0f);
        for (const ThinPath::Point& point : path_.points())
        {
            const float distance = std::hypot(canvas.xOf(point.x) - mouse.x, canvas.yOf(point.y) - mouse.y);
            if (gesture.acrossAt && distance < nearest)
            {
                nearest = distance;
                feed.hovered = point.time;
            }
        }
        zoom(gesture, axes);
    }

    double x(const PlotFeed& feed, std::size_t sample) const { return at(feed, shown_[0], sample); }
    double y(const PlotFeed& feed, std::size_t sample) const { return at(feed, shown_[1], sample); }
    static double at(const PlotFeed& feed, std::size_t diagnostic, std::size_t sample)
    {
        return feed.factor(diagnostic) * feed.recorder().value(diagnostic, sample);
    }
    AxisSpan acrossSpan() const { return acrossZoom_.value_or(acrossRange_.span()); }

    AxisRange acrossRange_;
    ThinPath path_;
};

} // namespace

std::unique_ptr<PlotView> makePhasePlot(const PlotTile& tile)
{
    return std::make_unique<PhasePlot>(tile);
}

} // namespace ropewalk
