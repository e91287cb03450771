#include "time_plot.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace ropewalk
{

bool OverTime::update(PlotFeed& feed)
{
    const rope::Diagnostics& all = feed.scene().diagnostics();
    shown_.clear();
    for (const std::string& name : tile_.names)
        if (const rope::Diagnostic* row = all.find(name))
            shown_.push_back(static_cast<std::size_t>(row - all.rows().data()));
    sample_ = feed.sampleAtCursor();
    return true;
}

void OverTime::drawCursor(const PlotFeed& feed, PlotCanvas& canvas, const Axes& /*axes*/) const
{
    if (feed.cursor && hasSample(feed))
        canvas.cursor(feed.recorder().time(sample_), feed.timeLabel(sample_));
}

void OverTime::takeMouse(PlotFeed& feed, const PlotCanvas& /*canvas*/, const PlotGesture& gesture, const Axes& axes)
{
    if (gesture.acrossAt)
        feed.hovered = feed.time.at(*gesture.acrossAt);
    if (gesture.across.asked())
        feed.timeGesture = gesture.across;
    feed.fitTime = feed.fitTime || gesture.fit;
    PlotGesture own = gesture;
    own.across = {};
    // Over the area the wheel is for the time; the other axis moves only once it was zoomed itself.
    if (gesture.ofArea)
        own.up = upZoom_ ? PlotGesture::Axis{1.0, 0.5, gesture.up.by} : PlotGesture::Axis{};
    zoom(own, axes);
}

namespace
{

class TimePlot : public OverTime
{
public:
    explicit TimePlot(PlotTile tile) : OverTime(std::move(tile)) {}

    void forget() override { curves_.clear(); }

private:
    bool update(PlotFeed& feed) override
    {
        constexpr double period = 0.25; // [s] between two predictions
        const double now = feed.context.ui.now;
        if (predicted_.size() != tile_.names.size() || now >= predictAt_)
        {
            predictAt_ = now + period;
            predicted_.clear();
            for (const std::string& diagnostic : tile_.names)
            {
                predicted_.push_back(feed.scene().predicted(diagnostic));
                if (const rope::Diagnostic* row = feed.scene().diagnostics().find(diagnostic); row && predicted_.back())
                    *predicted_.back() *= plotFactor(row->unit);
            }
        }
        return OverTime::update(feed);
    }

    std::vector<LegendEntry> legend(const PlotFeed& feed) const override
    {
        const auto& rows = feed.scene().diagnostics().rows();
        std::vector<LegendEntry> entries;
        for (std::size_t i = 0; i < shown_.size(); ++i)
            entries.push_back({shown_.size() == 1 ? std::string() : curveName(tile_, rows[shown_[i]].name),
                               hasSample(feed) ? readout(feed.value(shown_[i], sample_), upSpan()) : "-",
                               colourOf(feed, i)});
        return entries;
    }

    Axes axes(PlotFeed& feed, const PlotCanvas& canvas) override
    {
        const Recorder& recorder = feed.recorder();
        AxisExtent extent;
        const double column = perColumn(feed, canvas, 1.5f);
        for (const std::size_t diagnostic : shown_)
        {
            ThinCurve& curve = curves_[diagnostic];
            curve.follow(
                feed.time.low, feed.time.high, column, recorder.size(), [&](std::size_t k) { return recorder.time(k); },
                [&](std::size_t k) { return feed.value(diagnostic, k); });
            curve.visit(
                [&](const PlotPoint& point)
                {
                    if (point.time >= feed.time.low)
                        extent.include(point.value);
                });
        }
        // A level of theory is shown where it does not press the curves flat.
        const double reach =
            std::max(extent.high - extent.low, 0.25 * std::max(std::abs(extent.low), std::abs(extent.high)));
        for (std::size_t i = 0; i < predicted_.size() && i < shown_.size(); ++i)
            if (predicted_[i])
                predicted_[i] = withoutNoise(*predicted_[i], feed.largest.of(shown_[i]));
        for (const std::optional<double>& level : predicted_)
            if (level && *level > extent.low - reach && *level < extent.high + reach)
                extent.include(*level);
        upRange_.follow(extent.low, extent.high, feed.context.ui.now);
        return {feed.time, upSpan(), "s"};
    }

    void drawCurves(PlotFeed& feed, PlotCanvas& canvas, const Axes& axes) override
    {
        if (const OtherRun* other = feed.context.workbench.other())
            drawOther(feed, canvas, *other);
        for (std::size_t i = 0; i < shown_.size(); ++i)
        {
            PlotPen pen(canvas, colourOf(feed, i), 1.5f, 0.15f);
            curves_[shown_[i]].visit([&pen](const PlotPoint& point) { pen.to(point.time, point.value); });
        }
        for (std::size_t i = 0; i < predicted_.size() && i < shown_.size(); ++i)
            if (predicted_[i])
                canvas.level(*predicted_[i], colourOf(feed, i), "theory " + readout(*predicted_[i], axes.up));
    }

    /// The curves of the run that is compared, thin below the present ones.
    void drawOther(const PlotFeed& feed, PlotCanvas& canvas, const OtherRun& other)
    {
        const Recorder& recorder = other.recorder();
        for (const std::size_t shown : shown_)
        {
            const std::string& name = feed.scene().diagnostics().rows()[shown].name;
            const rope::Diagnostic* row = other.scene().diagnostics().find(name);
            if (!row)
                continue;
            const auto column = static_cast<std::size_t>(row - other.scene().diagnostics().rows().data());
            ThinCurve curve;
            curve.follow(
                feed.time.low, feed.time.high, perColumn(feed, canvas, 1.5f), recorder.size(),
                [&](std::size_t k) { return recorder.time(k); },
                [&](std::size_t k)
                { return feed.factor(shown) * withoutNoise(recorder.value(column, k), feed.largest.of(shown)); });
            PlotPen pen(canvas, feed.context.colours.muted, 1.0f, 0.15f);
            curve.visit([&pen](const PlotPoint& point) { pen.to(point.time, point.value); });
        }
    }

    void drawCursor(const PlotFeed& feed, PlotCanvas& canvas, const Axes& axes) const override
    {
        OverTime::drawCursor(feed, canvas, axes);
        for (std::size_t i = 0; feed.cursor && hasSample(feed) && i < shown_.size(); ++i)
            canvas.dot(feed.recorder().time(sample_),
                       feed.factor(shown_[i]) * feed.recorder().value(shown_[i], sample_), colourOf(feed, i));
    }

    static const ImVec4& colourOf(const PlotFeed& feed, std::size_t curve)
    {
        const auto& colours = feed.context.colours.curves;
        return colours[curve % colours.size()];
    }

    std::map<std::size_t, ThinCurve> curves_; ///< by diagnostic
    std::vector<std::optional<double>> predicted_;
    double predictAt_ = 0.0; ///< [s]
};

} // namespace

std::unique_ptr<PlotView> makeTimePlot(const PlotTile& tile)
{
    return std::make_unique<TimePlot>(tile);
}

} // namespace ropewalk
