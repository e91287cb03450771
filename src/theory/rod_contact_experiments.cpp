#include "rod_tools.hpp"

#include <glm/geometric.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

// Ropes that touch: round a post, and on a slope.

namespace ropewalk
{

namespace
{

using rope::RodSettings;
using rope::RodSimulation;
using rope::SolidBody;
using rope::Vec2;
using rope::Vec3;

constexpr double pi = std::numbers::pi;
constexpr double stepLength = 1.0 / 240.0; // [s]

constexpr double postFriction = 0.3;
constexpr int cornersPerTurn = 64;

/// The ratio that masses hold, each a corner of this angle: (1 + mu tan(b/2))/(1 - mu tan(b/2)) a mass.
double ratioOfCorners(double angle, int corners)
{
    const double share = postFriction * std::tan(0.5 * angle / corners);
    return std::pow((1.0 + share) / (1.0 - share), corners);
}

/// The tensions' ratio of a rope that is drawn slowly round a post of the radius 1 by this angle, held with 1 N.
double drawnRatio(double angle, int corners)
{
    constexpr int tail = 4;
    constexpr double radius = 0.1;
    const double turn = angle / corners;
    const double segment = 2.0 * std::sin(0.5 * turn);
    // The first corner lies half a turn behind the top of the circle.
    std::vector<Vec3> points{Vec3(std::sin(0.5 * turn) - tail * segment, std::cos(0.5 * turn), 0.0)};
    double heading = 0.0;
    for (int i = 1; i < corners + 2 * tail; ++i)
    {
        heading -= i > tail && i <= tail + corners ? turn : 0.0;
        points.push_back(points.back() + segment * Vec3(std::cos(heading), std::sin(heading), 0.0));
    }
    RodSettings settings;
    settings.massCount = static_cast<int>(points.size());
    settings.length = segment * (settings.massCount - 1);
    settings.massPerLength = 0.1;
    settings.axialStiffness = 1e5;
    settings.bendingStiffness = settings.torsionalStiffness = 0.0;
    settings.gravity = Vec3(0.0);
    settings.radius = radius;
    settings.contactFriction = postFriction;
    settings.airFriction = 2.0 * settings.massPerLength * segment; // swings fall to 1/e in a second
    RodSimulation rod(settings);
    rod.layOut(points);
    rod.addSolid(SolidBody::cylinder(Vec3(0.0, 0.0, -1.0), Vec3(0.0, 0.0, 1.0), 1.0 - radius));
    rod.setForce(0, {-1.0, 0.0, 0.0});
    constexpr double seconds = 2.0;
    constexpr double part = 0.01; // of a segment: more than it stretches, and no mass comes or goes
    rod.pin(points.size() - 1, part * segment / seconds * Vec3(std::cos(heading), std::sin(heading), 0.0));
    for (int i = 0; i < static_cast<int>(seconds / stepLength); ++i)
        rod.step(stepLength);
    return rod.tension(rod.springs().size() - 1) / rod.tension(0);
}

ExperimentResult capstan(ExperimentProgress& progress, const Theory&)
{
    ExperimentResult result;
    result.chart = {"\u03c6 [rad]", "T\u2082/T\u2081"};
    for (int i = 0; i <= 40; ++i)
        result.chart.predicted.emplace_back(0.25 * pi * i * 0.3, std::exp(postFriction * 0.25 * pi * i * 0.3));
    constexpr std::array turns{0.25, 0.5, 1.0, 1.5};
    for (std::size_t i = 0; i < turns.size(); ++i)
    {
        progress.report(static_cast<double>(i) / turns.size());
        const double angle = 2.0 * pi * turns[i];
        const int corners = static_cast<int>(std::lround(cornersPerTurn * turns[i]));
        const double ratio = drawnRatio(angle, corners);
        result.chart.measured.emplace_back(angle, ratio);
        const double ofCorners = ratioOfCorners(angle, corners);
        result.discrete = {ofCorners, ratio, 2e-3 * ofCorners};
        result.textbook = Finding{std::exp(postFriction * angle), ratio, 1e-2 * ratio};
    }
    return result;
}

constexpr double slopeFriction = 0.35;

/// [m/s2], of a straight rope that is let go on a slope.
double accelerationOn(double slope)
{
    RodSettings settings = rodOf(20, 0.01);
    settings.radius = 0.01;
    settings.contactFriction = slopeFriction;
    RodSimulation rod(settings);
    const Vec3 down(std::cos(slope), -std::sin(slope), 0.0);
    const Vec3 normal(std::sin(slope), std::cos(slope), 0.0);
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < rod.masses().size(); ++i)
        points.push_back(rod.springs().front().restLength * static_cast<double>(i) * down + settings.radius * normal);
    rod.layOut(points);
    rod.addSolid(SolidBody::plane(Vec3(0.0), normal));
    constexpr int steps = 120;
    const auto speedAfter = [&]
    {
        for (int i = 0; i < steps; ++i)
            rod.step(stepLength);
        return glm::dot(rod.masses()[10].velocity, down);
    };
    const double before = speedAfter();
    return (speedAfter() - before) / (steps * stepLength);
}

ExperimentResult slope(ExperimentProgress& progress, const Theory& theory)
{
    const auto predicted = [&theory](double angle)
    { return std::max(0.0, theory.gravity * (std::sin(angle) - slopeFriction * std::cos(angle))); };
    ExperimentResult result;
    result.chart = {"slope [rad]", "acceleration [m/s\u00b2]"};
    for (double angle = 0.0; angle <= 0.9; angle += 0.02)
        result.chart.predicted.emplace_back(angle, predicted(angle));
    constexpr std::array slopes{0.1, 0.3, 0.334, 0.34, 0.4, 0.5, 0.7, 0.85};
    for (std::size_t i = 0; i < slopes.size(); ++i)
    {
        progress.report(static_cast<double>(i) / slopes.size());
        result.chart.measured.emplace_back(slopes[i], accelerationOn(slopes[i]));
    }
    const double angle = pi / 6.0;
    result.discrete = {predicted(angle), accelerationOn(angle), 1e-4 * predicted(angle)};
    return result;
}

Sketch capstanSketch()
{
    constexpr double radius = 0.2;
    const auto round = [](double t)
    {
        const double angle = pi * (1.0 + t);
        return Vec2(-0.05 + radius * std::cos(angle), 0.42 + radius * std::sin(angle));
    };
    Sketch sketch;
    sketch.disc({-0.05, 0.42}, 0.92 * radius)
        .rope(round, 13)
        .rope([](double t) { return Vec2(-0.05 - radius, 0.42 + 0.28 * t); }, 4)
        .rope([](double t) { return Vec2(-0.05 + radius, 0.42 + 0.28 * t); }, 4)
        .arrow({-0.05 - radius, 0.72}, {-0.05 - radius, 0.82}, "T\u2081")
        .arrow({-0.05 + radius, 0.72}, {-0.05 + radius, 0.95}, "T\u2082");
    return sketch;
}

Sketch slopeSketch()
{
    Sketch sketch;
    sketch.line({-0.7, 0.25}, {0.7, 0.85}, Stroke::Ink::support, 3.0)
        .line({-0.7, 0.85}, {0.7, 0.85}, Stroke::Ink::faint, 1.0)
        .rope([](double t) { return Vec2(-0.4 + 0.5 * t, 0.34 + 0.5 * t * 0.6 / 1.4); }, 9)
        .arrow({0.16, 0.58}, {0.36, 0.665}, "a");
    return sketch;
}

} // namespace

