#pragma once

#include <cmath>
#include <cstdio>

namespace cards
{

constexpr double segment = 0.05;                                        ///< [m]
constexpr double restLength = 19 * segment;                             ///< [m]
constexpr double ours = 0.05 * 9.81 / 1e4 * 0.5 * 20 * 19 / restLength; ///< m g/k N (N - 1)/2 of 20 masses

/// Prints the stretch of another system's rope beside ours; returns 0 if they differ by at most `tolerance`, relative.
inline int report(const char* system, double length, double tolerance)
{
    const double stretch = length / restLength - 1.0;
    std::printf("%s: stretch %.4f %%, ours %.4f %%\n", system, 100.0 * stretch, 100.0 * ours);
    return std::abs(stretch / ours - 1.0) <= tolerance ? 0 : 1;
}

} // namespace cards
