// The one file that includes the naive rope: compiled at -O2, as the source tutorial was.

#include "hanging.hpp"
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

class HangingRope
{
public:
    explicit HangingRope(int massCount) : rope_(massCount, static_cast<float>(bench::noGround))
    {
        for (std::size_t i = 0; i < rope_.masses.size(); ++i)
            rope_.masses[i]->position = {0.0f, static_cast<float>(-bench::segment) * static_cast<float>(i), 0.0f};
    }
    void frame()
    {
        constexpr int steps = 9; // the fewest of at most 2 ms
        for (int i = 0; i < steps; ++i)
            rope_.operate(static_cast<float>(bench::frameLength / steps));
    }
    double length() const
    {
        double sum = 0.0;
        for (std::size_t i = 1; i < rope_.masses.size(); ++i)
            sum += static_cast<double>((rope_.masses[i]->position - rope_.masses[i - 1]->position).length());
        return sum;
    }

private:
    naive::RopeSimulation rope_;
};

} // namespace

BENCHMARK_CAPTURE(naiveRope, air, bench::noGround)->Name("naive/air")->Arg(80)->Arg(800)->Arg(8000);
BENCHMARK_CAPTURE(naiveRope, ground, bench::defaultGround)->Name("naive/ground")->Arg(80);
BENCHMARK(bench::hangingRope<HangingRope>)->Name("frame/naive")->Arg(80)->Arg(800)->Arg(8000);
