// Rods of the tests, and the values that were computed without masses and springs (tests/data/real_rope.json).
#pragma once

#include "catch.hpp"
#include "reference.hpp"

#include <rope/rope_by_length.hpp>
#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>
#include <rope/writhe.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using rope::RopeByLength;
using rope::RopeEnd;
using rope::RopeSimulation;
using rope::TwistModel;
using rope::Vec3;

inline constexpr double pi = std::numbers::pi;

inline nlohmann::json item(const std::string& id)
{
    return referenceItem(id, "real_rope.json");
}

/// A rod of the length 1 and the weight 1 a metre, that hardly stretches and is not twisted.
inline RopeByLength unitRod(int edges, double bendingStiffness)
{
    RopeByLength settings;
    settings.massCount = edges + 1;
    settings.massPerLength = 1.0 / 9.81;
    settings.bendingStiffness = bendingStiffness;
    settings.axialStiffness = 1e6 * std::max(1.0, bendingStiffness);
    settings.torsionalStiffness = 0.0;
    return settings;
}

inline RopeByLength withoutWeight(RopeByLength settings)
{
    settings.gravity = Vec3(0.0);
    return settings;
}

/// A solid moves with that velocity [m/s] from now on.
inline void setVelocity(RopeSimulation& rod, rope::SolidId id, const Vec3& velocity)
{
    rope::SolidBody solid = rod.solid(id);
    solid.velocity = velocity;
    rod.setSolid(id, solid);
}

/// The straight rod along x, stretched by the tension [N].
inline void stretch(RopeSimulation& rod, double tension)
{
    std::vector<Vec3> positions;
    const double edge = rod.springs().front().restLength * (1.0 + tension / rod.settings().axialStiffness());
    for (std::size_t i = 0; i < rod.masses().size(); ++i)
        positions.emplace_back(static_cast<double>(i) * edge, 0.0, 0.0);
    rod.layOut(positions);
}

/// Where `unstable` changes from false to true between two values.
inline double threshold(double low, double high, const std::function<bool(double)>& unstable)
{
    REQUIRE_FALSE(unstable(low));
    REQUIRE(unstable(high));
    for (int i = 0; i < 40; ++i)
    {
        const double middle = 0.5 * (low + high);
        (unstable(middle) ? high : low) = middle;
    }
    return 0.5 * (low + high);
}

/// A rod closed to a ring of `edges` edges in the plane z = 0: its last edge lies on its first, and both are held. That
/// takes from a free ring no more than its motions as a rigid body, but for turns about that edge.
inline RopeSimulation ring(int edges, double radius, double bendingStiffness, double torsionalStiffness)
{
    RopeByLength settings;
    const double side = 2.0 * radius * std::sin(pi / edges);
    settings.massCount = edges + 2;
    settings.length = side * (edges + 1);
    settings.bendingStiffness = bendingStiffness;
    settings.torsionalStiffness = torsionalStiffness;
    settings.axialStiffness = 1e6 * bendingStiffness / (radius * radius);
    settings.gravity = Vec3(0.0);
    RopeSimulation rod(settings);
    std::vector<Vec3> positions;
    for (int i = 0; i < settings.massCount; ++i)
        positions.emplace_back(radius * std::cos(2.0 * pi * i / edges), radius * std::sin(2.0 * pi * i / edges), 0.0);
    rod.layOut(positions);
    for (const int held : {0, 1, edges, edges + 1})
        rod.pin(static_cast<std::size_t>(held));
    rod.turn(RopeEnd::first, 0.0);
    rod.turn(RopeEnd::last, 0.0);
    return rod;
}
