#include "plot_choice.hpp"
#include "plot_curve.hpp"
#include "plot_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ropewalk
{

namespace
{

constexpr double period = 0.1; ///< [s] between two looks at the rope

/// A quantity along the rope, now, and what theory says of the rope at rest.
class ProfilePlot : public PlotView
{
public:
    explicit ProfilePlot(PlotTile tile) : PlotView(std::move(tile)) {}

    void draw(PlotFeed& feed, const Rectangle& at, const std::string& name) override;
    PlotTable table(const PlotFeed& feed) const override;
    void forget() override { profile_ = {}, dueAt_ = 0.0; }

private:
    void look(PlotFeed& feed);
    std::size_t nearest(double at) const;
    void drawValues(PlotCanvas& canvas, const AxisSpan& across, const std::vector<double>& values, const ImVec4& colour,
                    float thickness);

    Profile profile_;
    double dueAt_ = 0.0; ///< [s]
    AxisRange range_;
    double length_ = 0.0; ///< [m], of the axis
    ThinCurve thin_;
    std::vector<ImVec2> line_;
    std::optional<double> cursor_; ///< [m] of rope
};

void ProfilePlot::look(PlotFeed& feed)
{
    if ((feed.held && !profile_.at.empty()) || !feed.due(dueAt_, period))
        return;
    profile_ = {};
    for (Profile& profile : feed.scene().profiles())
        if (!tile_.names.empty() && profile.name == tile_.names.front())
            profile_ = std::move(profile);
}

std::size_t ProfilePlot::nearest(double at) const
{
    const auto after = std::lower_bound(profile_.at.begin(), profile_.at.end(), at);
    std::size_t i = static_cast<std::size_t>(after - profile_.at.begin());
    if (i == profile_.at.size() || (i > 0 && at - profile_.at[i - 1] < profile_.at[i] - at))
        --i;
    return i;
}

void ProfilePlot::drawValues(PlotCanvas& canvas, const AxisSpan& across, const std::vector<double>& values,
                             const ImVec4& colour, float thickness)
{
    const std::size_t count = std::min(values.size(), profile_.at.size());
    thin_.clear();
    thin_.follow(
        across.low - (across.high - across.low), across.high + (across.high - across.low),
        (across.high - across.low) / static_cast<double>(canvas.area().width), count,
        [this](std::size_t i) { return profile_.at[i]; }, [&values](std::size_t i) { return values[i]; });
    line_.clear();
    thin_.visit(
        [&](const PlotPoint& point)
        {
            if (!std::isnan(point.value))
            {
                line_.push_back({canvas.xOf(point.time), canvas.yOf(point.value)});
                return;
            }
            canvas.curve(line_, colour, thickness);
            line_.clear();
        });
    canvas.curve(line_, colour, thickness);
}

void ProfilePlot::draw(PlotFeed& feed, const Rectangle& at, const std::string& name)
{
    PanelContext& context = feed.context;
    look(feed);
    const ImVec4& colour = context.colours.curves[0];
    const ImVec4& theoryColour = context.colours.curves[1];
    const bool known = !profile_.at.empty() && profile_.at.size() == profile_.values.size();
    const bool theory = known && profile_.theory.size() == profile_.at.size();
    const AxisSpan before = upZoom_.value_or(range_.span());
    const std::size_t told = known && cursor_ ? nearest(*cursor_) : 0;

    PlotCanvas canvas(context, at, name);
    std::vector<LegendEntry> legend;
    if (known)
        legend.push_back({theory ? "now" : "", readout(profile_.values[told], before), colour});
    if (theory)
        legend.push_back({"at rest, theory", readout(profile_.theory[told], before), theoryColour});
    canvas.legend(plotTitles(feed, tile_), legend);

    double low = 0.0; // tension and stretch are read against nothing
    double high = 0.0;
    for (std::size_t i = 0; i < profile_.values.size(); ++i)
    {
        if (std::isfinite(profile_.values[i]))
        {
            low = std::min(low, profile_.values[i]);
            high = std::max(high, profile_.values[i]);
        }
        if (theory)
            high = std::max(high, profile_.theory[i]);
    }
    range_.follow(low, high, context.ui.now);
    // As long as the rope, but not another length each moment while it is paid out.
    const double length = known ? profile_.at.back() : 0.0;
    if (length > length_ || length < 0.8 * length_)
        length_ = 1.02 * length;
    const AxisSpan across = acrossZoom_.value_or(AxisSpan{0.0, length_ > 0.0 ? length_ : 1.0, false});
    const AxisSpan up = upZoom_.value_or(range_.span());
    const std::optional<double> cursor = known && cursor_ ? std::optional(profile_.at[told]) : std::nullopt;
    canvas.expectCursor(cursor);
    if (!canvas.axes(across, up, "m"))
        return;
    canvas.clip();
    if (theory)
        drawValues(canvas, across, profile_.theory, theoryColour, 2.5f);
    drawValues(canvas, across, profile_.values, colour, 1.5f);
    canvas.unclip();

    const PlotGesture gesture = canvas.interact(name);
    cursor_ = gesture.acrossAt ? std::optional(across.at(*gesture.acrossAt)) : std::nullopt;
    follow(gesture, across, up);
    if (!cursor || told >= profile_.at.size())
        return;
    canvas.cursor(*cursor, fmt::format("{:.3f} m", *cursor));
    canvas.dot(*cursor, profile_.values[told], colour);
    if (theory)
        canvas.dot(*cursor, profile_.theory[told], theoryColour);
}

PlotTable ProfilePlot::table(const PlotFeed&) const
{
    const bool theory = profile_.theory.size() == profile_.at.size();
    PlotTable table{{columnName("rope", "m"), columnName(profile_.name, profile_.unit)}, {{}, {}}};
    if (theory)
    {
        table.columns.push_back(columnName("theory", profile_.unit));
        table.values.emplace_back();
    }
    for (std::size_t i = 0; i < profile_.at.size() && i < profile_.values.size(); ++i)
    {
        if (acrossZoom_ && (profile_.at[i] < acrossZoom_->low || profile_.at[i] > acrossZoom_->high))
            continue;
        table.values[0].push_back(profile_.at[i]);
        table.values[1].push_back(profile_.values[i]);
        if (theory)
            table.values[2].push_back(profile_.theory[i]);
    }
    return table;
}

} // namespace

std::unique_ptr<PlotView> makeProfilePlot(const PlotTile& tile)
{
    return std::make_unique<ProfilePlot>(tile);
}

} // namespace ropewalk
