// Ropes that touch solids, for the tests.
#pragma once

#include "rope/rod/rods.hpp"

#include "rope/distance/segment_distance.hpp"

#include <rope/rope_by_length.hpp>
#include <rope/rope_settings.hpp>
#include <rope/solid.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using rope::SolidBody;
using rope::SolidTouch;

/// Another friction from now on.
inline void setFriction(RopeSimulation& rod, double friction)
{
    rope::RopeSettings settings = rod.settings();
    settings.contactFriction = friction;
    rod.setSettings(settings);
}

inline constexpr double stepLength = 1.0 / 240.0; ///< [s]

/// Shapes in the plane z = 0, drawn along: straight on, or in turns of a polygon.
class Path
{
public:
    Path(const Vec3& start, double heading, double segment) : heading_(heading), segment_(segment), points_{start} {}

    /// `count` more points, before each of which the heading turns by `turn` [rad].
    void draw(int count, double turn = 0.0)
    {
        for (int i = 0; i < count; ++i)
        {
            heading_ += turn;
            points_.push_back(points_.back() + segment_ * Vec3(std::cos(heading_), std::sin(heading_), 0.0));
        }
    }
    const std::vector<Vec3>& points() const { return points_; }

private:
    double heading_;
    double segment_;
    std::vector<Vec3> points_;
};

/// A limp rope of the segments of a path, without twist and, here, without weight.
inline RopeByLength limpRope(const std::vector<Vec3>& path, double massPerLength)
{
    RopeByLength settings;
    settings.massCount = static_cast<int>(path.size());
    settings.length = glm::distance(path[0], path[1]) * static_cast<double>(path.size() - 1);
    settings.massPerLength = massPerLength;
    settings.bendingStiffness = 0.0;
    settings.torsionalStiffness = 0.0;
    settings.axialStiffness = 1e5;
    settings.gravity = Vec3(0.0);
    return settings;
}

inline double fastest(const RopeSimulation& rod)
{
    double speed = 0.0;
    for (const rope::Mass& mass : rod.masses())
        speed = std::max(speed, glm::length(mass.velocity));
    return speed;
}

/// The most energy that a rope, to which nothing gives any, has gained since it had least: that it has not gained over
/// its first energy says little once it has lost some.
class Gain
{
public:
    explicit Gain(const RopeSimulation& rod) : first_(std::abs(rod.totalEnergy())), least_(rod.totalEnergy()) {}

    void look(const RopeSimulation& rod)
    {
        const double energy = rod.totalEnergy();
        most_ = std::max(most_, energy - least_);
        least_ = std::min(least_, energy);
    }
    double joules() const { return most_; }
    double share() const { return most_ / first_; } ///< of the energy at first

private:
    double first_;
    double least_;
    double most_ = 0.0;
};

inline std::vector<Vec3> positionsOf(const RopeSimulation& rod)
{
    std::vector<Vec3> positions;
    for (const rope::Mass& mass : rod.masses())
        positions.push_back(mass.position);
    return positions;
}

/// Edges that are nearer along the rope than pi r do not touch.
inline std::size_t firstThatTouches(const RopeSimulation& rod)
{
    return static_cast<std::size_t>(std::ceil(pi * rod.settings().ropeRadius / rod.springs()[0].restLength)) + 1;
}

/// The least distance of two edges that touch, in diameters.
inline double leastDistance(const RopeSimulation& rod)
{
    const std::vector<Vec3> x = positionsOf(rod);
    const double diameter = 2.0 * rod.settings().ropeRadius;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i + 1 < x.size(); ++i)
        for (std::size_t j = i + firstThatTouches(rod); j + 1 < x.size(); ++j)
            if (glm::distance(x[i], x[j]) < diameter + 4.0 * rod.springs()[0].restLength)
                least = std::min(
                    least, rope::distance(rope::Segment{x[i], x[i + 1] - x[i]}, rope::Segment{x[j], x[j + 1] - x[j]}));
    return least / diameter;
}
