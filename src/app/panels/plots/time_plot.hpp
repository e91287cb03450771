#pragma once

#include "plot_choice.hpp"
#include "plot_curve.hpp"
#include "plot_view.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace ropewalk
{

/// What the plots of diagnostics within the section of time have in common; by default, the time runs across.
class OverTime : public PlotView
{
public:
    explicit OverTime(PlotTile tile) : PlotView(std::move(tile)) {}

    PlotTable table(const PlotFeed& feed) const override { return timeTable(feed, tile_.names); }
    bool overTime() const override { return true; }

protected:
    bool update(PlotFeed& feed) override;
    std::optional<double> cursor(const PlotFeed& feed) const override { return feed.cursor; }
    void drawCursor(const PlotFeed& feed, PlotCanvas& canvas, const Axes& axes) const override;
    /// The time is for all plots, the other axis its own.
    void takeMouse(PlotFeed& feed, const PlotCanvas& canvas, const PlotGesture& gesture, const Axes& axes) override;

    bool hasSample(const PlotFeed& feed) const { return sample_ < feed.recorder().size(); }
    /// Width of a pixel column [s].
    static double perColumn(const PlotFeed& feed, const PlotCanvas& canvas, float pixels)
    {
        return (feed.time.high - feed.time.low) * static_cast<double>(feed.context.px(pixels) / canvas.columns());
    }

    std::vector<std::size_t> shown_; ///< the diagnostics of the tile, by their index
    std::size_t sample_ = 0;         ///< at the cursor, or the last one
};

} // namespace ropewalk
