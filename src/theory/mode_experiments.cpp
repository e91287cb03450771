#include "experiment_tools.hpp"

#include <rope/rope_settings.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

// Small swings of the hanging rope. Each starts in the shape u of one mode. The amplitude of that mode,
// q = sum m u x / sum m u^2, is sampled while the simulation runs; frequency and decay are fitted to the samples.

namespace ropewalk
{

namespace
{

using rope::Chain;
using rope::ChainAtRest;
using rope::ChainMode;
using rope::RopeSettings;
using rope::RopeSimulation;
using rope::Vec3;

/// Zeros of the Bessel function J0 (M. Abramowitz, I. A. Stegun, Handbook of Mathematical Functions, 1964, table 9.5).
constexpr std::array besselZeros{2.404825557695773, 5.520078110286311, 8.653727912911013, 11.79153443901428,
                                 14.93091770848779};

/// Samples of the rope's swing in a mode, about 16 in each of the `periods`.
Swing swingInMode(const RopeSettings& settings, std::size_t number, int periods, ExperimentProgress& progress)
{
    constexpr double amplitude = 1e-4; // [m] at the tip: its effect on the frequency is below 1e-6 of it
    const Chain chain = Chain::of(settings);
    const ChainAtRest rest = *rope::hangingChain(chain, Vec3(0.0), settings.gravity);
    const ChainMode mode = rope::transverseModes(chain, rest, false, number + 1).back();
    RopeSimulation sim(settings);
    std::vector<Vec3> start = rest.positions;
    for (std::size_t i = 0; i < start.size(); ++i)
        start[i].x += amplitude * mode.shape[i];
    sim.layOut(start);

    double norm = 0.0;
    for (std::size_t i = 0; i < start.size(); ++i)
        norm += chain.mass[i] * mode.shape[i] * mode.shape[i];
    const auto component = [&]
    {
        double sum = 0.0;
        for (std::size_t i = 0; i < start.size(); ++i)
            sum += chain.mass[i] * mode.shape[i] * sim.masses()[i].position.x;
        return sum / norm;
    };
    return sampledSwing(sim, 2.0 * std::numbers::pi / mode.frequency, 16 * periods, progress, component);
}

/// Four periods.
Chart modeChart(const Swing& swing, const Oscillation& predicted)
{
    return swingChart(swing, 65, "swing of the tip [mm]", swing.samples.front(), predicted);
}

ExperimentResult modeFrequency(std::size_t number, ExperimentProgress& progress, const Theory& theory)
{
    RopeSettings settings = ropeInTheAir();
    settings.springFriction = settings.airFriction = 0.0;
    settings.maxDt = 0.001; // w h = 0.9 for the fastest mode, far from the resonance that grows without friction
    const Swing swung = swingInMode(settings, number, 10, progress);
    const double measured = fittedOscillation(swung.samples, swung.interval).frequency;

    const Chain chain = chainOf(settings, theory);
    const ChainAtRest rest = hangingChain(chain, theory);
    const double omega = rope::transverseModes(chain, rest, false, number + 1).back().frequency;
    const double stepped = steppedFrequency(omega, settings.maxDt);
    ExperimentResult result;
    result.discrete = {stepped, measured, 1e-6 * stepped};
    const double length = (settings.massCount - 0.5) * settings.springLength;
    const double continuous = 0.5 * besselZeros[number] * std::sqrt(theory.gravity / length);
    result.textbook = Finding{continuous, measured, 0.025 * continuous};
    result.chart = modeChart(swung, {stepped, 0.0});
    return result;
}

ExperimentResult dampingOfFirstMode(ExperimentProgress& progress, const Theory& theory)
{
    const RopeSettings settings = ropeInTheAir();
    const Swing swung = swingInMode(settings, 0, 6, progress);
    const double measured = fittedOscillation(swung.samples, swung.interval).decay;

    const Chain chain = chainOf(settings, theory);
    const ChainAtRest rest = hangingChain(chain, theory);
    const rope::SteppedMode stepped = rope::steppedMode(chain, rest, settings.airFriction, settings.maxDt, 0);
    ExperimentResult result;
    result.discrete = {stepped.decay, measured, 1e-5 * stepped.decay};
    const double air = settings.airFriction / (2.0 * settings.mass * theory.massFactor);
    result.textbook = Finding{air, measured, 0.01 * air};
    result.chart = modeChart(swung, {stepped.frequency, stepped.decay});
    return result;
}

/// J0(x) = integral of cos(x sin a) da / pi from 0 to pi: the shape of a hanging rope's modes.
double besselJ0(double x)
{
    constexpr int parts = 24;
    double sum = 0.0;
    for (int i = 0; i < parts; ++i)
        sum += std::cos(x * std::sin((i + 0.5) * std::numbers::pi / parts));
    return sum / parts;
}

Sketch modeSketch(std::size_t number, bool damped)
{
    const auto shape = [number](double size)
    {
        return [zero = besselZeros[number], size](double t)
        { return rope::Vec2(size * besselJ0(zero * std::sqrt(1.0 - t)), 0.05 + 0.9 * t); };
    };
    Sketch sketch;
    sketch.support({0.0, 0.05});
    if (damped)
        sketch.rope(shape(-0.22), 11, 0.55).rope(shape(0.15), 11, 0.375).rope(shape(-0.1), 11, 0.25);
    else
        sketch.dashed(shape(-0.28), 18);
    return sketch.rope(shape(0.28), 11).label({0.4, 0.8}, damped ? "e^(\u2212\u03b3t)" : "\u03c9");
}

} // namespace

std::vector<Experiment> modeExperiments()
{
    constexpr std::array<std::string_view, besselZeros.size()> ids{"mode_1", "mode_2", "mode_3", "mode_4", "mode_5"};
    constexpr std::array<std::string_view, besselZeros.size()> titles{
        "Hanging rope, mode 1: frequency", "Hanging rope, mode 2: frequency", "Hanging rope, mode 3: frequency",
        "Hanging rope, mode 4: frequency", "Hanging rope, mode 5: frequency"};
    std::vector<Experiment> list;
    for (std::size_t n = 0; n < ids.size(); ++n)
        list.push_back({ids[n],
                        titles[n],
                        "The rope, without friction, is let go in the shape of the mode, 0.1 mm wide; ten periods are "
                        "fitted.",
                        "rad/s",
                        {"det(K \u2212 \u03c9\u00b2 M) = 0, K from T\u1d62/r\u1d62; sin(\u03c9'h/2) = \u03c9h/2",
                         "linearised elastic chain; steps of semi-implicit Euler: E. Hairer, C. Lubich, G. Wanner, "
                         "Geometric Numerical Integration, Springer 2006",
                         "1e-6 of it: the swing is 0.1 mm, not infinitely small"},
                        {"\u03c9 = (j\u2099/2) \u221a(g/l), J\u2080(j\u2099) = 0, l = (N \u2212 1/2) L",
                         "D. Bernoulli 1733; G. N. Watson, A Treatise on the Theory of Bessel Functions, Cambridge "
                         "1922, chapter I",
                         "2.5 %: the formula's rope does not stretch, ours by 4 %"},
                        [n](ExperimentProgress& progress, const Theory& theory)
                        { return modeFrequency(n, progress, theory); },
                        modeSketch(n, false)});
    list.push_back(
        {"damping_mode_1",
         "Hanging rope, mode 1: damping",
         "The source tutorial's rope, with its frictions, is let go in the shape of its first mode; six periods are "
         "fitted.",
         "1/s",
         {"(z \u2212 2 + 1/z) M u + h\u00b2 K u + h (1 \u2212 1/z) C u = 0, z = e^((\u2212\u03b3 + "
          "i\u03c9)h)",
          "linearised chain with friction, in steps of semi-implicit Euler",
          "1e-5 of it: the swing is 0.1 mm, not infinitely small"},
         {"\u03b3 = b / (2 m)", "L. D. Landau, E. M. Lifshitz, Mechanics, section 25: air friction alone",
          "1 %: the springs' own friction adds 0.6 %"},
         dampingOfFirstMode,
         modeSketch(0, true)});
    return list;
}

} // namespace ropewalk
