#include "scenes/hosts.hpp"
#include "scenes/scene.hpp"
#include "scenes/shared/cures.hpp"

#include <rope/cloth.hpp>
#include <rope/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

// The cloth of the tutorial: springs, length constraints and point constraints by relaxation, each can be switched off.

namespace ropewalk
{

namespace
{

constexpr SceneInfo clothInfo{"cloth", "Cloth", "Cloth hung from two corners",
                              "Move the corners with the keys, pull the cloth with the mouse; switch constraints off "
                              "and see rubber; try 1 and 100 iterations, and wind.",
                              50};

struct ClothState : SceneState
{
    explicit ClothState(const rope::ClothSimulation& s) : simulation(s) {}
    rope::ClothSimulation simulation;
};

class ClothScene : public Scene, public CurveHost
{
public:
    ClothScene()
    {
        settings_.describe(parameters_);
        describeDiagnostics();
    }

    std::vector<Curve> curves() const override
    {
        return {{"residual", "", "Largest |r - L| / L of the last step over the sweeps of its relaxation.",
                 simulation_.residuals()}};
    }

    void reset() override { simulation_ = rope::ClothSimulation(settings_); }

    int advance(double h, const Controls& controls) override
    {
        applySettings();
        simulation_.setConnectionVelocity(controls.connectionVelocity(settings_.connectionSpeed));
        simulation_.release();
        if (controls.grab && controls.grab->identity >= 0)
            simulation_.grab(static_cast<std::size_t>(controls.grab->identity), controls.grab->target);
        grabTarget_ = simulation_.grabbed() ? std::optional(controls.grab->target) : std::nullopt;
        return simulation_.advance(h);
    }

    double time() const override { return simulation_.time(); }
    double longestStep() const override { return settings_.longestStep(); }
    rope::StepLimits stepLimits() const override { return simulation_.stepLimits(); }
    StepPlan stepPlan() const override { return {settings_.longestStep(), rope::worstStepLimits(settings_).stable}; }

    void fill(Snapshot& snapshot) const override;
    std::optional<Divergence> divergence() const override;

    std::string_view booksNote() const override
    {
        return "Its constraints put masses where they belong: no force acts whose work could be counted.";
    }

    std::unique_ptr<SceneState> save() const override { return std::make_unique<ClothState>(simulation_); }
    void restore(const SceneState& state) override
    {
        simulation_ = dynamic_cast<const ClothState&>(state).simulation;
        applySettings();
    }

    std::size_t massCount() const override { return simulation_.masses().size(); }
    std::vector<double> massRow(std::size_t mass) const override
    {
        const rope::Mass& m = simulation_.masses()[mass];
        return {m.position.x, m.position.y, m.position.z, m.velocity.x, m.velocity.y, m.velocity.z};
    }

    std::vector<CheckRow> check() const override;

private:
    void describeDiagnostics();

    void applySettings()
    {
        if (settings_ != simulation_.settings())
            simulation_.setSettings(settings_);
    }

