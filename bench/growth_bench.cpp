// How the time of a step grows: with the masses of a rope, with its touches on a floor and on another rope, with the
// number of ropes, and with the number of bodies of the plane.

#include "motion.hpp"

#include <rope/impulse.hpp>
#include <rope/rope.hpp>

#include <benchmark/benchmark.h>

#include <cstddef>
#include <vector>

namespace
{

using rope::RopeByLength;
using rope::RopeSimulation;
using rope::Vec3;

constexpr double stepOfGrowth = bench::frameLength / 4; // [s]
constexpr double edge = 0.02;                           // [m]

RopeByLength settingsOf(benchmark::State& state)
{
    RopeByLength settings;
    settings.massCount = static_cast<int>(state.range(0));
    settings.length = edge * (settings.massCount - 1);
    settings.massPerLength = 0.1;
    settings.axialStiffness = 1e3;
    settings.bendingStiffness = 1e-4;
    settings.torsionalStiffness = 0.0;
    settings.airFriction = 0.01;
    return settings;
}

std::vector<Vec3> level(int masses, double height)
{
    std::vector<Vec3> points;
    for (int i = 0; i < masses; ++i)
        points.emplace_back(edge * i, height, 0.0);
    return points;
}

void measure(benchmark::State& state, RopeSimulation& ropes)
{
    for (int i = 0; i < 60; ++i)
        ropes.step(stepOfGrowth);
    for (auto _ : state)
        ropes.step(stepOfGrowth);
    state.counters["touches"] = static_cast<double>(ropes.touches().size() + ropes.selfTouches().size());
}

void masses(benchmark::State& state)
{
    RopeSimulation rope(settingsOf(state));
    rope.pin(0);
    measure(state, rope);
}

/// A rope that lies on a floor.
void floorTouches(benchmark::State& state)
{
    RopeByLength settings = settingsOf(state);
    settings.radius = 0.005;
    settings.contactFriction = 0.3;
    RopeSimulation rope(settings);
    rope.layOut(level(settings.massCount, settings.radius));
    rope.addSolid(rope::SolidBody::plane(Vec3(0.0), {0.0, 1.0, 0.0}));
    measure(state, rope);
}

/// A rope that lies on another one, which is pinned.
void strandTouches(benchmark::State& state)
{
    RopeByLength settings = settingsOf(state);
    settings.radius = 0.005;
    settings.contactFriction = 0.3;
    settings.selfContact = true;
    RopeSimulation ropes(settings);
    ropes.layOut(level(settings.massCount, 0.0));
    for (int i = 0; i < settings.massCount; ++i)
        ropes.pin(static_cast<std::size_t>(i));
    ropes.addRope(rope::RopeSettings(settings), level(settings.massCount, 2.0 * settings.radius));
    measure(state, ropes);
}

/// Ropes of 10 masses that hang beside each other.
void ropes(benchmark::State& state)
{
    RopeByLength settings;
    settings.massCount = 10;
    settings.length = edge * 9;
    settings.radius = 0.005;
    RopeSimulation all(settings);
    const auto place = [](std::vector<Vec3> points, double aside)
    {
        for (Vec3& point : points)
            point.z += aside;
        return points;
    };
    all.layOut(level(10, 0.0));
    all.pin(0);
    for (int i = 1; i < state.range(0); ++i)
    {
        all.addRope(rope::RopeSettings(settings), place(level(10, 0.0), 0.05 * i));
        all.pin(10 * static_cast<std::size_t>(i));
    }
    measure(state, all);
}

/// Balls that lie on a floor side by side.
void bodies(benchmark::State& state)
{
    const double width = 0.25 * static_cast<double>(state.range(0));
    std::vector<rope::BodyDefinition> definitions{rope::boxBody({width + 2.0, 0.2}, 0.0, {0.5 * width, 0.0})};
    for (int i = 0; i < state.range(0); ++i)
    {
        definitions.push_back(rope::circleBody(0.1, 1.0, {0.25 * i, 0.2 + 0.01 * (i % 7)}));
    }
    rope::ImpulseSimulation simulation(definitions);
    for (int i = 0; i < 10; ++i)
        simulation.advance(stepOfGrowth);
    for (auto _ : state)
        simulation.advance(stepOfGrowth);
}

} // namespace

BENCHMARK(masses)->Name("growth/masses")->RangeMultiplier(10)->Range(10, 10000);
BENCHMARK(floorTouches)->Name("growth/touches of a floor")->RangeMultiplier(10)->Range(10, 10000);
BENCHMARK(strandTouches)->Name("growth/touches of a strand")->RangeMultiplier(10)->Range(10, 1000);
BENCHMARK(ropes)->Name("growth/ropes")->RangeMultiplier(10)->Range(1, 1000);
BENCHMARK(bodies)->Name("growth/bodies")->RangeMultiplier(10)->Range(10, 10000);
