#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace ropewalk
{

/// A point of a curve as it is drawn; the line is broken at points whose value is not a number.
struct CurvePoint
{
    double time;
    double value;
};

/// Samples first..last of a curve for a plot in which a pixel column is `perColumn` seconds: where several samples
/// share a column, its least and its largest, so that no peak is lost and no more is drawn than can be seen. Columns
/// are bound to the time and not to the plot, else the curve would shimmer while it scrolls. Also widens [low, high] to
/// the values.
template <typename TimeOf, typename ValueOf>
void thinOut(std::size_t first, std::size_t last, double perColumn, const TimeOf& timeOf, const ValueOf& valueOf,
             std::vector<CurvePoint>& points, double& low, double& high)
{
    points.clear();
    const double perSecond = 1.0 / perColumn;
    double column = std::numeric_limits<double>::quiet_NaN();
    CurvePoint least{0.0, 0.0};
    CurvePoint most{0.0, 0.0};
    const auto flush = [&]
    {
        if (std::isnan(column))
            return;
        const CurvePoint& earlier = least.time <= most.time ? least : most;
        const CurvePoint& later = least.time <= most.time ? most : least;
        points.push_back(earlier);
        if (later.time > earlier.time)
            points.push_back(later);
        low = std::min(low, least.value);
        high = std::max(high, most.value);
        column = std::numeric_limits<double>::quiet_NaN();
    };
    for (std::size_t i = first; i < last; ++i)
    {
        const CurvePoint point{timeOf(i), valueOf(i)};
        if (!std::isfinite(point.value))
        {
            flush();
            if (!points.empty() && !std::isnan(points.back().value))
                points.push_back({point.time, std::numeric_limits<double>::quiet_NaN()});
            continue;
        }
        const double own = std::floor(point.time * perSecond);
        if (own != column)
        {
            flush();
            column = own;
            least = most = point;
            continue;
        }
        if (point.value < least.value)
            least = point;
        if (point.value > most.value)
            most = point;
    }
    flush();
}

} // namespace ropewalk
