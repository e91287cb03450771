#pragma once

#include "motion.hpp"

#include <benchmark/benchmark.h>

namespace bench
{

constexpr double segment = 0.05; ///< [m]
constexpr double mass = 0.05;    ///< [kg], of a mass or link

/// Mean stretch [%] of a rope that starts straight down: over ten seconds, after ten seconds in which it settles.
template <typename Rope>
double hungStretch(int massCount)
{
    Rope rope(massCount);
    constexpr int frames = 600;
    for (int i = 0; i < frames; ++i)
        rope.frame();
    double sum = 0.0;
    for (int i = 0; i < frames; ++i)
    {
        rope.frame();
        sum += rope.length();
    }
    const double restLength = segment * (massCount - 1);
    return 100.0 * (sum / frames / restLength - 1.0);
}

/// Measures `frame()` of a rope of range(0) masses; an item is a mass and frame.
template <typename Rope>
void hangingRope(benchmark::State& state)
{
    const auto massCount = static_cast<int>(state.range(0));
    Rope rope(massCount);
    for (int i = 0; i < 60; ++i)
        rope.frame();
    for (auto _ : state)
        rope.frame();
    state.SetItemsProcessed(state.iterations() * massCount);
    if (massCount <= 80) // a long rope would take minutes to come to rest
    {
        static const double stretch = hungStretch<Rope>(massCount); // the same in each repetition
        state.counters["stretch_percent"] = stretch;
    }
}

} // namespace bench
