#pragma once

#include <cmath>

// The state in which every engine is measured: the rope's end has been moved on a slow circle for a second, so that the
// whole rope moves in all three directions and no number is zero or denormal, and it goes on being moved. Its velocity
// is set once in `burst` steps, so that sines are no part of what is measured.

namespace bench
{

constexpr double stepLength = 0.002;     ///< [s], 500 steps a second
constexpr int burst = 16;                ///< steps
constexpr double warmUp = 1.0;           ///< [s]
constexpr double noGround = -1000.0;     ///< [m]
constexpr double defaultGround = -1.5;   ///< [m]; most of the hung rope of 80 masses lies on it
constexpr double frameLength = 1.0 / 60; ///< [s]

/// Velocity [m/s] of the rope's end at the time `t` [s].
struct CircleVelocity
{
    double x;
    double y;
    double z;
};

inline CircleVelocity circle(double t)
{
    return {std::cos(3.0 * t), 0.5 * std::sin(2.0 * t), std::sin(3.0 * t)};
}

} // namespace bench
