// A frame of 1/60 s of a rod: four steps of 1/240 s, each solved until its last correction is below a micrometre.

#include "motion.hpp"

#include "rope/solver/band_system.hpp"

#include <rope/rope.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <vector>

namespace
{

using rope::RopeByLength;
using rope::RopeSimulation;
using rope::Vec3;

constexpr int stepsOfFrame = 4;
constexpr double stepLengthOfRods = bench::frameLength / stepsOfFrame; // [s]
constexpr double error = 1e-6;                                         // [m]

double segmentOf(const RopeByLength& settings)
{
    return settings.length / (settings.massCount - 1);
}

void stepFrame(RopeSimulation& rod)
{
    for (int i = 0; i < stepsOfFrame; ++i)
        rod.step(stepLengthOfRods);
}

/// Counts over the frames that are measured.
class Effort
{
public:
    explicit Effort(const RopeSimulation& rod) : before_(rod.effort()) {}

    void look(const RopeSimulation& rod)
    {
        ++frames_;
        solidContacts_ += static_cast<double>(rod.touches().size() + rod.selfTouches().size());
    }
    void report(benchmark::State& state, const RopeSimulation& rod) const
    {
        const auto steps = static_cast<double>(rod.effort().steps - before_.steps);
        state.SetItemsProcessed(state.iterations() * rod.settings().massCount);
        state.counters["solves_a_step"] = static_cast<double>(rod.effort().iterations - before_.iterations) / steps;
        state.counters["pieces_a_step"] = static_cast<double>(rod.effort().pieces - before_.pieces) / steps;
        if (solidContacts_ > 0.0)
            state.counters["contacts"] = solidContacts_ / frames_;
    }

private:
    rope::ImplicitEffort before_;
    double frames_ = 0.0;
    double solidContacts_ = 0.0;
};

/// A rope that hangs in the air from an end that is moved, bent and, with `torsionalStiffness`, twisted by 2 rad.
void freeRope(benchmark::State& state, rope::TwistModel twist, double torsionalStiffness)
{
    RopeByLength settings;
    settings.massCount = static_cast<int>(state.range(0));
    settings.length = 0.05 * (settings.massCount - 1);
    settings.massPerLength = 1.0;
    settings.axialStiffness = 500.0;
    settings.bendingStiffness = 1e-3;
    settings.torsionalStiffness = torsionalStiffness;
    settings.twist = twist;
    settings.spinInertia = 1e-6;
    settings.airFriction = 0.02;
    settings.tolerance = error / segmentOf(settings);
    RopeSimulation rod(settings);
    if (torsionalStiffness > 0.0)
    {
        rod.turn(rope::RopeEnd::first, 0.0);
        rod.turn(rope::RopeEnd::last, 2.0);
    }
    const auto frame = [&]
    {
        const bench::CircleVelocity v = bench::circle(rod.time());
        rod.pin(0, {v.x, v.y, v.z});
        stepFrame(rod);
    };
    while (rod.time() < bench::warmUp)
        frame();
    Effort effort(rod);
    for (auto _ : state)
        frame();
    effort.report(state, rod);
}

/// 300 masses, of which so many lie round a post that the rope slides on, with a weight at each end.
void roundPost(benchmark::State& state)
{
    const auto touching = static_cast<int>(state.range(0));
    RopeByLength settings;
    settings.massCount = 300;
    settings.radius = 0.005;
    const double post = 0.05;
    const double segment = 1.5 * settings.radius;
    settings.length = segment * (settings.massCount - 1);
    settings.axialStiffness = 1e4;
    settings.bendingStiffness = 1e-4;
    settings.torsionalStiffness = 1e-4;
    settings.contactFriction = 0.1;
    settings.tolerance = error / segment;
    RopeSimulation rod(settings);
    // A helix round z, a straight tail at each of its ends.
    const double round = post + settings.radius;
    const double rise = 1.2 * settings.radius / std::numbers::pi; // [m] a radian: turns lie beside each other
    const double angle = segment / std::hypot(round, rise);
    std::vector<Vec3> points;
    const int tail = (settings.massCount - touching) / 2;
    const auto onHelix = [&](double turned)
    { return Vec3(round * std::cos(turned), round * std::sin(turned), rise * turned); };
    const Vec3 way = glm::normalize(Vec3(0.0, round, rise)) * segment;
    for (int i = tail; i > 0; --i)
        points.push_back(onHelix(0.0) - static_cast<double>(i) * way);
    for (int i = 0; i < touching; ++i)
        points.push_back(onHelix(angle * i));
    const double end = angle * (touching - 1);
    const Vec3 wayOut = glm::normalize(Vec3(-round * std::sin(end), round * std::cos(end), rise)) * segment;
    while (points.size() < static_cast<std::size_t>(settings.massCount))
        points.push_back(points.back() + wayOut);
    settings.gravity = Vec3(0.0);
    rod.setSettings(settings);
    rod.layOut(points);
    rod.addSolid(rope::SolidBody::cylinder({0.0, 0.0, -1.0}, {0.0, 0.0, 1.0}, post));
    const std::size_t last = points.size() - 1;
    const auto frame = [&]
    {
        const double swing = 2.0 * std::sin(8.0 * rod.time());
        rod.setForce(0, -(10.0 + swing) * glm::normalize(way));
        rod.setForce(last, (10.0 - swing) * glm::normalize(wayOut));
        stepFrame(rod);
    };
    while (rod.time() < 0.5)
        frame();
    Effort effort(rod);
    for (auto _ : state)
    {
        frame();
        effort.look(rod);
    }
    effort.report(state, rod);
}

/// 400 masses, of which so many are wound up to a flat spiral, each turn on the one within, that a pull tightens.
void spiral(benchmark::State& state)
{
    const auto wound = static_cast<int>(state.range(0));
    RopeByLength settings;
    settings.massCount = 400;
    settings.radius = 0.005;
    const double edge = 1.5 * settings.radius;
    settings.length = edge * (settings.massCount - 1);
    settings.axialStiffness = 1e4;
    settings.bendingStiffness = 1e-5;
    settings.torsionalStiffness = 0.0;
    settings.gravity = Vec3(0.0);
    settings.contactFriction = 0.3;
    settings.selfContact = true;
    settings.tolerance = error / edge;
    RopeSimulation rod(settings);
    constexpr double turn = 2.0 * std::numbers::pi;
    std::vector<Vec3> points;
    double angle = 2.0 * turn;
    for (int i = 0; i < wound; ++i)
    {
        const double from = 2.0 * settings.radius * angle / turn; // [m] from the middle
        points.emplace_back(from * std::cos(angle), 0.0, from * std::sin(angle));
        angle += edge / from;
    }
    const Vec3 way = points.back() - points[points.size() - 2];
    while (points.size() < static_cast<std::size_t>(settings.massCount))
        points.push_back(points.back() + edge * glm::normalize(way));
    rod.layOut(points);
    // The innermost turn holds the others up.
    for (std::size_t i = 0; edge * static_cast<double>(i) < 2.6 * turn * settings.radius * 2.0; ++i)
        rod.pin(i);
    const auto frame = [&]
    {
        rod.setForce(points.size() - 1, (1.0 + 0.2 * std::sin(10.0 * rod.time())) * glm::normalize(way));
        stepFrame(rod);
    };
    while (rod.time() < 0.25)
        frame();
    Effort effort(rod);
    for (auto _ : state)
    {
        frame();
        effort.look(rod);
    }
    effort.report(state, rod);
}

/// 10 m of rope, 200 segments of 5 cm, whose upper end is lowered onto a floor at 1 m/s; all of its 11.5 s. Counts how
/// near its strands come to each other, of a diameter. It bends as stiffly as range(0) times 0.01 N m².
void pile(benchmark::State& state)
{
    double nearest = std::numeric_limits<double>::infinity();
    for (auto _ : state)
    {
        state.PauseTiming();
        RopeByLength settings;
        settings.massCount = 201;
        settings.length = 10.0;
        settings.massPerLength = 1.0;
        settings.axialStiffness = 1e4;
        settings.bendingStiffness = 1e-2 * static_cast<double>(state.range(0));
        settings.torsionalStiffness = 0.0;
        settings.radius = 0.01;
        settings.contactFriction = 0.3;
        settings.selfContact = true;
        settings.tolerance = error / segmentOf(settings);
        RopeSimulation rod(settings);
        std::vector<Vec3> points;
        for (int i = 0; i < settings.massCount; ++i)
            points.emplace_back(1e-3 * std::sin(0.3 * i), 10.1 - 0.05 * i, 1e-3 * std::cos(0.37 * i));
        rod.layOut(points);
        rod.addSolid(rope::SolidBody::plane(Vec3(0.0), {0.0, 1.0, 0.0}));
        state.ResumeTiming();
        constexpr int frames = 690;
        double worst = 0.0;
        Effort effort(rod);
        for (int i = 0; i < frames; ++i)
        {
            rod.pin(0, {0.0, rod.masses()[0].position.y > 0.05 ? -1.0 : 0.0, 0.0});
            stepFrame(rod);
            effort.look(rod);
            for (const rope::RopeTouch& touch : rod.selfTouches())
                nearest = std::min(nearest, touch.distance / (2.0 * settings.radius));
            worst = std::max(worst, rod.passed() ? 1.0 : 0.0);
        }
        effort.report(state, rod);
        state.SetItemsProcessed(state.iterations() * frames);
        state.counters["nearest"] = nearest;
        state.counters["passages"] = worst;
    }
}

/// The part of a solve that no other way of writing it saves: the factor of a chain that bends, and one right-hand
/// side.
void elimination(benchmark::State& state)
{
    const auto points = static_cast<std::size_t>(state.range(0));
    rope::BandSystem<3> system;
    std::vector<double> side(3 * points);
    double seconds = 0.0;
    const auto block = [](double on, double off) { return glm::dmat3(on, off, off, off, on, off, off, off, on); };
    for (auto _ : state)
    {
        system.begin(points);
        for (std::size_t i = 0; i < points; ++i)
        {
            system.setBlock<3>(i, 0, block(9.0, 1.0));
            if (i + 1 < points)
                system.setBlock<3>(i, 1, block(-2.0, 0.1));
            if (i + 2 < points)
                system.setBlock<3>(i, 2, block(0.5, 0.0));
        }
        std::fill(side.begin(), side.end(), 1.0);
        const auto begin = std::chrono::steady_clock::now();
        benchmark::DoNotOptimize(system.factor());
        system.solve(side.data());
        benchmark::DoNotOptimize(side.data());
        const double spent = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        state.SetIterationTime(spent);
        seconds += spent;
    }
    // Of a point: 194 to factor its three columns, 87 for one right-hand side there and back.
    constexpr double operations = 281.0;
    const auto solves = static_cast<double>(state.iterations());
    state.SetItemsProcessed(state.iterations() * state.range(0));
    state.counters["operations_a_ns"] = operations * static_cast<double>(points) * solves / seconds * 1e-9;
}

} // namespace

BENCHMARK_CAPTURE(freeRope, bending, rope::TwistModel::uniform, 0.0)
    ->Name("rod frame/bending")
    ->Arg(100)
    ->Arg(1000)
    ->Arg(8000);
BENCHMARK_CAPTURE(freeRope, uniform, rope::TwistModel::uniform, 1e-3)
    ->Name("rod frame/bending and twist")
    ->Arg(100)
    ->Arg(1000)
    ->Arg(8000);
BENCHMARK_CAPTURE(freeRope, waves, rope::TwistModel::waves, 1e-3)
    ->Name("rod frame/bending and an angle an edge")
    ->Arg(100)
    ->Arg(1000)
    ->Arg(8000);
BENCHMARK(elimination)->Name("rod frame/elimination, an item a point")->Arg(1000)->UseManualTime();
BENCHMARK(roundPost)->Name("rod frame/round a post")->Arg(50)->Arg(200);
BENCHMARK(spiral)->Name("rod frame/spiral")->Arg(55)->Arg(300);
BENCHMARK(pile)->Name("rod frame/pile, an item a frame")->Arg(1)->Arg(0)->Iterations(1);
