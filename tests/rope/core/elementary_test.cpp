#include "catch.hpp"

#include <rope/elementary.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

namespace elementary = rope::elementary;

namespace
{

using One = double (*)(double);
using OneOfLibrary = long double (*)(long double);

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double least = std::numeric_limits<double>::denorm_min();
constexpr double most = std::numeric_limits<double>::max();
constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

/// Where a test looks: numbers whose sizes are even between two powers of two, of both signs.
struct Range
{
    double lowest;
    double highest;
    bool negative = true;
};

double drawn(std::mt19937_64& random, const Range& range)
{
    // No distribution of the library: each library has its own.
    const auto share = [&random] { return std::ldexp(static_cast<double>(random() >> 11), -53); };
    const double low = std::log2(range.lowest);
    const double size = std::exp2(low + (std::log2(range.highest) - low) * share());
    return range.negative && (random() & 1) != 0 ? -size : size;
}

/// How far a value is from the true one, in units of the true one's last place.
double error(double value, long double truth)
{
    const double rounded = static_cast<double>(truth);
    if (std::isnan(rounded) || std::isinf(rounded) || rounded == 0.0)
        return (std::isnan(rounded) && std::isnan(value)) || value == rounded ? 0.0 : infinity;
    const double size = std::abs(rounded);
    const double unit = size == most ? size - std::nextafter(size, 0.0) : std::nextafter(size, infinity) - size;
    return static_cast<double>(std::abs(value - truth) / static_cast<long double>(unit));
}

struct Worst
{
    double error = 0.0;
    double x = 0.0;
    double y = 0.0;

    void see(double found, double at, double also = 0.0)
    {
        if (found > error)
            *this = {found, at, also};
    }
};

constexpr int many = 100'000; // of each range; ten ranges and functions make the million

void looksRight(const char* name, One ours, OneOfLibrary theirs, double bound, const std::vector<Range>& ranges,
                const std::vector<double>& special = {})
{
    std::mt19937_64 random(7);
    Worst worst;
    for (const Range& range : ranges)
        for (int i = 0; i < many; ++i)
        {
            const double x = drawn(random, range);
            worst.see(error(ours(x), theirs(x)), x);
        }
    for (const double x : special)
        for (const double signedX : {x, -x})
            worst.see(error(ours(signedX), theirs(signedX)), signedX);
    INFO(name << " of " << worst.x << " is " << worst.error << " units in the last place off");
    CAPTURE(worst.error);
    CHECK(worst.error < bound);
    for (const double x : {0.0, -0.0, infinity, -infinity, notANumber, least, -least, 1.0, -1.0})
    {
        const double value = ours(x);
        const double expected = static_cast<double>(theirs(x));
        INFO(name << "(" << x << ") = " << value << ", not " << expected);
        const bool same = value == expected && std::signbit(value) == std::signbit(expected);
        const bool bothNone = std::isnan(value) && std::isnan(expected);
        const bool near = std::isfinite(expected) && expected != 0.0 && error(value, expected) <= 1.0;
        CHECK((same || bothNone || near));
    }
}

/// The long double of x86 has 11 bits more than double. Where it has none more there is nothing to compare with, and
/// the test says that it is skipped; the hashes below stand for every processor.
bool canCompare()
{
    constexpr int digits = std::numeric_limits<long double>::digits;
    if (digits < 64)
        WARN("skipped: long double has " << digits << " bits here, and a comparison takes 64");
    return digits >= 64;
}

std::uint64_t hash(std::uint64_t before, double value)
{
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return (before ^ bits) * 1099511628211u; // FNV-1a, of eight bytes at a time
}

} // namespace

#define FUNCTION(name) #name, elementary::name, static_cast < OneOfLibrary>(std::name)

