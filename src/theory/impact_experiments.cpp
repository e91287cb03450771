#include "experiment.hpp"

#include <rope/impulse.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

// Collisions and friction in the impulse engine.

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

/// [m], of a box 1 m wide and high that is thrown along the ground at this speed [m/s].
double slidWay(double friction, double speed)
{
    ImpulseSettings settings;
    settings.restitution = 0.0;
    settings.friction = friction;
    ImpulseSimulation sim(
        {rope::boxBody({100.0, 1.0}, 0.0, {0.0, -0.5}), rope::boxBody({1.0, 1.0}, 2.0, {0.0, 0.5}, {speed, 0.0})},
        settings);
    for (int i = 0; i < 600; ++i)
        sim.step(settings.maxDt);
    return sim.bodies()[1].position.x;
}

ExperimentResult thrownBox(ExperimentProgress& progress, const Theory& theory)
{
    constexpr double speed = 4.0;
    const double h = ImpulseSettings().maxDt;
    const auto textbook = [&](double friction) { return speed * speed / (2.0 * friction * theory.gravity); };
    ExperimentResult result;
    result.chart = {"\u03bc", "way [m]"};
    for (int i = 0; i <= 80; ++i)
        result.chart.predicted.emplace_back(0.2 + 0.01 * i, textbook(0.2 + 0.01 * i));
    constexpr std::array frictions{0.2, 0.3, 0.4, 0.5, 0.7, 0.8, 0.95, 0.6};
    for (std::size_t i = 0; i < frictions.size(); ++i)
    {
        progress.report(static_cast<double>(i) / frictions.size());
        const double way = slidWay(frictions[i], speed);
        result.chart.measured.emplace_back(frictions[i], way);
        double stepped = 0.0;
        const double loss = frictions[i] * theory.gravity * h;
        for (double v = speed - loss; v > 0.0; v -= loss)
            stepped += h * v;
        result.discrete = {stepped, way, 1e-7};
        result.textbook = Finding{textbook(frictions[i]), way, 0.51 * speed * h};
    }
    return result;
}

Sketch thrownBoxSketch()
{
    Sketch sketch;
    sketch.line({-0.9, 0.8}, {0.9, 0.8}, Stroke::Ink::support, 2.0);
    for (const double x : {-0.35, 0.15})
        for (const Vec2& side : {Vec2(1.0, 0.0), Vec2(0.0, 1.0)})
            for (const double along : {0.0, 1.0})
            {
                const Vec2 from = Vec2(x, 0.5) + 0.3 * along * Vec2(side.y, side.x);
                sketch.line(from, from + 0.3 * side, x < 0.0 ? Stroke::Ink::rope : Stroke::Ink::faint, 1.5);
            }
    return sketch.arrow({-0.05, 0.42}, {0.3, 0.42})
        .label({0.33, 0.42}, "v")
        .arrow({-0.35, 0.88}, {0.15, 0.88})
        .label({0.18, 0.88}, "x");
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
             bounceSketch()},
            {"box_slide",
             "A box thrown along rough ground: way",
             "A box as high as wide is thrown along the ground at 4 m/s and stops; friction from 0.2 to 0.95. The "
             "number is for 0.6.",
             "m",
             {"x = \u03a3 h (v \u2212 n \u03bc g h)",
              "Coulomb's law in steps: each takes \u03bc g h from the speed, and the box moves on with the rest",
              "1e-7 m: how far the sweeps settle"},
             {"x = v\u00b2/(2\u03bcg)", "C. A. Coulomb 1785; Newton's second law",
              "8.5 mm: v h/2, as the first step loses its speed before it moves"},
             thrownBox,
             thrownBoxSketch()}};
}

} // namespace ropewalk
