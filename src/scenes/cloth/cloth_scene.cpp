#include "scenes/hosts.hpp"
#include "scenes/shared/cures.hpp"
#include "scenes/shared/diagnostics.hpp"
#include "scenes/shared/drawing.hpp"
#include "scenes/shared/step_verdict.hpp"
#include "scenes/simulation_scene.hpp"

#include <rope/cloth.hpp>
#include <rope/elementary.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>

// The cloth of the tutorial: springs, length constraints and point constraints by relaxation, each can be switched off.

namespace ropewalk
{

namespace
{

constexpr SceneInfo clothInfo{"cloth",
                              "Playground",
                              "Cloth",
                              "Cloth hung from two corners",
                              "Move the corners with the keys, pull a corner (both with Ctrl) or the cloth with the "
                              "mouse; switch constraints off "
                              "and see rubber; try 1 and 100 iterations, and wind.",
                              "columns rows constraints iterations structural_stiffness gravity wind",
                              13};

class ClothScene : public SimulationScene<rope::ClothSimulation>, public CurveHost
{
public:
    ClothScene();

    std::vector<Curve> curves() const override
    {
        return {{"residual", "", "Largest |r - L| / L of the last step over the sweeps of its relaxation.",
                 simulation().residuals()}};
    }
    std::string_view booksNote() const override
    {
        return "Its constraints put masses where they belong: no force acts whose work could be counted.";
    }

    bool canPin(std::size_t polyline, int identity) const override
    {
        return polyline == 0 && simulation().massOf({identity, Vec3(0.0)}).has_value();
    }

