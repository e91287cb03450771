#pragma once

#include <algorithm>
#include <cmath>

namespace rope
{

/// How a touch of a rope on a solid presses with its depth d. It is soft at first and as stiff as a segment where it is
/// pressed hard,
///
///     N = s d + (k - s) d³/(3 b²)  to the depth b,  and a straight line of the stiffness k behind.
///
/// A slack light rope presses a wheel a million times less than a taut one does. Touches as stiff as its segments would
/// begin and end within ways that are far too short for Newton's method to find.
struct PressSpring
{
    /// What it presses with at a depth.
    struct Press
    {
        double force = 0.0; ///< N [N]
        double rate = 0.0;  ///< dN/dd [N/m]
    };

    double soft = 0.0;  ///< s [N/m]
    double stiff = 0.0; ///< k [N/m]
    double bend = 0.0;  ///< b [m]

    static PressSpring straight(double stiffness) { return {stiffness, stiffness, 1.0}; }
    bool isStraight() const { return soft == stiff; }

    Press at(double depth) const
    {
        const double d = std::min(depth, bend);
        const double square = cubic() * d * d;
        return {d * (soft + square) + stiff * (depth - d), soft + 3.0 * square};
    }
    /// The same by the tangent of the law where it presses with `force`.
    Press alongTangent(double force, double depth) const
    {
        const double there = depthOf(force);
        const double rate = at(there).rate;
        return {force + rate * (depth - there), rate};
    }
    /// [J], where it presses with `force`.
    double energyAt(double force) const
    {
        if (isStraight())
            return 0.5 * force * force / stiff;
        const double depth = depthOf(force);
        const double d = std::min(depth, bend);
        const double beyond = depth - d;
        return d * d * (0.5 * soft + 0.25 * cubic() * d * d) + beyond * (at(d).force + 0.5 * stiff * beyond);
    }
    /// [m], where it presses with `force`: Newton's method from a depth that is a little greater.
    double depthOf(double force) const
    {
        if (isStraight())
            return force / stiff;
        const Press limit = at(bend);
        if (force >= limit.force)
            return bend + (force - limit.force) / stiff;
        double depth = std::min(bend, force / soft);
        if (cubic() * depth * depth * depth > force) // else the cube root is no less
            depth = std::min(depth, overCubeRoot(force / cubic()));
        for (;;)
        {
            const Press press = at(depth);
            const double next = depth - (press.force - force) / press.rate;
            if (!(next < depth))
                return depth;
            depth = next;
        }
    }

    friend bool operator==(const PressSpring&, const PressSpring&) = default;

private:
    /// A little more than the cube root.
    static double overCubeRoot(double number)
    {
        int exponent = 0;
        const double part = std::frexp(number, &exponent);
        const int third = exponent / 3;
        return std::ldexp((2.0 + std::ldexp(part, exponent - 3 * third)) / 3.0, third);
    }
    double cubic() const { return (stiff - soft) / (3.0 * bend * bend); } ///< [N/m3]
};

} // namespace rope
