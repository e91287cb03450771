#pragma once

#include "app/panels/frame/panel_context.hpp"
#include "app/panels/frame/plot_axis.hpp"
#include "plot_canvas.hpp"
#include "plot_choice.hpp"

#include <cstddef>
#include <memory>
#include <numbers>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ropewalk
{

/// What a plot shows, as numbers: equally long columns whose names end in their unit.
struct PlotTable
{
    std::vector<std::string> columns;
    std::vector<std::vector<double>> values; ///< by column
};

/// With 17 significant digits, so that reading it back gives the same numbers.
std::string csvText(const PlotTable& table);

/// In which plots show a quantity of this unit: people read angles in degrees.
inline std::string_view plotUnit(std::string_view unit)
{
    return unit == "rad" ? "\u00b0" : unit;
}
/// By which its numbers are multiplied.
inline double plotFactor(std::string_view unit)
{
    return unit == "rad" ? 180.0 / std::numbers::pi : 1.0;
}

/// "length [m]", or the name alone where there is no unit.
std::string columnName(std::string_view name, std::string_view unit);

/// How large the diagnostics of a scene have been since it began, by units, so that the momentum
/// across a fall is round-off beside the momentum along it.
class LargestValues
{
public:
    void follow(const Workbench& workbench);
    double of(std::size_t diagnostic) const { return diagnostic < kind_.size() ? largest_[kind_[diagnostic]] : 0.0; }

private:
    int layouts_ = -1;
    double seen_ = -1.0;            ///< [s]
    std::vector<std::size_t> kind_; ///< by diagnostic: the first one of its unit
    std::vector<double> largest_;
};

/// What all plots share in a frame, and what they answer.
struct PlotFeed
{
    PanelContext& context;
    const PlotOffer& offer;
    const LargestValues& largest;
    AxisSpan time;                  ///< [s], the section of time that is shown
    bool paused = false;            ///< the plots stand still
    std::optional<double> cursor{}; ///< [s], where the mouse was in the last frame, in whichever plot
    /// How many profiles or parts of spectra the plot may compute anew in this frame: plots take turns, so that no
    /// frame takes long.
    int computations = 0;

    std::optional<double> hovered{}; ///< [s], where the mouse is now
    PlotGesture::Axis timeGesture{};
    bool fitTime = false;

    const Scene& scene() const { return context.workbench.scene(); }
    const Recorder& recorder() const { return context.workbench.recorder(); }
    double value(std::size_t diagnostic, std::size_t sample) const
    {
        return factor(diagnostic) * withoutNoise(recorder().value(diagnostic, sample), largest.of(diagnostic));
    }
    double factor(std::size_t diagnostic) const { return plotFactor(scene().diagnostics().rows()[diagnostic].unit); }
    /// The sample at the cursor, else the last one; the recorder's size where it has none.
    std::size_t sampleAtCursor() const { return recorder().nearest(cursor.value_or(time.high)); }
    /// "12.34 s"
    std::string timeLabel(std::size_t sample) const;
    /// Whether something computed every `period` [s] is due at `dueAt`, which it then moves on.
    bool due(double& dueAt, double period);
};

/// One plot of the panel: what it computes stays from frame to frame.
class PlotView
{
public:
    explicit PlotView(PlotTile tile) : tile_(std::move(tile)) {}
    virtual ~PlotView() = default;

    const PlotTile& tile() const { return tile_; }

    /// `name` is for the map.
    void draw(PlotFeed& feed, const Rectangle& at, const std::string& name);
    /// Shows all again.
    void fit() { acrossZoom_.reset(), upZoom_.reset(); }

    /// The numbers that are seen.
    virtual PlotTable table(const PlotFeed& feed) const = 0;
    /// Whether its first column is the time, so that plots can share a file.
    virtual bool overTime() const { return false; }
    /// Drops what it has computed: the scene may have gone back.
    virtual void forget() {}

protected:
    struct Axes
    {
        AxisSpan across;
        AxisSpan up;
        std::string acrossUnit;
    };

    // The parts of a drawing, in their order.

    /// Computes outdated curves anew; false where there is nothing to draw.
    virtual bool update(PlotFeed& feed) = 0;
    virtual std::vector<LegendEntry> legend(const PlotFeed& feed) const = 0;
    /// The axes with the labels that the canvas has room for.
    virtual Axes axes(PlotFeed& feed, const PlotCanvas& canvas) = 0;
    /// Where the cursor stands on the axis across, of a plot that has one now.
    virtual std::optional<double> cursor(const PlotFeed& feed) const = 0;
    virtual void drawCurves(PlotFeed& feed, PlotCanvas& canvas, const Axes& axes) = 0;
    virtual void drawCursor(const PlotFeed& feed, PlotCanvas& canvas, const Axes& axes) const = 0;
    /// Takes what the mouse does: the cursor follows it, and both axes zoom and move as it asks.
    virtual void takeMouse(PlotFeed& feed, const PlotCanvas& canvas, const PlotGesture& gesture, const Axes& axes);

    void zoom(const PlotGesture& gesture, const Axes& axes);
    /// The axis that follows the data, unless the user has zoomed it.
    AxisSpan upSpan() const { return upZoom_.value_or(upRange_.span()); }

    PlotTile tile_;
    std::optional<AxisSpan> acrossZoom_;
    std::optional<AxisSpan> upZoom_;
    AxisRange upRange_;
    std::optional<double> cursor_; ///< where the mouse is on the axis across
};

/// The view of a tile, whose names the scene has.
std::unique_ptr<PlotView> makePlotView(const PlotTile& tile);

// One maker for each kind.
std::unique_ptr<PlotView> makeTimePlot(const PlotTile& tile);
std::unique_ptr<PlotView> makeStackPlot(const PlotTile& tile);
std::unique_ptr<PlotView> makePhasePlot(const PlotTile& tile);
std::unique_ptr<PlotView> makeProfilePlot(const PlotTile& tile);
std::unique_ptr<PlotView> makeSpectrumPlot(const PlotTile& tile);
std::unique_ptr<PlotView> makeCurvePlot(const PlotTile& tile);

/// The table of those diagnostics within the section of time.
PlotTable timeTable(const PlotFeed& feed, const std::vector<std::string>& names);

} // namespace ropewalk
