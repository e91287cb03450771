// The rod's steps, with bending alone and with twist, and the rope of springs beside them in the same motion: implicit
// steps of 1/240 s.

#include "motion.hpp"

#include <rope/rope.hpp>

#include <benchmark/benchmark.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace
{

constexpr double stepLengthOfRods = 1.0 / 240.0; ///< [s]
constexpr double segment = 0.05;                 ///< [m]

void report(benchmark::State& state, const rope::ImplicitEffort& before, const rope::ImplicitEffort& after)
{
    const auto steps = static_cast<double>(after.steps - before.steps);
    state.SetItemsProcessed(state.iterations() * state.range(0));
    state.counters["times_real_time"] = benchmark::Counter(steps * stepLengthOfRods, benchmark::Counter::kIsRate);
    state.counters["solves_a_step"] = static_cast<double>(after.iterations - before.iterations) / steps;
    state.counters["pieces_a_step"] = static_cast<double>(after.pieces - before.pieces) / steps;
}

void rod(benchmark::State& state, rope::TwistModel model, double torsionalStiffness)
{
    rope::RopeByLength settings;
    settings.massCount = static_cast<int>(state.range(0));
    settings.length = segment * (settings.massCount - 1);
    settings.massPerLength = 1.0;
    settings.axialStiffness = 500.0; // that of RopeSettings
    settings.bendingStiffness = 1e-3;
    settings.torsionalStiffness = torsionalStiffness;
    settings.spinInertia = 1e-6;
    settings.twist = model;
    settings.airFriction = 0.02;
    rope::RopeSimulation rod(settings);
    if (torsionalStiffness > 0.0)
    {
        rod.turn(rope::RopeEnd::first, 0.0);
        rod.turn(rope::RopeEnd::last, 2.0);
    }
    const auto step = [&]
    {
        const bench::CircleVelocity v = bench::circle(rod.time());
        rod.pin(0, {v.x, v.y, v.z});
        rod.step(stepLengthOfRods);
    };
    while (rod.time() < bench::warmUp)
        step();
    const rope::ImplicitEffort before = rod.effort();
    for (auto _ : state)
        step();
    report(state, before, rod.effort());
}

void springs(benchmark::State& state, rope::RopeIntegrator integrator)
{
    rope::RopeSettings settings;
    settings.integrator = integrator;
    settings.massCount = static_cast<int>(state.range(0));
    settings.groundHeight = bench::noGround;
    rope::RopeSimulation rope(settings);
    const auto step = [&]
    {
        const bench::CircleVelocity v = bench::circle(rope.time());
        rope.setConnectionVelocity({v.x, v.y, v.z});
        rope.step(stepLengthOfRods);
    };
    while (rope.time() < bench::warmUp)
        step();
    const rope::ImplicitEffort before = rope.effort();
    for (auto _ : state)
        step();
    report(state, before, rope.effort());
}

/// A rod that lies on a rough floor, every mass in contact, and is drawn along by its end.
void contacts(benchmark::State& state)
{
    rope::RopeByLength settings;
    settings.massCount = static_cast<int>(state.range(0));
    settings.length = 0.0075 * (settings.massCount - 1); // 1.5 r a segment
    settings.axialStiffness = 1e4;
    settings.bendingStiffness = 1e-4;
    settings.torsionalStiffness = 0.0;
    settings.radius = 0.005;
    settings.contactFriction = 0.3;
    rope::RopeSimulation rod(settings);
    rod.addSolid(rope::SolidBody::plane({0.0, -settings.radius, 0.0}, {0.0, 1.0, 0.0}));
    const auto step = [&]
    {
        const bench::CircleVelocity v = bench::circle(rod.time());
        rod.pin(0, {0.1 * v.x, 0.0, 0.1 * v.z});
        rod.step(stepLengthOfRods);
    };
    while (rod.time() < bench::warmUp)
        step();
    const rope::ImplicitEffort before = rod.effort();
    for (auto _ : state)
        step();
    report(state, before, rod.effort());
    state.counters["contacts"] = static_cast<double>(rod.touches().size());
}

/// A limp rod wound up to a flat spiral, each turn on the one within, and pulled tight by its outer end.
void selfContacts(benchmark::State& state)
{
    rope::RopeByLength settings;
    settings.massCount = static_cast<int>(state.range(0));
    settings.radius = 0.005;
    const double edge = 1.5 * settings.radius;
    settings.length = edge * (settings.massCount - 1);
    settings.axialStiffness = 1e4;
    settings.bendingStiffness = 0.0;
    settings.torsionalStiffness = 0.0;
    settings.gravity = rope::Vec3(0.0);
    settings.contactFriction = 0.3;
    settings.selfContact = true;
    rope::RopeSimulation rod(settings);
    std::vector<rope::Vec3> spiral;
    constexpr double turn = 2.0 * std::numbers::pi;
    const double start = 2.0 * turn;
    double angle = start;
    for (int i = 0; i < settings.massCount; ++i)
    {
        const double from = 2.0 * settings.radius * angle / turn; // [m] from the middle
        spiral.emplace_back(from * std::cos(angle), 0.0, from * std::sin(angle));
        angle += edge / from;
    }
    rod.layOut(spiral);
    // The innermost turn holds the others up.
    for (std::size_t i = 0; i < spiral.size() && edge * static_cast<double>(i) < 2.6 * turn * settings.radius * 2.0;
         ++i)
        rod.pin(i);
    const std::size_t last = spiral.size() - 1;
    const auto step = [&]
    {
        rod.setForce(last, (1.0 + 0.2 * std::sin(10.0 * rod.time())) * glm::normalize(spiral[last] - spiral[last - 1]));
        rod.step(stepLengthOfRods);
    };
    while (rod.time() < 0.25)
        step();
    const rope::ImplicitEffort before = rod.effort();
    std::size_t pairs = 0;
    for (auto _ : state)
    {
        step();
        pairs += rod.selfTouches().size();
    }
    report(state, before, rod.effort());
    state.counters["pairs"] = benchmark::Counter(static_cast<double>(pairs), benchmark::Counter::kAvgIterations);
}

} // namespace

BENCHMARK(selfContacts)->Name("rod/self-contacts")->Arg(55)->Arg(300);
BENCHMARK(contacts)->Name("rod/contacts")->Arg(50)->Arg(500);
BENCHMARK_CAPTURE(rod, bending, rope::TwistModel::uniform, 0.0)->Name("rod/bending")->Arg(100)->Arg(1000)->Arg(8000);
BENCHMARK_CAPTURE(rod, uniform, rope::TwistModel::uniform, 1e-3)->Name("rod/twist")->Arg(100)->Arg(1000)->Arg(8000);
BENCHMARK_CAPTURE(rod, waves, rope::TwistModel::waves, 1e-3)
    ->Name("rod/torsional waves")
    ->Arg(100)
    ->Arg(1000)
    ->Arg(8000);
BENCHMARK_CAPTURE(springs, euler, rope::RopeIntegrator::implicit_euler)
    ->Name("rod/springs, implicit Euler")
    ->Arg(100)
    ->Arg(1000)
    ->Arg(8000);
BENCHMARK_CAPTURE(springs, energyMomentum, rope::RopeIntegrator::energy_momentum)
    ->Name("rod/springs, energy-momentum")
    ->Arg(100)
    ->Arg(1000)
    ->Arg(8000);
