#include "experiment_tools.hpp"

#include "scenes/scene.hpp"

#include <rope/rope_settings.hpp>

#include <cmath>
#include <cstddef>
#include <memory>
#include <numeric>
#include <vector>

// Falls through the air, a rope that is paid out, and the three elementary simulations.

namespace ropewalk
{

namespace
{

using rope::RopeSettings;
using rope::RopeSimulation;

ExperimentResult terminalSpeed(ExperimentProgress& progress, const Theory& theory)
{
    // Springs without stiffness and friction: each mass falls alone.
    RopeSettings settings = ropeInTheAir();
    settings.springConstant = settings.springFriction = 0.0;
    settings.airFriction = 0.2;
    RopeSimulation sim(settings);
    const double h = settings.maxDt;
    const double mass = settings.mass * theory.massFactor;
    const double terminal = mass * theory.gravity / settings.airFriction;
    const double left = 1.0 - settings.airFriction * h / mass; // share of the missing speed that is left after a step
    ExperimentResult result;
    result.chart = {"time [s]", "speed [m/s]"};
    const int constant = static_cast<int>(std::lround(settings.mass / settings.airFriction / h));
    constexpr int steps = 5000;
    double afterConstant = 0.0;
    for (int i = 0; i <= steps; ++i)
    {
        if (i % 256 == 0)
            progress.report(static_cast<double>(i) / steps);
        const double speed = -sim.masses().back().velocity.y;
        if (i == constant)
            afterConstant = speed;
        if (i % 25 == 0 && i <= 1000)
            result.chart.measured.emplace_back(i * h, speed);
        if (i % 5 == 0 && i <= 1000)
            result.chart.predicted.emplace_back(i * h, terminal * (1.0 - std::pow(left, i)));
        if (i < steps)
            sim.step(h);
    }
    result.discrete = {terminal, -sim.masses().back().velocity.y, 1e-9 * terminal};
    const double part = terminal * (1.0 - std::exp(-1.0));
    result.textbook = Finding{part, afterConstant, 4e-3 * part};
    return result;
}

double momentum(const RopeSimulation& sim) // downwards, of the free masses
{
    double sum = 0.0;
    for (std::size_t i = 1; i < sim.masses().size(); ++i)
        sum -= sim.masses()[i].mass * sim.masses()[i].velocity.y;
    return sum;
}

/// A hanging rope that is paid out, by its laws alone: Newton's for each mass, a straight elastic material between two
/// of them, of which the first piece grows. Downwards, from a rope at hand.
class PaidOutRope
{
public:
    PaidOutRope(const RopeSimulation& sim, const Theory& theory)
        : settings_(sim.settings()), gravity_(theory.gravity), mass_(settings_.mass * theory.massFactor),
          first_(settings_.springLength)
    {
        for (const rope::Mass& mass : sim.masses())
        {
            y_.push_back(-mass.position.y);
            v_.push_back(-mass.velocity.y);
        }
    }

    double momentum() const { return mass_ * std::accumulate(v_.begin() + 1, v_.end(), 0.0); }

    /// The pull [N] of the piece j: EA e + cL e', with the strain e of its material.
    double pull(std::size_t j) const
    {
        const double rest = j == 0 ? first_ : settings_.springLength;
        const double flow = j == 0 ? flow_ * (y_[1] - y_[0]) / rest : 0.0; // material that comes does not stretch it
        return settings_.springLength / rest *
               (settings_.springConstant * (y_[j + 1] - y_[j] - rest) +
                settings_.springFriction * (v_[j + 1] - v_[j] - flow));
    }

