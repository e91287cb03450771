#include <rope/rigid_body.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

// Sine and cosine from additions and products alone, each of which IEEE 754 rounds in one way. Those of the C library
// differ in the last digit between processors with and without fused multiply-add, and a heap of bodies makes another
// motion of that within two seconds.

namespace rope
{

namespace
{

constexpr double quarter = 1.5707963267948966;          // pi/2 is the sum of these three
constexpr double quarterRest = 6.123233995736766e-17;   // of 53 bits each
constexpr double quarterLast = -1.4973849048591698e-33; // (from 400 bits of pi)

/// An unevaluated sum; `low` is less than the last digit of `high`.
struct Exact
{
    double high = 0.0;
    double low = 0.0;
};

/// a + b without an error (Knuth, The Art of Computer Programming 2, section 4.2.2).
Exact sum(double a, double b)
{
    const double high = a + b;
    const double part = high - a;
    return {high, (a - (high - part)) + (b - part)};
}

/// a b without an error (Dekker, Numerische Mathematik 18, 1971): of halves with 26 bits the products are exact.
Exact product(double a, double b)
{
    const auto halves = [](double x)
    {
        const double wide = 134217729.0 * x; // 2^27 + 1
        const double high = wide - (wide - x);
        return Exact{high, x - high};
    };
    const double high = a * b;
    const Exact x = halves(a);
    const Exact y = halves(b);
    return {high, ((x.high * y.high - high) + x.high * y.low + x.low * y.high) + x.low * y.low};
}

/// x - n pi/2 for the whole number n that leaves least.
Exact reduced(double x, double n)
{
    const Exact first = product(n, quarter);
    const Exact second = product(n, quarterRest);
    const Exact a = sum(x - first.high, -first.low); // the difference is exact: both are near each other
    const Exact b = sum(a.high, -second.high);
    return sum(b.high, ((a.low + b.low) - second.low) - n * quarterLast);
}

/// The sum of c[i] t^i.
double polynomial(const std::array<double, 8>& c, double t)
{
    double value = c.back();
    for (std::size_t i = c.size() - 1; i-- > 0;)
        value = c[i] + t * value;
    return value;
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

} // namespace

Rotation rotation(double angle)
{
    constexpr double largest = 1e15; // from here on the last digit of an angle is a good part of a turn
    if (!(std::abs(angle) < largest))
        angle = std::fmod(angle, 4.0 * quarter);
    if (std::isnan(angle))
        return {angle, angle};

    const double n = std::round(angle / quarter);
    const auto [x, rest] = n == 0.0 ? Exact{angle, 0.0} : reduced(angle, n);
    static constexpr std::array<double, 8> ofSine = alternating(3);
    static constexpr std::array<double, 8> ofCosine = alternating(4);
    const double t = x * x;
    const double half = 0.5 * t;
    const double s = x + (rest * (1.0 - half) - x * t * polynomial(ofSine, t));
    const double most = 1.0 - half;
    const double c = most + (((1.0 - most) - half) + (t * t * polynomial(ofCosine, t) - x * rest));
    switch (static_cast<long long>(n) & 3)
    {
    case 0:
        return {c, s};
    case 1:
        return {-s, c};
    case 2:
        return {-c, -s};
    default:
        return {s, -c};
    }
}

double angleOf(const Vec2& direction)
{
    const double size = std::abs(direction.x) + std::abs(direction.y);
    if (!(size > 0.0 && size <= std::numeric_limits<double>::max()))
        return 0.0;
    // A guess that is wrong by less than 0.1; each step leaves a third of the error's cube, as the tangent does.
    const Vec2 way = direction / size;
    double angle = quarter * (way.x >= 0.0 ? way.y : std::copysign(2.0, way.y) - way.y);
    for (int i = 0; i < 4; ++i)
    {
        const Rotation turn = rotation(angle);
        const Vec2 along(turn.c, turn.s);
        angle += cross(along, way) / glm::dot(along, way);
    }
    return angle;
}

} // namespace rope
