#include "time_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace ropewalk
{

namespace
{

/// Diagnostics as areas on top of each other: what is positive upwards from zero, what is negative downwards; the line
/// is their sum.
class StackPlot : public OverTime
{
public:
    explicit StackPlot(PlotTile tile) : OverTime(std::move(tile)) {}

    void draw(PlotFeed& feed, const Rectangle& at, const std::string& name) override;
    void forget() override { sum_.clear(), least_.clear(); }

private:
    void stack(const PlotFeed& feed, const std::vector<std::size_t>& shown, double column);
    void fill(PlotCanvas& canvas, std::size_t band, ImU32 colour) const;

    struct Moment
    {
        double time;
        double sum;
        double up;   ///< where the positive ones have come to
        double down; ///< and the negative ones
    };
    struct Edges
    {
        double from;
        double to;
    };

    double zeroOf(std::size_t band) const { return band < least_.size() ? least_[band].value_or(0.0) : 0.0; }

    AxisRange range_;
    std::vector<std::optional<double>> least_; ///< of the potential energy so far, by band; of no other
    ThinCurve sum_;                            ///< says which moments are worth drawing
    std::vector<Moment> moments_;
    std::vector<std::size_t> samples_; ///< at those moments
    std::vector<Edges> bands_;         ///< of each diagnostic at each moment
    std::vector<ImVec2> line_;
};

void StackPlot::stack(const PlotFeed& feed, const std::vector<std::size_t>& shown, double column)
{
    const Recorder& recorder = feed.recorder();
    const auto sumOf = [&](std::size_t sample)
    {
        double sum = 0.0;
        for (const std::size_t diagnostic : shown)
            sum += recorder.value(diagnostic, sample);
        return sum;
    };
    sum_.follow(
        feed.time.low, feed.time.high, column, recorder.size(), [&](std::size_t k) { return recorder.time(k); }, sumOf);
    moments_.clear();
    sum_.visit(
        [&](const PlotPoint& point)
        {
            if (point.time >= feed.time.low && std::isfinite(point.value))
                moments_.push_back({point.time, point.value, 0.0, 0.0});
        });
    bands_.clear();
    least_.resize(shown.size());
    samples_.clear();
    for (const Moment& moment : moments_)
        samples_.push_back(recorder.nearest(moment.time));
    const auto& rows = feed.scene().diagnostics().rows();
    for (std::size_t band = 0; band < shown.size(); ++band)
    {
        // Where potential energy is zero is a matter of taste; stacked, it counts from its least.
        if (rows[shown[band]].name == "potential_energy")
            for (const std::size_t sample : samples_)
                least_[band] = std::min(recorder.value(shown[band], sample), least_[band].value_or(1e300));
        for (std::size_t i = 0; i < moments_.size(); ++i)
        {
            const double value = recorder.value(shown[band], samples_[i]) - zeroOf(band);
            double& edge = value < 0.0 ? moments_[i].down : moments_[i].up;
            bands_.push_back({edge, edge + value});
            edge += value;
        }
        for (Moment& moment : moments_)
            moment.sum -= zeroOf(band);
    }
}

void StackPlot::fill(PlotCanvas& canvas, std::size_t band, ImU32 colour) const
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

void StackPlot::draw(PlotFeed& feed, const Rectangle& at, const std::string& name)
{
    PanelContext& context = feed.context;
    const Recorder& recorder = feed.recorder();
    const auto& rows = feed.scene().diagnostics().rows();
    const std::vector<std::size_t> shown = diagnostics(feed);
    // The second time round halfway to grey: eight bands are more than there are colours.
    const auto colourOf = [&context](std::size_t i)
    {
        const std::size_t count = context.colours.curves.size();
        const ImVec4& c = context.colours.curves[i % count];
        const ImVec4& grey = context.colours.muted;
        return i < count ? c : ImVec4(0.5f * (c.x + grey.x), 0.5f * (c.y + grey.y), 0.5f * (c.z + grey.z), c.w);
    };
    const std::size_t told = sampleTold(feed);

    PlotCanvas canvas(context, at, name);
    const AxisSpan before = upZoom_.value_or(range_.span());
    std::vector<LegendEntry> legend;
    double sum = 0.0;
    for (std::size_t i = 0; i < shown.size() && told < recorder.size(); ++i)
    {
        const double value = recorder.value(shown[i], told) - zeroOf(i);
        sum += value;
        legend.push_back({curveName(tile_, rows[shown[i]].name), readout(value, before), colourOf(i)});
    }
    legend.push_back({"sum", told < recorder.size() ? readout(sum, before) : std::string("-"), context.colours.text});
    canvas.legend(plotTitles(feed, tile_), legend);

    stack(feed, shown, perColumn(feed, canvas, 3.0f));
    double low = 0.0;
    double high = 0.0;
    for (const Moment& moment : moments_)
    {
        low = std::min(low, moment.down);
        high = std::max(high, moment.up);
    }
    range_.follow(low, high, context.ui.now);
    const AxisSpan up = upZoom_.value_or(range_.span());
    canvas.expectCursor(feed.cursor);
    if (!canvas.axes(feed.time, up, "s"))
        return;
    canvas.clip();
    for (std::size_t i = 0; i < shown.size(); ++i)
        fill(canvas, i, packed(colourOf(i), i < context.colours.curves.size() ? 0.72f : 0.4f));
    line_.clear();
    for (const Moment& moment : moments_)
        line_.push_back({canvas.xOf(moment.time), canvas.yOf(moment.sum)});
    canvas.curve(line_, context.colours.text);
    canvas.unclip();
    takeMouse(feed, canvas, up, name);
    if (feed.cursor && told < recorder.size())
        canvas.cursor(recorder.time(told), fmt::format("{:.2f} s", recorder.time(told)));
}

} // namespace

std::unique_ptr<PlotView> makeStackPlot(const PlotTile& tile)
{
    return std::make_unique<StackPlot>(tile);
}

} // namespace ropewalk
