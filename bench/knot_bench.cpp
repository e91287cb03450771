// What it takes to name a knot: of a rope with free ends, of one whose ends lie within it, and of a tangle.

#include <rope/knot.hpp>

#include <benchmark/benchmark.h>

#include <cmath>
#include <random>
#include <vector>

namespace
{

using rope::CurveEnds;
using rope::Vec3;

std::vector<Vec3> overhand(int masses)
{
    std::vector<Vec3> points;
    for (int i = 0; i < masses; ++i)
    {
        const double s = 2.25 * (2.0 * i / (masses - 1) - 1.0);
        points.emplace_back(s * (s * s - 3.0), s * s * (s * s - 4.0), s * (s * s * s * s / 5.0 - 2.0));
    }
    return points;
}

/// Twenty turns that lie on each other, as a rope let down on a floor.
std::vector<Vec3> heap(int masses)
{
    std::vector<Vec3> points;
    for (int i = 0; i < masses; ++i)
    {
        const double turn = 125.6 * i / masses;
        const double out = 1.0 + 0.5 * std::sin(0.37 * turn);
        points.emplace_back(out * std::cos(turn), 0.01 * turn, out * std::sin(turn));
    }
    return points;
}

std::vector<Vec3> randomWalk(int masses)
{
    std::mt19937 engine(1);
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    std::vector<Vec3> points{Vec3(0.0)};
    while (static_cast<int>(points.size()) < masses)
        points.push_back(points.back() + Vec3(number(engine), number(engine), number(engine)));
    return points;
}

void knot(benchmark::State& state, std::vector<Vec3> (*curve)(int), CurveEnds ends)
{
    const std::vector<Vec3> points = curve(static_cast<int>(state.range(0)));
    for (auto _ : state)
        benchmark::DoNotOptimize(rope::knotType(points, ends));
    state.counters["share"] = rope::knotType(points, ends).share;
}

BENCHMARK_CAPTURE(knot, overhand, overhand, CurveEnds::open)->Name("knot/overhand")->Arg(80)->Arg(400)->Arg(4000);
BENCHMARK_CAPTURE(knot, heap, heap, CurveEnds::open)->Name("knot/heap")->Arg(400);
BENCHMARK_CAPTURE(knot, tangle, randomWalk, CurveEnds::joined)->Name("knot/tangle")->Arg(80)->Arg(400);

} // namespace
