#pragma once

#include "app/panels/frame/panel_context.hpp"
#include "plot_choice.hpp"
#include "plot_view.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace ropewalk
{

/// The plots below the viewport, side by side: the recent past of the scene, and its present state.
class PlotsPanel
{
public:
    void draw(PanelContext& context, const Rectangle& at);
    /// A line of small curves with their present values; a click on one opens the plots with it.
    void drawSparks(PanelContext& context, const Rectangle& at);
    void sceneChanged();

private:
    /// How many plots stand side by side and above each other.
    struct Grid
    {
        std::size_t columns = 1;
        std::size_t rows = 1;
        std::size_t places() const { return columns * rows; }
    };
    Grid gridOf(const PanelContext& context, const ImVec2& room) const;

    void refreshOffer(PanelContext& context);
    void followTiles(const std::vector<PlotTile>& tiles);
    AxisSpan sectionOfTime(PanelContext& context);
    void followTime(PanelContext& context, const PlotFeed& feed);
    void release(PanelContext& context); ///< shows all of the time again

    void drawSpark(PanelContext& context, const PlotTile& tile, const Rectangle& at);
    void turnTo(std::string_view quantity, const Grid& grid);
    void turnToLesson(const PanelContext& context, const Grid& grid);
    void drawTools(PanelContext& context, const Grid& grid);
    void drawPages(PanelContext& context, const Grid& grid, bool narrow);
    void drawAddMenu(PanelContext& context);
    void drawTileMenu(PlotFeed& feed, std::size_t index, const Rectangle& at);
    void drawQuantities(PlotFeed& feed, std::size_t index);
    void shareTurns(const PanelContext& context, std::size_t count);
    void drawRow(PlotFeed& feed, std::size_t first, std::size_t count, const Rectangle& at);
    void setTiles(PanelContext& context, std::vector<PlotTile> tiles);
    void answerExport(PlotFeed& feed, const Rectangle& all);

    std::vector<std::unique_ptr<PlotView>> views_;
    std::size_t page_ = 0; ///< the first plot that is shown, in pages
    std::size_t lessonStep_ = 0;
    std::string wanted_; ///< the quantity whose small curve was clicked
    LargestValues largest_;
    PlotOffer offer_;
    double offerDueAt_ = 0.0; ///< [s]
    bool offerKnown_ = false;
    double drawnAt_ = 0.0; ///< [s]
    int drawnFrame_ = 0;
    std::vector<int> computations_; ///< of each plot that is shown, in this frame
    std::size_t turn_ = 0;          ///< of the plot that comes first
    double seconds_ = 10.0;
    double frozenEnd_ = 0.0; ///< [s], of the plots that stand still
    int layouts_ = 0;        ///< of the recorder, as seen in the last frame
    bool frozen_ = false;
    std::optional<AxisSpan> timeZoom_; ///< [s]
    bool pausedByZoom_ = false;        ///< and not by the button
    std::optional<double> cursor_;     ///< [s], where the mouse is
};

} // namespace ropewalk
