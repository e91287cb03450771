#pragma once

#include <rope/vec.hpp>

#include <algorithm>
#include <cmath>

namespace rope
{

/// A constant that moves to its new value like a critically damped spring, with a bounded rate, so that nothing jumps
/// when a slider does.
class Glide
{
public:
    explicit Glide(double value = 0.0, double rate = 0.0) : value_(value), rate_(rate) {}

    double value() const { return value_; }
    double rate() const { return rate_; } ///< a second

    /// Advances by `dt` seconds towards `target`, at most `maximumRate` a second. True while it moves.
    bool advance(double target, double maximumRate, double dt)
    {
        if (value_ == target)
            return false;
        constexpr double omega = 8.0; // [rad/s]: settles in about half a second
        rate_ += (omega * omega * (target - value_) - 2.0 * omega * rate_) * dt;
        rate_ = std::clamp(rate_, -maximumRate, maximumRate);
        const double before = target - value_;
        value_ += rate_ * dt;
        const double after = target - value_;
        const bool arrived = before * after <= 0.0 || std::abs(after) <= 1e-9 * (std::abs(target) + 1e-3);
        if (arrived)
        {
            value_ = target;
            rate_ = 0.0;
        }
        return true;
    }

private:
    double value_;
    double rate_;
};

/// The velocity v+ [m/s] of a pinned point at `x` that glides to `target` during the next `dt` seconds; `v` is its
/// present velocity. The point moves like a critically damped spring with a bounded speed, so that it never jumps.
///
///     v+ = (v + w^2 h (target - x)) / (1 + 2 w h),   x+ = x + h v+
inline Vec3 glideVelocity(const Vec3& x, const Vec3& v, const Vec3& target, double dt)
{
    constexpr double omega = 8.0;   // [rad/s]: settles in about half a second
    constexpr double fastest = 3.0; // [m/s]
    const Vec3 distance = target - x;
    const Vec3 next = (v + omega * omega * dt * distance) / (1.0 + 2.0 * omega * dt);
    const double speed = glm::length(next);
    return speed > fastest ? fastest / speed * next : next;
}

} // namespace rope
