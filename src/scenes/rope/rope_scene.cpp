#include "scenes/rope_description.hpp"
#include "scenes/scene.hpp"
#include "scenes/shared/book_diagnostics.hpp"
#include "scenes/shared/cures.hpp"
#include "scenes/shared/rope_profiles.hpp"
#include "scenes/shared/rope_theory.hpp"

#include <rope/rope_simulation.hpp>
#include <rope/stability.hpp>
#include <rope/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

// The rope of the lesson: a connection point that the keys move, air, ground, and a reel.

namespace ropewalk
{

namespace
{

constexpr SceneInfo ropeInfo{"rope", "Rope", "Rope with ground and air",
                             "Drag the end with the arrow keys, Home and End; pull any mass with the mouse; "
                             "pay rope out with payout_speed.",
                             10};

struct RopeState : SceneState
{
    explicit RopeState(const rope::RopeSimulation& s) : simulation(s) {}
    rope::RopeSimulation simulation;
};

class RopeScene : public Scene
{
public:
    RopeScene()
    {
        settings_.describe(parameters_);
        simulation_.setBooks(true);
        describeDiagnostics();
    }

    void reset() override
    {
        simulation_ = rope::RopeSimulation(settings_);
        simulation_.setBooks(true);
    }

    int advance(double h, const Controls& controls) override
    {
        applySettings();
        simulation_.setConnectionVelocity(controls.connectionVelocity(settings_.connectionSpeed));
        simulation_.release();
        if (controls.grab)
        {
            const int index = controls.grab->identity + simulation_.netInsertions();
            if (index > 0)
                simulation_.grab(static_cast<std::size_t>(index), controls.grab->target);
        }
        grabTarget_ = simulation_.grabbed() ? std::optional(controls.grab->target) : std::nullopt;
        const int steps = simulation_.advance(h);
        lastStep_ = h / std::max(1, steps);
        return steps;
    }

    double time() const override { return simulation_.time(); }
    double longestStep() const override
    {
        return settings_ == simulation_.settings() ? simulation_.longestStep() : settings_.longestStep();
    }
    rope::StepLimits stepLimits() const override
    {
        if (settings_ == simulation_.settings())
            return simulation_.stepLimits();
        // Changed while paused: what the next tick will find.
        rope::RopeSimulation changed = simulation_;
        changed.setSettings(settings_);
        return changed.stepLimits();
    }
    StepPlan stepPlan() const override { return {settings_.longestStep(), rope::worstStepLimits(settings_).stable}; }
    std::string_view stepParameter() const override { return settings_.implicit() ? "implicit_max_dt" : "max_dt"; }
    std::string_view firstHint() const override
    {
        return "Hold \u2190 \u2192 \u2191 \u2193 Home End to drag the rope's end, or pull the rope with the mouse. F1 "
               "shows all keys.";
    }

    void fill(Snapshot& snapshot) const override;
    void fillTheory(Snapshot& snapshot) const override { theory_.fill(snapshot, simulation_, settings_); }
    std::optional<double> predicted(std::string_view diagnostic) const override
    {
        return theory_.predicted(diagnostic, simulation_, settings_);
    }
    std::vector<double> naturalFrequencies() const override { return theory_.frequencies(simulation_, settings_); }
    std::optional<Divergence> divergence() const override;

    std::optional<RopeDescription> ropeDescription() const override
    {
        RopeDescription rope{settings_, {}};
        rope.settings.massCount = static_cast<int>(massCount());
        return rope;
    }

    std::unique_ptr<SceneState> save() const override { return std::make_unique<RopeState>(simulation_); }
    void restore(const SceneState& state) override
    {
        simulation_ = dynamic_cast<const RopeState&>(state).simulation;
        applySettings();
    }

    std::size_t massCount() const override { return simulation_.masses().size(); }
    std::size_t mostMasses() const override
    {
        const std::size_t paidOut = settings_.payoutSpeed > 0.0 ? static_cast<std::size_t>(settings_.maxMassCount) : 0;
        return std::max(massCount(), paidOut);
    }
    std::vector<double> massRow(std::size_t mass) const override
    {
        const rope::Mass& m = simulation_.masses()[mass];
        return {m.position.x, m.position.y, m.position.z, m.velocity.x, m.velocity.y, m.velocity.z};
    }

    std::vector<CheckRow> check() const override;

    std::optional<rope::EnergyBook> energyBook() const override { return simulation_.energyBook(); }
    std::optional<rope::MomentumBook> momentumBook() const override { return simulation_.momentumBook(); }
    std::vector<Profile> profiles() const override
    {
        return ropeProfiles(simulation_.masses(), simulation_.springs(),
                            RestTheory{settings_.gravity, simulation_.groundHeight(), simulation_.freeEndPinned()});
    }

private:
    void describeDiagnostics();

    void applySettings()
    {
        if (settings_ != simulation_.settings())
            simulation_.setSettings(settings_);
    }

