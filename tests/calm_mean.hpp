#pragma once

#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

namespace ropewalk
{

/// The mean of readings by Hann's window, which leaves little of what swings.
inline double calmMean(const std::vector<double>& readings)
{
    const double count = static_cast<double>(readings.size());
    double mean = 0.0;
    for (std::size_t i = 0; i < readings.size(); ++i)
        mean += readings[i] * (1.0 - std::cos(2.0 * std::numbers::pi * (static_cast<double>(i) + 0.5) / count)) / count;
    return mean;
}

} // namespace ropewalk
