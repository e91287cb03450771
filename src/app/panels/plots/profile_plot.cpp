#include "plot_choice.hpp"
#include "plot_curve.hpp"
#include "plot_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ropewalk
{

namespace
{

/// A quantity along the rope, now, and what theory says of the rope at rest.
class ProfilePlot : public PlotView
{
public:
    explicit ProfilePlot(PlotTile tile) : PlotView(std::move(tile)) {}

    PlotTable table(const PlotFeed&) const override
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

    void forget() override { profile_ = {}, dueAt_ = 0.0; }

private:
    bool update(PlotFeed& feed) override
    {
        constexpr double period = 0.1; // [s] between two looks at the rope
        if ((feed.paused && !profile_.at.empty()) || !feed.due(dueAt_, period))
            return true;
        profile_ = {};
        for (Profile& profile : feed.scene().profiles())
            if (!tile_.names.empty() && profile.name == tile_.names.front())
                profile_ = std::move(profile);
        return true;
    }

    std::vector<LegendEntry> legend(const PlotFeed& feed) const override
    {
        const auto& colours = feed.context.colours.curves;
        std::vector<LegendEntry> entries;
        if (known())
            entries.push_back(
                {hasTheory() ? "now" : "", readout(profile_.values[pointAtCursor()], upSpan()), colours[0]});
        if (hasTheory())
            entries.push_back({"at rest, theory", readout(profile_.theory[pointAtCursor()], upSpan()), colours[1]});
        return entries;
    }

    Axes axes(PlotFeed& feed, const PlotCanvas& /*canvas*/) override
    {
        AxisExtent extent{0.0, 0.0}; // tension and stretch are read against nothing
        for (const double value : profile_.values)
            if (std::isfinite(value))
                extent.include(value);
        if (hasTheory())
            for (const double value : profile_.theory)
                extent.high = std::max(extent.high, value);
        upRange_.follow(extent.low, extent.high, feed.context.ui.now);
        // As long as the rope; while it is paid out, the axis grows in steps.
        const double length = known() ? profile_.at.back() : 0.0;
        if (length > length_ || length < 0.8 * length_)
            length_ = 1.02 * length;
        return {acrossZoom_.value_or(AxisSpan{0.0, length_ > 0.0 ? length_ : 1.0, false}), upSpan(), "m"};
    }

    std::optional<double> cursor(const PlotFeed& /*feed*/) const override
    {
        return cursor_ && known() ? std::optional(profile_.at[pointAtCursor()]) : std::nullopt;
    }

    void drawCurves(PlotFeed& feed, PlotCanvas& canvas, const Axes& axes) override
    {
        const auto& colours = feed.context.colours.curves;
        if (hasTheory())
            drawValues(canvas, axes.across, profile_.theory, colours[1], 2.5f);
        drawValues(canvas, axes.across, profile_.values, colours[0], 1.5f);
    }

    void drawCursor(const PlotFeed& feed, PlotCanvas& canvas, const Axes& /*axes*/) const override
    {
        const std::optional<double> at = cursor(feed);
        if (!at)
            return;
        const auto& colours = feed.context.colours.curves;
        canvas.cursor(*at, fmt::format("{:.3f} m", *at));
        canvas.dot(*at, profile_.values[pointAtCursor()], colours[0]);
        if (hasTheory())
            canvas.dot(*at, profile_.theory[pointAtCursor()], colours[1]);
    }

    bool known() const { return !profile_.at.empty() && profile_.at.size() == profile_.values.size(); }
    bool hasTheory() const { return known() && profile_.theory.size() == profile_.at.size(); }

    /// the nearest to the cursor, or the first
    std::size_t pointAtCursor() const
    {
        if (!cursor_ || !known())
            return 0;
        const auto after = std::lower_bound(profile_.at.begin(), profile_.at.end(), *cursor_);
        std::size_t i = static_cast<std::size_t>(after - profile_.at.begin());
        if (i == profile_.at.size() || (i > 0 && *cursor_ - profile_.at[i - 1] < profile_.at[i] - *cursor_))
            --i;
        return i;
    }

    void drawValues(PlotCanvas& canvas, const AxisSpan& across, const std::vector<double>& values, const ImVec4& colour,
                    float thickness) const
    {
        const double width = across.high - across.low;
        ThinCurve thin;
        thin.follow(
            across.low - width, across.high + width, width / static_cast<double>(canvas.area().width),
            std::min(values.size(), profile_.at.size()), [this](std::size_t i) { return profile_.at[i]; },
            [&values](std::size_t i) { return values[i]; });
        PlotPen pen(canvas, colour, thickness);
        thin.visit([&pen](const PlotPoint& point) { pen.to(point.time, point.value); });
    }

    Profile profile_;
    double dueAt_ = 0.0;  ///< [s]
    double length_ = 0.0; ///< [m], of the axis
};

} // namespace

std::unique_ptr<PlotView> makeProfilePlot(const PlotTile& tile)
{
    return std::make_unique<ProfilePlot>(tile);
}

} // namespace ropewalk
