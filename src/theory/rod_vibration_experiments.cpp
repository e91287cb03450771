#include "experiment_tools.hpp"
#include "rod_tools.hpp"

#include <array>
#include <cmath>
#include <complex>
#include <cstddef>

// Rods that vibrate: stiff strings, bending waves, torsion, a ring.

namespace ropewalk
{

namespace
{

using rope::RopeByLength;
using rope::RopeEnd;
using rope::RopeSimulation;
using rope::Vec2;
using rope::Vec3;

/// A string between pins, and which of its motions is looked at.
struct StiffString
{
    int edges = 40;
    double pull = 10.0;      ///< T [N]
    double stiffness = 0.02; ///< B [N m2]
    double density = 0.1;    ///< [kg/m]
    int mode = 2;

    RopeByLength settings() const
    {
        RopeByLength rod = withoutWeight(rodOf(edges, stiffness));
        rod.massPerLength = density;
        rod.axialStiffness = 1e7;
        return rod;
    }
    /// [rad/s] of the chain: w² = (16 B/(rho l^4)) sin^4(q/2) + (4 T/(rho l²)) sin²(q/2), q = pi n/N.
    double frequency(double massFactor) const
    {
        const double sine = std::sin(0.5 * pi * mode / edges);
        const double part = 4.0 * sine * sine * edges * edges;
        return std::sqrt((stiffness * part * part + pull * part) / (density * massFactor));
    }
    /// [rad/s] of the continuous string.
    double textbook(double massFactor) const
    {
        const double k = pi * mode;
        return k * std::sqrt((pull + stiffness * k * k) / (density * massFactor));
    }
};

/// What BDF2 makes of a swing of w [rad/s] in steps of h [s]: (3 - 2 i w h) z² - 4 z + 1 = 0.
Oscillation steppedByBdf2(double w, double h)
{
    const std::complex<double> i(0.0, 1.0);
    const std::complex<double> z = (2.0 + std::sqrt(1.0 + 2.0 * i * w * h)) / (3.0 - 2.0 * i * w * h);
    return {std::arg(z) / h, -std::log(std::abs(z)) / h};
}

/// The predicted swing that begins with the first two samples, times `unit`.
std::vector<Vec2> swingFrom(const std::vector<double>& samples, double interval, const Oscillation& predicted,
                            double unit)
{
    const double w = predicted.frequency;
    const double next = samples[1] * std::exp(predicted.decay * interval);
    const double sine = (samples[0] * std::cos(w * interval) - next) / std::sin(w * interval);
    std::vector<Vec2> curve;
    for (std::size_t i = 0; i <= 8 * samples.size(); ++i)
    {
        const double t = static_cast<double>(i) * interval / 8.0;
        curve.emplace_back(t, unit * std::exp(-predicted.decay * t) *
                                  (samples[0] * std::cos(w * t) - sine * std::sin(w * t)));
    }
    return curve;
}

struct StringSwing
{
    Oscillation measured;
    Oscillation predicted;
    Chart chart;
};

/// Lets the string swing in one mode, in steps of which about 60 make a period.
StringSwing swingOf(const StiffString& string, ExperimentProgress& progress, const Theory& theory)
{
    RopeByLength settings = string.settings();
    const double period = 2.0 * pi / string.frequency(1.0);
    const double h = period / 60.0;
    settings.maxDt = h;
    settings.tolerance = 1e-12;
    RopeSimulation rod(settings);
    constexpr double amplitude = 1e-7; // [m]: what it stretches makes it 1e-7 faster
    const double edge = rod.springs().front().restLength * (1.0 + string.pull / settings.axialStiffness);
    std::vector<Vec3> positions;
    for (int i = 0; i <= string.edges; ++i)
        positions.emplace_back(i * edge, amplitude * std::sin(pi * string.mode * i / string.edges), 0.0);
    rod.layOut(positions);
    rod.pin(0);
    rod.pin(static_cast<std::size_t>(string.edges));
    const auto seen = static_cast<std::size_t>(string.edges / (2 * string.mode)); // in a belly
    constexpr int warmUp = 60; // steps: the first is implicit Euler, and what it leaves falls to a third in each
    for (int i = 0; i < warmUp; ++i)
        rod.step(h);
    std::vector<double> samples;
    constexpr int stride = 4;
    constexpr int count = 120;
    for (int i = 0; i < count; ++i)
    {
        progress.report(static_cast<double>(i) / count);
        samples.push_back(rod.masses()[seen].position.y);
        for (int step = 0; step < stride; ++step)
            rod.step(h);
    }
    StringSwing swing;
    swing.measured = fittedOscillation(samples, stride * h);
    swing.predicted = steppedByBdf2(string.frequency(theory.massFactor), h);
    swing.chart = {"time [s]", "swing [nm]"};
    samples.resize(60);
    for (std::size_t i = 0; i < samples.size(); ++i)
        swing.chart.measured.emplace_back(static_cast<double>(i) * stride * h, 1e9 * samples[i]);
    swing.chart.predicted = swingFrom(samples, stride * h, swing.predicted, 1e9);
    return swing;
}

ExperimentResult stringFrequency(ExperimentProgress& progress, const Theory& theory)
{
    const StiffString string;
    const StringSwing swing = swingOf(string, progress, theory);
    ExperimentResult result;
    result.chart = swing.chart;
    const double predicted = swing.predicted.frequency;
    result.discrete = {predicted, swing.measured.frequency, 1e-5 * predicted};
    const double textbook = string.textbook(theory.massFactor);
    result.textbook = Finding{textbook, swing.measured.frequency, 0.01 * textbook};
    return result;
}

ExperimentResult stringDecay(ExperimentProgress& progress, const Theory& theory)
{
    const StiffString string;
    const StringSwing swing = swingOf(string, progress, theory);
    ExperimentResult result;
    result.chart = swing.chart;
    const double predicted = swing.predicted.decay;
    result.discrete = {predicted, swing.measured.decay, 1e-3 * predicted};
    const double h = 2.0 * pi / string.frequency(1.0) / 60.0;
    const double textbook = std::pow(string.frequency(theory.massFactor), 4) * std::pow(h, 3) / 4.0;
    result.textbook = Finding{textbook, swing.measured.decay, 0.04 * textbook};
    return result;
}

ExperimentResult dispersion(ExperimentProgress& progress, const Theory& theory)
{
    StiffString bar;
    bar.edges = 16;
    bar.pull = 0.0;
    RopeSimulation rod(bar.settings());
    rod.pin(0);
    rod.pin(16);
    ExperimentResult result;
    result.chart = {"half waves", "frequency [rad/s]", false, true};
    for (int mode = 1; mode <= 15; ++mode)
    {
        progress.report(mode / 16.0);
        bar.mode = mode;
        const double predicted = bar.frequency(theory.massFactor);
        result.chart.predicted.emplace_back(mode, predicted);
        if (mode > 8)
            continue;
        const double measured = rod.frequency(2 * mode - 2); // each in two planes
        result.chart.measured.emplace_back(mode, measured);
        if (mode == 2)
        {
            result.discrete = {predicted, measured, 1e-6 * predicted};
            const double textbook = bar.textbook(theory.massFactor);
            result.textbook = Finding{textbook, measured, 0.02 * textbook};
        }
    }
    return result;
}

ExperimentResult torsion(ExperimentProgress& progress, const Theory&)
{
    constexpr int edges = 40;
    RopeByLength settings = withoutWeight(rodOf(edges, 1e4)); // so stiff that all slow motions are torsion
    settings.twist = rope::TwistModel::waves;
    settings.torsionalStiffness = 4e-3;
    settings.spinInertia = 2e-6;
    RopeSimulation rod(settings);
    rod.clamp(RopeEnd::first, {1.0, 0.0, 0.0});
    const double speed = std::sqrt(settings.torsionalStiffness / settings.spinInertia);
    const auto predicted = [speed](int mode)
    { return 2.0 * edges * speed * std::sin((2 * mode + 1) * pi / (4 * edges)); };
    ExperimentResult result;
    result.chart = {"motion", "frequency [rad/s]"};
    for (int mode = 0; mode < 6; ++mode)
    {
        progress.report(mode / 7.0);
        result.chart.predicted.emplace_back(mode + 1, predicted(mode));
        result.chart.measured.emplace_back(mode + 1, rod.frequency(mode));
    }
    const double measured = result.chart.measured.front().y;
    result.discrete = {predicted(0), measured, 1e-6 * measured};
    const double textbook = 0.5 * pi * speed;
    result.textbook = Finding{textbook, measured, 1e-3 * textbook};
    return result;
}

/// A free ring that swings in its plane, as an ellipse and back.
struct SwingingRing
{
    int edges = 48;
    double radius = 0.2;     ///< [m]
    double stiffness = 0.02; ///< B [N m2]
    double density = 0.1;    ///< [kg/m]
    int mode = 2;

