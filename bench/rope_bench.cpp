// RopeSimulation: readable, in double precision; tests compare the fast engines with it.

#include "motion.hpp"

#include <rope/rope.hpp>

#include <benchmark/benchmark.h>

namespace
{

void ropeSimulation(benchmark::State& state, double groundHeight)
{
    rope::RopeSettings settings;
    settings.massCount = static_cast<int>(state.range(0));
    settings.groundHeight = groundHeight;
    rope::RopeSimulation rope(settings);
    const auto steps = [&]
    {
        const bench::CircleVelocity v = bench::circle(rope.time());
        rope.setConnectionVelocity({v.x, v.y, v.z});
        for (int i = 0; i < bench::burst; ++i)
            rope.step(bench::stepLength);
    };
    while (rope.time() < bench::warmUp)
        steps();
    for (auto _ : state)
        steps();
    state.SetItemsProcessed(state.iterations() * bench::burst * settings.massCount);
}

} // namespace

BENCHMARK_CAPTURE(ropeSimulation, air, bench::noGround)->Name("RopeSimulation/air")->Arg(80)->Arg(800)->Arg(8000);
BENCHMARK_CAPTURE(ropeSimulation, ground, bench::defaultGround)->Name("RopeSimulation/ground")->Arg(80);
