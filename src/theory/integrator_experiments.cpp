#include "experiment_tools.hpp"

#include <rope/fixed_timestep.hpp>
#include <rope/integrator.hpp>
#include <rope/rope_settings.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numbers>

// How the error of each integrator shrinks with its step: with half the step an integrator of order p makes 2^-p of the
// error. The order is measured between the two shortest steps.

namespace ropewalk
{

namespace
{

using rope::Integrator;
using rope::Motion;
using rope::RopeIntegrator;
using rope::RopeSettings;
using rope::RopeSimulation;
using rope::Vec3;

constexpr std::array<int, 4> refinements{1, 2, 4, 8};

/// Two masses: a pendulum whose string is a spring, let go level. Its motion is smooth, so its error shows the order.
RopeSettings pendulum(RopeIntegrator integrator, double h)
{
    RopeSettings settings = ropeInTheAir();
    settings.massCount = 2;
    settings.mass = 1.0;
    settings.springLength = 1.0;
    settings.springConstant = 100.0;
    settings.springFriction = settings.airFriction = 0.0;
    settings.integrator = integrator;
    settings.maxDt = settings.implicitMaxDt = h;
    return settings;
}

constexpr double pendulumTime = 2.0;  // [s]
constexpr double pendulumStep = 0.01; // [s], the longest

double largestDrift(RopeIntegrator integrator, int refinement)
{
    RopeSimulation sim(pendulum(integrator, pendulumStep / refinement));
    const double energy = sim.totalEnergy();
    double drift = 0.0;
    for (long i = std::lround(pendulumTime / sim.longestStep()); i > 0; --i)
    {
        sim.step(sim.longestStep());
        drift = std::max(drift, std::abs(sim.totalEnergy() - energy));
    }
    return drift;
}

Vec3 pendulumEnd(RopeIntegrator integrator, int refinement)
{
    RopeSimulation sim(pendulum(integrator, pendulumStep / refinement));
    for (long i = std::lround(pendulumTime / sim.longestStep()); i > 0; --i)
        sim.step(sim.longestStep());
    return sim.masses()[1].position;
}

/// The order between the two shortest steps. `errorOf` measures the error with steps shorter by this factor than the
/// longest; this takes the part of the progress after `begin`. The chart's line has the predicted order and ends at the
/// last point.
ExperimentResult orderOf(const std::function<double(int)>& errorOf, double longest, double predicted, double tolerance,
                         std::string_view up, ExperimentProgress& progress, double begin = 0.0)
{
    constexpr std::size_t last = refinements.size() - 1;
    std::array<double, refinements.size()> errors{};
    for (std::size_t i = 0; i < errors.size(); ++i)
    {
        progress.report(begin + (1.0 - begin) * static_cast<double>(i) / refinements.size());
        errors[i] = errorOf(refinements[i]);
    }
    ExperimentResult result;
    result.discrete = {predicted, std::log2(errors[last - 1] / errors[last]), tolerance};
    result.chart = {"step [ms]", up};
    result.chart.logarithmic = true;
    for (std::size_t i = 0; i < errors.size(); ++i)
    {
        const double part = static_cast<double>(refinements[last]) / refinements[i]; // in units of the shortest step
        result.chart.measured.emplace_back(1e3 * longest / refinements[i], errors[i]);
        result.chart.predicted.emplace_back(1e3 * longest / refinements[i], errors[last] * std::pow(part, predicted));
    }
    return result;
}

ExperimentResult energyOrder(RopeIntegrator integrator, double order, ExperimentProgress& progress)
{
    return orderOf([&](int refinement) { return largestDrift(integrator, refinement); }, pendulumStep, order, 0.05,
                   "energy error [J]", progress);
}

ExperimentResult pathOrder(RopeIntegrator integrator, ExperimentProgress& progress)
{
    constexpr int fine = 128;
    progress.report(0.0);
    const Vec3 exact = pendulumEnd(integrator, fine);
    return orderOf([&](int refinement) { return glm::distance(pendulumEnd(integrator, refinement), exact); },
                   pendulumStep, 2.0, 0.05, "error of the place [m]", progress, 0.8);
}

ExperimentResult conservedEnergy(ExperimentProgress& progress, const Theory& theory)
{
    RopeSettings settings = ropeInTheAir();
    settings.integrator = RopeIntegrator::energy_momentum;
    settings.springFriction = settings.airFriction = 0.0;
    RopeSimulation sim(settings);
    const double start = sim.elasticEnergy();
    // What the masses have fallen by becomes motion and stretch; measured from the state, without the library's height.
    const auto predicted = [&]
    {
        double fallen = 0.0;
        for (const rope::Mass& mass : sim.masses())
            fallen -= mass.position.y;
        return start + settings.mass * theory.massFactor * theory.gravity * fallen;
    };
    const auto measured = [&] { return sim.kineticEnergy() + sim.elasticEnergy(); };
    ExperimentResult result;
    result.chart = {"time [s]", "motion and stretch [J]"};
    constexpr int steps = 288; // 4.8 s: it hangs low and swings fast
    for (int i = 0; i <= steps; ++i)
    {
        progress.report(static_cast<double>(i) / steps);
        result.chart.predicted.emplace_back(i / 60.0, predicted());
        if (i % 6 == 0)
            result.chart.measured.emplace_back(i / 60.0, measured());
        if (i < steps)
            sim.step(rope::FixedTimestep::usualTick);
    }
    result.discrete = {predicted(), measured(), 1e-2};
    return result;
}

/// The spring pendulum's integrators on its linear spring, x'' = -w^2 x with w^2 = 8: the energy error after 2 s, or
/// the largest one within them.
ExperimentResult springOrder(Integrator integrator, bool largest, double discrete(double), double textbook,
                             double tolerance, double longest, ExperimentProgress& progress)
{
    constexpr double omega2 = 8.0;
    constexpr double seconds = 2.0;
    const auto energy = [](const Motion& m)
    { return 0.5 * glm::dot(m.velocity, m.velocity) + 0.5 * omega2 * glm::dot(m.position, m.position); };
    const auto errorOf = [&](int refinement)
    {
        const double h = longest / refinement;
        Motion motion{Vec3(1.0, 0.0, 0.0), Vec3(0.0)};
        const double start = energy(motion);
        double error = 0.0;
        for (long n = std::lround(seconds / h); n > 0; --n)
        {
            motion = rope::integrated(integrator, motion, 0.0, h,
                                      [](double, const Vec3& x, const Vec3&) { return -omega2 * x; });
            const double now = std::abs(energy(motion) / start - 1.0);
            error = largest ? std::max(error, now) : now;
        }
        return error;
    };
    const double h = longest / refinements.back();
    const double predicted = std::log2(discrete(2.0 * h) / discrete(h));
    ExperimentResult result =
        orderOf(errorOf, longest, predicted, largest ? 2e-3 : 1e-4, "energy error, relative", progress);
    result.textbook = Finding{textbook, result.discrete.measured, tolerance};
    return result;
}

// The relative energy error after 2 s, in steps of h; w^2 = 8.
double forwardEuler(double h)
{
    return std::pow(1.0 + 8.0 * h * h, std::round(2.0 / h)) - 1.0;
}
double rungeKutta(double h)
{
    const double z2 = 8.0 * h * h;
    // By logarithms: 1 - (1 - 1e-11)^n would lose all digits to rounding.
    return -std::expm1(std::round(2.0 / h) * std::log1p(-z2 * z2 * z2 / 72.0 + z2 * z2 * z2 * z2 / 576.0));
}
double verlet(double h)
{
    return 8.0 * h * h / 4.0; // cos^2 + (1 - w^2 h^2/4) sin^2 at its lowest
}

Sketch pendulumSketch()
{
    const rope::Vec2 top(0.0, 0.08);
    const auto arc = [&](double t)
    { return top + rope::Vec2(0.62 * std::sin(1.8 * t - 0.9), 0.78 * std::cos(1.8 * t - 0.9)); };
    const rope::Vec2 end = arc(0.92);
    const rope::Vec2 middle(0.45 * end.x, 0.5 * (top.y + end.y));
    return Sketch()
        .dashed(arc, 16)
        .support(top)
        .spring(top, middle, 5)
        .spring(middle, end, 5)
        .mass(middle)
        .mass(end)
        .arrow({-0.9, 0.35}, {-0.9, 0.7}, "g");
}

Sketch letGoSketch()
{
    const rope::Vec2 pin(-0.55, 0.12);
    const auto fall = [&](double t)
    {
        const double angle = 0.5 * std::numbers::pi * t;
        return pin + rope::Vec2(1.1 * std::cos(angle), 0.8 * std::sin(angle));
    };
    return Sketch()
        .support(pin)
        .rope([&](double t) { return pin + rope::Vec2(1.1 * t, 0.0); }, 12)
        .dashed(fall, 18)
        .arrow({0.85, 0.3}, {0.85, 0.65}, "g");
}

} // namespace

std::vector<Experiment> integratorExperiments()
{
    constexpr std::string_view sentence =
        "A pendulum of two masses with a spring for a string, 2 s in steps of 2.5 and 1.25 ms: log\u2082 of how the "
        "largest energy error shrinks.";
    constexpr std::string_view spring =
        "A mass on a linear spring, 2 s in ever shorter steps: log\u2082 of how the energy error shrinks.";
    constexpr std::string_view hairer =
        "E. Hairer, C. Lubich, G. Wanner, Geometric Numerical Integration, 2nd edition, Springer 2006";
    constexpr std::string_view kept = "K + U = U\u2080 + \u03a3 m g (y\u2080 \u2212 y)";
    constexpr std::string_view asymptotic = "0.05: the steps are short, but not infinitely";
    const auto rope = [&](std::string_view id, std::string_view title, RopeIntegrator integrator, double order,
                          std::string_view formula)
    {
        return Experiment{id,
                          title,
                          sentence,
                          "",
                          {formula, hairer, asymptotic},
                          {},
                          [integrator, order](ExperimentProgress& progress, const Theory&)
                          { return energyOrder(integrator, order, progress); },
                          pendulumSketch()};
    };
    constexpr std::string_view simo =
        "O. Gonzalez, J. C. Simo, On the stability of symplectic and energy-momentum algorithms for non-linear "
        "Hamiltonian systems with symmetry, Computer Methods in Applied Mechanics and Engineering 134 (1996)";
    return {rope("order_semi_implicit_euler", "Semi-implicit Euler: order", RopeIntegrator::semi_implicit_euler, 1.0,
                 "|E \u2212 E\u2080| \u221d h: it sways, and comes back"),
            rope("order_implicit_euler", "Implicit Euler: order", RopeIntegrator::implicit_euler, 1.0,
                 "|E \u2212 E\u2080| \u221d h: it is lost"),
            rope("order_implicit_midpoint", "Implicit midpoint: order", RopeIntegrator::implicit_midpoint, 2.0,
                 "|E \u2212 E\u2080| \u221d h\u00b2"),
            {"order_energy_momentum",
             "Energy-momentum: order",
             "The same pendulum: log\u2082 of how the error of its place after 2 s shrinks. (Its energy has no "
             "error that could.)",
             "",
             {"|x \u2212 x\u2091| \u221d h\u00b2", simo, asymptotic},
             {},
             [](ExperimentProgress& progress, const Theory&)
             { return pathOrder(RopeIntegrator::energy_momentum, progress); },
             pendulumSketch()},
            {"energy_energy_momentum",
             "Energy-momentum: energy kept",
             "The source tutorial's rope, without friction, let go level, 4.8 s in steps of 1/60 s: the energy of its "
             "motion and "
             "its stretch, beside what its fall gave.",
             "J",
             {kept, simo, "10 mJ of 86 J: how exactly each step is solved"},
             {},
             conservedEnergy,
             letGoSketch()},
            {"order_forward_euler",
             "Forward Euler: order",
             spring,
             "",
             {"E/E\u2080 = (1 + \u03c9\u00b2h\u00b2)\u207f", hairer, "1e-4: rounding of small differences"},
             {"E \u2212 E\u2080 \u221d h", hairer, asymptotic},
             [](ExperimentProgress& progress, const Theory&)
             { return springOrder(Integrator::forward_euler, false, forwardEuler, 1.0, 0.05, 0.02, progress); },
             massOnSpringSketch()},
            {"order_velocity_verlet",
             "Velocity Verlet: order",
             spring,
             "",
             {"E/E\u2080 = cos\u00b2\u03b8n + (1 \u2212 \u03c9\u00b2h\u00b2/4) sin\u00b2\u03b8n", hairer,
              "0.002: no step meets the very lowest point"},
             {"E \u2212 E\u2080 \u221d h\u00b2", hairer, asymptotic},
             [](ExperimentProgress& progress, const Theory&)
             { return springOrder(Integrator::velocity_verlet, true, verlet, 2.0, 0.05, 0.02, progress); },
             massOnSpringSketch()},
            {"order_runge_kutta_4",
             "Runge-Kutta 4: order",
             spring,
             "",
             {"E/E\u2080 = (1 \u2212 (\u03c9h)\u2076/72 + (\u03c9h)\u2078/576)\u207f", hairer,
              "1e-4: rounding of small differences"},
             {"E \u2212 E\u2080 \u221d h\u2075",
              "J. C. Butcher, Numerical Methods for Ordinary Differential "
              "Equations, Wiley 2003; of its order 4 the error of the phase",
              asymptotic},
             [](ExperimentProgress& progress, const Theory&)
             { return springOrder(Integrator::runge_kutta_4, false, rungeKutta, 5.0, 0.05, 0.1, progress); },
             massOnSpringSketch()}};
}

} // namespace ropewalk
