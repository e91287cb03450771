#include "number_scale.hpp"

#include <algorithm>
#include <cmath>

namespace ropewalk
{

namespace
{

constexpr double deadZone = 0.25; ///< [decades] around zero that give zero, so that the mouse can hit it

double power10(double exponent)
{
    return std::pow(10.0, exponent);
}

/// Rounds to a multiple of 10^exponent. For a negative exponent it divides by 10^-exponent, which a double holds
/// exactly: 0.2 does not become 0.2000...01.
double roundTo(double value, double exponent)
{
    return exponent < 0.0 ? std::round(value * power10(-exponent)) / power10(-exponent)
                          : std::round(value / power10(exponent)) * power10(exponent);
}

} // namespace

NumberScale::NumberScale(double minimum, double maximum, bool logarithmic, bool integer, double usual)
    : minimum_(minimum), maximum_(maximum), logarithmic_(logarithmic && maximum > 0.0), integer_(integer)
{
    if (!logarithmic_ || minimum_ > 0.0)
        return;
    const double largest = std::max(-minimum_, maximum_);
    smallest_ = integer_ ? 1.0 : 1e-7 * largest;
    if (!integer_ && usual != 0.0)
        smallest_ = std::max(1e-12 * largest, std::min(smallest_, 0.01 * std::abs(usual)));
}

NumberScale NumberScale::of(const rope::Parameter& parameter)
{
    const bool integer = std::holds_alternative<int*>(parameter.field());
    const double usual = parameter.isNumber() ? parameter.defaultNumber() : 0.0;
    return {parameter.minimum(), parameter.maximum(), parameter.logarithmic(), integer, usual};
}

// y = sign(v) (log10(|v| / smallest) + deadZone), and y = 0 below the smallest.
double NumberScale::bent(double value) const
{
    if (!logarithmic_)
        return value;
    if (smallest_ == 0.0)
        return std::log10(value);
    const double size = std::abs(value);
    return size < smallest_ ? 0.0 : std::copysign(std::log10(size / smallest_) + deadZone, value);
}

double NumberScale::straight(double bent) const
{
    if (!logarithmic_)
        return bent;
    if (smallest_ == 0.0)
        return power10(bent);
    const double size = std::abs(bent);
    return size < deadZone ? 0.0 : std::copysign(smallest_ * power10(size - deadZone), bent);
}

double NumberScale::place(double value) const
{
    const double from = bent(minimum_);
    const double to = bent(maximum_);
    if (!(to > from) || !std::isfinite(value))
        return 0.0;
    return std::clamp((bent(std::clamp(value, minimum_, maximum_)) - from) / (to - from), 0.0, 1.0);
}

double NumberScale::value(double place) const
{
    if (!(place > 0.0)) // a NaN too
        return minimum_;
    if (place >= 1.0)
        return maximum_;
    return round(exact(place));
}

double NumberScale::exact(double place) const
{
    const double from = bent(minimum_);
    const double value = straight(from + std::clamp(place, 0.0, 1.0) * (bent(maximum_) - from));
    return std::clamp(integer_ ? std::round(value) : value, minimum_, maximum_);
}

double NumberScale::round(double value) const
{
    value = std::clamp(value, minimum_, maximum_);
    if (integer_)
        return std::round(logarithmic_ && std::abs(value) >= 100.0
                              ? roundTo(value, std::floor(std::log10(std::abs(value))) - 1.0)
                              : value);
    if (value == 0.0 || value == minimum_ || value == maximum_)
        return value;
    // Two digits are finer than a pixel of a logarithmic slider; a linear slider has some 400 places.
    const double exponent = logarithmic_ ? std::floor(std::log10(std::abs(value))) - 1.0
                                         : std::floor(std::log10((maximum_ - minimum_) / 400.0));
    return std::clamp(roundTo(value, exponent) + 0.0, minimum_, maximum_);
}

} // namespace ropewalk
