#include "experiment_tools.hpp"

#include <rope/rope_settings.hpp>

#include <algorithm>
#include <cmath>

namespace ropewalk
{

rope::RopeSettings ropeInTheAir()
{
    rope::RopeSettings settings;
    settings.groundHeight = -1000.0;
    return settings;
}

rope::Chain chainOf(const rope::RopeSettings& settings, const Theory& theory)
{
    rope::Chain chain = rope::Chain::of(settings);
    for (double& mass : chain.mass)
        mass *= theory.massFactor;
    return chain;
}

rope::ChainAtRest hangingChain(const rope::Chain& chain, const Theory& theory)
{
    return *rope::hangingChain(chain, rope::Vec3(0.0), {0.0, -theory.gravity, 0.0});
}

void runFor(rope::RopeSimulation& sim, double seconds, ExperimentProgress& progress, double share)
{
    const long steps = std::lround(seconds / sim.longestStep());
    for (long i = 0; i < steps; ++i)
    {
        if (i % 256 == 0)
            progress.report(share * static_cast<double>(i) / static_cast<double>(steps));
        sim.step(sim.longestStep());
    }
}

Oscillation fittedOscillation(const std::vector<double>& samples, double interval)
{
    // Normal equations of q_(n+1) = a q_n + c q_(n-1), c = -b.
    double s00 = 0.0;
    double s01 = 0.0;
    double s11 = 0.0;
    double r0 = 0.0;
    double r1 = 0.0;
    for (std::size_t n = 1; n + 1 < samples.size(); ++n)
    {
        const double now = samples[n];
        const double before = samples[n - 1];
        const double next = samples[n + 1];
        s00 += now * now;
        s01 += now * before;
        s11 += before * before;
        r0 += now * next;
        r1 += before * next;
    }
    const double determinant = s00 * s11 - s01 * s01;
    const double a = (r0 * s11 - r1 * s01) / determinant;
    const double b = -(r1 * s00 - r0 * s01) / determinant;
    return {std::acos(0.5 * a / std::sqrt(b)) / interval, -0.5 * std::log(b) / interval};
}

Swing sampledSwing(rope::RopeSimulation& sim, double period, int count, ExperimentProgress& progress,
                   const std::function<double()>& displacement)
{
    const double h = sim.settings().maxDt;
    const long stride = std::max(1L, std::lround(period / 16.0 / h));
    Swing swing{{}, static_cast<double>(stride) * h};
    for (int i = 0; i <= count; ++i)
    {
        progress.report(static_cast<double>(i) / count);
        swing.samples.push_back(displacement());
        for (long step = 0; step < stride; ++step)
            sim.step(h);
    }
    return swing;
}

Chart swingChart(const Swing& swing, std::size_t shown, std::string_view up, double amplitude,
                 const Oscillation& predicted)
{
    Chart chart{"time [s]", up};
    for (std::size_t i = 0; i < shown; ++i)
        chart.measured.emplace_back(static_cast<double>(i) * swing.interval, 1e3 * swing.samples[i]);
    for (int i = 0; i <= 256; ++i)
    {
        const double t = static_cast<double>(shown - 1) * swing.interval * i / 256.0;
        chart.predicted.emplace_back(t, 1e3 * amplitude * std::exp(-predicted.decay * t) *
                                            std::cos(predicted.frequency * t));
    }
    return chart;
}

double steppedFrequency(double w, double h)
{
    return 2.0 / h * std::asin(0.5 * h * w);
}

Sketch massOnSpringSketch()
{
    return Sketch()
        .line({-0.7, 0.25}, {-0.7, 0.75}, Stroke::Ink::support, 2.0)
        .spring({-0.7, 0.5}, {0.25, 0.5}, 9)
        .mass({0.25, 0.5}, 8.0)
        .arrow({0.25, 0.78}, {0.65, 0.78})
        .arrow({0.25, 0.78}, {-0.15, 0.78})
        .label({0.68, 0.78}, "x");
}

} // namespace ropewalk
