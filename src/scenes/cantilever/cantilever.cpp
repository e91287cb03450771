#include "cantilever.hpp"

#include <rope/elementary.hpp>
#include <rope/rope_by_length.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ropewalk
{

void CantileverSettings::describe(rope::Parameters& p)
{
    p.group("Rope");
    describeRodLength(p, length, massCount, 3, 2000);
    p.add("mass_per_length", &massPerLength,
          {0.0, 100.0, "kg/m", "Mass of a metre of rope. 0: no weight; it then moves as 1 g/m does."});
    describeRodBending(p, bendingStiffness);
    p.add("rope_radius", &ropeRadius, {5e-4, 0.2, "m", "Radius of the rope as it is drawn."});

    p.group("Load");
    p.add("tip_load", &tipLoad, {0.0, 1e4, "N", "Force on the free end, down."});
    describeAir(
        p, "How fast air stops the swings: they fall to 1/e in 1/damping, but never slower than the slowest swing.");

    p.group("Run");
    describeSteps(p);
    p.add("connection_speed", &connectionSpeed, {0.0, 100.0, "m/s", "Speed of the clamp while a key is held."});

    p.group("View");
    p.add("colours", &colours, {"tension", "curvature"}, "What the colours of the rope show (C).");
}

rope::RopeByLength CantileverSettings::rope() const
{
    constexpr double light = 1e-3; // [kg/m], of a rope without weight
    rope::RopeByLength rod;
    rod.massCount = massCount;
    rod.length = length;
    rod.massPerLength = massPerLength > 0.0 ? massPerLength : light;
    rod.bendingStiffness = bendingStiffness;
    rod.torsionalStiffness = 0.0; // its end is free to turn: it never has a torque
    giveTo(rod);
    if (massPerLength == 0.0)
        rod.gravity = Vec3(0.0);
    rod.tolerance = 1e-6;
    // It hardly stretches: by 1e-5 under its loads. A segment must be stiffer than 2 B/l² against being pushed
    // together.
    const double weight = massPerLength * glm::length(gravity);
    const double bending = bendingStiffness / (length * length);
    const double segments = massCount - 1;
    rod.axialStiffness =
        std::max({1e5 * (weight * length + tipLoad), bending * std::max(1e5, 20.0 * segments * segments), 100.0});
    // Air on each mass. More than critical damping of the slowest swing would let the rope creep; that swing is at
    // least as fast as each of these alone: a bar, a chain, a pendulum of the load.
    const double slowest =
        std::sqrt((12.36 * bending + 1.45 * weight * length + 2.47 * tipLoad) / (rod.massPerLength * length * length));
    rod.airFriction = 2.0 * std::min(damping, slowest) * rod.massPerLength * length / (massCount - 1);
    return rod;
}

std::optional<rope::CantileverLoad> CantileverSettings::load() const
{
    if (gravity.x != 0.0 || gravity.z != 0.0 || gravity.y > 0.0)
        return std::nullopt;
    return rope::CantileverLoad{bendingStiffness, length, -massPerLength * gravity.y, tipLoad};
}

Cantilever::Cantilever(const CantileverSettings& settings)
    : DrivenRope(rope::validated(settings).rope()), settings_(rope::validated(settings))
{
    clamp(rope::RopeEnd::first, {1.0, 0.0, 0.0});
    setLoad();
}

void Cantilever::setSettings(const CantileverSettings& settings)
{
    if (beginAnew(*this, settings))
        return;
    settings_ = rope::validated(settings);
    RopeSimulation::setSettings(settings_.rope());
    setLoad();
}

void Cantilever::setLoad()
{
    setForce(masses().size() - 1, {0.0, -settings_.tipLoad, 0.0});
}

/// As strong as ten ropes, so that the mouse can hold up the rope.
double Cantilever::strongestPull() const
{
    const rope::RopeByLength rope = settings_.rope();
    const double weight = rope.massPerLength * rope.length * glm::length(rope.gravity);
    return 10.0 * (3.0 * rope.bendingStiffness / (rope.length * rope.length) + weight + settings_.tipLoad);
}

void Cantilever::drive(double /*dt*/)
{
    pin(0, clampVelocity_);
}

double Cantilever::tipAngle() const
{
    const Vec3 edge = masses().back().position - masses()[masses().size() - 2].position;
    return rope::elementary::atan2(-edge.y, edge.x);
}

std::optional<rope::RopeSimulation> Cantilever::restFrom(const rope::BentShape& shape) const
{
    rope::RopeSimulation rod = rope();
    std::vector<Vec3> positions;
    for (const rope::Vec2& point : shape.points)
        positions.emplace_back(point, 0.0);
    rod.layOut(positions);
    rod.pin(0);
    return rod.rest() ? std::optional(rod) : std::nullopt;
}

} // namespace ropewalk