    rope::RopeSettings settings_;
    rope::RopeSimulation simulation_{settings_};
    RopeTheory theory_;
    std::optional<Vec3> grabTarget_;
    double lastStep_ = 0.0; ///< [s]
};

void RopeScene::describeDiagnostics()
{
    const rope::RopeSimulation& sim = simulation_;
    rope::Diagnostics& d = diagnostics_;
    const auto extreme = [&sim](auto better)
    {
        double y = sim.masses().front().position.y;
        for (const rope::Mass& mass : sim.masses())
            y = better(y, mass.position.y);
        return y;
    };

    d.add("kinetic_energy", "J", "Energy of motion.", [&sim] { return sim.kineticEnergy(); });
    d.add("potential_energy", "J", "Energy in gravity, zero at the origin.", [&sim] { return sim.potentialEnergy(); });
    d.add("elastic_energy", "J", "Energy stored in the springs.", [&sim] { return sim.elasticEnergy(); });
    d.add("ground_energy", "J", "Energy stored in the ground's repulsion.", [&sim] { return sim.groundEnergy(); });
    d.add("total_energy", "J", "Sum of the four energies.", [&sim] { return sim.totalEnergy(); });
    d.add("length", "m", "Length of the rope: sum of its segments.", [&sim] { return sim.length(); });
    d.add("stretch", "m", "Length less rest length.", [&sim] { return sim.length() - sim.restLength(); });
    d.add("max_tension", "N", "Largest tension of all segments.",
          [&sim]
          {
              double largest = sim.tension(0);
              for (std::size_t i = 1; i < sim.springs().size(); ++i)
                  largest = std::max(largest, sim.tension(i));
              return largest;
          });
    d.add("top_tension", "N", "Tension of the first segment, at the connection point.",
          [&sim] { return sim.tension(0); });
    d.add("lowest_point", "m", "Height of the lowest mass.",
          [extreme] { return extreme([](double a, double b) { return std::min(a, b); }); });
    d.add("highest_point", "m", "Height of the highest mass.",
          [extreme] { return extreme([](double a, double b) { return std::max(a, b); }); });
    d.add("connection_x", "m", "Connection point, to the right.", [&sim] { return sim.connectionPosition().x; });
    d.add("connection_y", "m", "Connection point, up.", [&sim] { return sim.connectionPosition().y; });
    d.add("connection_z", "m", "Connection point, towards the viewer.", [&sim] { return sim.connectionPosition().z; });
    d.add("paid_out_length", "m", "Rest length of all segments: the rope that is out.",
          [&sim] { return sim.restLength(); });
    d.add("mass_count", "", "Masses that are out, the connection point counted.",
          [&sim] { return static_cast<double>(sim.masses().size()); });
    describeBooks(d, sim);
}

void RopeScene::fill(Snapshot& snapshot) const
{
    snapshot.clear();
    snapshot.time = simulation_.time();
    snapshot.hasGround = true;
    snapshot.groundHeight = static_cast<float>(simulation_.groundHeight());

    // As thick as hemp rope (900 kg/m3) of this mass per length.
    constexpr double density = 900.0;
    const double segment = simulation_.restLength() / static_cast<double>(simulation_.springs().size());
    const double area = settings_.mass / segment / density;
    Polyline& line = snapshot.polylines.emplace_back();
    line.radius = static_cast<float>(std::clamp(std::sqrt(area / std::numbers::pi), 0.005, 0.1));
    line.identity = -simulation_.netInsertions();
    for (const rope::Mass& mass : simulation_.masses())
        line.points.emplace_back(mass.position);
    for (std::size_t i = 0; i < simulation_.springs().size(); ++i)
        line.tension.push_back(static_cast<float>(simulation_.tension(i)));

    const double weight = settings_.mass * settings_.massCount * glm::length(settings_.gravity);
    snapshot.tensionScale = tensionLegendTop(weight);

    snapshot.markers.push_back({Marker::Kind::connection, line.points.front(), 1.8f * line.radius});
    if (simulation_.freeEndPinned())
        snapshot.solids.push_back({Solid::Kind::sphere, line.points.back(), 1.7f * line.radius, glm::vec3(0.42f)});
    if (const std::optional<std::size_t> held = simulation_.grabbed(); held && grabTarget_)
    {
        snapshot.markers.push_back({Marker::Kind::grabbed, line.points[*held], 1.8f * line.radius});
        snapshot.markers.push_back({Marker::Kind::target, *grabTarget_, 0.9f * line.radius});
    }
}

std::optional<Divergence> RopeScene::divergence() const
{
    const std::optional<std::size_t> mass = simulation_.runawayMass();
    if (!mass)
        return std::nullopt;

    // What has exploded tells no limit any more; its constants do.
    const rope::StepLimits limits = rope::worstStepLimits(settings_);
    const std::string limit =
        settings_.implicit()
            ? fmt::format(
                  "the implicit step of {:.4g} ms has no stability limit; lower implicit_max_dt or add friction",
                  1e3 * lastStep_)
        : lastStep_ > limits.stable
            ? fmt::format("the step of {:.4g} ms is beyond the stable {:.4g} ms, mostly because of the {}",
                          1e3 * lastStep_, 1e3 * limits.stable, limits.strongestName())
            : fmt::format("the step of {:.4g} ms is within the linear limit of {:.4g} ms; lower max_dt or add friction",
                          1e3 * lastStep_, 1e3 * limits.stable);
    return Divergence{
        simulation_.time(), *mass,
        fmt::format("the rope diverged at t = {:.3f} s, first at mass {}: {}", simulation_.time(), *mass, limit),
        *mass > 0 ? std::optional(*mass - 1) : std::nullopt,
        curesOf(settings_, [](const rope::RopeSettings& s) { return s.advisedStep(); })};
}

std::vector<CheckRow> RopeScene::check() const
{
    std::vector<CheckRow> rows;
    const auto runFor = [](rope::RopeSimulation& sim, double seconds)
    {
        for (long i = std::lround(seconds / sim.longestStep()); i > 0; --i)
            sim.step(sim.longestStep());
    };

    rope::RopeSimulation released;
    runFor(released, 0.5);
    const rope::Mass& tenth = released.masses()[10];
    rows.push_back({"mass 10 after 0.5 s, x", "m", 0.3558056356238226, tenth.position.x, 1e-9,
                    "the lesson's equations, computed independently"});
    rows.push_back({"mass 10 after 0.5 s, y", "m", -0.39763932891136566, tenth.position.y, 1e-9,
                    "the lesson's equations, computed independently"});

    rope::RopeSettings hangingSettings;
    hangingSettings.groundHeight = -1000.0;
    hangingSettings.airFriction = 0.2;
    rope::RopeSimulation hanging(hangingSettings);
    runFor(hanging, 40.0);
    const double n = hangingSettings.massCount;
    const double weight = hangingSettings.mass * 9.81;
    const double k = hangingSettings.springConstant;
    rows.push_back({"hanging rope, length", "m",
                    (n - 1.0) * hangingSettings.springLength + weight / k * n * (n - 1.0) / 2.0, hanging.length(), 1e-7,
                    "(N-1) L + (m g/k) N (N-1)/2"});
    rows.push_back({"hanging rope, top tension", "N", (n - 1.0) * weight, hanging.tension(0), 1e-4, "(N-1) m g"});

    // Highest eigenvalue of the chain of N - 1 free masses, one end fixed, in units of k: 4 cos^2(pi / (2 (N - 1) +
    // 1)).
    const double lambda = 2.0 + 2.0 * std::cos(2.0 * std::numbers::pi / (2.0 * n - 1.0));
    const rope::RopeSettings defaults;
    const double stiff = lambda * defaults.springConstant;
    const double damp = lambda * defaults.springFriction + defaults.airFriction;
    rows.push_back({"largest stable step", "s", (-damp + std::sqrt(damp * damp + 4.0 * stiff * defaults.mass)) / stiff,
                    rope::RopeSimulation(defaults).stableStep(), 1e-6,
                    "(-C + sqrt(C^2 + 4 K m)) / K; ours is a bound 0.02 % below"});

    rope::RopeSimulation lying;
    runFor(lying, 20.0);
    rows.push_back({"free end at rest on the ground", "m", defaults.groundHeight - weight / defaults.groundRepulsion,
                    lying.masses().back().position.y, 1e-6, "sinks in by m g / k_ground"});

    rope::RopeSettings reeledSettings;
    reeledSettings.payoutSpeed = 0.7;
    rope::RopeSimulation reeled(reeledSettings);
    const double restLength = reeled.restLength();
    runFor(reeled, 5.0);
    rows.push_back({"rope paid out in 5 s", "m", 5.0 * reeledSettings.payoutSpeed, reeled.restLength() - restLength,
                    1e-9, "speed times time"});

    rope::RopeSettings implicitSettings = hangingSettings;
    implicitSettings.integrator = rope::RopeIntegrator::implicit_euler;
    implicitSettings.implicitMaxDt = 0.1;
    rope::RopeSimulation settled(implicitSettings);
    runFor(settled, 60.0);
    rows.push_back({"hanging rope, implicit Euler at 0.1 s, length", "m",
                    (n - 1.0) * hangingSettings.springLength + weight / k * n * (n - 1.0) / 2.0, settled.length(), 1e-6,
                    "(N-1) L + (m g/k) N (N-1)/2"});

    rope::RopeSettings keptSettings;
    keptSettings.integrator = rope::RopeIntegrator::energy_momentum;
    keptSettings.groundHeight = -1000.0;
    keptSettings.springFriction = keptSettings.airFriction = 0.0;
    rope::RopeSimulation kept(keptSettings);
    const double energy = kept.totalEnergy();
    runFor(kept, 10.0);
    rows.push_back({"energy after 10 s, energy-momentum at 1/60 s", "J", energy, kept.totalEnergy(), 1e-2,
                    "no friction: what it was; 77 J turn round in the swing"});
    return rows;
}

} // namespace

const SceneRegistration<RopeScene> registration(ropeInfo);

} // namespace ropewalk
