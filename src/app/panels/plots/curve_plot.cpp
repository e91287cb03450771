#include "plot_choice.hpp"
#include "plot_view.hpp"

#include "scenes/hosts.hpp"

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

    void draw(PlotFeed& feed, const Rectangle& at, const std::string& name) override;
    PlotTable table(const PlotFeed& feed) const override;
    void forget() override { curve_ = {}, dueAt_ = 0.0; }

private:
    void look(PlotFeed& feed);

    Curve curve_;
    double dueAt_ = 0.0; ///< [s]
    std::vector<ImVec2> line_;
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
    std::size_t cursor_ = none; ///< index of the value
};

void CurvePlot::look(PlotFeed& feed)
{
    if ((feed.held && !curve_.values.empty()) || !feed.due(dueAt_, 0.05))
        return;
    curve_ = {};
    for (Curve& curve : curvesOf(feed.scene()))
        if (!tile_.names.empty() && curve.name == tile_.names.front())
            curve_ = std::move(curve);
}

void CurvePlot::draw(PlotFeed& feed, const Rectangle& at, const std::string& name)
{
    PanelContext& context = feed.context;
    look(feed);
    const ImVec4& colour = context.colours.curves[0];
    const std::size_t count = curve_.values.size();
    const bool cursor = cursor_ < count;
    const std::size_t told = cursor ? cursor_ : std::max<std::size_t>(count, 1) - 1;

    PlotCanvas canvas(context, at, name);
    std::vector<LegendEntry> legend;
    if (count > 0)
        legend.push_back({"", shortNumber(curve_.values[told], 3), colour});
    canvas.legend(plotTitles(feed, tile_), legend);
    const AxisSpan across =
        acrossZoom_.value_or(AxisSpan{0.0, std::max<double>(1.0, static_cast<double>(count) - 1.0), false});
    const AxisSpan up = upZoom_.value_or(decadesOf(curve_.values));
    if (cursor)
        canvas.expectCursor(static_cast<double>(told));
    if (!canvas.axes(across, up, ""))
        return;

    line_.clear();
    canvas.clip();
    const float apart = canvas.area().width / static_cast<float>(across.high - across.low);
    for (std::size_t i = 0; i < count; ++i)
    {
        if (!(curve_.values[i] > 0.0 && std::isfinite(curve_.values[i])))
        {
            canvas.curve(line_, colour);
            line_.clear();
            continue;
        }
        line_.push_back({canvas.xOf(static_cast<double>(i)), canvas.yOf(curve_.values[i])});
        if (apart > context.px(7.0f))
            canvas.list().AddCircleFilled(line_.back(), context.px(2.5f), packed(colour));
    }
    canvas.curve(line_, colour);
    canvas.unclip();

    const PlotGesture gesture = canvas.interact(name);
    cursor_ = none;
    if (gesture.acrossAt)
        cursor_ = static_cast<std::size_t>(std::lround(std::max(0.0, across.at(*gesture.acrossAt))));
    follow(gesture, across, up);
    if (!cursor)
        return;
    canvas.cursor(static_cast<double>(told), std::to_string(told));
    canvas.dot(static_cast<double>(told), curve_.values[told], colour);
}

PlotTable CurvePlot::table(const PlotFeed&) const
{
    PlotTable table{{"index", columnName(curve_.name, curve_.unit)}, {{}, {}}};
    for (std::size_t i = 0; i < curve_.values.size(); ++i)
    {
        table.values[0].push_back(static_cast<double>(i));
        table.values[1].push_back(curve_.values[i]);
    }
    return table;
}

} // namespace

std::unique_ptr<PlotView> makeCurvePlot(const PlotTile& tile)
{
    return std::make_unique<CurvePlot>(tile);
}

} // namespace ropewalk
