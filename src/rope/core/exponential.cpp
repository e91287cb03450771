#include "exact.hpp"

#include <rope/elementary.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <limits>

namespace rope::elementary
{

namespace
{

// Constants of more than 53 bits are sums of the nearest double and the nearest to the rest.
constexpr Exact one{1.0, 0.0};
constexpr Exact two{2.0, 0.0};
constexpr Exact third{0.3333333333333333, 1.850371707708594e-17};
constexpr Exact fifth{0.2, -1.1102230246251566e-17};
constexpr Exact perLog2{1.4426950408889634, 2.0355273740931033e-17}; // 1/ln 2
constexpr Exact perLog10{0.4342944819032518, 1.098319650216765e-17}; // 1/ln 10
// ln 2 whose first part has 42 bits: its products with the exponent of a double are exact.
constexpr Exact log2Parts{0.6931471805598903, 5.497923018708371e-14};

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

/// n ln 2 for a whole number n.
Exact timesLog2(double n)
{
    const Exact low = product(n, log2Parts.low);
    return sum(n * log2Parts.high, low.high) + Exact{low.low, 0.0};
}

/// Of (1 + part) 2^exponent.
struct Power
{
    Exact part; ///< between about -0.3 and 0.42
    int exponent = 0;

    double rounded() const
    {
        const Exact all = quickSum(1.0, part.high);
        return std::scalbn(all.high + (all.low + part.low), exponent);
    }
    Exact lessOne() const ///< for exponents up to 1000
    {
        const double scale = std::scalbn(1.0, exponent);
        return exponent == 0 ? part : sum(scale, -1.0) + Exact{scale * part.high, scale * part.low};
    }
};

/// e^x for |x| < 800.
Power power(const Exact& x)
{
    const double n = std::round(x.high * perLog2.high);
    const Exact r = n == 0.0 ? x : sum(x.high - n * log2Parts.high, x.low - n * log2Parts.low); // at most ln(2)/2
    // e^r - 1 = r + r^2 (1/2 + r/6 + ...), the even and the odd powers side by side: a processor does both at once.
    constexpr std::array<double, 7> even = {1.0 / 2.0,       1.0 / 24.0,        1.0 / 720.0,        1.0 / 40320.0,
                                            1.0 / 3628800.0, 1.0 / 479001600.0, 1.0 / 87178291200.0};
    constexpr std::array<double, 6> odd = {1.0 / 6.0,      1.0 / 120.0,      1.0 / 5040.0,
                                           1.0 / 362880.0, 1.0 / 39916800.0, 1.0 / 6227020800.0};
    const double t = r.high;
    const double square = t * t;
    const double rest = square * (polynomial(even, square) + t * polynomial(odd, square));
    return {quickSum(t, r.low + rest), static_cast<int>(n)};
}

/// ln((a + b)/(a - b)) = 2 atanh(b/a) for |b/a| up to 0.18.
Exact logOfRatio(const Exact& b, const Exact& a)
{
    const Exact s = b / a;
    const Exact square = s * s;
    const double t = square.high;
    // Of 1 + t/3 + t^2/5 + ... the first terms with all digits.
    constexpr std::array<double, 10> series = {1.0 / 7.0,  1.0 / 9.0,  1.0 / 11.0, 1.0 / 13.0, 1.0 / 15.0,
                                               1.0 / 17.0, 1.0 / 19.0, 1.0 / 21.0, 1.0 / 23.0, 1.0 / 25.0};
    const Exact rest = square * (third + square * (fifth + Exact{t * polynomial(series, t), 0.0}));
    const Exact half = s + s * rest;
    return {2.0 * half.high, 2.0 * half.low};
}

/// Of a finite x above 0.
Exact exactLog(const Exact& x)
{
    int exponent = std::ilogb(x.high);
    if (std::scalbn(x.high, -exponent) > 1.4142135623730951)
        ++exponent;
    const Exact m{std::scalbn(x.high, -exponent), std::scalbn(x.low, -exponent)}; // between 0.7 and 1.42
    const Exact low = logOfRatio(m - one, m + one);
    return exponent == 0 ? low : timesLog2(exponent) + low;
}

/// What a logarithm gives that is none of a finite number above 0.
double oddLog(double x)
{
    return x == 0.0 ? -infinity : x > 0.0 ? x : notANumber;
}

bool finiteAndPositive(double x)
{
    return x > 0.0 && x <= std::numeric_limits<double>::max();
}

bool whole(double x)
{
    return x == std::round(x);
}

bool odd(double x)
{
    return std::abs(std::fmod(x, 2.0)) == 1.0;
}

/// e^|x| - 1, for |x| up to 40.
Exact grown(double x)
{
    return power({std::abs(x), 0.0}).lessOne();
}

/// The root of a sum of squares of numbers that are not negative.
template <std::size_t count>
double rootOfSquares(std::array<double, count> sizes)
{
    if (std::any_of(sizes.begin(), sizes.end(), [](double x) { return std::isinf(x); }))
        return infinity;
    if (std::any_of(sizes.begin(), sizes.end(), [](double x) { return std::isnan(x); }))
        return notANumber;
    std::sort(sizes.begin(), sizes.end(), std::greater<>());
    if (sizes[0] == 0.0)
        return 0.0;
    const int exponent = std::ilogb(sizes[0]);
    Exact squares;
    for (const double size : sizes)
        if (const double scaled = std::scalbn(size, -exponent); scaled > 0x1p-120) // less changes no digit
            squares = squares + product(scaled, scaled);
    return std::scalbn(squareRoot(squares).rounded(), exponent);
}

} // namespace

double exp(double x)
{
    if (!(std::abs(x) < 800.0))
        return std::isnan(x) ? x : (x > 0.0 ? infinity : 0.0);
    return power({x, 0.0}).rounded();
}

double expm1(double x)
{
    if (std::isnan(x) || std::abs(x) < 0x1p-54)
        return x;
    if (x > 40.0)
        return exp(x);
    return x < -40.0 ? -1.0 : power({x, 0.0}).lessOne().rounded();
}

double log(double x)
{
    return finiteAndPositive(x) ? exactLog({x, 0.0}).rounded() : oddLog(x);
}

double log2(double x)
{
    return finiteAndPositive(x) ? (exactLog({x, 0.0}) * perLog2).rounded() : oddLog(x);
}

double log10(double x)
{
    return finiteAndPositive(x) ? (exactLog({x, 0.0}) * perLog10).rounded() : oddLog(x);
}

double pow(double base, double exponent)
{
    if (exponent == 0.0 || base == 1.0)
        return 1.0;
    if (std::isnan(base) || std::isnan(exponent))
        return base + exponent;
    const double size = std::abs(base);
    if (std::isinf(exponent))
        return size == 1.0 ? 1.0 : ((size > 1.0) == (exponent > 0.0) ? infinity : 0.0);
    const bool negative = std::signbit(base) && odd(exponent);
    const auto withSign = [negative](double value) { return negative ? -value : value; };
    if (size == 0.0 || std::isinf(size))
        return withSign((size == 0.0) == (exponent > 0.0) ? 0.0 : infinity);
    if (base < 0.0 && !whole(exponent))
        return notANumber;
    const Exact log = exactLog({size, 0.0});
    const double about = log.high * exponent;
    if (!(std::abs(about) < 800.0))
        return withSign(about > 0.0 ? infinity : 0.0);
    // An exponent so small that its products lose digits leaves 1, one so large has a logarithm that is tiny.
    if (std::abs(about) < 0x1p-60)
        return withSign(1.0);
    return withSign(power(log * Exact{exponent, 0.0}).rounded());
}

double cbrt(double x)
{
    if (!finiteAndPositive(std::abs(x)))
        return x;
    return std::copysign(power(exactLog({std::abs(x), 0.0}) * third).rounded(), x);
}

double sinh(double x)
{
    const double size = std::abs(x);
    if (!(size >= 0x1p-27)) // NaN too
        return x;
    if (size > 40.0)
    {
        Power all = power({std::min(size, 750.0), 0.0});
        --all.exponent;
        return std::copysign(all.rounded(), x);
    }
    const Exact e = grown(x);
    return std::copysign(0.5 * (e + e / (e + one)).rounded(), x);
}

double cosh(double x)
{
    const double size = std::abs(x);
    if (std::isnan(x))
        return x;
    if (size > 40.0)
        return std::abs(sinh(x));
    const Exact e = grown(x) + one;
    return 0.5 * (e + one / e).rounded();
}

double tanh(double x)
{
    const double size = std::abs(x);
    if (!(size >= 0x1p-27))
        return x;
    if (size > 20.0)
        return std::copysign(1.0, x);
    const Exact e = grown(2.0 * x);
    return std::copysign((e / (e + two)).rounded(), x);
}

double asinh(double x)
{
    const double size = std::abs(x);
    if (!(size >= 0x1p-27) || std::isinf(x))
        return x;
    if (size > 0x1p100)
        return std::copysign((exactLog({size, 0.0}) + timesLog2(1.0)).rounded(), x);
    const Exact s{size, 0.0};
    const Exact root = squareRoot(s * s + one);
    if (size > 0.25)
        return std::copysign(exactLog(root + s).rounded(), x);
    // ln(1 + f) with f = x + x^2/(1 + sqrt(1 + x^2)), which has no 1 that hides a small x.
    const Exact f = s + s * s / (root + one);
    return std::copysign(logOfRatio(f, f + two).rounded(), x);
}

double hypot(double x, double y)
{
    return rootOfSquares(std::array{std::abs(x), std::abs(y)});
}

double hypot(double x, double y, double z)
{
    return rootOfSquares(std::array{std::abs(x), std::abs(y), std::abs(z)});
}

} // namespace rope::elementary