    /// What a mass moves along the ring where another moves outwards by 1: no edge becomes longer.
    double along() const { return -std::tan(pi / edges) / std::tan(pi * mode / edges); }
    /// [rad/s]. A hinge of the angle p has the energy (2B/l) tan^2(p/2); the edges' turns follow from the motion.
    double frequency() const
    {
        const double edge = 2.0 * radius * std::sin(pi / edges);
        const double sine = std::sin(pi * mode / edges);
        const double bend =
            4.0 / edge * sine *
            (sine * std::cos(pi / edges) + along() * std::cos(pi * mode / edges) * std::sin(pi / edges));
        const double t = std::pow(std::tan(pi / edges), 2);
        const double hinge = stiffness / edge * (1.0 + t) * (1.0 + 3.0 * t);
        return std::sqrt(hinge * bend * bend / (density * edge * (1.0 + along() * along())));
    }
    double textbook() const
    {
        const double n2 = mode * mode;
        return std::sqrt(stiffness / (density * std::pow(radius, 4)) * n2 * (n2 - 1.0) * (n2 - 1.0) / (n2 + 1.0));
    }
};

ExperimentResult ringFrequency(ExperimentProgress& progress, const Theory& theory)
{
    SwingingRing theirs;
    theirs.density *= theory.massFactor;
    const SwingingRing ring;
    RopeByLength settings = withoutWeight(rodOf(ring.edges, ring.stiffness));
    settings.closed = true;
    settings.massCount = ring.edges + 2;
    settings.length = 2.0 * ring.radius * std::sin(pi / ring.edges) * ring.edges;
    settings.massPerLength = ring.density;
    settings.torsionalStiffness = ring.stiffness;
    settings.tolerance = 1e-12;
    const double h = 2.0 * pi / ring.frequency() / 60.0;
    settings.maxDt = h;
    RopeSimulation rod(settings);
    constexpr double amplitude = 1e-5; // [m]
    std::vector<Vec3> positions;
    for (const rope::Mass& mass : rod.masses())
    {
        const Vec3 outwards = glm::normalize(mass.position);
        const Vec3 sideways(-outwards.y, outwards.x, 0.0);
        const double angle = std::atan2(outwards.y, outwards.x);
        positions.push_back(mass.position + amplitude * (std::cos(ring.mode * angle) * outwards +
                                                         ring.along() * std::sin(ring.mode * angle) * sideways));
    }
    const Vec3 rest = rod.masses().front().position;
    rod.layOut(positions);
    for (int i = 0; i < 60; ++i) // the first step is implicit Euler
        rod.step(h);
    ExperimentResult result;
    result.chart = {"time [s]", "swing [\u00b5m]"};
    std::vector<double> samples;
    constexpr int stride = 4;
    constexpr int count = 60;
    for (int i = 0; i < count; ++i)
    {
        progress.report(static_cast<double>(i) / count);
        samples.push_back(glm::dot(rod.masses().front().position - rest, glm::normalize(rest)));
        result.chart.measured.emplace_back(i * stride * h, 1e6 * samples.back());
        for (int step = 0; step < stride; ++step)
            rod.step(h);
    }
    const Oscillation predicted = steppedByBdf2(theirs.frequency(), h);
    const Oscillation measured = fittedOscillation(samples, stride * h);
    result.chart.predicted = swingFrom(samples, stride * h, predicted, 1e6);
    result.discrete = {predicted.frequency, measured.frequency, 1e-5 * predicted.frequency};
    result.textbook = Finding{theirs.textbook(), measured.frequency, 0.01 * theirs.textbook()};
    return result;
}

Sketch ringSketch()
{
    const auto ring = [](double a, double b)
    { return [a, b](double t) { return Vec2(a * std::cos(2.0 * pi * t), 0.5 + b * std::sin(2.0 * pi * t)); }; };
    return Sketch().rope(ring(0.38, 0.28), 25).dashed(ring(0.28, 0.38), 40);
}

Sketch stringSketch(int bellies)
{
    const auto rope = [bellies](double side) {
        return [bellies, side](double t)
        { return Vec2(-0.75 + 1.5 * t, 0.5 + side * 0.2 * std::sin(bellies * pi * t)); };
    };
    return Sketch().rope(rope(1.0), 17).dashed(rope(-1.0), 20).mass({-0.75, 0.5}, 6.0).mass({0.75, 0.5}, 6.0);
}

Sketch torsionSketch()
{
    Sketch sketch;
    sketch.line({-0.75, 0.3}, {-0.75, 0.7}, Stroke::Ink::support, 3.0);
    sketch.rope([](double t) { return Vec2(-0.75 + 1.3 * t, 0.5); }, 10);
    for (int i = 1; i <= 5; ++i)
    {
        const double x = -0.75 + 0.26 * i;
        const double angle = 0.5 * pi * (1.0 - std::sin(0.1 * pi * i));
        sketch.line({x - 0.08 * std::cos(angle), 0.5 - 0.14 * std::sin(angle)},
                    {x + 0.08 * std::cos(angle), 0.5 + 0.14 * std::sin(angle)}, Stroke::Ink::accent, 2.0);
    }
    return sketch.label({0.62, 0.4}, "\u03b8");
}

} // namespace

std::vector<Experiment> rodVibrationExperiments()
{
    std::vector<Experiment> list;
    list.push_back({"vibr_string",
                    "Stiff string: frequency of its second motion",
                    "A string with bending stiffness, taut between pins, swings in two bellies in steps of BDF2.",
                    "rad/s",
                    {"(3 \u2212 2i\u03c9h) z\u00b2 \u2212 4z + 1 = 0, \u03c9\u00b2 = (B k\u2074 + T k\u00b2)/\u03c1, "
                     "k = (2/l) sin(\u03c0n/2N)",
                     "modes of the chain are sines at its masses; z by the steps", "0.001 %: the fit"},
                    {"(n\u03c0/L) \u221a(T/\u03c1) \u221a(1 + n\u00b2\u03c0\u00b2B/TL\u00b2)",
                     "H. Fletcher, J. Acoust. Soc. Am. 36 (1964)",
                     "1 %: 40 segments, and the steps make it slower by (\u03c9h)\u00b2/3"},
                    stringFrequency,
                    stringSketch(2)});
    list.push_back({"vibr_string_loss",
                    "What the steps of BDF2 take from a swing",
                    "The same swing: how fast it falls, though nothing brakes it. Sixty steps make a period.",
                    "1/s",
                    {"\u2212ln|z|/h, (3 \u2212 2i\u03c9h) z\u00b2 \u2212 4z + 1 = 0",
                     "BDF2 for x' = v, v' = \u2212\u03c9\u00b2x", "0.1 %: the fit"},
                    {"\u03c9\u2074h\u00b3/4", "the first term of it for short steps", "4 %: the next one"},
                    stringDecay,
                    stringSketch(2)});
    list.push_back(
        {"vibr_dispersion",
         "Bending waves of a bar between pins",
         "Frequencies of small motions, from the pivots of the stiffness less \u03c9\u00b2 times the masses.",
         "rad/s",
         {"\u03c9 = (4/l\u00b2) \u221a(B/\u03c1) sin\u00b2(\u03c0n/2N)", "modes of the chain are sines at its masses",
          "0.0001 %: the bisection"},
         {"\u03c9 = (n\u03c0/L)\u00b2 \u221a(B/\u03c1), n = 2", "Rayleigh, The Theory of Sound, ch. VIII",
          "2 %: 8 segments in a half wave"},
         dispersion,
         stringSketch(4)});
    list.push_back(
        {"vibr_torsion",
         "Torsion of a rope clamped at one end",
         "Its segments spin about their own line, and twist pulls them back.",
         "rad/s",
         {"\u03c9 = (2/l) \u221a(C/\u03c1J) sin(\u03c0/4N)",
          "a chain of N spins; 2C/l at the wall is a chain mirrored in the wall", "0.0001 %: the bisection"},
         {"\u03c9 = (\u03c0/2L) \u221a(C/\u03c1J)", "Rayleigh, The Theory of Sound, ch. VII", "0.1 %: 40 segments"},
         torsion,
         torsionSketch()});
    list.push_back(
        {"vibr_ring",
         "A ring that swings in its plane",
         "A free ring of rope is let go as a slight ellipse and swings, in steps of BDF2.",
         "rad/s",
         {"\u03c9\u00b2 = E'' \u03c6\u00b2/(m (1 + u\u00b2)), in steps of BDF2",
          "the ring's edges keep their length; E'' = (B/l)(1 + T)(1 + 3T), T = tan\u00b2(\u03c0/N), of a hinge",
          "0.001 %: the fit"},
         {"\u03c9 = (n (n\u00b2 \u2212 1)/R\u00b2) \u221a(B/(\u03c1 (n\u00b2 + 1))), n = 2",
          "A. E. H. Love, Theory of Elasticity, art. 293", "1 %: 48 edges, and the steps"},
         ringFrequency,
         ringSketch()});
    return list;
}

} // namespace ropewalk
