#include "experiment_tools.hpp"

#include <rope/cloth.hpp>
#include <rope/rope_fleet.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

// A cloth and a fleet of ropes that hang: how far their own weight stretches them.

namespace ropewalk
{

namespace
{

using rope::Vec2;
using rope::Vec3;

/// [m], how much longer the first `count` of `all` equal springs under each other become that carry `all` equal weights
/// [N], one at the end of each: spring j carries all - j of them.
double stretchOf(int count, int all, double weight, double stiffness)
{
    return weight / stiffness * (count * all - 0.5 * count * (count - 1));
}

/// Fills the chart with the sags of the hanging masses, and the result with the last one.
template <typename Sunk>
void compare(ExperimentResult& result, int count, double weight, double stiffness, double tolerance, Sunk sunk)
{
    result.chart = {"spring", "stretch above it [mm]"};
    for (int i = 1; i <= count; ++i)
    {
        result.chart.predicted.emplace_back(i, 1e3 * stretchOf(i, count, weight, stiffness));
        if (i % 2 == 0)
            result.chart.measured.emplace_back(i, 1e3 * sunk(i));
    }
    const double predicted = stretchOf(count, count, weight, stiffness);
    result.discrete = {predicted, sunk(count), tolerance * predicted};
    const double textbook = 0.5 * weight * count * count / stiffness;
    result.textbook = Finding{textbook, sunk(count), 1.01 / count * textbook};
}

ExperimentResult hangingCloth(ExperimentProgress& progress, const Theory& theory)
{
    // A strip of two columns: neither is pulled aside.
    rope::ClothSettings settings;
    settings.columns = 2;
    settings.rows = 31;
    settings.pinGap = 1.0;
    settings.lengthConstraints = false;
    settings.shearStiffness = settings.bendStiffness = 0.0;
    settings.mediumDrag = 0.03;
    rope::ClothSimulation cloth(settings);
    constexpr int steps = 8000;
    for (int i = 0; i < steps; ++i)
    {
        if (i % 256 == 0)
            progress.report(static_cast<double>(i) / steps);
        cloth.step(settings.maxDt);
    }
    ExperimentResult result;
    compare(result, settings.rows - 1, settings.mass * theory.massFactor * theory.gravity, settings.structuralStiffness,
            1e-9,
            [&](int row)
            {
                const Vec3& top = cloth.masses().front().position;
                return top.y - cloth.masses()[static_cast<std::size_t>(2 * row)].position.y - row * settings.spacing;
            });
    return result;
}

ExperimentResult hangingFleet(ExperimentProgress& progress, const Theory& theory)
{
    rope::RopeFleetSettings settings;
    settings.ropeCount = 20;
    settings.threads = 1;
    settings.rope = ropeInTheAir();
    settings.rope.massCount = 41;
    settings.rope.springFriction = 1.0; // at rest within seconds
    settings.rope.airFriction = 0.5;
    rope::RopeFleet fleet(settings);
    fleet.layOut([&](int, int mass) { return Vec3(0.0, -mass * settings.rope.springLength, 0.0); });
    constexpr int parts = 30;
    for (int i = 0; i < parts; ++i)
    {
        progress.report(static_cast<double>(i) / parts);
        fleet.advance(0.1);
    }
    ExperimentResult result;
    compare(result, settings.rope.massCount - 1, settings.rope.mass * theory.massFactor * theory.gravity,
            settings.rope.springConstant, 1e-4,
            [&](int mass) { return -fleet.position(13, mass).y - mass * settings.rope.springLength; });
    return result;
}

Sketch clothSketch()
{
    Sketch sketch;
    for (int i = 0; i < 8; ++i)
    {
        const double y = 0.1 + 0.1 * i + 0.002 * i * i;
        const double next = 0.1 + 0.1 * (i + 1) + 0.002 * (i + 1) * (i + 1);
        if (i < 7)
            for (const double x : {-0.06, 0.06})
                sketch.line({x, y}, {x, next}, Stroke::Ink::rope, 1.2);
        sketch.line({-0.06, y}, {0.06, y}, Stroke::Ink::faint, 1.2).mass({-0.06, y}, 3.0).mass({0.06, y}, 3.0);
    }
    return sketch.support({-0.06, 0.1}).support({0.06, 0.1}).arrow({0.45, 0.35}, {0.45, 0.7}, "g");
}

Sketch fleetSketch()
{
    Sketch sketch;
    for (int i = 0; i < 7; ++i)
    {
        const double x = -0.6 + 0.2 * i;
        sketch.support({x, 0.1}).rope([x](double t) { return Vec2(x, 0.1 + 0.75 * t); }, 8);
    }
    return sketch;
}

} // namespace

std::vector<Experiment> clothAndFleetExperiments()
{
    constexpr std::string_view formula = "\u03a3 (N \u2212 j) m g/k, j = 0 ... N \u2212 1";
    constexpr std::string_view textbook = "m g N\u00b2/(2k)";
    constexpr std::string_view hooke =
        "R. Hooke, De potentia restitutiva, 1678: each spring carries what hangs below it";
    return {{"cloth_stretch",
             "A hanging strip of cloth: stretch",
             "A strip of springs, two masses wide and 31 long, without constraints, is let go level and comes to hang.",
             "m",
             {formula, hooke, "1e-9 of it: the swing that is left after 16 s"},
             {textbook, "the same for a strip of endlessly many masses", "3.4 %: 1/N"},
             hangingCloth,
             clothSketch()},
            {"fleet_stretch",
             "Ropes of a fleet: stretch",
             "Twenty ropes of a fleet, in single precision and in vectors, come to hang still.",
             "m",
             {formula, hooke, "1e-4 of it: single precision"},
             {textbook, "the same for a rope of endlessly many masses", "2.5 %: 1/N"},
             hangingFleet,
             fleetSketch()}};
}

} // namespace ropewalk
