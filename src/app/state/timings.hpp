#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <string_view>

namespace ropewalk
{

/// What the parts of a frame cost: average and worst over the last two seconds.
class Timings
{
public:
    enum Part
    {
        step,     ///< all ticks of the frame
        snapshot, ///< filling and mixing the snapshot
        draw, ///< the viewport, until the graphics driver has taken it; while its parts are shown, until it is drawn
        sky,  ///< of the drawing: sky and ground
        shadows,
        bodies,
        ropes,
        marks,
        paint,  ///< of the drawing: the panels
        panels, ///< laying out the panels, the plots among them
        plots,  ///< laying out the plots alone
        frame,  ///< from the last frame to this one
        partCount
    };
    static constexpr std::array<std::string_view, partCount> names{
        "step", "snapshot", "draw", "sky", "shadows", "bodies", "ropes", "marks", "panels", "panels", "plots", "frame"};
    static constexpr Part firstDrawn = sky; ///< in the order of DrawnPart
    static constexpr bool belongsToTheOneBefore(int part) { return (part >= sky && part <= paint) || part == plots; }
    static constexpr double window = 2.0; ///< [s]

    struct Summary
    {
        double average = 0.0; ///< [s]
        double worst = 0.0;   ///< [s]
    };

    /// Adds one frame that ended at `now` [s].
    void add(const std::array<double, partCount>& seconds, double now);
    Summary summary(Part part) const;
    double framesPerSecond() const; ///< 0 before the second frame
    std::size_t frames() const { return samples_.size(); }
    double span() const { return samples_.empty() ? 0.0 : samples_.back().at - samples_.front().at; } ///< [s], of them

private:
    struct Sample
    {
        double at;
        std::array<double, partCount> seconds;
    };
    std::deque<Sample> samples_;
};

} // namespace ropewalk
