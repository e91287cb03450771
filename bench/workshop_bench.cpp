// What a frame of 1/60 s costs where ropes, wheels and bodies act on each other: a rich set-up of eight ropes, and a
// net. Ten seconds from the beginning; beside the mean stand the worst frame, the share of steps that are not solved,
// and how near strands came to each other.

#include "motion.hpp"

#include <rope/rope.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

namespace
{

using namespace rope;

constexpr double wheelRadius = 0.06;
constexpr double ropeRadius = 0.005;
constexpr double reach = wheelRadius + ropeRadius;
constexpr int frames = 600;

RopeByLength ropeOf(int masses, double length)
{
    RopeByLength rope;
    rope.massCount = masses;
    rope.length = length;
    rope.massPerLength = 0.05;
    rope.axialStiffness = 2e4;
    rope.bendingStiffness = rope.torsionalStiffness = 1e-3;
    rope.radius = ropeRadius;
    rope.contactFriction = 0.3;
    return rope;
}

/// Over a wheel with its middle at `middle`.
std::vector<Vec3> over(const Vec3& middle, const RopeByLength& rope)
{
    const double arc = std::numbers::pi * reach;
    const double hang = 0.5 * (rope.length - arc);
    std::vector<Vec3> line;
    for (int i = 0; i < rope.massCount; ++i)
    {
        const double along = i * rope.segment() - hang;
        const double angle = std::clamp(along / reach, 0.0, std::numbers::pi);
        const double down = std::max({-along, along - arc, 0.0});
        line.push_back(middle + Vec3(-reach * std::cos(angle), reach * std::sin(angle) - down, 0.0));
    }
    return line;
}

/// One of two strands that are laid about each other along x.
std::vector<Vec3> laid(int strand, const RopeByLength& rope)
{
    constexpr double apart = 1.01 * ropeRadius;
    std::vector<Vec3> line;
    for (int i = 0; i < rope.massCount; ++i)
    {
        const double along = i * rope.segment();
        const double angle = 2.0 * std::numbers::pi * along / 0.25 + strand * std::numbers::pi;
        line.push_back({0.985 * along, 1.0 + apart * std::cos(angle), apart * std::sin(angle)});
    }
    return line;
}

/// Six weights on ropes over six wheels, and two ropes that are laid about each other.
RopeSimulation richSetUp()
{
    constexpr int wheels = 6;
    const RopeByLength rope = ropeOf(60, 1.2);
    RopeSimulation sim(rope);
    sim.layOut(over(Vec3(0.0), rope));
    std::vector<RopeId> ids = sim.ropes();
    for (int k = 1; k < wheels; ++k)
        ids.push_back(sim.addRope(sim.settings(), over({0.5 * k, 0.0, 0.0}, rope)));
    for (int strand = 0; strand < 2; ++strand)
    {
        const Rope& added = sim.rope(sim.addRope(sim.settings(), laid(strand, rope)));
        sim.pin(added.first);
        sim.pin(added.first + added.masses() - 1);
    }
    for (int k = 0; k < wheels; ++k)
    {
        Body wheel;
        wheel.mass = 0.3;
        wheel.inertia = wheel.mass * wheelRadius * wheelRadius * Vec3(0.25, 0.25, 0.5);
        wheel.position = {0.5 * k, 0.0, 0.0};
        wheel.shapes = {SolidBody::cylinder({0.0, 0.0, -0.01}, {0.0, 0.0, 0.01}, wheelRadius)};
        Bearing axle;
        axle.body = sim.addBody(wheel);
        axle.radius = 0.005;
        axle.friction = 0.1;
        sim.addBearing(axle);
        const Rope& own = sim.rope(ids[static_cast<std::size_t>(k)]);
        const std::size_t last = own.first + own.masses() - 1;
        sim.setMass(own.first, 1.0);
        Body weight;
        weight.mass = 1.05;
        weight.inertia = Vec3(0.4 * weight.mass * 0.04 * 0.04);
        weight.position = sim.masses()[last].position - Vec3(0.0, 0.05, 0.0);
        weight.shapes = {SolidBody::sphere(Vec3(0.0), 0.04)};
        sim.tie(TieEnd(last), BodyPlace{sim.addBody(weight), {0.0, 0.05, 0.0}});
    }
    return sim;
}

/// Ten ropes across ten others, tied where they cross; the corners are held.
RopeSimulation net()
{
    constexpr int ropes = 10;
    constexpr double mesh = 0.16;
    const RopeByLength rope = ropeOf(41, 1.6);
    const auto line = [&](int number, bool across)
    {
        std::vector<Vec3> points;
        for (int i = 0; i < rope.massCount; ++i)
        {
            const double along = i * rope.segment();
            const double beside = mesh * (number + 0.5);
            points.push_back(across ? Vec3(beside, 0.0, along) : Vec3(along, 0.0, beside));
        }
        return points;
    };
    RopeSimulation sim(rope);
    sim.layOut(line(0, false));
    for (int k = 1; k < 2 * ropes; ++k)
        sim.addRope(sim.settings(), line(k % ropes, k >= ropes));
    const std::size_t each = 41;
    const auto at = [&](int number, double along)
    { return static_cast<std::size_t>(number) * each + static_cast<std::size_t>(std::lround(along / rope.segment())); };
    for (int a = 0; a < ropes; ++a)
        for (int b = 0; b < ropes; ++b)
            sim.tie(at(a, mesh * (b + 0.5)), at(ropes + b, mesh * (a + 0.5)));
    for (const int number : {0, ropes - 1})
        for (const std::size_t mass : {at(number, 0.0), at(number, rope.length)})
            sim.pin(mass);
    return sim;
}

void measure(benchmark::State& state, RopeSimulation sim)
{
    double worst = 0.0; // [s]
    double nearest = 1.0;
    for (auto _ : state)
    {
        const auto start = std::chrono::steady_clock::now();
        sim.advance(bench::frameLength);
        worst = std::max(worst, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
        for (const RopeTouch& touch : sim.selfTouches())
            nearest = std::min(nearest, touch.distance / (2.0 * ropeRadius));
    }
    const ImplicitEffort& effort = sim.effort();
    state.counters["worst_ms"] = 1e3 * worst;
    state.counters["solves"] = static_cast<double>(effort.iterations) / static_cast<double>(effort.steps);
    state.counters["unsolved"] = static_cast<double>(effort.unsolved) / static_cast<double>(effort.pieces);
    state.counters["nearest"] = nearest;
    state.counters["touches"] = static_cast<double>(sim.touches().size() + sim.selfTouches().size());
}

void rich(benchmark::State& state)
{
    measure(state, richSetUp());
}

void netOfRopes(benchmark::State& state)
{
    measure(state, net());
}

BENCHMARK(rich)->Name("workshop/rich")->Iterations(frames)->Unit(benchmark::kMillisecond);
BENCHMARK(netOfRopes)->Name("workshop/net")->Iterations(frames)->Unit(benchmark::kMillisecond);

} // namespace
