#include "plot_axis.hpp"

#include "files/quantity.hpp"

#include <fmt/format.h>

#include <cmath>

namespace ropewalk
{

namespace
{

constexpr double shrinkPatience = 1.5; ///< [s] before an axis shrinks

} // namespace

std::string fixedText(double value, int decimals)
{
    const std::string text = fmt::format("{:.{}f}", value, decimals);
    const bool zero = text.find_first_not_of("-0.") == std::string::npos;
    return zero && text.starts_with('-') ? text.substr(1) : text;
}

double roundStep(double value)
{
    if (!(value > 0.0) || !std::isfinite(value))
        return 1.0;
    const double decade = std::pow(10.0, std::floor(std::log10(value)));
    for (const double step : {1.0, 2.0, 5.0})
        if (value <= step * decade * (1.0 + 1e-9))
            return step * decade;
    return 10.0 * decade;
}

std::vector<AxisTick> roundTicks(double from, double to, int wanted)
{
    std::vector<AxisTick> ticks;
    if (!(to > from) || !std::isfinite(from) || !std::isfinite(to))
        return ticks;
    const double step = roundStep((to - from) / std::max(1, wanted));
    const double begin = std::ceil(from / step - 1e-9);
    const double end = std::floor(to / step + 1e-9);
    const auto count = static_cast<int>(std::clamp(end - begin + 1.0, 0.0, 1000.0));
    const double first = begin * step;
    const double size = std::max(std::abs(first), std::abs(first + (count - 1) * step));
    const int decimals = std::clamp(static_cast<int>(-std::floor(std::log10(step) + 1e-9)), 0, 9);
    for (int i = 0; i < count; ++i)
    {
        const double value = first + i * step;
        const double shown = std::abs(value) < 1e-6 * step ? 0.0 : value; // never "-0" or 1e-17
        const bool small = size < 1e-3 && size > 0.0;
        const bool large = size >= 1e5 && step >= 1e-3 * size; // else three digits would be the same at each
        ticks.push_back({value, large || small ? plainNumber(shown, 3) : fixedText(shown, decimals)});
    }
    return ticks;
}

double AxisSpan::place(double value) const
{
    if (!logarithmic)
        return (value - low) / (high - low);
    return std::log(value / low) / std::log(high / low);
}

double AxisSpan::at(double place) const
{
    return logarithmic ? low * std::pow(high / low, place) : low + place * (high - low);
}

bool AxisSpan::resolved() const
{
    const double size = std::max(std::abs(low), std::abs(high));
    return high - low > 1e-9 * size && size < 1e30 && (!logarithmic || low > 1e-30);
}

AxisSpan AxisSpan::zoomed(double place, double factor) const
{
    const AxisSpan result{at(place - factor * place), at(place + factor * (1.0 - place)), logarithmic};
    return result.resolved() ? result : *this;
}

AxisSpan AxisSpan::moved(double places) const
{
    const AxisSpan result{at(places), at(1.0 + places), logarithmic};
    return result.resolved() ? result : *this;
}

std::vector<AxisTick> axisTicks(const AxisSpan& span, int wanted)
{
    std::vector<AxisTick> ticks;
    // A logarithmic axis from 0 on, or to infinity, has decades without end: counting them would stop the window.
    if (!(span.high > span.low) || !std::isfinite(span.low) || !std::isfinite(span.high) ||
        (span.logarithmic && !(span.low >= std::numeric_limits<double>::min())))
        return ticks;
    const double decades = span.logarithmic ? std::log10(span.high / span.low) : 0.0;
    if (!span.logarithmic || decades < 1.0)
        return roundTicks(span.low, span.high, wanted);
    const int every = std::max(1, static_cast<int>(std::ceil(decades / std::max(1, wanted))));
    const bool between = 3.0 * decades <= static_cast<double>(wanted) + 1.0;
    for (int k = static_cast<int>(std::floor(std::log10(span.low))); std::pow(10.0, k) <= span.high; ++k)
        for (const double part : {1.0, 2.0, 5.0})
        {
            const double value = part * std::pow(10.0, k);
            const bool shown = part == 1.0 ? k % every == 0 : between;
            if (shown && value >= span.low * (1.0 - 1e-9) && value <= span.high * (1.0 + 1e-9))
                ticks.push_back({value, plainNumber(value, 3)});
        }
    return ticks;
}

void AxisRange::follow(double low, double high, double now)
{
    if (!(low <= high) || !std::isfinite(low) || !std::isfinite(high))
        return;
    // A constant gets an axis too: a thousandth of its size, so that rounding noise does not fill the plot.
    // Zero alone has none: from -1 to 1, until something else is to be seen.
    const bool zero = low == 0.0 && high == 0.0;
    set_ = set_ && (!zero_ || zero);
    zero_ = zero;
    const double least = zero ? 2.0 : std::max(2e-3 * std::max(std::abs(low), std::abs(high)), 1e-6);
    const double missing = std::max(0.0, least - (high - low));
    const double span = high - low + missing;
    const double step = roundStep(span / 4.0);
    const double roundLow = std::floor((low - 0.5 * missing) / step) * step;
    const double roundHigh = std::ceil((high + 0.5 * missing) / step) * step;

    const bool small = roundHigh - roundLow < 0.5 * (span_.high - span_.low);
    if (!small)
        smallSince_ = now;
    if (!set_ || now - smallSince_ > shrinkPatience)
    {
        span_ = {roundLow, roundHigh, false};
        smallSince_ = now;
        set_ = true;
        return;
    }
    if (low < span_.low)
        span_.low = roundLow;
    if (high > span_.high)
        span_.high = roundHigh;
}

} // namespace ropewalk