TEST_CASE("circular functions are right to the last digit")
{
    if (!canCompare())
        return;
    const double pi = std::numbers::pi;
    const std::vector<double> turns{pi / 4.0, pi / 2.0, pi, 1.5 * pi, 2.0 * pi, 100.0 * pi, 1e6, 9.9e14};
    looksRight(FUNCTION(sin), 0.85, {{1e-300, 1.0}, {0.1, 10.0}, {1.0, 9e14}}, turns);
    looksRight(FUNCTION(cos), 0.85, {{1e-300, 1.0}, {0.1, 10.0}, {1.0, 9e14}}, turns);
    looksRight(FUNCTION(tan), 1.0, {{1e-300, 1.0}, {0.1, 10.0}, {1.0, 9e14}}, turns);
    const std::vector<double> eighths{0.0625, 0.125, 0.1875, 0.5, 0.6875, 1.0, 1.0 / 0.6875, 2.0, 8.0, 16.0};
    looksRight(FUNCTION(atan), 0.51, {{1e-300, 1.0}, {0.01, 100.0}, {1.0, 1e300}}, eighths);
    looksRight(FUNCTION(asin), 0.51, {{1e-300, 1.0}, {0.01, 1.0}}, {0.5, 0x1p-27, std::nextafter(1.0, 0.0)});
    looksRight(FUNCTION(acos), 0.51, {{1e-300, 1.0}, {0.01, 1.0}}, {0.5, 0x1p-60, std::nextafter(1.0, 0.0)});
}

TEST_CASE("exponentials and logarithms are right to the last digit")
{
    if (!canCompare())
        return;
    looksRight(FUNCTION(exp), 0.75, {{1e-300, 1.0}, {0.01, 40.0}, {1.0, 708.0}},
               {most, 709.7, 709.79, 0.34657, 0.34658, 745.0});
    looksRight(FUNCTION(expm1), 1.1, {{1e-300, 1.0}, {0.01, 40.0}, {1.0, 708.0}}, {most, 0.34657, 0.34658, 39.9, 40.1});
    looksRight(FUNCTION(log), 0.51, {{1e-300, 1e300, false}, {0.5, 2.0, false}},
               {most, 1.4142135623730951, 0.9999999999999999});
    looksRight(FUNCTION(log2), 0.51, {{1e-300, 1e300, false}, {0.5, 2.0, false}}, {1.4142135623730951, 1024.0});
    looksRight(FUNCTION(log10), 0.51, {{1e-300, 1e300, false}, {0.5, 2.0, false}}, {1000.0, 1e22});
    looksRight(FUNCTION(cbrt), 0.75, {{1e-300, 1e300}, {0.5, 2.0}}, {most, 8.0, 27.0, 1e-309});
    looksRight(FUNCTION(sinh), 0.9, {{1e-300, 1.0}, {0.01, 100.0}, {1.0, 709.0}}, {most, 0x1p-27, 40.0, 710.4, 710.5});
    looksRight(FUNCTION(cosh), 0.75, {{1e-300, 1.0}, {0.01, 100.0}, {1.0, 709.0}}, {most, 0x1p-27, 40.0, 710.4, 710.5});
    looksRight(FUNCTION(tanh), 0.9, {{1e-300, 1.0}, {0.01, 100.0}}, {most, 0x1p-27, 0.17328, 0.17329, 20.0});
    looksRight(FUNCTION(asinh), 0.51, {{1e-300, 1.0}, {0.01, 100.0}, {1.0, 1e300}}, {most, 0x1p-27, 0.25, 1e16, 1e160});
}

TEST_CASE("angles of directions, powers and lengths are right to the last digit")
{
    if (!canCompare())
        return;
    std::mt19937_64 random(11);
    Worst angle;
    Worst power;
    Worst length;
    Worst longer;
    for (const Range& range : {Range{0.01, 100.0}, Range{1e-20, 1e20}, Range{1e-150, 1e150}})
        for (int i = 0; i < many; ++i)
        {
            const double x = drawn(random, range);
            const double y = drawn(random, range);
            const long double wideX = x;
            const long double wideY = y;
            angle.see(error(elementary::atan2(y, x), std::atan2(wideY, wideX)), x, y);
            length.see(error(elementary::hypot(x, y), std::hypot(wideX, wideY)), x, y);
            const double z = drawn(random, range);
            const long double squares = wideX * wideX + wideY * wideY + static_cast<long double>(z) * z;
            longer.see(error(elementary::hypot(x, y, z), std::sqrt(squares)), x, y);
            // The C library's power of long doubles is wrong in its last digit, which is less than a thousandth of
            // ours.
            const double base = drawn(random, {1e-20, 1e20, false});
            const double exponent = drawn(random, {0.01, 15.0});
            power.see(error(elementary::pow(base, exponent), std::pow(static_cast<long double>(base), exponent)), base,
                      exponent);
        }
    CAPTURE(angle.x, angle.y, power.x, power.y, length.x, length.y, longer.x, longer.y);
    CHECK(angle.error < 0.51);
    CHECK(power.error < 0.75);
    CHECK(length.error < 0.51);
    CHECK(longer.error < 0.51);
}

