// What each thing of a set-up costs: a frame of a hung rope without it and with it, the mean of ten seconds from the
// beginning. An end swings from 20 cm aside, so that nothing is at rest.

#include "motion.hpp"

#include <rope/rope.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numbers>
#include <vector>

namespace
{

using namespace rope;

constexpr int masses = 101;
constexpr double edge = 0.02;
constexpr double ropeRadius = 0.004;
constexpr double reach = 0.1 + ropeRadius; ///< [m], of the rope's line from the middle of a post or wheel
constexpr std::size_t end = masses - 1;

RopeByLength hungRope()
{
    RopeByLength rope;
    rope.massCount = masses;
    rope.length = edge * (masses - 1);
    rope.massPerLength = 0.1;
    rope.axialStiffness = 1e4;
    rope.bendingStiffness = rope.torsionalStiffness = 1e-4;
    rope.radius = ropeRadius;
    rope.contactFriction = 0.3;
    return rope;
}

/// From a held end straight down, a little aside.
std::vector<Vec3> down(const Vec3& from = Vec3(0.0))
{
    std::vector<Vec3> line;
    for (int i = 0; i < masses; ++i)
        line.push_back(from + edge * i * Vec3(0.1, -std::sqrt(0.99), 0.0));
    return line;
}

RopeSimulation hung(const RopeByLength& constants = hungRope())
{
    RopeSimulation rope(constants);
    rope.layOut(down());
    rope.pin(0);
    return rope;
}

RopeSimulation weighted()
{
    RopeSimulation rope = hung();
    rope.setMass(end, 1.0);
    return rope;
}

Body ball(double mass, const Vec3& at)
{
    Body body;
    body.mass = mass;
    body.inertia = Vec3(0.4 * mass * 0.05 * 0.05);
    body.position = at;
    body.shapes = {SolidBody::sphere(Vec3(0.0), 0.05)};
    return body;
}

RopeSimulation withBody()
{
    RopeSimulation rope = hung();
    const Vec3 at = rope.masses()[end].position;
    rope.tie(TieEnd(end), BodyPlace{rope.addBody(ball(1.0, at - Vec3(0.0, 0.05, 0.0))), {0.0, 0.05, 0.0}});
    return rope;
}

/// Half round a middle, with a weight of 1 kg and one of 1.02 kg.
RopeSimulation over(const std::function<void(RopeSimulation&)>& addRound)
{
    RopeSimulation rope(hungRope());
    const double arc = std::numbers::pi * reach;
    const double side = 0.5 * (hungRope().length - arc);
    std::vector<Vec3> line;
    for (int i = 0; i < masses; ++i)
    {
        const double along = edge * i - side;
        const double angle = std::clamp(along / reach, 0.0, std::numbers::pi);
        line.emplace_back(-reach * std::cos(angle), reach * std::sin(angle) - std::max({-along, along - arc, 0.0}),
                          0.0);
    }
    rope.layOut(line);
    rope.setMass(0, 1.0);
    rope.setMass(end, 1.02);
    addRound(rope);
    return rope;
}

const SolidBody post = SolidBody::cylinder({0.0, 0.0, -0.05}, {0.0, 0.0, 0.05}, reach - ropeRadius);

RopeSimulation overPost()
{
    return over([](RopeSimulation& rope) { rope.addSolid(post); });
}

RopeSimulation overWheel()
{
    return over(
        [](RopeSimulation& rope)
        {
            Body wheel;
            wheel.inertia = 0.5 * reach * reach * Vec3(0.5, 0.5, 1.0);
            wheel.shapes = {post};
            Bearing axle;
            axle.body = rope.addBody(wheel);
            rope.addBearing(axle);
        });
}

RopeSimulation twoRopes()
{
    RopeSimulation ropes = hung();
    ropes.addRope(ropes.settings(), down({1.0, 0.0, 0.0}));
    ropes.pin(masses);
    return ropes;
}

RopeSimulation tied()
{
    RopeSimulation ropes = hung();
    ropes.addRope(ropes.settings(), down(ropes.masses()[end].position));
    ropes.tie(end, masses);
    return ropes;
}

/// A rope that hangs between its ends, and one that hangs over it, or beside it by its own middle.
RopeSimulation crossed(bool touch)
{
    constexpr double across = 0.9; ///< [m] of a metre of rope
    const auto bent = [](const Vec3& middle, const Vec3& aside, double upwards)
    {
        std::vector<Vec3> line;
        for (int i = 0; i < masses; ++i)
        {
            const double along = edge * (i - (masses - 1) / 2);
            line.push_back(middle + across * along * aside +
                           Vec3(0.0, upwards * std::sqrt(1.0 - across * across) * std::abs(along), 0.0));
        }
        return line;
    };
    RopeSimulation ropes(hungRope());
    ropes.layOut(bent(Vec3(0.0), {1.0, 0.0, 0.0}, 1.0));
    ropes.addRope(ropes.settings(), bent({0.0, touch ? 2.1 * ropeRadius : 1.0, 0.0}, {0.0, 0.0, 1.0}, -1.0));
    ropes.pin(0);
    ropes.pin(end);
    if (!touch)
        ropes.pin(masses + end / 2);
    return ropes;
}

void measure(benchmark::State& state, RopeSimulation sim)
{
    for (auto _ : state)
        sim.advance(bench::frameLength);
    const ImplicitEffort& effort = sim.effort();
    state.counters["solves"] = static_cast<double>(effort.iterations) / static_cast<double>(effort.steps);
    state.counters["unsolved"] = static_cast<double>(effort.unsolved) / static_cast<double>(effort.pieces);
    state.counters["touches"] = static_cast<double>(sim.touches().size() + sim.selfTouches().size());
}

void add(const char* name, const std::function<RopeSimulation()>& make)
{
    benchmark::RegisterBenchmark(name, [make](benchmark::State& state) { measure(state, make()); })
        ->Iterations(600)
        ->Unit(benchmark::kMicrosecond);
}

const bool added = []
{
    add("things/rope", [] { return hung(); });
    add("things/weight as a mass", weighted);
    add("things/weight as a ball, tied", withBody);
    add("things/round a post, two weights", overPost);
    add("things/round a wheel on its axle, two weights", overWheel);
    add("things/two ropes", [] { return twoRopes(); });
    add("things/two ropes, one tied to the other's end", tied);
    add("things/two ropes, one hung by its middle", [] { return crossed(false); });
    add("things/two ropes, one hung over the other", [] { return crossed(true); });
    return true;
}();

} // namespace