std::vector<Experiment> rodContactExperiments()
{
    std::vector<Experiment> list;
    list.push_back(
        {"contact_capstan",
         "Tensions of a rope that slides round a post",
         "A limp rope lies round a post, held with 1 N at one end; the other end is drawn slowly.",
         "",
         {"T\u2082/T\u2081 = ((1 + \u03bc tan \u03b2/2)/(1 \u2212 \u03bc tan \u03b2/2))\u207f",
          "balance of a mass at each of n corners of the angle \u03b2 = \u03c6/n, with friction \u03bcN",
          "0.2 %: the rope swings a little, in air"},
         {"T\u2082/T\u2081 = e^(\u03bc\u03c6)", "L. Euler 1762; J. A. Eytelwein 1808", "1 %: 64 corners a turn"},
         capstan,
         capstanSketch()});
    list.push_back(
        {"contact_slope",
         "A rope on a rough slope, \u03bc = 0.35",
         "A straight rope is let go on slopes from 6 to 49 degrees; it stays up to tan \u03b1 = \u03bc.",
         "m/s2",
         {"a = g (sin \u03b1 \u2212 \u03bc cos \u03b1)", "C. A. Coulomb 1785; a block on a slope of 30 degrees",
          "0.01 %: Newton's method ends with a correction of a ten thousandth of a segment"},
         {},
         slope,
         slopeSketch()});
    return list;
}

} // namespace ropewalk
