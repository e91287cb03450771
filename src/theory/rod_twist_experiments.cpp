#include "rod_tools.hpp"

#include <array>
#include <cmath>
#include <complex>
#include <cstddef>

// Rods that are twisted: torque, the torque under which they leave their line, link, twist and writhe.

namespace ropewalk
{

namespace
{

using rope::RopeByLength;
using rope::RopeEnd;
using rope::RopeSimulation;
using rope::TwistModel;
using rope::Vec2;
using rope::Vec3;

constexpr Vec3 line{1.0, 0.0, 0.0};

void clampBoth(RopeSimulation& rod)
{
    rod.clamp(RopeEnd::first, line);
    rod.clamp(RopeEnd::last, line);
}

ExperimentResult uniformTwist(ExperimentProgress& progress, const Theory&)
{
    RopeByLength settings = withoutWeight(rodOf(60, 1.0));
    settings.torsionalStiffness = 0.004;
    settings.twist = TwistModel::waves;
    RopeSimulation rod(settings);
    clampBoth(rod);
    ExperimentResult result;
    result.chart = {"turns of the end", "torque [N m]"};
    for (int turns = 0; turns <= 5; ++turns)
    {
        progress.report(turns / 6.0);
        rod.turn(RopeEnd::last, 2.0 * pi * turns);
        rod.rest();
        const double predicted = settings.torsionalStiffness * 2.0 * pi * turns / settings.length;
        result.chart.predicted.emplace_back(turns, predicted);
        result.chart.measured.emplace_back(turns, rod.torque(37));
        result.discrete = {predicted, rod.torque(37), 1e-9};
    }
    return result;
}

/// The torque M L/B under which a chain of N edges between clamps leaves its line. To second order its energy has, for
/// the complex steps d = dy + i dz across the line, the Hermitian matrix
///
///     A = (B/l³) (2, -1; at the ends 3) + (T/l) - (M/2 l²) (i above the diagonal, -i below),   sum d = 0
///
/// and it is never negative until the sum of the answer of A to ones comes back to zero from below.
double chainTorque(int count, double pull)
{
    const double l = 1.0 / count;
    const auto answer = [&](double torque)
    {
        using Number = std::complex<double>;
        const Number beside = -1.0 / (l * l * l) + Number(0.0, 0.5 * torque / (l * l));
        std::vector<double> diagonal(static_cast<std::size_t>(count), 2.0 / (l * l * l) + pull / l);
        diagonal.front() += 1.0 / (l * l * l);
        diagonal.back() += 1.0 / (l * l * l);
        // Elimination of a Hermitian tridiagonal matrix: sum over the pivots of |y|²/p with L y = 1.
        double pivot = diagonal.front();
        Number y = 1.0;
        double sum = 1.0 / pivot;
        for (std::size_t j = 1; j < diagonal.size(); ++j)
        {
            const Number factor = std::conj(beside) / pivot;
            pivot = diagonal[j] - std::norm(beside) / pivot;
            y = 1.0 - factor * y;
            sum += std::norm(y) / pivot;
        }
        return sum;
    };
    double torque = 1.0;
    constexpr double stride = 0.02;
    while (answer(torque) > 0.0)
        torque += stride;
    while (answer(torque) < 0.0)
        torque += stride;
    return threshold(torque - stride, torque, [&](double m) { return answer(m) >= 0.0; });
}

/// The torque under which the straight rope is no rest any more; `pull` is T L²/B.
ExperimentResult buckling(double pull, ExperimentProgress& progress)
{
    ExperimentResult result;
    result.chart = {"segments", "M L/B"};
    for (const int count : {20, 30, 40, 60, 80})
    {
        progress.report(count / 100.0);
        RopeByLength settings = withoutWeight(rodOf(count, 1.0));
        settings.torsionalStiffness = 1.0;
        settings.axialStiffness = 1e9;
        RopeSimulation rod(settings);
        layStraight(rod, pull);
        clampBoth(rod);
        const double measured = threshold(0.5 * rope::clampedTorque(pull), 1.5 * rope::clampedTorque(pull),
                                          [&rod](double angle)
                                          {
                                              rod.turn(RopeEnd::last, angle); // M L/C
                                              return rod.modesBelow(0.0) > 0;
                                          });
        const double predicted = chainTorque(count, pull);
        result.chart.predicted.emplace_back(count, predicted);
        result.chart.measured.emplace_back(count, measured);
        result.discrete = {predicted, measured, 1e-5 * predicted};
    }
    const double textbook = rope::clampedTorque(pull);
    result.textbook = Finding{textbook, result.discrete.measured, 5e-3 * textbook};
    return result;
}

/// Twist and writhe of a rope that coils between two clamps.
ExperimentResult linkOfCoil(ExperimentProgress& progress, const Theory&)
{
    constexpr std::size_t edges = 60;
    RopeByLength settings = withoutWeight(rodOf(edges, 0.01));
    settings.massPerLength = 0.05;
    settings.torsionalStiffness = 0.01;
    settings.axialStiffness = 400.0;
    settings.airFriction = 2e-3;
    RopeSimulation rod(settings);
    std::vector<Vec3> bent;
    for (std::size_t i = 0; i <= edges; ++i)
    {
        const double s = static_cast<double>(i) / edges;
        bent.emplace_back(s, 1e-3 * std::pow(std::sin(pi * s), 2), 0.0); // in a plane: it begins without writhe
    }
    rod.layOut(bent);
    clampBoth(rod);
    rod.pin(edges, {-0.1, 0.0, 0.0});
    const auto writhe = [&rod]
    {
        std::vector<Vec3> points;
        for (const rope::Mass& mass : rod.masses())
            points.push_back(mass.position);
        return rope::writheBetween(points, line);
    };
    ExperimentResult result;
    result.chart = {"end has come nearer by [m]", "writhe [turns]"};
    constexpr double turns = 2.0;
    constexpr int steps = 480;
    for (int step = 0; step <= steps; ++step)
    {
        const double time = step / 240.0;
        if (step % 48 == 0)
        {
            progress.report(static_cast<double>(step) / (steps + 1));
            // What the end was turned by is twist or writhe.
            const double turned = turns * std::min(1.0, 2.0 * time);
            result.chart.predicted.emplace_back(0.1 * time, turned - rod.twist() / (2.0 * pi));
            result.chart.measured.emplace_back(0.1 * time, writhe());
        }
        rod.turn(RopeEnd::last, 2.0 * pi * turns * std::min(1.0, 2.0 * (time + 1.0 / 240.0)));
        rod.step(1.0 / 240.0);
    }
    result.discrete = {turns, rod.twist() / (2.0 * pi) + writhe(), 1e-8};
    return result;
}

/// A long rope that has buckled in its middle.
ExperimentResult helix(ExperimentProgress& progress, const Theory&)
{
    constexpr double stiffness = 0.01;
    constexpr double pull = 2.0;
    constexpr double torque = 0.75 * 2.0 * 0.1414213562373095; // 3/4 of 2 sqrt(B T)
    const rope::LocalizedHelix theory = *rope::localizedHelix(stiffness, pull, torque);
    constexpr int edges = 300;
    RopeByLength settings = withoutWeight(rodOf(edges, stiffness));
    settings.airFriction = 0.01;
    settings.length = 12.0 * theory.decayLength;
    settings.torsionalStiffness = 20.0 * stiffness; // so that the ends hold the buckle: of a soft rope it would unwind
    settings.axialStiffness = 1e5 * pull;
    RopeSimulation rod(settings);
    std::vector<Vec3> start = theory.points(settings.length, edges);
    const double span = settings.length - theory.endShortening();
    start.front() = Vec3(0.0);
    start.back() = Vec3(span, 0.0, 0.0);
    rod.layOut(start);
    clampBoth(rod);
    rod.turn(RopeEnd::last, torque * settings.length / settings.torsionalStiffness);
    constexpr int steps = 300;
    for (int step = 0; step < steps; ++step)
    {
        if (step % 20 == 0)
            progress.report(static_cast<double>(step) / steps);
        rod.step(0.01);
    }
    ExperimentResult result;
    result.chart = {"place along the rope [m]", "angle to its line [rad]"};
    double largest = 0.0;
    const double edge = settings.length / edges;
    for (std::size_t j = 0; j < edges; ++j)
    {
        const double s = (static_cast<double>(j) + 0.5) * edge;
        const Vec3 t = glm::normalize(rod.masses()[j + 1].position - rod.masses()[j].position);
        const double angle = std::acos(std::min(1.0, t.x));
        largest = std::max(largest, angle);
        const double fall = std::pow(std::cosh((s - 0.5 * settings.length) / theory.decayLength), -2);
        result.chart.predicted.emplace_back(s, std::acos(1.0 - theory.depth * fall));
        if (j % 6 == 0)
            result.chart.measured.emplace_back(s, angle);
    }
    result.discrete = {theory.largestAngle(), largest, 0.03};
    return result;
}

Sketch twistSketch(double turns, bool pulled)
{
    // Two strands that go round each other.
    const auto strand = [turns](double phase)
    {
        return [turns, phase](double t)
        { return Vec2(-0.7 + 1.4 * t, 0.5 + 0.06 * std::sin(2.0 * pi * (turns * t + phase))); };
    };
    Sketch sketch;
    sketch.line({-0.75, 0.3}, {-0.75, 0.7}, Stroke::Ink::support, 3.0)
        .rope(strand(0.0), 0)
        .rope(strand(0.5), 0, 0.6)
        .line({0.75, 0.35}, {0.75, 0.65}, Stroke::Ink::accent, 3.0)
        .label({0.6, 0.2}, "\u03a6");
    if (pulled)
        sketch.arrow({0.78, 0.5}, {0.97, 0.5}, "T");
    return sketch;
}

Sketch coilSketch(double height)
{
    const auto rope = [height](double t)
    {
        const double x = 2.0 * t - 1.0;
        const double size = height / std::pow(std::cosh(3.0 * x), 2);
        return Vec2(0.72 * x + 0.4 * size * std::sin(9.0 * x), 0.5 - size * std::cos(9.0 * x));
    };
    return Sketch()
        .line({-0.75, 0.35}, {-0.75, 0.65}, Stroke::Ink::support, 3.0)
        .rope(rope, 0)
        .line({0.75, 0.35}, {0.75, 0.65}, Stroke::Ink::accent, 3.0);
}

} // namespace

std::vector<Experiment> rodTwistExperiments()
{
    constexpr std::string_view clamped = "A straight rope between two clamps is turned at one end until a motion of "
                                         "negative stiffness appears.";
    constexpr std::string_view chain =
        "1\u1d40 A\u207b\u00b9 1 = 0, A = B/l\u00b3 (2, \u22121) + T/l \u2212 (M/2l\u00b2) (i, \u2212i)";
    constexpr std::string_view second = "the energy of the chain to second order, its ends held";
    constexpr std::string_view love = "A. G. Greenhill 1883; A. E. H. Love, Theory of Elasticity, art. 272";
    std::vector<Experiment> list;
    list.push_back({"twist_uniform",
                    "Torque of a twisted rope",
                    "One end of a straight rope is turned up to five times; each segment has an angle of its own.",
                    "N m",
                    {"M = C \u03a6/L", "G. Kirchhoff 1859", "1 nN m: rounding"},
                    {},
                    uniformTwist,
                    twistSketch(3.0, false)});
    list.push_back({"twist_buckling_free",
                    "Torque under which a rope leaves its line, no pull",
                    clamped,
                    "",
                    {chain, second, "0.001 %: the bisection"},
                    {"tan x = x, x = M L/2B", love, "0.5 %: 80 segments"},
                    [](ExperimentProgress& progress, const Theory&) { return buckling(0.0, progress); },
                    twistSketch(2.0, false)});
    list.push_back({"twist_buckling_taut",
                    "The same under the pull T L\u00b2/B = 50",
                    clamped,
                    "",
                    {chain, second, "0.001 %: the bisection"},
                    {"2 d (cos d \u2212 cos a) = (TL\u00b2/B) sin d, a = ML/2B, d\u00b2 = a\u00b2 \u2212 TL\u00b2/B",
                     love, "0.5 %: 80 segments"},
                    [](ExperimentProgress& progress, const Theory&) { return buckling(50.0, progress); },
                    twistSketch(2.0, true)});
    list.push_back(
        {"twist_link",
         "Link = twist + writhe",
         "A rope is turned twice; then its ends come nearer, and it coils.",
         "turns",
         {"Lk = Tw + Wr", "F. B. Fuller, PNAS 75 (1978); J. H. White 1969", "1e-8 turns: rounding in all the steps"},
         {},
         linkOfCoil,
         coilSketch(0.3)});
    list.push_back({"twist_helix",
                    "The localized buckle of a long rope",
                    "A long rope under three quarters of the torque 2\u221a(BT) has buckled in its middle.",
                    "rad",
                    {"1 \u2212 cos \u03c6 = A sech\u00b2(s/\u03bb), A = 2 \u2212 M\u00b2/2BT",
                     "J. Coyne, IEEE J. Oceanic Eng. 15 (1990)",
                     "0.03 rad: the rope is 12 \u03bb long, and has 25 segments in each of them"},
                    {},
                    helix,
                    coilSketch(0.22)});
    return list;
}

} // namespace ropewalk
