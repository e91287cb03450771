#pragma once

#include <cmath>
#include <cstdio>

namespace cards
{

constexpr double segment = 0.05;                                        ///< [m]
constexpr double restLength = 19 * segment;                             ///< [m]
constexpr double ours = 0.05 * 9.81 / 1e4 * 0.5 * 20 * 19 / restLength; ///< m g/k N (N - 1)/2 of 20 masses

/// Says how a rope of another system hangs beside ours; the exit code tells whether it is within `tolerance` of it.
inline int report(const char* system, double length, double tolerance)
{
    const double stretch = length / restLength - 1.0;
    std::printf("%s: stretch %.4f %%, ours %.4f %%\n", system, 100.0 * stretch, 100.0 * ours);
    return std::abs(stretch / ours - 1.0) <= tolerance ? 0 : 1;
}

} // namespace cards
