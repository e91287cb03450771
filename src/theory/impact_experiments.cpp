#include "experiment.hpp"

#include <rope/impulse.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

// Collisions in the impulse engine.

namespace ropewalk
{

namespace
{

using rope::BodyDefinition;
using rope::ImpulseSettings;
using rope::ImpulseSimulation;
using rope::Vec2;

ExperimentResult headOn(ExperimentProgress& progress, const Theory& theory)
{
    constexpr double E = 0.5;
    constexpr double m1 = 1.0;
    constexpr double m2 = 3.0;
    constexpr double v1 = 2.0;
    constexpr double v2 = -1.0;
    ImpulseSettings settings;
    settings.restitution = E;
    settings.friction = 0.0;
    settings.gravity = rope::Vec3(0.0);
    ImpulseSimulation sim(
        {rope::circleBody(1.0, m1, {-2.0, 0.0}, {v1, 0.0}), rope::circleBody(1.0, m2, {1.5, 0.0}, {v2, 0.0})},
        settings);
    ExperimentResult result;
    result.chart = {"time [s]", "velocity of the lighter disc [m/s]"};
    constexpr int steps = 240;
    // A wrong theory takes another mass for the heavier disc only: with both scaled alike the result stays the same.
    const double heavier = m2 * theory.massFactor;
    const double after = v1 - (1.0 + E) * (v1 - v2) * heavier / (m1 + heavier);
    constexpr double meet = 1.5 / (v1 - v2);
    for (int i = 0; i <= steps; ++i)
    {
        progress.report(static_cast<double>(i) / steps);
        if (i % 10 == 0)
            result.chart.measured.emplace_back(sim.time(), sim.bodies()[0].velocity.x);
        if (i < steps)
            sim.step(settings.maxDt);
    }
    result.chart.predicted = {{0.0, v1}, {meet, v1}, {meet, after}, {steps * settings.maxDt, after}};
    result.discrete = {after, sim.bodies()[0].velocity.x, 1e-12};
    return result;
}

Sketch headOnSketch()
{
    return Sketch()
        .disc({-0.45, 0.5}, 0.1)
        .disc({0.45, 0.5}, 0.16)
        .arrow({-0.33, 0.5}, {-0.03, 0.5})
        .arrow({0.27, 0.5}, {0.12, 0.5});
}

ExperimentResult bounce(ExperimentProgress& progress, const Theory& theory)
{
    constexpr double E = 0.5;
    constexpr double height = 1.0;
    BodyDefinition ground;
    ground.mass = 0.0;
    ground.position = {0.0, -0.5};
    for (const Vec2& vertex : rope::box(10.0, 1.0).vertices)
        ground.vertices.push_back(vertex);
    ImpulseSettings settings;
    settings.restitution = E;
    settings.friction = 0.0;
    ImpulseSimulation sim({ground, rope::circleBody(0.1, 1.0, {0.0, 0.1 + height})}, settings);
    const double fall = std::sqrt(2.0 * height / theory.gravity);
    const double up = E * theory.gravity * fall; // speed after the first bounce [m/s]
    const double again = fall + 2.0 * up / theory.gravity;
    const auto exact = [&](double t)
    {
        if (t < fall)
            return height - 0.5 * theory.gravity * t * t;
        const double since = t - fall;
        return up * since - 0.5 * theory.gravity * since * since;
    };
    ExperimentResult result;
    result.chart = {"time [s]", "height [m]"};
    double apex = 0.0;
    const int steps = static_cast<int>(again / settings.maxDt);
    for (int i = 0; i <= steps; ++i)
    {
        progress.report(static_cast<double>(i) / steps);
        const double y = sim.bodies()[1].position.y - 0.1;
        if (i % 6 == 0)
            result.chart.measured.emplace_back(sim.time(), y);
        if (i % 2 == 0)
            result.chart.predicted.emplace_back(sim.time(), exact(sim.time()));
        if (sim.time() > 1.1 * fall)
            apex = std::max(apex, y);
        if (i < steps)
            sim.step(settings.maxDt);
    }
    result.discrete = {up * up / (2.0 * theory.gravity), apex, 1e-4};
    return result;
}

Sketch bounceSketch()
{
    return Sketch()
        .line({-0.9, 0.92}, {0.9, 0.92}, Stroke::Ink::support, 2.0)
        .disc({-0.35, 0.12}, 0.07)
        .disc({0.35, 0.65}, 0.07, 0.55)
        .dashed([](double t) { return Vec2(-0.35 + 0.35 * t, 0.12 + 0.8 * t * t); })
        .dashed([](double t) { return Vec2(0.35 * t, 0.92 - 0.27 * (2.0 - t) * t); })
        .arrow({-0.65, 0.9}, {-0.65, 0.14}, "h")
        .arrow({0.55, 0.9}, {0.55, 0.66}, "h'");
}

} // namespace

std::vector<Experiment> impactExperiments()
{
    return {{"restitution",
             "Two discs head on: velocity after",
             "Discs of 1 and 3 kg meet with 2 and -1 m/s; restitution E = 1/2. The lighter one's velocity after.",
             "m/s",
             {"v\u2081' = v\u2081 \u2212 (1 + E) (v\u2081 \u2212 v\u2082) m\u2082/(m\u2081 + m\u2082)",
              "I. Newton, Principia, 1687: law of impact, and momentum; impulses as in C. Hecker, Physics, "
              "Part 3: Collision Response, Game Developer, March 1997",
              "1e-12 m/s: rounding"},
             {},
             headOn,
             headOnSketch()},
            {"bounce_height",
             "A disc bounces: height",
             "A disc falls from 1 m upon the ground; restitution E = 1/2. How high it comes again.",
             "m",
             {"h' = E\u00b2 h", "I. Newton, Principia, 1687, and the law of falling bodies",
              "0.1 mm: the top is between two steps of 1/240 s"},
             {},
             bounce,
             bounceSketch()}};
}

} // namespace ropewalk
