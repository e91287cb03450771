#include "exact.hpp"

#include <rope/elementary.hpp>

#include <algorithm>
#include <array>
#include <limits>

namespace rope::elementary
{

namespace
{

// Constants of more than 53 bits are sums of the nearest double, the nearest to the rest, and so on (from 400 bits).
constexpr Exact quarter{1.5707963267948966, 6.123233995736766e-17}; // pi/2
constexpr double quarterLast = -1.4973849048591698e-33;
constexpr Exact half{3.141592653589793, 1.2246467991473532e-16}; // pi

/// x - n pi/2 for the whole number n that leaves least.
Exact reduced(double x, double n)
{
    const Exact first = product(n, quarter.high);
    const Exact second = product(n, quarter.low);
    const Exact a = sum(x - first.high, -first.low); // the difference is exact: both are near each other
    const Exact b = sum(a.high, -second.high);
    return sum(b.high, ((a.low + b.low) - second.low) - n * quarterLast);
}

/// (-1)^i / (first + 2 i)!: the Taylor series of the sine and of the cosine, enough of it for 1e-18 up to pi/4.
constexpr std::array<double, 8> alternating(int first)
{
    std::array<double, 8> series{};
    double factorial = 1.0;
    int upTo = 1;
    for (std::size_t i = 0; i < series.size(); ++i)
    {
        while (upTo < first + 2 * static_cast<int>(i))
            factorial *= ++upTo;
        series[i] = (i % 2 == 0 ? 1.0 : -1.0) / factorial;
    }
    return series;
}

struct ExactSineCosine
{
    Exact sine;
    Exact cosine;
};

ExactSineCosine exactSineAndCosine(double angle)
{
    constexpr double largest = 1e15;
    if (!(std::abs(angle) < largest))
        angle = std::fmod(angle, 4.0 * quarter.high);
    if (std::isnan(angle))
        return {{angle, 0.0}, {angle, 0.0}};

    const double n = std::round(angle / quarter.high);
    const auto [x, rest] = n == 0.0 ? Exact{angle, 0.0} : reduced(angle, n);
    static constexpr std::array<double, 8> ofSine = alternating(3);
    static constexpr std::array<double, 8> ofCosine = alternating(4);
    const double t = x * x;
    const double middle = 0.5 * t;
    const Exact s = quickSum(x, rest * (1.0 - middle) - x * t * polynomial(ofSine, t));
    const double most = 1.0 - middle;
    const Exact c = quickSum(most, ((1.0 - most) - middle) + (t * t * polynomial(ofCosine, t) - x * rest));
    switch (static_cast<long long>(n) & 3)
    {
    case 0:
        return {s, c};
    case 1:
        return {c, -s};
    case 2:
        return {-s, -c};
    default:
        return {-c, s};
    }
}

/// atan(i/8).
constexpr std::array<Exact, 9> arctangents{{{0.0, 0.0},
                                            {0.12435499454676144, -3.1253241424539383e-18},
                                            {0.24497866312686414, 1.0698755618734451e-17},
                                            {0.35877067027057225, -2.4623815582638635e-17},
                                            {0.4636476090008061, 2.2698777452961687e-17},
                                            {0.5585993153435624, -5.4556305485916264e-18},
                                            {0.6435011087932844, 1.5834785051444286e-17},
                                            {0.7188299996216245, -2.1478388444456983e-17},
                                            {0.7853981633974483, 3.061616997868383e-17}}};

/// c x for a c of few bits.
Exact exactMultiple(double c, double x)
{
    const Exact parts = halves(x);
    const double high = c * x;
    return {high, (c * parts.high - high) + c * parts.low};
}

/// The angle of (x, y) for 0 <= y <= x and x > 0, of moderate size: atan(y/x) = atan(c) + atan((y - c x)/(x + c y)),
/// and with the nearest eighth for c the series of the second one needs few terms.
Exact angleInOctant(const Exact& y, const Exact& x)
{
    const double eighth = std::round(8.0 * y.high / x.high);
    const double c = 0.125 * eighth;
    const Exact along = exactMultiple(c, x.high);
    const Exact across = exactMultiple(c, y.high);
    const double above = y.high - along.high; // exact: both are near each other
    const double aboveLow = (y.low - c * x.low) - along.low;
    const Exact below = quickSum(x.high, across.high);
    const double belowLow = below.low + (across.low + (x.low + c * y.low));
    const double ratio = above / below.high;
    const Exact back = product(ratio, below.high);
    const double rest = (((above - back.high) - back.low) + aboveLow - ratio * belowLow) / below.high;

    const double t = ratio * ratio; // at most 1/256
    constexpr std::array<double, 7> series = {-1.0 / 3.0,  1.0 / 5.0,  -1.0 / 7.0, 1.0 / 9.0,
                                              -1.0 / 11.0, 1.0 / 13.0, -1.0 / 15.0};
    const Exact& base = arctangents[static_cast<std::size_t>(eighth)];
    const Exact all = sum(base.high, ratio);
    return quickSum(all.high, all.low + (base.low + (rest + ratio * t * polynomial(series, t))));
}

/// The same of any two that are not negative, one of them not zero.
Exact angleInQuadrant(const Exact& y, const Exact& x)
{
    return y.high <= x.high ? angleInOctant(y, x) : quarter - angleInOctant(x, y);
}

} // namespace

SineCosine sineAndCosine(double angle)
{
    const ExactSineCosine both = exactSineAndCosine(angle);
    return {both.sine.high, both.cosine.high};
}

double sin(double angle)
{
    return angle == 0.0 ? angle : exactSineAndCosine(angle).sine.high;
}

double cos(double angle)
{
    return exactSineAndCosine(angle).cosine.high;
}

double tan(double angle)
{
    if (angle == 0.0 || std::isnan(angle))
        return angle;
    const ExactSineCosine both = exactSineAndCosine(angle);
    return std::isnan(both.sine.high) ? both.sine.high : (both.sine / both.cosine).high;
}

double atan2(double y, double x)
{
    if (std::isnan(x) || std::isnan(y))
        return x + y;
    double along = std::abs(x);
    double up = std::abs(y);
    if (std::isinf(along) || std::isinf(up))
    {
        along = std::isinf(along) ? 1.0 : 0.0;
        up = std::isinf(up) ? 1.0 : 0.0;
    }
    constexpr double nothing = 0x1p-120; // of pi/2 that is less than the last digit of its second part
    Exact angle;
    if (up < nothing * along)
        angle = {std::signbit(x) ? 0.0 : up / along, 0.0};
    else if (along < nothing * up)
        angle = quarter;
    else if (up > 0.0)
    {
        const int exponent = std::ilogb(std::max(along, up));
        angle = angleInQuadrant({std::scalbn(up, -exponent), 0.0}, {std::scalbn(along, -exponent), 0.0});
    }
    if (std::signbit(x))
        angle = half - angle;
    return std::copysign(angle.rounded(), y);
}

double atan(double x)
{
    return atan2(x, 1.0);
}

double asin(double x)
{
    if (!(std::abs(x) <= 1.0))
        return std::numeric_limits<double>::quiet_NaN();
    if (std::abs(x) < 0x1p-27)
        return x;
    const double size = std::abs(x);
    const Exact other = squareRoot(sum(1.0, -size) * sum(1.0, size));
    return std::copysign(angleInQuadrant({size, 0.0}, other).rounded(), x);
}

double acos(double x)
{
    if (!(std::abs(x) <= 1.0))
        return std::numeric_limits<double>::quiet_NaN();
    const double size = std::abs(x);
    if (size < 0x1p-60)
        return quarter.high;
    const Exact angle = angleInQuadrant(squareRoot(sum(1.0, -size) * sum(1.0, size)), {size, 0.0});
    return (x < 0.0 ? half - angle : angle).rounded();
}

} // namespace rope::elementary
