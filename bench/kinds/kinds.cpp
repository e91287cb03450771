// The cost of a tick, to be linked with the static and with the shared library: build/release/kinds_static and
// kinds_shared, run in turns. Each number is the least of many rounds.

#include <rope/rope.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>

namespace
{

constexpr double tick = 1.0 / 60.0; // [s]

template <typename Work>
double fastest(int rounds, const Work& work)
{
    using Clock = std::chrono::steady_clock;
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < rounds; ++i)
    {
        const Clock::time_point start = Clock::now();
        work();
        best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count());
    }
    return best;
}

/// [s] of a tick from a moment that is no beginning.
template <typename Sim>
double tickOf(Sim start, int ticks, int rounds)
{
    start.advance(1.0);
    return fastest(rounds,
                   [&]
                   {
                       Sim sim = start;
                       for (int i = 0; i < ticks; ++i)
                           sim.advance(tick);
                   }) /
           ticks;
}

void print(const char* name, double seconds)
{
    std::printf("%-34s %9.2f us a tick\n", name, 1e6 * seconds);
}

} // namespace

int main()
{
    print("rope of 80", tickOf(rope::RopeSimulation(), 100, 300));
    rope::RopeSettings implicit;
    implicit.integrator = rope::RopeIntegrator::energy_momentum;
    print("rope of 80, energy_momentum", tickOf(rope::RopeSimulation(implicit), 20, 200));
    print("cloth of 30 x 30", tickOf(rope::ClothSimulation(rope::ClothSettings()), 1, 100));
    rope::RopeFleetSettings many;
    many.ropeCount = 512;
    many.threads = 1;
    rope::RopeFleet fleet(many);
    print("fleet of 512 x 80, one thread", fastest(60, [&] { fleet.advance(tick); }));
}
