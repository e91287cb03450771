// Ropes that touch solids, for the tests.
#pragma once

#include "rope/rod/rods.hpp"

#include <rope/solid.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

using rope::RodTouch;
using rope::SolidBody;

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
inline RodSettings limpRope(const std::vector<Vec3>& path, double massPerLength)
{
    RodSettings settings;
    settings.massCount = static_cast<int>(path.size());
    settings.length = glm::distance(path[0], path[1]) * static_cast<double>(path.size() - 1);
    settings.massPerLength = massPerLength;
    settings.bendingStiffness = 0.0;
    settings.torsionalStiffness = 0.0;
    settings.axialStiffness = 1e5;
    settings.gravity = Vec3(0.0);
    return settings;
}

inline double fastest(const RodSimulation& rod)
{
    double speed = 0.0;
    for (const rope::Mass& mass : rod.masses())
        speed = std::max(speed, glm::length(mass.velocity));
    return speed;
}
