// The implicit integrators: one step of 1/60 s a frame. Also without any friction, where energy-momentum splits its
// steps.

#include "motion.hpp"

#include <rope/rope.hpp>

#include <benchmark/benchmark.h>

namespace
{

void implicitRope(benchmark::State& state, rope::RopeIntegrator integrator, bool friction)
{
    rope::RopeSettings settings;
    settings.integrator = integrator;
    settings.massCount = static_cast<int>(state.range(0));
    settings.groundHeight = bench::noGround;
    if (!friction)
        settings.springFriction = settings.airFriction = 0.0;
    rope::RopeSimulation rope(settings);
    const auto step = [&]
    {
        const bench::CircleVelocity v = bench::circle(rope.time());
        rope.setConnectionVelocity({v.x, v.y, v.z});
        rope.step(bench::frameLength);
    };
    while (rope.time() < bench::warmUp)
        step();
    const rope::ImplicitEffort before = rope.effort();
    for (auto _ : state)
        step();
    const rope::ImplicitEffort& after = rope.effort();
    const auto steps = static_cast<double>(after.steps - before.steps);
    state.SetItemsProcessed(state.iterations() * settings.massCount);
    state.counters["times_real_time"] = benchmark::Counter(steps * bench::frameLength, benchmark::Counter::kIsRate);
    state.counters["solves_a_step"] = static_cast<double>(after.iterations - before.iterations) / steps;
    state.counters["pieces_a_step"] = static_cast<double>(after.pieces - before.pieces) / steps;
}

} // namespace

BENCHMARK_CAPTURE(implicitRope, euler, rope::RopeIntegrator::implicit_euler, true)
    ->Name("implicit Euler/1/60 s")
    ->Arg(80)
    ->Arg(800)
    ->Arg(8000);
BENCHMARK_CAPTURE(implicitRope, midpoint, rope::RopeIntegrator::implicit_midpoint, true)
    ->Name("implicit midpoint/1/60 s")
    ->Arg(80)
    ->Arg(800)
    ->Arg(8000);
BENCHMARK_CAPTURE(implicitRope, energyMomentum, rope::RopeIntegrator::energy_momentum, true)
    ->Name("energy-momentum/1/60 s")
    ->Arg(80)
    ->Arg(800)
    ->Arg(8000);
BENCHMARK_CAPTURE(implicitRope, undamped, rope::RopeIntegrator::energy_momentum, false)
    ->Name("energy-momentum without friction/1/60 s")
    ->Arg(80)
    ->Arg(800);
