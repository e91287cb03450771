#include "time_plot.hpp"

#include "scenes/shared/energy_stack.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace ropewalk
{

namespace
{

/// The second round of colours is halfway to grey: there are more bands than colours.
ImVec4 bandColour(const PlotFeed& feed, std::size_t band)
{
    const Palette& colours = feed.context.colours;
    const std::size_t count = colours.curves.size();
    const ImVec4& c = colours.curves[band % count];
    const ImVec4& grey = colours.muted;
    return band < count ? c : ImVec4(0.5f * (c.x + grey.x), 0.5f * (c.y + grey.y), 0.5f * (c.z + grey.z), c.w);
}

/// Diagnostics as areas on top of each other: positive ones upwards from zero, negative ones downwards; the line
/// is their sum.
class StackPlot : public OverTime
{
public:
    explicit StackPlot(PlotTile tile) : OverTime(std::move(tile)) {}

    void forget() override { sum_.clear(), least_.clear(); }

private:
    std::vector<LegendEntry> legend(const PlotFeed& feed) const override
    {
        const auto& rows = feed.scene().diagnostics().rows();
        std::vector<LegendEntry> entries;
        double sum = 0.0;
        for (std::size_t i = 0; i < shown_.size() && hasSample(feed); ++i)
        {
            const double value =
                withoutNoise(feed.recorder().value(shown_[i], sample_) - zeroOf(i), feed.largest.of(shown_[i]));
            sum += value;
            entries.push_back({curveName(tile_, rows[shown_[i]].name), readout(value, upSpan()), bandColour(feed, i)});
        }
        entries.push_back({"sum", hasSample(feed) ? readout(sum, upSpan()) : "-", feed.context.colours.text});
        return entries;
    }

    Axes axes(PlotFeed& feed, const PlotCanvas& canvas) override
    {
        stack(feed, perColumn(feed, canvas, 3.0f));
        AxisExtent extent{0.0, 0.0};
        for (const Moment& moment : moments_)
        {
            extent.include(moment.down);
            extent.include(moment.up);
        }
        upRange_.follow(extent.low, extent.high, feed.context.ui.now);
        return {feed.time, upSpan(), "s"};
    }

    void drawCurves(PlotFeed& feed, PlotCanvas& canvas, const Axes& /*axes*/) override
    {
        for (std::size_t i = 0; i < shown_.size(); ++i)
            fill(canvas, i, packed(bandColour(feed, i), i < feed.context.colours.curves.size() ? 0.72f : 0.4f));
        PlotPen pen(canvas, feed.context.colours.text);
        for (const Moment& moment : moments_)
            pen.to(moment.time, moment.sum);
    }

    void stack(const PlotFeed& feed, double column)
    {
        const Recorder& recorder = feed.recorder();
        const auto sumOf = [&](std::size_t sample)
        {
            double sum = 0.0;
            for (const std::size_t diagnostic : shown_)
                sum += recorder.value(diagnostic, sample);
            return sum;
        };
        sum_.follow(
            feed.time.low, feed.time.high, column, recorder.size(), [&](std::size_t k) { return recorder.time(k); },
            sumOf);
        moments_.clear();
        sum_.visit(
            [&](const PlotPoint& point)
            {
                if (point.time >= feed.time.low && std::isfinite(point.value))
                    moments_.push_back({point.time, point.value, 0.0, 0.0});
            });
        bands_.clear();
        least_.resize(shown_.size());
        samples_.clear();
        for (const Moment& moment : moments_)
            samples_.push_back(recorder.nearest(moment.time));
        const auto& rows = feed.scene().diagnostics().rows();
        for (std::size_t band = 0; band < shown_.size(); ++band)
        {
            // The zero of potential energy is arbitrary; in the stack it is the least value so far.
            if (rows[shown_[band]].name == energyWithoutZero)
                for (const std::size_t sample : samples_)
                    least_[band] = std::min(recorder.value(shown_[band], sample), least_[band].value_or(1e300));
            for (std::size_t i = 0; i < moments_.size(); ++i)
            {
                const double value = recorder.value(shown_[band], samples_[i]) - zeroOf(band);
                double& edge = value < 0.0 ? moments_[i].down : moments_[i].up;
                bands_.push_back({edge, edge + value});
                edge += value;
            }
            for (Moment& moment : moments_)
                moment.sum -= zeroOf(band);
        }
    }

    void fill(PlotCanvas& canvas, std::size_t band, ImU32 colour) const
    {
        const std::size_t count = moments_.size();
        if (count < 2)
            return;
        ImDrawList& list = canvas.list();
        const ImVec2 white = ImGui::GetFontTexUvWhitePixel();
        list.PrimReserve(static_cast<int>(6 * (count - 1)), static_cast<int>(2 * count));
        const auto first = list._VtxCurrentIdx;
        for (std::size_t i = 0; i + 1 < count; ++i)
            for (const unsigned corner : {0u, 1u, 2u, 1u, 3u, 2u})
                list.PrimWriteIdx(static_cast<ImDrawIdx>(first + 2 * i + corner));
        for (std::size_t i = 0; i < count; ++i)
        {
            const Edges& edges = bands_[band * count + i];
            const float x = canvas.xOf(moments_[i].time);
            list.PrimWriteVtx({x, canvas.yOf(edges.from)}, white, colour);
            list.PrimWriteVtx({x, canvas.yOf(edges.to)}, white, colour);
        }
    }

    struct Moment
    {
        double time;
        double sum;
        double up;   ///< the top of the positive ones so far
        double down; ///< the bottom of the negative ones so far
    };
    struct Edges
    {
        double from;
        double to;
    };

    double zeroOf(std::size_t band) const { return band < least_.size() ? least_[band].value_or(0.0) : 0.0; }

    std::vector<std::optional<double>> least_; ///< of the potential energy so far, by band; of no other
    ThinCurve sum_;                            ///< says which moments are worth drawing
    std::vector<Moment> moments_;
    std::vector<std::size_t> samples_; ///< at those moments
    std::vector<Edges> bands_;         ///< of each diagnostic at each moment
};

} // namespace

std::unique_ptr<PlotView> makeStackPlot(const PlotTile& tile)
{
    return std::make_unique<StackPlot>(tile);
}

} // namespace ropewalk
