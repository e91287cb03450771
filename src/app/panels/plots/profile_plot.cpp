#include "plot_choice.hpp"
#include "plot_curve.hpp"
#include "plot_view.hpp"

#include "scenes/hosts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ropewalk
{

namespace
{

/// A quantity along the rope, now, and what theory says of the rope at rest.
class ProfilePlot : public PlotView
{
public:
    /// What the axis across shows, and how its numbers are written.
    struct Across
    {
        std::string_view name;
        std::string_view unit;
        int decimals;
    };
    explicit ProfilePlot(PlotTile tile, const Across& across = {"rope", "m", 3})
        : PlotView(std::move(tile)), across_(across)
    {
    }

    PlotTable table(const PlotFeed&) const override
    {
        const bool theory = profile_.theory.size() == profile_.at.size();
        PlotTable table{{columnName(across_.name, across_.unit), columnName(profile_.name, profile_.unit)}, {{}, {}}};
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

protected:
    /// What the tile can show of the scene now.
    virtual std::vector<Profile> profilesOf(const Scene& scene) const { return scene.profiles(); }
    /// The axis of the values.
    virtual AxisSpan valueSpan() const { return upSpan(); }
    /// The point whose value the legend gives while there is no cursor.
    virtual std::size_t usualPoint() const { return 0; }

    bool update(PlotFeed& feed) override
    {
        constexpr double period = 0.1; // [s] between two looks at the scene
        if ((feed.paused && !profile_.at.empty()) || !feed.due(dueAt_, period))
            return true;
        profile_ = {};
        for (Profile& profile : profilesOf(feed.scene()))
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
                {hasTheory() ? "now" : "", readout(profile_.values[pointAtCursor()], valueSpan()), colours[0]});
        if (hasTheory())
            entries.push_back({"at rest, theory", readout(profile_.theory[pointAtCursor()], upSpan()), colours[1]});
        return entries;
    }

    Axes axes(PlotFeed& feed, const PlotCanvas& /*canvas*/) override
    {
        AxisExtent extent{0.0, 0.0}; // the axis of a tension or a stretch has the zero
        for (const double value : profile_.values)
            if (std::isfinite(value))
                extent.include(withoutNoise(value, 0.0));
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
        canvas.cursor(*at, fmt::format("{:.{}f} {}", *at, across_.decimals, across_.unit));
        canvas.dot(*at, profile_.values[pointAtCursor()], colours[0]);
        if (hasTheory())
            canvas.dot(*at, profile_.theory[pointAtCursor()], colours[1]);
    }

    bool known() const { return !profile_.at.empty() && profile_.at.size() == profile_.values.size(); }
    bool hasTheory() const { return known() && profile_.theory.size() == profile_.at.size(); }

    /// The nearest to the cursor.
    std::size_t pointAtCursor() const
    {
        if (!cursor_ || !known())
            return usualPoint();
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

private:
    Across across_;
    double dueAt_ = 0.0;  ///< [s]
    double length_ = 0.0; ///< [m], of the axis
};

/// Whole decades around the positive values.
AxisSpan decadesOf(const std::vector<double>& values)
{
    double low = std::numeric_limits<double>::infinity();
    double high = 0.0;
    for (const double value : values)
        if (value > 0.0 && std::isfinite(value))
        {
            low = std::min(low, value);
            high = std::max(high, value);
        }
    if (!(high > 0.0))
        return {0.1, 1.0, true};
    const double top = std::ceil(std::log10(high) - 1e-9);
    return {std::pow(10.0, std::min(std::floor(std::log10(low) + 1e-9), top - 1.0)), std::pow(10.0, top), true};
}

/// A scene's curve over 0, 1, 2 ... on a logarithmic axis; values that are not positive have no point.
class CurvePlot : public ProfilePlot
{
public:
    explicit CurvePlot(PlotTile tile) : ProfilePlot(std::move(tile), {"index", "", 0}) {}

private:
    std::vector<Profile> profilesOf(const Scene& scene) const override
    {
        std::vector<Profile> profiles;
        for (Curve& curve : curvesOf(scene))
        {
            std::vector<double> indices(curve.values.size());
            std::iota(indices.begin(), indices.end(), 0.0);
            profiles.push_back({curve.name, curve.unit, curve.sentence, indices, std::move(curve.values), {}});
        }
        return profiles;
    }

    AxisSpan valueSpan() const override { return upZoom_.value_or(decadesOf(profile_.values)); }
    std::size_t usualPoint() const override { return profile_.values.size() - 1; }

    Axes axes(PlotFeed& /*feed*/, const PlotCanvas& /*canvas*/) override
    {
        const double last = std::max(1.0, static_cast<double>(profile_.values.size()) - 1.0);
        return {acrossZoom_.value_or(AxisSpan{0.0, last, false}), valueSpan(), ""};
    }

    void drawCurves(PlotFeed& feed, PlotCanvas& canvas, const Axes& axes) override
    {
        const PanelContext& context = feed.context;
        const ImVec4& colour = context.colours.curves[0];
        const bool dots =
            canvas.area().width / static_cast<float>(axes.across.high - axes.across.low) > context.px(7.0f);
        PlotPen pen(canvas, colour);
        for (std::size_t i = 0; i < profile_.values.size(); ++i)
        {
            const double value = profile_.values[i];
            const bool positive = value > 0.0 && std::isfinite(value);
            pen.to(profile_.at[i], positive ? value : std::numeric_limits<double>::quiet_NaN());
            if (dots && positive)
                canvas.list().AddCircleFilled({canvas.xOf(profile_.at[i]), canvas.yOf(value)}, context.px(2.5f),
                                              packed(colour));
        }
    }
};

} // namespace

std::unique_ptr<PlotView> makeProfilePlot(const PlotTile& tile)
{
    return std::make_unique<ProfilePlot>(tile);
}

std::unique_ptr<PlotView> makeCurvePlot(const PlotTile& tile)
{
    return std::make_unique<CurvePlot>(tile);
}

} // namespace ropewalk
