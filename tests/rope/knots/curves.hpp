// Knotted curves of the tests: formulas, closed braids, and what turns and bends a curve without changing its knot.
#pragma once

#include "catch.hpp"

#include <rope/knot.hpp>
#include <rope/writhe.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <numbers>
#include <random>
#include <utility>
#include <vector>

using rope::CurveEnds;
using rope::KnotHand;
using rope::KnotType;
using rope::Vec3;

using Points = std::vector<Vec3>;
using Polynomial = std::vector<std::int64_t>;
using Braid = std::vector<int>; ///< k: strand k goes over its right neighbour, -k: under it, from 1 on

inline Points closedCurve(int count, const std::function<Vec3(double)>& at)
{
    Points points;
    for (int k = 0; k < count; ++k)
        points.push_back(at(2.0 * std::numbers::pi * k / count));
    return points;
}

inline Points openCurve(int count, double half, const std::function<Vec3(double)>& at)
{
    Points points;
    for (int k = 0; k < count; ++k)
        points.push_back(at(half * (2.0 * k / (count - 1) - 1.0)));
    return points;
}

inline Points torusKnot(int around, int through, int count)
{
    return closedCurve(count,
                       [=](double t)
                       {
                           const double out = 2.0 + std::cos(through * t);
                           return Vec3(out * std::cos(around * t), out * std::sin(around * t), std::sin(through * t));
                       });
}

inline Points overhand(int count)
{
    return openCurve(count, 2.25,
                     [](double s)
                     {
                         const double ss = s * s;
                         return Vec3(s * (ss - 3.0), ss * (ss - 4.0), s * (ss * ss / 5.0 - 2.0));
                     });
}

inline Points figureEight(int count)
{
    return openCurve(count, 2.4,
                     [](double s)
                     {
                         const double ss = s * s;
                         return Vec3(s * (ss - 3.0), s * (ss - 1.0) * (ss - 4.0), s * (ss * ss * ss / 10.0 - 4.2));
                     });
}

/// How many strands a braid has.
inline int strandsOf(const Braid& braid)
{
    int strands = 1;
    for (const int generator : braid)
        strands = std::max(strands, std::abs(generator) + 1);
    return strands;
}

/// The closure of a braid, as integers allow it: its strands run up along x = 0, 1, ..., and back on the left of it.
/// None where it is a link of several rings.
inline Points closedBraid(const Braid& braid)
{
    const int strands = strandsOf(braid);
    const auto height = static_cast<double>(braid.size());
    Points points;
    int strand = 0;
    int passes = 0;
    do
    {
        double y = 0.0;
        for (const int generator : braid)
        {
            const int left = std::abs(generator) - 1;
            points.emplace_back(strand, y, 0.0);
            if (strand == left || strand == left + 1)
            {
                const bool over = (strand == left) == (generator > 0);
                points.emplace_back(left + 0.5, y + 0.5, over ? 0.25 : -0.25);
                strand = strand == left ? left + 1 : left;
            }
            y += 1.0;
        }
        const double out = strand + 1.0; // arcs within arcs
        points.emplace_back(strand, height, 0.0);
        points.emplace_back(strand, height + out, 0.0);
        points.emplace_back(-out, height + out, 0.0);
        points.emplace_back(-out, -out, 0.0);
        points.emplace_back(strand, -out, 0.0);
        ++passes;
    } while (strand != 0);
    return passes == strands ? points : Points{};
}

/// Turns a curve as a body.
inline Points turned(const Points& points, const Vec3& axis, double angle)
{
    const Vec3 n = glm::normalize(axis);
    Points all;
    for (const Vec3& p : points)
        all.push_back(std::cos(angle) * p + std::sin(angle) * glm::cross(n, p) +
                      (1.0 - std::cos(angle)) * glm::dot(n, p) * n);
    return all;
}

inline Points mirrored(Points points)
{
    for (Vec3& point : points)
        point.z = -point.z;
    return points;
}

inline Points reversed(Points points)
{
    std::reverse(points.begin(), points.end());
    return points;
}

struct Random
{
    std::mt19937 engine;
    explicit Random(int seed) : engine(static_cast<unsigned>(seed)) {}
    double number() { return std::uniform_real_distribution<double>(-1.0, 1.0)(engine); }
    int whole(int least, int most) { return std::uniform_int_distribution<int>(least, most)(engine); }
    Vec3 vector() { return {number(), number(), number()}; }
};
