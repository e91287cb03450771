#pragma once

#include "app/panels/frame/panel_context.hpp"
#include "app/panels/frame/plot_axis.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ropewalk
{

/// What the mouse asks of a plot in this frame.
struct PlotGesture
{
    /// What it asks of one axis, in places along that axis.
    struct Axis
    {
        double factor = 1.0; ///< shows this many times as much
        double about = 0.5;  ///< around this place
        double by = 0.0;     ///< moves by this
        bool asked() const { return factor != 1.0 || by != 0.0; }
        AxisSpan of(const AxisSpan& span) const { return span.zoomed(about, factor).moved(by); }
    };
    Axis across;
    Axis up;
    bool ofArea = false;            ///< the mouse is over the area, not over an axis's numbers
    bool fit = false;               ///< shows all again
    std::optional<double> acrossAt; ///< the place of the mouse over the plot
    std::optional<double> upAt;
};

/// A row of a plot's legend.
struct LegendEntry
{
    std::string name; ///< empty for the only one: the title says it
    std::string value;
    ImVec4 colour;
    bool dashed = false;
};

/// One plot of the panel while it is drawn: title and legend, an area with two axes, the mouse.
class PlotCanvas
{
public:
    PlotCanvas(PanelContext& context, const Rectangle& at);

    /// Draws the longest title that fits and the legend. Entries without room are counted ("+3"); the tooltip shows
    /// all.
    void legend(const std::vector<std::string>& titles, const std::vector<LegendEntry>& entries);

    /// Called before `axes`, which leaves room for the cursor's number below the plot.
    void expectCursor(std::optional<double> value) { cursor_ = value; }

    /// Lays out the remaining room for the axes and draws their grid with its numbers; false where there is no room.
    bool axes(const AxisSpan& across, const AxisSpan& up, std::string_view acrossUnit);

    /// Takes what the mouse does to the area and the axes' numbers; `name` is for the map.
    PlotGesture interact(const std::string& name);

    const Rectangle& area() const { return area_; }
    float columns() const { return area_.width; } ///< [px], about; known before the axes are
    ImDrawList& list() { return *list_; }

    // A place far outside is brought near the plot: as a float, its coordinate would be wrong by whole pixels.
    float xOf(double value) const { return area_.x + area_.width * nearPlace(across_, acrossScale_, value); }
    float yOf(double value) const { return area_.y + area_.height * (1.0f - nearPlace(up_, upScale_, value)); }

    void curve(const std::vector<ImVec2>& points, const ImVec4& colour, float thickness = 1.5f);
    /// A dashed line across the plot at a value, with a label; nothing where it is outside.
    void level(double value, const ImVec4& colour, std::string_view label);
    /// A dashed upright line with a short label at its top; false where the label had no room beside the last one.
    bool mark(double value, const ImVec4& colour, std::string_view label);
    /// The cursor's line with its label below the plot.
    void cursor(double value, std::string_view label);
    void dot(double across, double up, const ImVec4& colour);
    /// In the middle, where there is nothing to draw.
    void note(std::string_view line);

private:
    static float nearPlace(const AxisSpan& span, double scale, double value)
    {
        const double place = span.logarithmic ? span.place(value) : (value - span.low) * scale;
        return static_cast<float>(place > -20.0 ? std::min(place, 20.0)
                                                : -20.0); // a value that is not a number lies below
    }
    float title(const std::vector<std::string>& titles); ///< its right end
    float lineHeight() const;                            ///< of the legend
    float widthOf(const LegendEntry& entry, bool values) const;
    std::vector<ImVec2> placesOf(const std::vector<LegendEntry>& entries, float begin, int lines, bool values) const;
    void drawEntry(const LegendEntry& entry, const ImVec2& from, bool values);
    /// Along one of the axes, on whole pixels.
    void dashed(const ImVec2& from, const ImVec2& to, ImU32 colour);
    /// By how many places across and up a drag of the last item moves the axes.
    std::pair<double, double> drag() const;
    PlotGesture::Axis axisGesture(const Rectangle& at, const char* id, bool upright, bool& fit, std::string_view help);

    PanelContext& context_;
    Rectangle at_;
    Rectangle area_;
    ImDrawList* list_;
    AxisSpan across_;
    AxisSpan up_;
    double acrossScale_ = 1.0; ///< places a unit, of an axis that is not logarithmic
    double upScale_ = 1.0;
    std::optional<double> cursor_; ///< whose number takes the place of the axis's own
    float markEnd_ = -1e9f;        ///< [px], right end of the last mark's label
    std::vector<Rectangle> levelLabels_;
};

/// Draws a line through points; one that is not finite breaks it.
class PlotPen
{
public:
    /// Leaves out points that are no farther than `tolerance` [px] from the line.
    PlotPen(PlotCanvas& canvas, const ImVec4& colour, float thickness = 1.5f, float tolerance = 0.0f)
        : canvas_(canvas), colour_(colour), thickness_(thickness), tolerance_(tolerance)
    {
    }
    ~PlotPen() { lift(); }
    PlotPen(const PlotPen&) = delete;
    PlotPen& operator=(const PlotPen&) = delete;

    void to(double across, double up);

private:
    void lift();

    PlotCanvas& canvas_;
    ImVec4 colour_;
    float thickness_;
    float tolerance_;
    std::vector<ImVec2> line_;
};

/// A value to about a five-hundredth of its axis: as much as the eye could read off, without flickering digits.
std::string readout(double value, const AxisSpan& span);

} // namespace ropewalk
