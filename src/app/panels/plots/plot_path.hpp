#pragma once

#include "app/panels/frame/plot_axis.hpp"

#include "app/workbench/recorder.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

namespace ropewalk
{

/// The samples of a path that are worth drawing: those that lie within a pixel of the last one are left out. Only new
/// samples are looked at, however long the section of time is.
class ThinPath
{
public:
    struct Point
    {
        double x;
        double y;
        double time;
    };
    struct Grain
    {
        double x;
        double y;

        bool operator==(const Grain&) const = default;
    };

    void clear()
    {
        points_.clear();
        newest_.reset();
        latest_ = -std::numeric_limits<double>::infinity();
    }

    /// Takes in the samples `pointOf(0)` to `pointOf(count - 1)` of the section that are new; `grain` says what the eye
    /// resolves along the axes.
    template <typename PointOf>
    void follow(const AxisSpan& section, const Grain& grain, std::size_t count, const PointOf& pointOf)
    {
        const auto timeOf = [&](std::size_t i) { return pointOf(i).time; };
        const double duration = section.high - section.low;
        const bool other = grain != grain_ || std::abs(duration - duration_) > 0.01 * duration;
        if (other || count == 0 || timeOf(count - 1) < latest_ || section.low < from_ || section.high < latest_)
            clear();
        if (other)
        {
            coarseness_ = 1.0;
            duration_ = duration;
        }
        if (points_.size() > mostPoints)
        {
            clear();
            coarseness_ *= 1.5;
        }
        grain_ = grain;
        from_ = section.low;
        const auto known = [&](std::size_t i) { return timeOf(i) <= latest_ || timeOf(i) < section.low; };
        for (std::size_t i = firstNot(count, known); i < count && timeOf(i) <= section.high; ++i)
        {
            newest_ = pointOf(i);
            latest_ = newest_->time;
            if (points_.empty() || !(std::abs(newest_->x - points_.back().x) < coarseness_ * grain.x) ||
                !(std::abs(newest_->y - points_.back().y) < coarseness_ * grain.y))
                points_.push_back(*newest_);
        }
        const auto seen = std::find_if(points_.begin(), points_.end(),
                                       [&section](const Point& point) { return point.time >= section.low; });
        points_.erase(points_.begin(), seen);
    }

    /// The line is broken at points that are not finite.
    const std::vector<Point>& points() const { return points_; }
    /// Where the line ends, however near it is to the last of the points.
    const std::optional<Point>& newest() const { return newest_; }

private:
    static constexpr std::size_t mostPoints = 1000;

    std::vector<Point> points_;
    std::optional<Point> newest_;
    Grain grain_{};
    double duration_ = 0.0;   ///< [s], of the section
    double coarseness_ = 1.0; ///< grows while there are too many points
    double from_ = -std::numeric_limits<double>::infinity();
    double latest_ = -std::numeric_limits<double>::infinity();
};

} // namespace ropewalk