TEST_CASE("elementary functions of zeros, infinities and the last numbers are those of the C library")
{
    const std::vector<double> odd{0.0,    -0.0,    1.0,   -1.0,   2.0,  -2.0,  0.5,      -0.5,      3.0,        -3.0,
                                  0x1p60, -0x1p60, least, -least, most, -most, infinity, -infinity, notANumber, 1e-300};
    const auto same = [](double a, double b)
    {
        const bool near = std::isfinite(b) && std::abs(a - b) <= 2e-16 * std::abs(b);
        return (std::isnan(a) && std::isnan(b)) || ((a == b || near) && std::signbit(a) == std::signbit(b));
    };
    for (const double x : odd)
        for (const double y : odd)
        {
            CAPTURE(x, y);
            CAPTURE(elementary::atan2(x, y), std::atan2(x, y), elementary::pow(x, y), std::pow(x, y));
            CHECK(same(elementary::atan2(x, y), std::atan2(x, y)));
            CHECK(same(elementary::pow(x, y), std::pow(x, y)));
            CHECK(same(elementary::hypot(x, y), std::hypot(x, y)));
        }
    // Exact where the result is a double.
    CHECK(elementary::pow(10.0, 22.0) == 1e22);
    CHECK(elementary::pow(10.0, -3.0) == 1e-3);
    CHECK(elementary::log10(1e15) == 15.0);
    CHECK(elementary::log2(0x1p-1074) == -1074.0);
    CHECK(elementary::cbrt(-27.0) == -3.0);
    CHECK(elementary::hypot(3e300, 4e300) == 5e300);
    CHECK(elementary::hypot(2.0, 3.0, 6.0) == 7.0);
}

TEST_CASE("sine and cosine of an angle whose last digit is turns lie on the circle")
{
    for (const double angle : {1e15, -1e17, 1e300, most})
    {
        const auto [sine, cosine] = elementary::sineAndCosine(angle);
        CHECK(std::abs(sine * sine + cosine * cosine - 1.0) < 5e-16);
        CHECK(elementary::sin(angle) == sine);
        CHECK(elementary::cos(angle) == cosine);
    }
}

TEST_CASE("elementary functions have the same bits on every processor")
{
    // Correctly rounded sums, products, quotients and roots have one result: the hash stands for all compilers, levels
    // and machines.
    std::mt19937_64 random(3);
    std::uint64_t sum = 14695981039346656037u;
    const std::vector<One> moderate{elementary::sin,  elementary::cos,   elementary::tan,  elementary::atan,
                                    elementary::exp,  elementary::expm1, elementary::sinh, elementary::cosh,
                                    elementary::tanh, elementary::asinh, elementary::cbrt};
    const auto share = [&random] { return std::ldexp(static_cast<double>(random() >> 11), -53); };
    for (int i = 0; i < 20'000; ++i)
    {
        const double x = 60.0 * share() - 30.0;
        const double y = 60.0 * share() - 30.0;
        for (const One function : moderate)
            sum = hash(sum, function(x));
        for (const One function : {elementary::log, elementary::log2, elementary::log10})
            sum = hash(sum, function(std::abs(x)));
        for (const One function : {elementary::asin, elementary::acos})
            sum = hash(sum, function(x / 30.0));
        for (const double value : {elementary::atan2(y, x), elementary::hypot(x, y), elementary::hypot(x, y, 1.0),
                                   elementary::pow(std::abs(x), y)})
            sum = hash(sum, value);
    }
    CHECK(sum == 0x7932dd7881396408u);
}
