// Compiled at -O2, as the lesson was.

#include "motion.hpp"
#include "naive.hpp"

#include <benchmark/benchmark.h>

namespace
{

void naiveRope(benchmark::State& state, double groundHeight)
{
    const auto massCount = static_cast<int>(state.range(0));
    naive::RopeSimulation rope(massCount, static_cast<float>(groundHeight));
    double time = 0.0;
    const auto steps = [&]
    {
        const bench::CircleVelocity v = bench::circle(time);
        rope.connectionVelocity = {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
        for (int i = 0; i < bench::burst; ++i)
            rope.operate(static_cast<float>(bench::stepLength));
        time += bench::burst * bench::stepLength;
    };
    while (time < bench::warmUp)
        steps();
    for (auto _ : state)
        steps();
    benchmark::DoNotOptimize(rope.masses.back()->position.y);
    state.SetItemsProcessed(state.iterations() * bench::burst * massCount);
}

} // namespace

BENCHMARK_CAPTURE(naiveRope, air, bench::noGround)->Name("naive/air")->Arg(80)->Arg(800)->Arg(8000);
BENCHMARK_CAPTURE(naiveRope, ground, bench::defaultGround)->Name("naive/ground")->Arg(80);
