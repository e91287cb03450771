#pragma once

#include "panel_context.hpp"
#include "plot_axis.hpp"
#include "plot_curve.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ropewalk
{

/// All energies share a plot; in its legend they are called by what stands before this.
inline constexpr std::string_view energySuffix = "_energy";

/// The recent past of the scene's diagnostics as curves over time, side by side.
class PlotsPanel
{
public:
    void draw(PanelContext& context, const Rectangle& at);
    void sceneChanged()
    {
        ranges_.clear();
        curves_.clear();
    }

    /// One plot: diagnostics (their indices) that share an axis.
    struct Plot
    {
        std::string title;
        std::string unit;
        std::vector<std::size_t> diagnostics;
    };

private:
    void drawTools(PanelContext& context);
    void drawPlot(PanelContext& context, const Plot& plot, const Rectangle& at);
    float drawLegend(PanelContext& context, const Plot& plot, const Rectangle& at, std::size_t sample,
                     const AxisRange& range) const;
    void drawGrid(PanelContext& context, const Rectangle& area, const AxisRange& range) const;
    void drawCurve(PanelContext& context, const Rectangle& area, const AxisRange& range, const ThinCurve& curve,
                   const ImVec4& colour);
    float xOf(const Rectangle& area, double time) const;

    std::map<std::string, AxisRange, std::less<>> ranges_; ///< by the plot's title
    std::map<std::size_t, ThinCurve> curves_;              ///< by diagnostic
    std::vector<ImVec2> line_;
    double drawnAt_ = 0.0; ///< [s]
    double seconds_ = 10.0;
    double end_ = 0.0;       ///< [s], right end of the time axis
    double frozenEnd_ = 0.0; ///< of the paused plots
    bool frozen_ = false;
    std::optional<double> cursor_; ///< [s], where the mouse is
    std::optional<double> hovered_;
};

/// The names of the diagnostics that are plotted: those of the settings that the scene has, else the panel's choice.
std::vector<std::string> plottedDiagnostics(const rope::Diagnostics& diagnostics, const PlotSettings& settings);

/// Plots of these diagnostics: all energies share one, every other has its own.
std::vector<PlotsPanel::Plot> arrangePlots(const rope::Diagnostics& diagnostics, const std::vector<std::string>& names);

} // namespace ropewalk
