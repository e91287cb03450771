#pragma once

#include "app/workbench/recorder.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace ropewalk
{

/// A point of a curve as it is drawn; the line is broken at points whose value is not a number.
struct PlotPoint
{
    double time;
    double value;
};

/// A curve thinned out to its visible points: of the samples that share a pixel column, the least and the largest, so
/// that no peak is lost. Columns are bound to the time and not to the plot: so the curve does not shimmer while it
/// scrolls, and only new samples are looked at, however long the time axis is.
class ThinCurve
{
public:
    void clear() { *this = {}; }

    /// Takes in the samples of [from, to] that are new; `perColumn` is the width of a column [s]. `timeOf` and
    /// `valueOf` give the samples 0..count-1, with ascending times.
    template <typename TimeOf, typename ValueOf>
    void follow(double from, double to, double perColumn, std::size_t count, const TimeOf& timeOf,
                const ValueOf& valueOf)
    {
        const bool wentBack = count == 0 || timeOf(count - 1) < latest_;
        if (wentBack || perColumn != perColumn_ || from < from_)
        {
            clear();
            perColumn_ = perColumn;
        }
        from_ = from;
        const auto known = [&](std::size_t i) { return timeOf(i) <= latest_ || timeOf(i) < from - perColumn; };
        for (std::size_t i = firstNot(count, known); i < count && timeOf(i) <= to; ++i)
            add({timeOf(i), valueOf(i)});
        dropBefore(from - 2.0 * perColumn);
    }

    /// All points, in the order of their times, the unfinished column included.
    template <typename Visitor>
    void visit(const Visitor& visitor) const
    {
        for (std::size_t i = begin_; i < points_.size(); ++i)
            visitor(points_[i]);
        visitColumn(visitor);
    }

private:
    void add(const PlotPoint& point)
    {
        latest_ = point.time;
        if (!std::isfinite(point.value))
        {
            finishColumn();
            if (points_.size() > begin_ && !std::isnan(points_.back().value))
                points_.push_back({point.time, std::numeric_limits<double>::quiet_NaN()});
            return;
        }
        const double own = std::floor(point.time / perColumn_);
        if (own != column_)
        {
            finishColumn();
            column_ = own;
            least_ = most_ = point;
        }
        if (point.value < least_.value)
            least_ = point;
        if (point.value > most_.value)
            most_ = point;
    }

    template <typename Visitor>
    void visitColumn(const Visitor& visitor) const
    {
        if (std::isnan(column_))
            return;
        const bool leastFirst = least_.time <= most_.time;
        visitor(leastFirst ? least_ : most_);
        if (least_.time != most_.time)
            visitor(leastFirst ? most_ : least_);
    }

    void finishColumn()
    {
        visitColumn([this](const PlotPoint& point) { points_.push_back(point); });
        column_ = std::numeric_limits<double>::quiet_NaN();
    }

    void dropBefore(double time)
    {
        while (begin_ < points_.size() && points_[begin_].time < time)
            ++begin_;
        if (begin_ > 1000 && 2 * begin_ > points_.size()) // seldom: erasing moves all points
        {
            points_.erase(points_.begin(), points_.begin() + static_cast<std::ptrdiff_t>(begin_));
            begin_ = 0;
        }
    }

    std::vector<PlotPoint> points_; ///< of finished columns, from `begin_` on
    std::size_t begin_ = 0;
    double from_ = -std::numeric_limits<double>::infinity();
    double latest_ = -std::numeric_limits<double>::infinity();
    double perColumn_ = 0.0;
    double column_ = std::numeric_limits<double>::quiet_NaN(); ///< the unfinished one; not a number: none
    PlotPoint least_{0.0, 0.0};
    PlotPoint most_{0.0, 0.0};
};

/// Leaves out points of a line that runs to the right, as long as the line passes them at no more than `tolerance` [px]
/// above or below: a smooth line takes few points to draw. The directions that pass all the points left out form a
/// cone, which each of them narrows (J. Sklansky and V. Gonzalez, Pattern Recognition 12, 1980).
inline void straighten(std::vector<ImVec2>& line, float tolerance)
{
    if (line.size() < 3)
        return;
    constexpr float anything = std::numeric_limits<float>::infinity();
    std::size_t remaining = 0;  // index of the last point that stays
    ImVec2 from = line.front(); // that point
    ImVec2 last = from;         // the point before the present one
    float least = -anything;
    float most = anything;
    bool pending = false; // they differ
    for (std::size_t i = 1; i < line.size(); ++i)
    {
        const ImVec2 point = line[i];
        float right = point.x - from.x;
        const bool passes = right > 0.0f && point.y - from.y >= least * right && point.y - from.y <= most * right;
        if (pending && !passes)
        {
            line[++remaining] = from = last;
            least = -anything;
            most = anything;
            right = point.x - from.x;
        }
        if (right > 0.0f)
        {
            least = std::max(least, (point.y - from.y - tolerance) / right);
            most = std::min(most, (point.y - from.y + tolerance) / right);
        }
        else
        {
            least = anything; // straight up or down: this point stays
            most = -anything;
        }
        last = point;
        pending = true;
    }
    line[++remaining] = last;
    line.resize(remaining + 1);
}

} // namespace ropewalk
