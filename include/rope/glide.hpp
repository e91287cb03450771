#pragma once

#include <algorithm>
#include <cmath>

namespace rope
{

/// A constant that moves to its new value like a critically damped spring, with a bounded rate, so that a slider pulled
/// from end to end never makes anything teleport.
class Glide
{
public:
    explicit Glide(double value) : value_(value) {}

    double value() const { return value_; }

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
    double rate_ = 0.0;
};

} // namespace rope
