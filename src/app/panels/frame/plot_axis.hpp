#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace ropewalk
{

struct AxisTick
{
    double value = 0.0;
    std::string label;
};

/// Zero for a value that is round-off: beside the largest value that its quantity has had, and beside all that a scene
/// of the least masses has [SI].
inline double withoutNoise(double value, double largest)
{
    constexpr double nothing = 1e-10;
    return std::abs(value) < std::max(1e-9 * largest, nothing) ? 0.0 : value;
}

/// "-0.25", with this number of decimals; never "-0.00".
std::string fixedText(double value, int decimals);

/// The smallest of 1, 2, 5 times a power of ten that is not below `value`; 1 where `value` is not positive.
double roundStep(double value);

/// At most about `wanted` round numbers within [from, to], evenly spaced.
std::vector<AxisTick> roundTicks(double from, double to, int wanted);

/// A section of an axis, linear or logarithmic. A place along it is 0 at `low` and 1 at `high`.
struct AxisSpan
{
    double low = 0.0;
    double high = 1.0;
    bool logarithmic = false; ///< both ends are positive then

    double place(double value) const; ///< not finite where the logarithm is not
    double at(double place) const;    ///< the value there

    /// Shows `factor` times as much; the value at `place` stays where it is. Stays as it is where double could not
    /// resolve the result.
    AxisSpan zoomed(double place, double factor) const;
    AxisSpan moved(double places) const; ///< positive: towards `high`

    friend bool operator==(const AxisSpan&, const AxisSpan&) = default;

private:
    bool resolved() const; ///< double can tell its values apart
};

/// At most about `wanted` round numbers within the span: of a logarithmic one powers of ten, with 2 and 5 times them
/// where there is room.
std::vector<AxisTick> axisTicks(const AxisSpan& span, int wanted);

/// The least and the largest of some values; NaN does not count.
struct AxisExtent
{
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();

    void include(double value)
    {
        low = std::min(low, value);
        high = std::max(high, value);
    }
};

/// The range of a vertical axis that follows its data without jitter: it grows at once to round numbers and shrinks
/// only when the data have needed less than half of it for a while.
class AxisRange
{
public:
    void follow(double low, double high, double now); ///< a range that is reversed or not finite is ignored
    const AxisSpan& span() const { return span_; }

private:
    AxisSpan span_;
    double smallSince_ = 0.0; ///< [s]
    bool set_ = false;
    bool zero_ = false; ///< nothing but zero was to be seen
};

} // namespace ropewalk
