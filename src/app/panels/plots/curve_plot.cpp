#include "plot_choice.hpp"
#include "plot_view.hpp"

#include "scenes/hosts.hpp"

#include "files/quantity.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ropewalk
{

namespace
{

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
class CurvePlot : public PlotView
{
public:
    explicit CurvePlot(PlotTile tile) : PlotView(std::move(tile)) {}

    PlotTable table(const PlotFeed&) const override
    {
        PlotTable table{{"index", columnName(curve_.name, curve_.unit)}, {{}, {}}};
        for (std::size_t i = 0; i < curve_.values.size(); ++i)
        {
            table.values[0].push_back(static_cast<double>(i));
            table.values[1].push_back(curve_.values[i]);
        }
        return table;
    }

    void forget() override { curve_ = {}, dueAt_ = 0.0; }

private:
    bool update(PlotFeed& feed) override
    {
        constexpr double period = 0.05; // [s] between two looks at the curve
        if ((feed.paused && !curve_.values.empty()) || !feed.due(dueAt_, period))
            return true;
        curve_ = {};
        for (Curve& curve : curvesOf(feed.scene()))
            if (!tile_.names.empty() && curve.name == tile_.names.front())
                curve_ = std::move(curve);
        return true;
    }

    std::vector<LegendEntry> legend(const PlotFeed& feed) const override
    {
        if (curve_.values.empty())
            return {};
        const double value = curve_.values[indexAtCursor().value_or(curve_.values.size() - 1)];
        return {{"", plainNumber(value, 3), feed.context.colours.curves[0]}};
    }

    Axes axes(PlotFeed& /*feed*/, const PlotCanvas& /*canvas*/) override
    {
        const double last = std::max(1.0, static_cast<double>(curve_.values.size()) - 1.0);
        return {acrossZoom_.value_or(AxisSpan{0.0, last, false}), upZoom_.value_or(decadesOf(curve_.values)), ""};
    }

    std::optional<double> cursor(const PlotFeed& /*feed*/) const override
    {
        const std::optional<std::size_t> index = indexAtCursor();
        return index ? std::optional(static_cast<double>(*index)) : std::nullopt;
    }

    void drawCurves(PlotFeed& feed, PlotCanvas& canvas, const Axes& axes) override
    {
        const PanelContext& context = feed.context;
        const ImVec4& colour = context.colours.curves[0];
        const bool dots =
            canvas.area().width / static_cast<float>(axes.across.high - axes.across.low) > context.px(7.0f);
        PlotPen pen(canvas, colour);
        for (std::size_t i = 0; i < curve_.values.size(); ++i)
        {
            const double value = curve_.values[i];
            const bool positive = value > 0.0 && std::isfinite(value);
            const auto index = static_cast<double>(i);
            pen.to(index, positive ? value : std::numeric_limits<double>::quiet_NaN());
            if (dots && positive)
                canvas.list().AddCircleFilled({canvas.xOf(index), canvas.yOf(value)}, context.px(2.5f), packed(colour));
        }
    }

    void drawCursor(const PlotFeed& feed, PlotCanvas& canvas, const Axes& /*axes*/) const override
    {
        const std::optional<std::size_t> index = indexAtCursor();
        if (!index)
            return;
        canvas.cursor(static_cast<double>(*index), std::to_string(*index));
        canvas.dot(static_cast<double>(*index), curve_.values[*index], feed.context.colours.curves[0]);
    }

    std::optional<std::size_t> indexAtCursor() const
    {
        if (!cursor_)
            return std::nullopt;
        const auto index = static_cast<std::size_t>(std::lround(std::max(0.0, *cursor_)));
        return index < curve_.values.size() ? std::optional(index) : std::nullopt;
    }

    Curve curve_;
    double dueAt_ = 0.0; ///< [s]
};

} // namespace

std::unique_ptr<PlotView> makeCurvePlot(const PlotTile& tile)
{
    return std::make_unique<CurvePlot>(tile);
}

} // namespace ropewalk
