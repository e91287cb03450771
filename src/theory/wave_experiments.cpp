#include "experiment_tools.hpp"

#include <rope/rope_settings.hpp>

#include <cmath>
#include <cstddef>
#include <numbers>

// Waves on a rope that is stretched between two supports, without gravity. A standing wave of one whole wavelength is
// let go; its frequency gives the speed, c = w lambda / (2 pi).

namespace ropewalk
{

namespace
{

using rope::RopeSettings;
using rope::RopeSimulation;
using rope::Vec3;

constexpr double tension = 50.0; // [N]

ExperimentResult waveSpeed(bool along, ExperimentProgress& progress, const Theory& theory)
{
    RopeSettings settings = ropeInTheAir();
    settings.gravity = Vec3(0.0);
    settings.springFriction = settings.airFriction = 0.0;
    settings.maxDt = 0.001;
    const double n = settings.massCount - 1;
    const double r = settings.springLength + tension / settings.springConstant;
    const double span = n * r;
    settings.pinFreeEnd = true;
    settings.freeEndPosition = {span, 0.0, 0.0};
    RopeSimulation sim(settings);

    constexpr double amplitude = 1e-4;           // [m]
    const double q = 2.0 * std::numbers::pi / n; // phase from mass to mass
    std::vector<Vec3> start;
    for (int i = 0; i < settings.massCount; ++i)
    {
        const double u = i == 0 || i + 1 == settings.massCount ? 0.0 : amplitude * std::sin(q * i);
        start.push_back(along ? Vec3(i * r + u, 0.0, 0.0) : Vec3(i * r, u, 0.0));
    }
    start.back() = settings.freeEndPosition;
    sim.layOut(start);

    const double stiffness = along ? settings.springConstant : tension / r;
    const double mass = settings.mass * theory.massFactor;
    const double omega = 2.0 * std::sqrt(stiffness / mass) * std::sin(0.5 * q);
    const double stepped = steppedFrequency(omega, settings.maxDt);
    const auto displacement = [&]
    {
        double sum = 0.0;
        for (std::size_t j = 0; j < start.size(); ++j)
        {
            const Vec3& at = sim.masses()[j].position;
            const double u = along ? at.x - static_cast<double>(j) * r : at.y;
            sum += u * std::sin(q * static_cast<double>(j));
        }
        return 2.0 * sum / n;
    };
    constexpr int count = 320; // samples, twenty periods
    const Swing swing = sampledSwing(sim, 2.0 * std::numbers::pi / omega, count, progress, displacement);
    const double measured =
        fittedOscillation(swing.samples, swing.interval).frequency * span / (2.0 * std::numbers::pi);
    const double discrete = stepped * span / (2.0 * std::numbers::pi);
    const double massPerLength = mass / r;
    const double continuous =
        along ? r * std::sqrt(settings.springConstant / mass) : std::sqrt(tension / massPerLength);
    ExperimentResult result;
    result.discrete = {discrete, measured, 1e-6 * discrete};
    result.textbook = Finding{continuous, measured, 5e-4 * continuous};
    constexpr std::size_t shown = 49; // three periods
    result.chart =
        swingChart(swing, shown, along ? "wave, along [mm]" : "wave, across [mm]", amplitude, {stepped, 0.0});
    return result;
}

Sketch waveSketch(bool along)
{
    const auto displaced = [](double x, double y)
    {
        return [x, y](double t)
        {
            const double wave = std::sin(2.0 * std::numbers::pi * t);
            return rope::Vec2(1.8 * t - 0.9 + x * wave, 0.5 + y * wave);
        };
    };
    Sketch sketch;
    if (!along)
        sketch.dashed(displaced(0.0, -0.25), 24);
    return sketch.rope(along ? displaced(0.126, 0.0) : displaced(0.0, 0.25), 25)
        .support({-0.9, 0.5})
        .support({0.9, 0.5})
        .arrow({-0.1, 0.9}, {0.25, 0.9})
        .label({0.27, 0.9}, "c");
}

} // namespace

std::vector<Experiment> waveExperiments()
{
    constexpr std::string_view brillouin =
        "L. Brillouin, Wave Propagation in Periodic Structures, McGraw-Hill 1946; steps of semi-implicit Euler";
    constexpr std::string_view close = "1e-6 of it: the wave is 0.1 mm, not infinitely small";
    constexpr std::string_view segments =
        "0.05 %: with 79 masses to a wavelength the wave is slower by (2\u03c0/79)\u00b2/24";
    return {{"wave_transverse",
             "Waves across a taut rope: speed",
             "A standing wave of one wavelength between two supports, under 50 N, without gravity; twenty "
             "periods are fitted.",
             "m/s",
             {"c = \u03c9'\u03bb/2\u03c0, \u03c9 = 2\u221a(T/(r m)) sin(\u03c0/n), sin(\u03c9'h/2) = "
              "\u03c9h/2",
              brillouin, close},
             {"c = \u221a(T/\u03bc), \u03bc = m/r", "Lord Rayleigh, The Theory of Sound, vol. I, chapter VI: strings",
              segments},
             [](ExperimentProgress& progress, const Theory& theory) { return waveSpeed(false, progress, theory); },
             waveSketch(false)},
            {"wave_longitudinal",
             "Waves along a taut rope: speed",
             "The same along the rope: the masses move towards each other and apart.",
             "m/s",
             {"c = \u03c9'\u03bb/2\u03c0, \u03c9 = 2\u221a(k/m) sin(\u03c0/n), sin(\u03c9'h/2) = "
              "\u03c9h/2",
              brillouin, close},
             {"c = r \u221a(k/m)",
              "Lord Rayleigh, The Theory of Sound, vol. I, chapter VII: bars, here stretched to r/L", segments},
             [](ExperimentProgress& progress, const Theory& theory) { return waveSpeed(true, progress, theory); },
             waveSketch(true)}};
}

} // namespace ropewalk
