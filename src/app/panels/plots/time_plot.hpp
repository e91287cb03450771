#pragma once

#include "plot_choice.hpp"
#include "plot_curve.hpp"
#include "plot_view.hpp"

namespace ropewalk
{

/// What the plots over time have in common: the same section of time, the same cursor.
class OverTime : public PlotView
{
public:
    explicit OverTime(PlotTile tile) : PlotView(std::move(tile)) {}

    PlotTable table(const PlotFeed& feed) const override { return timeTable(feed, tile_.names); }
    bool overTime() const override { return true; }

protected:
    /// The indices of its diagnostics.
    std::vector<std::size_t> diagnostics(const PlotFeed& feed) const;
    /// Takes the mouse: the time is for all plots, the other axis its own.
    void takeMouse(PlotFeed& feed, PlotCanvas& canvas, const AxisSpan& up, const std::string& name);
    /// Width of a pixel column [s].
    static double perColumn(const PlotFeed& feed, const PlotCanvas& canvas, float pixels)
    {
        return (feed.time.high - feed.time.low) * static_cast<double>(feed.context.px(pixels) / canvas.columns());
    }
    /// The sample whose values are told: at the cursor, or the last one.
    static std::size_t sampleTold(const PlotFeed& feed)
    {
        return feed.recorder().nearest(feed.cursor.value_or(feed.time.high));
    }
};

} // namespace ropewalk
