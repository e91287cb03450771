#pragma once

#include <array>
#include <cmath>
#include <cstddef>

namespace rope
{

/// An unevaluated sum of two doubles, about 106 bits; `low` is less than the last digit of `high`.
struct Exact
{
    double high = 0.0;
    double low = 0.0;

    double rounded() const { return high + low; }
};

/// a + b without an error (Knuth, The Art of Computer Programming 2, section 4.2.2).
inline Exact sum(double a, double b)
{
    const double high = a + b;
    const double part = high - a;
    return {high, (a - (high - part)) + (b - part)};
}

/// The same where a is the larger one (Dekker, Numerische Mathematik 18, 1971).
inline Exact quickSum(double a, double b)
{
    const double high = a + b;
    return {high, b - (high - a)};
}

/// x as a sum of two with 26 bits each, whose products are exact (Dekker, the same). Overflows from 1e300 on.
inline Exact halves(double x)
{
    const double wide = 134217729.0 * x; // 2^27 + 1
    const double high = wide - (wide - x);
    return {high, x - high};
}

/// a b without an error.
inline Exact product(double a, double b)
{
    const double high = a * b;
    const Exact x = halves(a);
    const Exact y = halves(b);
    return {high, ((x.high * y.high - high) + x.high * y.low + x.low * y.high) + x.low * y.low};
}

inline Exact operator-(const Exact& a)
{
    return {-a.high, -a.low};
}

inline Exact operator+(const Exact& a, const Exact& b)
{
    const Exact high = sum(a.high, b.high);
    const Exact low = sum(a.low, b.low);
    const Exact both = quickSum(high.high, high.low + low.high);
    return quickSum(both.high, both.low + low.low);
}

inline Exact operator-(const Exact& a, const Exact& b)
{
    return a + -b;
}

inline Exact operator*(const Exact& a, const Exact& b)
{
    const Exact high = product(a.high, b.high);
    return quickSum(high.high, high.low + (a.high * b.low + a.low * b.high));
}

inline Exact operator/(const Exact& a, const Exact& b)
{
    const double first = a.high / b.high;
    const Exact rest = a - Exact{first, 0.0} * b;
    return quickSum(first, rest.high / b.high);
}

inline Exact squareRoot(const Exact& a)
{
    const double first = std::sqrt(a.high);
    if (!(first > 0.0))
        return {first, 0.0};
    return quickSum(first, (a - product(first, first)).high / (2.0 * first));
}

/// The sum of c[i] t^i.
template <std::size_t count>
double polynomial(const std::array<double, count>& c, double t)
{
    double value = c.back();
    for (std::size_t i = count - 1; i-- > 0;)
        value = c[i] + t * value;
    return value;
}

} // namespace rope