    std::optional<Divergence> divergence() const override;
    std::vector<CheckRow> check() const override;

private:
    int run(double h, const Controls& controls) override
    {
        rope::ClothSimulation& sim = simulation();
        const std::size_t corner = controls.pull && controls.pull->handle == 1 ? 1 : 0;
        const Vec3 velocity = controls.connectionVelocity(settings_.connectionSpeed, sim.corners()[corner].target, h);
        if (controls.pull && !controls.pull->together)
            sim.setCornerVelocity(corner, velocity);
        else
            sim.setConnectionVelocity(velocity);
        if (controls.grab && controls.grab->identity >= 0)
            sim.grab(static_cast<std::size_t>(controls.grab->identity), controls.grab->target);
        else
            sim.release();
        return controls.posing ? sim.pose(h) : sim.advance(h);
    }
    void fillShapes(Snapshot& snapshot) const override;
};

double lowestPoint(const rope::ClothSimulation& sim)
{
    return std::min_element(sim.masses().begin(), sim.masses().end(), lower)->position.y;
}

ClothScene::ClothScene()
{
    const rope::ClothSimulation& sim = simulation();
    rope::Diagnostics& d = diagnostics_;
    describeEnergies(d, sim, {.total = "Sum of the four energies."});
    d.add("largest_stretch", "", "Largest (r - L) / L along rows and columns.",
          [&sim] { return sim.largestStretch(); });
    d.add("mean_stretch", "", "Mean (r - L) / L along rows and columns.", [&sim] { return sim.meanStretch(); });
    d.add("residual_before", "", "Largest |r - L| / L before the relaxation of the last step.",
          [&sim] { return sim.residualBefore(); });
    d.add("residual_after", "", "Largest |r - L| / L after the relaxation of the last step.",
          [&sim] { return sim.residualAfter(); });
    d.add("lowest_point", "m", "Height of the lowest mass.", [&sim] { return lowestPoint(sim); });
    describeVector(d, "connection_", "m", "Middle between the pins", [&sim] { return sim.connectionPosition(); });
}

void ClothScene::fillShapes(Snapshot& snapshot) const
{
    const rope::ClothSimulation& sim = simulation();
    snapshot.view.yaw = 0.4f; // from the side, wind towards the viewer shows
    Surface& cloth = snapshot.surfaces.emplace_back();
    cloth.columns = static_cast<int>(sim.columns());
    cloth.rows = static_cast<int>(sim.rows());
    for (const rope::Mass& mass : sim.masses())
        cloth.points.emplace_back(mass.position);

    // It falls from where it is laid out.
    const double height = settings_.spacing * (settings_.rows - 1);
    for (const rope::PointConstraint& corner : sim.corners())
        snapshot.view.points.emplace_back(corner.target - Vec3(0.0, height, 0.0));
    const double apart = glm::distance(sim.corners()[0].target, sim.corners()[1].target);
    const auto radius = // while it grows too
        static_cast<float>(0.4 * std::min(settings_.spacing, apart / static_cast<double>(sim.columns() - 1)));
    if (settings_.pointConstraints)
        for (const rope::PointConstraint& pin : sim.corners())
            addConnection(snapshot, glm::vec3(pin.target), radius);
    for (const rope::Pin& pin : sim.pins())
        if (const std::optional<std::size_t> mass = sim.massOf(pin))
            addPinned(snapshot, cloth.points[*mass], 0.6f * radius, pin);
    if (const std::optional<std::size_t> grabbed = sim.grabbed())
        addGrab(snapshot, cloth.points[*grabbed], radius, sim.grabTarget(), 0.5f * radius);
}

std::optional<Divergence> ClothScene::divergence() const
{
    const std::optional<std::size_t> mass = simulation().runawayMass();
    if (!mass)
        return std::nullopt;
    // The limits of a cloth that has exploded say nothing; the limits of its constants do.
    return Divergence{
        time(), *mass,
        fmt::format("the cloth diverged at t = {:.3f} s, first at mass {}: {}", time(), *mass,
                    stepVerdict(settings_.longestStep(), rope::worstStepLimits(settings_))),
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

    // Two columns hang as two chains, and the rows between them stay at rest. In a steady state the sweep takes back
    // what each node falls in a step; the closed forms are the fixed point of that.
    constexpr int n = 10;
    const double fall = 9.81 / 3600.0 / rope::ClothSettings{}.spacing; // g dt^2 / L
    const auto chain = [&](CorrectionRule rule)
    { return settled(constraintsOnly(2, n + 1, 1, rule), 4000).largestStretch(); };
    rows.push_back(
        {"hanging chain, one sweep", "", (n - 1) * fall, chain(CorrectionRule::weighted), 1e-9, "(n - 1) g dt^2 / L"});
    rows.push_back({"hanging chain, one sweep by halves", "", (2 * n - 1) * fall, chain(CorrectionRule::half), 1e-9,
                    "(2 n - 1) g dt^2 / L"});

    // The digits come from tests/data/constraint_reference.json, relaxed by another program.
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
    const double stiff =
        chains.structuralStiffness * (2.0 + 2.0 * rope::elementary::cos(2.0 * std::numbers::pi / (2.0 * n + 1.0)));
    const double damp = chains.mediumDrag;
    const double limit = (-damp + std::sqrt(damp * damp + 4.0 * chains.mass * stiff)) / stiff;
    rows.push_back({"two chains, largest stable step", "s", limit, rope::ClothSimulation(chains).stableStep(),
                    1e-3 * limit, "(-C + sqrt(C^2 + 4 K m)) / K, K = k (2 + 2 cos(2 pi / (2 n + 1)))"});
    return rows;
}

constexpr LessonStep clothLesson[] = {
    {"Drag a corner with the mouse, or hold \u2191.", "Watch folds run through the cloth.",
     "Cloth is a net of masses: it resists a pull and hardly resists a bend.",
     [](const LessonMoment& now)
     {
         return now.change("connection_x") * now.change("connection_x") +
                    now.change("connection_y") * now.change("connection_y") +
                    now.change("connection_z") * now.change("connection_z") >
                0.04;
     }},
    {"Switch Constraints off.", "Watch the cloth sag like rubber, and the largest stretch rise.",
     "Springs soft enough for a long step stretch too far; constraints pull each thread back to its length.",
     [](const LessonMoment& now) { return now.is("constraints", "false") && now.value("largest_stretch") > 0.1; },
     "largest_stretch"},
    {"Switch Constraints on and set Iterations to 1.",
     "Watch the largest stretch in the plots: it is ten times as large.",
     "Each sweep passes a correction on to the next neighbour only, so one sweep does not reach the whole cloth.",
     [](const LessonMoment& now) { return now.is("constraints", "true") && now.constant("iterations") < 2.5; },
     "largest_stretch"},
    {"Set Wind towards you, its third number, to 5 m/s.", "Watch the cloth blow towards you.",
     "The air pulls at each mass by the difference of their velocities.",
     [](const LessonMoment& now) { return std::abs(now.vector("wind").z) > 3.0; }},
};

} // namespace

const SceneRegistration<ClothScene> clothRegistration(clothInfo, clothLesson);

} // namespace ropewalk