    rope::ClothSettings settings_;
    rope::ClothSimulation simulation_{settings_};
    std::optional<Vec3> grabTarget_;
};

double lowestPoint(const rope::ClothSimulation& sim)
{
    double y = sim.masses().front().position.y;
    for (const rope::Mass& mass : sim.masses())
        y = std::min(y, mass.position.y);
    return y;
}

void ClothScene::describeDiagnostics()
{
    const rope::ClothSimulation& sim = simulation_;
    rope::Diagnostics& d = diagnostics_;
    d.add("kinetic_energy", "J", "Energy of motion.", [&sim] { return sim.kineticEnergy(); });
    d.add("potential_energy", "J", "Energy in gravity, zero at the origin.", [&sim] { return sim.potentialEnergy(); });
    d.add("elastic_energy", "J", "Energy stored in the springs.", [&sim] { return sim.elasticEnergy(); });
    d.add("ground_energy", "J", "Energy stored in the ground's repulsion.", [&sim] { return sim.groundEnergy(); });
    d.add("total_energy", "J", "Sum of the four energies.", [&sim] { return sim.totalEnergy(); });
    d.add("largest_stretch", "", "Largest (r - L) / L along rows and columns.",
          [&sim] { return sim.largestStretch(); });
    d.add("mean_stretch", "", "Mean (r - L) / L along rows and columns.", [&sim] { return sim.meanStretch(); });
    d.add("residual_before", "", "Largest |r - L| / L before the relaxation of the last step.",
          [&sim] { return sim.residualBefore(); });
    d.add("residual_after", "", "Largest |r - L| / L after the relaxation of the last step.",
          [&sim] { return sim.residualAfter(); });
    d.add("lowest_point", "m", "Height of the lowest mass.", [&sim] { return lowestPoint(sim); });
    d.add("connection_x", "m", "Middle between the pins, to the right.", [&sim] { return sim.connectionPosition().x; });
    d.add("connection_y", "m", "Middle between the pins, up.", [&sim] { return sim.connectionPosition().y; });
    d.add("connection_z", "m", "Middle between the pins, towards the viewer.",
          [&sim] { return sim.connectionPosition().z; });
}

void ClothScene::fill(Snapshot& snapshot) const
{
    snapshot.clear();
    snapshot.time = simulation_.time();
    snapshot.hasGround = true;
    snapshot.groundHeight = static_cast<float>(simulation_.groundHeight());

    Surface& cloth = snapshot.surfaces.emplace_back();
    cloth.columns = static_cast<int>(simulation_.columns());
    cloth.rows = static_cast<int>(simulation_.rows());
    for (const rope::Mass& mass : simulation_.masses())
        cloth.points.emplace_back(mass.position);

    const float radius = static_cast<float>(0.4 * settings_.spacing);
    if (settings_.pointConstraints)
        for (const rope::PointConstraint& pin : simulation_.pins())
            snapshot.markers.push_back({Marker::Kind::connection, glm::vec3(pin.target), radius});
    if (const std::optional<std::size_t> held = simulation_.grabbed(); held && grabTarget_)
    {
        snapshot.markers.push_back({Marker::Kind::grabbed, cloth.points[*held], radius});
        snapshot.markers.push_back({Marker::Kind::target, glm::vec3(*grabTarget_), 0.5f * radius});
    }
}

std::optional<Divergence> ClothScene::divergence() const
{
    const std::optional<std::size_t> mass = simulation_.runawayMass();
    if (!mass)
        return std::nullopt;

    // What has exploded tells no limit any more; its constants do.
    const rope::StepLimits limits = rope::worstStepLimits(settings_);
    const double step = settings_.longestStep();
    const std::string limit =
        step > limits.stable
            ? fmt::format("the step of {:.4g} ms is beyond the stable {:.4g} ms, mostly because of the {}", 1e3 * step,
                          1e3 * limits.stable, limits.strongestName())
            : fmt::format("the step of {:.4g} ms is within the linear limit of {:.4g} ms; lower max_dt or add friction",
                          1e3 * step, 1e3 * limits.stable);
    return Divergence{
        simulation_.time(), *mass,
        fmt::format("the cloth diverged at t = {:.3f} s, first at mass {}: {}", simulation_.time(), *mass, limit),
        std::nullopt,
        curesOf(settings_, [](const rope::ClothSettings& s) { return rope::worstStepLimits(s).advised; })};
}

/// A cloth of constraints alone, relaxed once in each of the steps of 1/60 s, 2 % of the velocity lost in each.
rope::ClothSettings constraintsOnly(int columns, int rows, int iterations, rope::CorrectionRule rule)
{
    rope::ClothSettings settings;
    settings.columns = columns;
    settings.rows = rows;
    settings.pinGap = 1.0;
    settings.springs = false;
    settings.iterations = iterations;
    settings.correctionRule = rule;
    settings.maxDt = 1.0 / 60.0;
    settings.mediumDrag = 0.02 * settings.mass / settings.maxDt;
    settings.groundHeight = -100.0;
    return settings;
}

rope::ClothSimulation settled(const rope::ClothSettings& settings, int steps)
{
    rope::ClothSimulation sim(settings);
    for (int i = 0; i < steps; ++i)
        sim.step(settings.maxDt);
    return sim;
}

std::vector<CheckRow> ClothScene::check() const
{
    using rope::CorrectionRule;
    std::vector<CheckRow> rows;

    // Two columns hang as two chains, the rows between them stay at rest. In a steady state what a step makes each node
    // fall is what the sweep takes back; the closed forms are the fixed point of that.
    constexpr int n = 10;
    const double fall = 9.81 / 3600.0 / rope::ClothSettings{}.spacing; // g dt^2 / L
    const auto chain = [&](CorrectionRule rule)
    { return settled(constraintsOnly(2, n + 1, 1, rule), 4000).largestStretch(); };
    rows.push_back(
        {"hanging chain, one sweep", "", (n - 1) * fall, chain(CorrectionRule::weighted), 1e-9, "(n - 1) g dt^2 / L"});
    rows.push_back({"hanging chain, one sweep by halves", "", (2 * n - 1) * fall, chain(CorrectionRule::half), 1e-9,
                    "(2 n - 1) g dt^2 / L"});

    const auto sheet = [](int iterations, CorrectionRule rule)
    { return settled(constraintsOnly(20, 20, iterations, rule), 2500); };
    const rope::ClothSimulation ten = sheet(10, CorrectionRule::weighted);
    constexpr std::string_view source = "constraints relaxed to rest, computed independently";
    rows.push_back({"20 x 20, 10 sweeps, largest stretch", "", 0.6300531619717578, ten.largestStretch(), 1e-6,
                    std::string(source)});
    rows.push_back(
        {"20 x 20, 10 sweeps, mean stretch", "", 0.04341373807473909, ten.meanStretch(), 1e-6, std::string(source)});
    rows.push_back(
        {"20 x 20, 10 sweeps, lowest point", "m", -1.3040038002609884, lowestPoint(ten), 1e-6, std::string(source)});
    rows.push_back({"20 x 20, 20 sweeps, largest stretch", "", 0.3461249347751838,
                    sheet(20, CorrectionRule::weighted).largestStretch(), 1e-6, std::string(source)});
    rows.push_back({"20 x 20, 10 sweeps by halves, largest stretch", "", 1.2395313645670636,
                    sheet(10, CorrectionRule::half).largestStretch(), 1e-6, std::string(source)});

    rope::ClothSettings rubber;
    rubber.columns = 2;
    rubber.rows = n + 1;
    rubber.pinGap = 1.0;
    rubber.shearStiffness = 0.0;
    rubber.bendStiffness = 0.0;
    rubber.lengthConstraints = false;
    rubber.mediumDrag = 0.01;
    rubber.groundHeight = -100.0;
    rows.push_back({"hanging chain of springs, largest stretch", "",
                    n * rubber.mass * 9.81 / (rubber.structuralStiffness * rubber.spacing),
                    settled(rubber, 30'000).largestStretch(), 1e-6, "n m g / (k L)"});

    // Two chains side by side, straight and at rest as they are laid out. Every spring has friction, whatever its
    // stiffness, so there is none.
    rope::ClothSettings chains = rubber;
    chains.springFriction = 0.0;
    const double stiff = chains.structuralStiffness * (2.0 + 2.0 * std::cos(2.0 * std::numbers::pi / (2.0 * n + 1.0)));
    const double damp = chains.mediumDrag;
    const double limit = (-damp + std::sqrt(damp * damp + 4.0 * chains.mass * stiff)) / stiff;
    rows.push_back({"two chains, largest stable step", "s", limit, rope::ClothSimulation(chains).stableStep(),
                    1e-3 * limit, "(-C + sqrt(C^2 + 4 K m)) / K, K = k (2 + 2 cos(2 pi / (2 n + 1)))"});
    return rows;
}

} // namespace

const SceneRegistration<ClothScene> clothRegistration(clothInfo);

} // namespace ropewalk
