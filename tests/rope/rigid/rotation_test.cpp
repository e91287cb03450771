#include "catch.hpp"

#include <rope/rigid_body.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numbers>
#include <vector>

using rope::Rotation;
using rope::rotation;
using rope::Vec2;

namespace
{

/// Angles of every size from 1e-9 to 1e14 rad, multiples of a quarter turn and their neighbours among them.
std::vector<double> angles()
{
    std::vector<double> all{0.0};
    std::uint32_t state = 1;
    for (int i = 0; i < 40'000; ++i)
    {
        state = state * 1664525u + 1013904223u;
        const double share = static_cast<double>(state >> 8) / 16777216.0;
        const double size = std::ldexp(1.0 + share, i % 77 - 30);
        const double multiple = std::round(size) * 0.5 * std::numbers::pi;
        all.insert(all.end(), {size, -size, multiple, std::nextafter(multiple, 0.0)});
    }
    return all;
}

double lastDigit(double value)
{
    const double size = std::abs(value);
    return std::nextafter(size, std::numeric_limits<double>::infinity()) - size;
}

std::uint64_t hash(std::uint64_t before, double value)
{
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return (before ^ bits) * 1099511628211u; // FNV-1a, of eight bytes at a time
}

} // namespace

TEST_CASE("sine and cosine of a rotation are right to the last digit", "[impulse]")
{
    static_assert(std::numeric_limits<long double>::digits >= 64 || sizeof(long double) == sizeof(double));
    if (std::numeric_limits<long double>::digits < 64)
    {
        WARN("skipped: long double is double here, and nothing to compare with");
        return;
    }
    double worst = 0.0; // in units of the last digit
    for (const double angle : angles())
    {
        const Rotation r = rotation(angle);
        const long double c = std::cos(static_cast<long double>(angle));
        const long double s = std::sin(static_cast<long double>(angle));
        worst = std::max({worst, static_cast<double>(std::abs(r.c - c)) / lastDigit(r.c),
                          static_cast<double>(std::abs(r.s - s)) / lastDigit(r.s)});
    }
    CHECK(worst < 0.9); // the rounding of the result is 0.5 of it
}

TEST_CASE("a rotation has the same bits on every processor", "[impulse]")
{
    // Correctly rounded products and sums have one result: the hash stands for all compilers, levels and machines.
    std::uint64_t sum = 14695981039346656037u;
    for (const double angle : angles())
    {
        const Rotation r = rotation(angle);
        sum = hash(hash(sum, r.c), r.s);
    }
    CHECK(sum == 0x2c594bfad335a2cu);
}

TEST_CASE("a rotation turns by its angle, whatever that is", "[impulse]")
{
    CHECK(rotation(0.0).c == 1.0);
    CHECK(rotation(0.0).s == 0.0);
    for (const double angle : angles())
    {
        const Rotation r = rotation(angle);
        const Rotation back = rotation(-angle);
        CHECK((r.c == back.c && r.s == -back.s));
        CHECK(std::abs(r.c * r.c + r.s * r.s - 1.0) < 5e-16);
    }
    for (const double angle : {1e15, -1e17, 1e300, std::numeric_limits<double>::max()})
    {
        const Rotation r = rotation(angle);
        CHECK(std::abs(r.c * r.c + r.s * r.s - 1.0) < 5e-16);
    }
    for (const double none : {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()})
        CHECK(std::isnan(rotation(none).c + rotation(none).s));
}

TEST_CASE("the angle of a direction is that of its rotation", "[impulse]")
{
    for (const double size : {1e-200, 1.0, 3e7, 1e200})
        for (int i = -1000; i <= 1000; ++i)
        {
            const double angle = std::numbers::pi * i / 1000.0;
            const Rotation r = rotation(angle);
            const Vec2 direction = size * Vec2(r.c, r.s);
            CHECK(std::abs(rope::angleOf(direction) - std::atan2(direction.y, direction.x)) < 1e-15);
        }
    CHECK(rope::angleOf({0.0, 0.0}) == 0.0);
    CHECK(rope::angleOf({-1.0, 0.0}) == std::numbers::pi);
    CHECK(rope::angleOf({std::numeric_limits<double>::infinity(), 1.0}) == 0.0);
}