    void step(double h)
    {
        std::vector<double> force(y_.size(), 0.0);
        for (std::size_t j = 1; j < y_.size(); ++j)
            force[j] =
                mass_ * gravity_ - settings_.airFriction * v_[j] - pull(j - 1) + (j + 1 < y_.size() ? pull(j) : 0.0);
        for (std::size_t j = 1; j < y_.size(); ++j)
        {
            v_[j] += h * force[j] / mass_;
            y_[j] += h * v_[j];
        }
        flow_ = settings_.payoutSpeed;
        first_ += flow_ * h;
        const double whole = settings_.springLength;
        if (first_ > 1.5 * whole * (1.0 + 1e-9))
        {
            // The material flows from the reel with s l'/l to the first mass with its velocity.
            const double place = (first_ - whole) / first_;
            const double speed = place * v_[1] + (1.0 - place) * flow_ * (y_[1] - y_[0]) / first_;
            y_.insert(y_.begin() + 1, y_[0] + place * (y_[1] - y_[0]));
            v_.insert(v_.begin() + 1, speed);
            first_ -= whole;
        }
    }

private:
    RopeSettings settings_;
    double gravity_;
    double mass_;
    double first_; ///< [m], rest length of the first piece
    double flow_ = 0.0;
    std::vector<double> y_;
    std::vector<double> v_;
};

ExperimentResult momentumOfReel(ExperimentProgress& progress, const Theory& theory)
{
    RopeSettings settings = ropeInTheAir();
    settings.massCount = 20;
    settings.airFriction = 0.3;
    RopeSimulation sim(settings);
    runFor(sim, 15.0, progress, 0.7); // until it hangs still
    settings.payoutSpeed = 0.5;
    sim.setSettings(settings);

    const double h = settings.maxDt;
    PaidOutRope alone(sim, theory);
    const double before = momentum(sim);
    double impulse = 0.0; // of the forces on the free masses; those inside the rope cancel
    double brought = 0.0;
    ExperimentResult result;
    result.chart = {"time [s]", "momentum [N s]"};
    constexpr int steps = 1500;
    for (int i = 0; i < steps; ++i)
    {
        if (i % 64 == 0)
            progress.report(0.7 + 0.3 * i / steps);
        double force = -alone.pull(0);
        double weight = 0.0;
        for (std::size_t j = 1; j < sim.masses().size(); ++j)
        {
            weight += settings.mass * theory.massFactor * theory.gravity;
            force += settings.airFriction * sim.masses()[j].velocity.y;
        }
        impulse += h * (force + weight);
        const int count = sim.netInsertions();
        sim.step(h);
        alone.step(h);
        if (sim.netInsertions() > count) // it leaves the reel stretched by the rope below
            brought += settings.mass * theory.massFactor * settings.payoutSpeed *
                       (1.0 + weight / (settings.springConstant * settings.springLength));
        if (i % 30 == 29)
        {
            result.chart.predicted.emplace_back((i + 1) * h, alone.momentum());
            result.chart.measured.emplace_back((i + 1) * h, momentum(sim));
        }
    }
    result.discrete = {alone.momentum(), momentum(sim), 1e-10};
    result.textbook = Finding{brought, momentum(sim) - before - impulse, 0.02 * brought};
    return result;
}

ExperimentResult constantVelocity(ExperimentProgress& progress, const Theory& /*theory*/)
{
    const std::unique_ptr<Scene> scene = makeScene("constant_velocity");
    ExperimentResult result;
    result.chart = {"time [s]", "x [m]"};
    for (int i = 0; i <= 100; ++i)
    {
        progress.report(i / 100.0);
        if (i % 5 == 0)
            result.chart.measured.emplace_back(0.1 * i, scene->massRow(0)[0]);
        if (i < 100)
            scene->advance(0.1, {});
    }
    result.chart.predicted = {{0.0, 0.0}, {10.0, 10.0}};
    result.discrete = {10.0, scene->massRow(0)[0], 1e-12};
    return result;
}

ExperimentResult thrown(ExperimentProgress& progress, const Theory& theory)
{
    const std::unique_ptr<Scene> scene = makeScene("gravity");
    constexpr double h = 0.1;
    constexpr double up = 15.0; // [m/s]
    ExperimentResult result;
    result.chart = {"time [s]", "height [m]"};
    constexpr int steps = 30;
    for (int n = 0; n <= steps; ++n)
    {
        progress.report(static_cast<double>(n) / steps);
        result.chart.measured.emplace_back(h * n, scene->massRow(0)[1]);
        result.chart.predicted.emplace_back(h * n, up * h * n - 0.5 * theory.gravity * h * h * n * (n + 1));
        if (n < steps)
            scene->advance(h, {});
    }
    constexpr double t = h * steps;
    const double exact = up * t - 0.5 * theory.gravity * t * t;
    const double measured = scene->massRow(0)[1];
    result.discrete = {result.chart.predicted.back().y, measured, 1e-11};
    result.textbook = Finding{exact, measured, 1.001 * 0.5 * 9.81 * h * t};
    return result;
}

ExperimentResult massOnSpring(ExperimentProgress& progress, const Theory& theory)
{
    const std::unique_ptr<Scene> scene = makeScene("mass_spring");
    constexpr double h = 0.1;
    constexpr double k = 2.0; // [N/m], 1 kg
    ExperimentResult result;
    result.chart = {"time [s]", "x [m]"};
    std::vector<double> samples;
    constexpr int steps = 400;
    for (int n = 0; n <= steps; ++n)
    {
        progress.report(static_cast<double>(n) / steps);
        samples.push_back(scene->massRow(0)[0]);
        if (n <= 120)
            result.chart.measured.emplace_back(h * n, samples.back());
        if (n < steps)
            scene->advance(h, {});
    }
    const double omega = std::sqrt(k / theory.massFactor);
    const double stepped = steppedFrequency(omega, h);
    for (int i = 0; i <= 360; ++i)
    {
        const double t = i / 30.0;
        result.chart.predicted.emplace_back(t, 10.0 * std::cos(stepped * (t + 0.5 * h)) / std::cos(0.5 * stepped * h));
    }
    const double measured = fittedOscillation(samples, h).frequency;
    result.discrete = {stepped, measured, 1e-10 * stepped};
    result.textbook = Finding{omega, measured, 1e-3 * omega};
    return result;
}

Sketch fallSketch()
{
    return Sketch().mass({0.0, 0.5}, 8.0).arrow({0.0, 0.42}, {0.0, 0.1}, "b v").arrow({0.0, 0.58}, {0.0, 0.9}, "m g");
}

Sketch reelSketch()
{
    return Sketch()
        .disc({0.0, 0.16}, 0.13, 0.35)
        .rope([](double t) { return rope::Vec2(0.13, 0.16 + 0.78 * t); }, 8)
        .arrow({0.35, 0.35}, {0.35, 0.7}, "s");
}

Sketch flightSketch()
{
    Sketch sketch;
    for (int i = 0; i < 6; ++i)
        sketch.mass({-0.7 + 0.2 * i, 0.5}, 6.0, 0.15 + 0.17 * i);
    return sketch.arrow({0.38, 0.5}, {0.75, 0.5}).label({0.77, 0.5}, "v");
}

Sketch throwSketch()
{
    return Sketch()
        .dashed([](double t) { return rope::Vec2(0.0, 0.9 - 0.8 * t); })
        .mass({0.0, 0.6}, 8.0)
        .arrow({0.0, 0.52}, {0.0, 0.2}, "v")
        .arrow({0.45, 0.35}, {0.45, 0.7}, "g");
}

} // namespace

std::vector<Experiment> motionExperiments()
{
    constexpr std::string_view steps =
        "steps of semi-implicit Euler: E. Hairer, C. Lubich, G. Wanner, Geometric Numerical Integration, Springer 2006";
    return {{"terminal_speed",
             "Fall through the air: terminal speed",
             "The rope's springs lose their stiffness: each mass falls alone, for 10 s. (Textbook: its speed "
             "after the time m/b.)",
             "m/s",
             {"v = m g / b", "v' = v + h (g \u2212 b v/m) stays as it is", "1e-9 of it: rounding"},
             {"v(m/b) = (m g / b) (1 \u2212 1/e)",
              "J. R. Taylor, Classical Mechanics, University Science Books 2005, section 2.2",
              "0.4 %: a step of 2 ms is 0.8 % of the time m/b"},
             terminalSpeed,
             fallSketch()},
            {"reel_momentum",
             "Reel: momentum of the rope",
             "A hanging rope is paid out at 0.5 m/s for 3 s: the momentum of its free masses. (Textbook: of this, what "
             "weight, air and the reel's pull have not given, but the new masses brought.)",
             "N s",
             {"m v' = m g \u2212 b v \u2212 T\u1d62 + T\u1d62\u208a\u2081, v\u1d62 = f v\u2081 + (1 \u2212 f) s r/l",
              "Newton's second law for each mass, and a straight elastic material that flows out of the reel, "
              "computed by themselves",
              "1e-10 N s: rounding"},
             {"\u03a3 m s (1 + T/EA)",
              "momentum flux of a mass flow: J. R. Taylor, Classical Mechanics, section 3.2; the rope leaves the reel "
              "stretched",
              "2 %: the rope swings a little, and masses come one by one"},
             momentumOfReel,
             reelSketch()},
            {"constant_velocity",
             "Elementary: constant velocity",
             "A mass flies for 10 s without a force, in steps of 0.1 s.",
             "m",
             {"x = x\u2080 + v t", "Newton's first law, exact in steps of any length", "1e-12 m: rounding"},
             {},
             constantVelocity,
             flightSketch()},
            {"gravity",
             "Elementary: motion under gravity",
             "A mass is thrown up with 15 m/s; its height after 3 s, in steps of 0.1 s.",
             "m",
             {"y = v t \u2212 g h\u00b2 n (n + 1)/2", steps, "1e-11 m: rounding"},
             {"y = v t \u2212 g t\u00b2/2", "G. Galilei, Two New Sciences, 1638",
              "g h t/2: what the first order of the steps costs"},
             thrown,
             throwSketch()},
            {"mass_spring",
             "Elementary: mass on a spring",
             "A mass swings on a spring without friction for 40 s, in steps of 0.1 s; its frequency is fitted.",
             "rad/s",
             {"sin(\u03c9'h/2) = \u03c9h/2, \u03c9 = \u221a(k/m)", steps, "1e-10 of it: rounding"},
             {"\u03c9 = \u221a(k/m)", "L. D. Landau, E. M. Lifshitz, Mechanics, section 21",
              "0.1 %: the steps make it faster by (\u03c9h)\u00b2/24"},
             massOnSpring,
             massOnSpringSketch()}};
}

} // namespace ropewalk
