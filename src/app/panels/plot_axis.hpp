#pragma once

#include <string>

namespace ropewalk
{

/// Round numbers along an axis: first, first + step ... up to the end.
struct Ticks
{
    double first = 0.0;
    double step = 1.0;
    int count = 0;

    double at(int i) const { return first + i * step; }
    std::string label(int i) const;
};

/// The smallest of 1, 2, 5 times a power of ten that is not below `value`; 1 where `value` is not positive.
double roundStep(double value);

/// At most about `wanted` ticks within [from, to].
Ticks roundTicks(double from, double to, int wanted);

/// The range of a vertical axis that follows its data without jitter: it grows at once to round numbers and shrinks
/// only when the data have needed less than half of it for a while.
class AxisRange
{
public:
    void follow(double low, double high, double now); ///< what is not finite, or reversed, is ignored
    double low() const { return low_; }
    double high() const { return high_; }

private:
    double low_ = 0.0;
    double high_ = 1.0;
    double smallSince_ = 0.0; ///< [s]
    bool set_ = false;
};

} // namespace ropewalk
