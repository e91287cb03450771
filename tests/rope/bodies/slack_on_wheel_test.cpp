// A slack light rope on a wheel or a post: it weighs grams, and its segments are millions of times as stiff as its
// masses resist a step. Every piece of a step is solved, and nothing pulls harder than weight, inertia and friction
// explain.
#include "bodies.hpp"
#include "catch.hpp"

#include <rope/rope_by_length.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

using namespace rope;

namespace
{

constexpr double wheelRadius = 0.05;
constexpr double ropeRadius = 0.002;
constexpr double reach = wheelRadius + ropeRadius;
constexpr double step = 1.0 / 240.0;

RopeByLength lightRope(double massPerLength, double friction)
{
    RopeByLength rope;
    rope.massCount = 60;
    rope.length = 1.2;
    rope.massPerLength = massPerLength;
    rope.axialStiffness = 1e5;
    rope.bendingStiffness = rope.torsionalStiffness = 0.0;
    rope.radius = ropeRadius;
    rope.contactFriction = friction;
    rope.airFriction = 0.0;
    rope.maxDt = step;
    return rope;
}

/// Over a post along z, or a wheel on an axle there.
RopeSimulation over(bool wheels, const RopeByLength& rope)
{
    const double arc = std::numbers::pi * reach;
    std::vector<Vec3> line;
    for (int i = 0; i < rope.massCount; ++i)
    {
        const double along = i * rope.segment() - 0.5 * (rope.length - arc);
        const double angle = std::clamp(along / reach, 0.0, std::numbers::pi);
        const double down = std::max({-along, along - arc, 0.0});
        line.push_back(Vec3(-reach * std::cos(angle), reach * std::sin(angle) - down, 0.0));
    }
    RopeSimulation sim(rope);
    sim.layOut(line);
    const SolidBody round = SolidBody::cylinder({0.0, 0.0, -0.02}, {0.0, 0.0, 0.02}, wheelRadius);
    if (!wheels)
    {
        sim.addSolid(round);
        return sim;
    }
    Body wheel;
    wheel.mass = 0.3;
    wheel.inertia = wheel.mass * wheelRadius * wheelRadius * Vec3(0.25, 0.25, 0.5);
    wheel.shapes = {round};
    Bearing axle;
    axle.body = sim.addBody(wheel);
    axle.radius = 0.005;
    axle.friction = 0.1;
    sim.addBearing(axle);
    return sim;
}

double largestTension(const RopeSimulation& sim) // [N]
{
    double most = 0.0;
    for (std::size_t i = 0; i + 1 < sim.masses().size(); ++i)
        most = std::max(most, sim.tension(i));
    return most;
}

} // namespace

TEST_CASE("A slack light rope that hangs over a wheel or a post is drawn up with few solves, all of them to the end",
          "[bodies]")
{
    const double massPerLength = GENERATE(1e-3, 0.05);
    const RopeByLength rope = lightRope(massPerLength, GENERATE(0.3, 1.0));
    RopeSimulation sim = over(GENERATE(true, false), rope);
    for (const std::size_t end : {std::size_t{0}, sim.masses().size() - 1})
        sim.pin(end, Vec3(0.0, 0.2, 0.0));
    const double weight = massPerLength * rope.length * 9.81;
    for (int i = 0; i < 144; ++i)
    {
        sim.advance(step);
        CHECK(largestTension(sim) < 8.0 * weight);
    }
    CHECK(sim.effort().unsolved == 0);
    CHECK(sim.effort().stood == 0);
    CHECK(sim.effort().iterations < 8 * sim.effort().steps);
}

TEST_CASE("A rope that carried weights over a wheel or a post is slack once one of them has gone", "[bodies]")
{
    const bool wheels = GENERATE(true, false);
    const double massPerLength = GENERATE(1e-3, 0.05);
    const double friction = GENERATE(0.3, 1.0);
    const RopeByLength rope = lightRope(massPerLength, friction);
    RopeSimulation sim = over(wheels, rope);
    sim.unpin(0);
    const std::size_t last = sim.masses().size() - 1;
    sim.tie(TieEnd(last), BodyPlace{sim.addBody(weight(1.0, sim.masses()[last].position)), Vec3(0.0)});
    const TieId light =
        sim.tie(TieEnd(std::size_t{0}), BodyPlace{sim.addBody(weight(0.9, sim.masses()[0].position)), Vec3(0.0)});
    sim.advance(0.3);
    CHECK(largestTension(sim) > 5.0);
    sim.untie(light);
    sim.advance(2.0 * step);
    const ImplicitEffort taut = sim.effort();
    for (int i = 0; i < 60; ++i)
    {
        const std::vector<Mass> before = sim.masses();
        sim.advance(step);
        double fastest = 0.0; // [m/s]
        double jerk = 0.0;    // [m/s2]
        for (std::size_t k = 0; k < before.size(); ++k)
        {
            fastest = std::max(fastest, glm::length(sim.masses()[k].velocity));
            jerk = std::max(jerk, glm::distance(sim.masses()[k].velocity, before[k].velocity) / step);
        }
        // What slides round half of the wheel draws on what is before it, and a part of a step may jerk more than all.
        const double drawn = massPerLength * (rope.length * 9.81 + fastest * fastest);
        CHECK(largestTension(sim) <
              3.0 * (std::exp(friction * std::numbers::pi) * drawn + massPerLength * rope.length * jerk));
    }
    CHECK(sim.effort().unsolved == taut.unsolved);
    CHECK(sim.effort().stood == taut.stood);
}
