#pragma once

#include <rope/rope.hpp>

#include <cmath>
#include <numbers>

// Bodies that tests place beside ropes.

namespace rope
{

inline Body ball(double mass, double radius, const Vec3& position)
{
    Body body;
    body.mass = mass;
    body.inertia = Vec3(0.4 * mass * radius * radius);
    body.position = position;
    body.shapes = {SolidBody::sphere(Vec3(0.0), radius)};
    return body;
}

inline Body box(double mass, const Vec3& half, const Vec3& position)
{
    Body body;
    body.mass = mass;
    const Vec3 squares = half * half;
    body.inertia = mass / 3.0 * Vec3(squares.y + squares.z, squares.x + squares.z, squares.x + squares.y);
    body.position = position;
    body.shapes = {SolidBody::box(Vec3(0.0), half)};
    return body;
}

/// Nothing touches it.
inline Body weight(double mass, const Vec3& position)
{
    Body body;
    body.mass = mass;
    body.inertia = Vec3(1e-3 * mass);
    body.position = position;
    return body;
}

/// A rope that hangs far from all that is tested, by steps of at most `step` [s].
inline RopeSimulation aside(const Vec3& gravity = Vec3(0.0, -9.81, 0.0), double step = 1.0 / 240.0)
{
    RopeByLength rope;
    rope.massCount = 3;
    rope.length = 0.2;
    rope.gravity = gravity;
    rope.maxDt = step;
    RopeSimulation sim(rope);
    sim.layOut({{0.0, 100.0, 0.0}, {0.0, 99.9, 0.0}, {0.0, 99.8, 0.0}});
    sim.pin(0);
    sim.setBooks(true);
    return sim;
}

/// Two weights on a rope over a wheel about z.
struct Atwood
{
    static constexpr double wheelRadius = 0.1;
    static constexpr double ropeRadius = 0.005;
    static constexpr double reach = wheelRadius + ropeRadius;
    static constexpr double hang = 1.0;

    RopeSimulation sim;
    BodyId wheel{};
    BodyId light{};
    BodyId heavy{};
    BearingId axle{};
    TieId atLight{};
    TieId atHeavy{};
    RopeByLength rope;

    static RopeByLength ropeOver(double friction)
    {
        RopeByLength rope;
        rope.radius = ropeRadius;
        rope.massPerLength = 0.01;
        rope.axialStiffness = 2e4;
        rope.bendingStiffness = rope.torsionalStiffness = 1e-4;
        rope.contactFriction = friction;
        rope.length = std::numbers::pi * reach + 2.0 * hang;
        rope.massCount = 121;
        return rope;
    }

    Atwood(double lightMass, double heavyMass, double inertia, const Bearing& bearing = {}, double friction = 0.6)
        : sim(ropeOver(friction)), rope(ropeOver(friction))
    {
        std::vector<Vec3> line;
        for (int i = 0; i < rope.massCount; ++i)
        {
            const double along = i * rope.segment() - hang;
            const double angle = std::clamp(along / reach, 0.0, std::numbers::pi);
            const double down = std::max({-along, along - std::numbers::pi * reach, 0.0});
            line.push_back({-reach * std::cos(angle), reach * std::sin(angle) - down, 0.0});
        }
        sim.layOut(line);
        Body disc;
        disc.mass = 0.3;
        disc.inertia = Vec3(2e-3, 2e-3, inertia);
        disc.shapes = {SolidBody::cylinder({0.0, 0.0, -0.02}, {0.0, 0.0, 0.02}, wheelRadius)};
        wheel = sim.addBody(disc);
        Bearing own = bearing;
        own.body = wheel;
        axle = sim.addBearing(own);
        light = sim.addBody(weight(lightMass, line.front()));
        heavy = sim.addBody(weight(heavyMass, line.back()));
        atLight = sim.tie(TieEnd(std::size_t{0}), BodyPlace{light, Vec3(0.0)});
        atHeavy = sim.tie(TieEnd(sim.masses().size() - 1), BodyPlace{heavy, Vec3(0.0)});
        sim.setBooks(true);
    }

    /// The weights hang still until the swings of the rope are over.
    void settle()
    {
        const TieId held = sim.tie(BodyPlace{heavy, Vec3(0.0)}, sim.body(heavy).position);
        Body slow = sim.body(light);
        slow.airFriction = 60.0;
        sim.setBody(light, slow);
        sim.advance(1.5);
        slow = sim.body(light);
        slow.airFriction = 0.0;
        sim.setBody(light, slow);
        sim.untie(held);
    }
};

} // namespace rope
