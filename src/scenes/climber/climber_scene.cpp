#include "climber.hpp"
#include "crag.hpp"

#include "scenes/hosts.hpp"
#include "scenes/rope_description.hpp"
#include "scenes/shared/drawing.hpp"
#include "scenes/shared/rods.hpp"
#include "scenes/shared/rope_theory.hpp"
#include "scenes/simulation_scene.hpp"

#include <rope/elementary.hpp>

#include <fmt/core.h>

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <string>
#include <utility>

namespace ropewalk
{

namespace
{

constexpr SceneInfo climberInfo{"climber",
                                "Playground",
                                "Climber",
                                "A climber is caught: for learning, not for safety",
                                "Press R for another fall; let rope slip through the belay, try the three rope "
                                "models, lift the climber with the mouse and let go.",
                                "fall_factor rope_model belay_grip carabiner_friction climber_mass breaking_force",
                                14,
                                1.25};

constexpr std::array<std::string_view, ropeModels> modelNames{"spring", "zener", "stiffening"};
constexpr std::array<std::string_view, ropeModels> modelTitles{"One spring", "Zener", "Stiffening"};
constexpr double earthGravity = 9.81; // [m/s2]

/// The fall of the norm, with the belay fixed and no friction where the rope turns.
ClimberSettings inNormsFall(ClimberSettings s)
{
    s.ropeLength = 2.8;
    s.belaySide = 0.3;
    s.fallFactor = 1.77;
    s.climberMass = ropeNorm(s.ropeClass).mass;
    s.carabinerFriction = 0.0;
    s.belayGrip = 1e5;
    s.gravity = Vec3(0.0, -earthGravity, 0.0);
    return s;
}

LightFall lightFall(const ClimberSettings& s, RopeModel model, double duration)
{
    return lightFall(s.belayed(model), s.climberMass, glm::length(s.gravity), s.fallHeight(), duration);
}

class ClimberScene final : public SimulationScene<Climber>, public RemarkHost, public EffortHost, public ComparisonHost
{
public:
    ClimberScene();

    rope::ImplicitEffort effort() const override { return simulation().rope().effort(); }
    std::optional<RopeDescription> ropeDescription() const override
    {
        return describedRod(simulation().rope().settings(),
                            {fmt::format("a climber of {:g} kg at its end", settings_.climberMass),
                             fmt::format("a carabiner and {:g} m of rope to a belay at the other", settings_.belaySide),
                             "a law of its tension that no spring has"});
    }
    std::vector<Profile> profiles() const override { return rodProfiles(simulation().rope()); }
    std::vector<PlotTile> usualPlots() const override
    {
        return {{PlotKind::time, {"rope_force", "force_spring", "force_zener", "force_stiffening"}},
                {PlotKind::time, {"carabiner_force", "rope_force", "belay_force"}},
                {PlotKind::time, {"stretch"}}};
    }
    std::string_view booksNote() const override
    {
        return "Its rope takes energy by a law that no spring has: rope_energy and the losses behind it say where it "
               "is.";
    }

    Comparison comparison() const override;
    void setClock(std::function<double()> /*clock*/) override {} // nothing of it is about cost
    std::optional<double> predicted(std::string_view diagnostic) const override;
    void fillTheory(Snapshot& snapshot) const override;
    std::optional<Remark> remark() const override;
    std::optional<Divergence> divergence() const override { return rodDivergence(simulation().rope()); }
    std::vector<CheckRow> check() const override;

private:
    int run(double h, const Controls& controls) override
    {
        Climber& sim = simulation();
        sim.setGrab(rodGrab(controls, sim.masses().size()));
        return sim.advance(h);
    }
    void fillShapes(Snapshot& snapshot) const override;
    void describeModels();
    void describeEnergies();

    /// What a rope of each model does with the present constants, in this fall and in the norm's.
    struct Falls
    {
        std::optional<ClimberSettings> settings; ///< they belong to these
        std::array<LightFall, ropeModels> here;
        std::array<LightFall, ropeModels> ofNorm;
    };
    const Falls& falls() const;
    bool fallsDown() const
    {
        const Vec3& g = settings_.gravity;
        return g.x == 0.0 && g.y < 0.0 && g.z == 0.0;
    }
    std::size_t model() const { return static_cast<std::size_t>(settings_.ropeModel); }
    bool passesNorm(std::size_t model) const;
    double staticStrain(std::size_t model) const
    {
        constexpr double mass = 80.0; // [kg], of the norm for all ropes
        return settings_.law(static_cast<RopeModel>(model)).staticStrain(mass * earthGravity);
    }

    mutable Falls falls_;
};

ClimberScene::ClimberScene()
{
    const Climber& sim = simulation();
    rope::Diagnostics& d = diagnostics_;
    d.add("rope_force", "N", "Tension of the rope at the climber.", [&sim] { return sim.force(); });
    d.add("peak_force", "N", "The largest one in this fall.", [&sim] { return sim.peakForce(); });
    describeModels();
    d.add("belay_force", "N", "Tension of the rope at the belay.", [&sim] { return sim.belayForce(); });
    d.add("carabiner_force", "N", "Both tensions at the carabiner together: what its anchor holds.",
          [&sim] { return sim.carabinerForce(); });
    d.add("stretch", "%", "Length of the whole rope beyond its rest length.", [&sim] { return 100.0 * sim.stretch(); });
    d.add("largest_stretch", "%", "The largest one in this fall.", [&sim] { return 100.0 * sim.largestStretch(); });
    d.add("slipped", "m", "Rope that has slipped through the belay.", [&sim] { return sim.slipped(); });
    d.add("plateau_force", "N",
          "mg (1 + h/s): no rope that lets the climber down by s, from where it is taut, has a smaller peak.",
          [this, &sim]
          { return sim.way() > 0.0 ? settings_.weight() * (1.0 + settings_.fallHeight() / sim.way()) : 0.0; });
    d.add("speed", "m/s", "Speed of the climber.", [&sim] { return glm::length(sim.masses().back().velocity); });
    d.add("height", "m", "Height of the climber above the belay.", [&sim] { return sim.climberPosition().y; });
    d.add("fall_number", "", "Number of the fall in the series.", [&sim] { return static_cast<double>(sim.fall()); });
    d.add("kinetic_energy", "J", "Energy of motion.", [&sim] { return sim.rope().kineticEnergy(); });
    d.add("potential_energy", "J", "Energy in gravity, zero at the belay.",
          [&sim] { return sim.rope().potentialEnergy(); });
    describeEnergies();
}

void ClimberScene::describeEnergies()
{
    const Climber& sim = simulation();
    rope::Diagnostics& d = diagnostics_;
    d.add("rope_energy", "J", "Energy stored in both sides of the rope.", [&sim] { return sim.ropeEnergy().stored; });
    d.add("loss_rope", "J", "Energy that the friction inside the rope has taken since the beginning.",
          [&sim] { return sim.ropeEnergy().flow; });
    d.add("loss_carabiner", "J", "Energy that rope has left at the carabiner since the beginning.",
          [&sim] { return sim.ropeEnergy().carabiner; });
    d.add("loss_belay", "J", "Energy that rope has left at the belay since the beginning.",
          [&sim] { return sim.ropeEnergy().belay; });
    for (const rope::EnergyLine line :
         {rope::EnergyLine::air, rope::EnergyLine::spring_friction, rope::EnergyLine::integrator})
    {
        const rope::BookLine& words = rope::energyLines[static_cast<std::size_t>(line)];
        d.add(words.name, "J", words.sentence, [&sim, line] { return sim.rope().energyLine(line); });
    }
    d.add("loss_steps", "J",
          "Energy that finite steps have taken since the beginning, with what waves along the rope hold.",
          [&sim] { return sim.takenBySteps(); });
}

void ClimberScene::describeModels()
{
    const Climber& sim = simulation();
    rope::Diagnostics& d = diagnostics_;
    constexpr std::array<std::string_view, ropeModels> which{"one spring", "a standard linear solid",
                                                             "a rope that stiffens, with late friction"};
    for (std::size_t i = 0; i < ropeModels; ++i)
    {
        const std::string name(modelNames[i]);
        d.add("force_" + name, "N",
              fmt::format("What rope_force would be now in the first fall into {}, without the rope's mass.", which[i]),
              [this, &sim, i]
              {
                  const double g = glm::length(settings_.gravity);
                  const double taut = g > 0.0 ? std::sqrt(2.0 * settings_.fallHeight() / g) : 0.0; // [s]
                  return falls().here[i].forceAt(sim.sinceFall() - taut);
              });
    }
    for (std::size_t i = 0; i < ropeModels; ++i)
        d.add("peak_force_" + std::string(modelNames[i]), "N", fmt::format("The peak of the fall into {}.", which[i]),
              [this, i] { return falls().here[i].peak; });
    d.add(
        "peak_force_formula", "N",
        "mg + sqrt((mg)\u00b2 + 2 mg EA h/L) of one spring, L the climber's side and e^(-\u03bc\u03c0) of the belay's.",
        [this] { return settings_.formulaPeak(); });
    d.add("norm_peak_force", "N", "The peak that this rope has in the fall of EN 892.",
          [this] { return falls().ofNorm[model()].peak; });
    d.add("norm_passed", "", "Whether it keeps the limits of EN 892 for peak and elongations; 1: yes.",
          [this] { return passesNorm(model()) ? 1.0 : 0.0; });
}

const ClimberScene::Falls& ClimberScene::falls() const
{
    if (falls_.settings == settings_)
        return falls_;
    constexpr double shown = 2.0;     // [s]
    constexpr double certified = 0.5; // [s], longer than the first peak takes to come
    falls_.settings = settings_;
    for (std::size_t i = 0; i < ropeModels; ++i)
    {
        falls_.here[i] = lightFall(settings_, static_cast<RopeModel>(i), shown);
        falls_.ofNorm[i] = lightFall(inNormsFall(settings_), static_cast<RopeModel>(i), certified);
    }
    return falls_;
}

bool ClimberScene::passesNorm(std::size_t model) const
{
    const RopeNorm& norm = ropeNorm(settings_.ropeClass);
    const LightFall& fall = falls().ofNorm[model];
    return fall.peak <= norm.peakForce && fall.stretch <= norm.dynamicStrain &&
           staticStrain(model) <= norm.staticStrain;
}

Comparison ClimberScene::comparison() const
{
    const RopeNorm& norm = ropeNorm(settings_.ropeClass);
    Comparison comparison;
    comparison.columns = {{"this fall", "kN", "Peak force of this fall, without the rope's mass."},
                          {"norm's fall", "kN", "Peak force in the first fall of EN 892: 2.8 m of rope, factor 1.77."},
                          {"at rest", "%", "Static elongation under 80 kg."},
                          {"in the fall", "%", "Dynamic elongation, in the norm's fall."},
                          {"passes", "", "Whether it keeps the limits: 1 yes, 0 no."}};
    for (std::size_t i = 0; i < ropeModels; ++i)
        comparison.rows.push_back({std::string(modelTitles[i]),
                                   {1e-3 * falls().here[i].peak, 1e-3 * falls().ofNorm[i].peak, 100.0 * staticStrain(i),
                                    100.0 * falls().ofNorm[i].stretch, passesNorm(i) ? 1.0 : 0.0}});
    constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
    comparison.rows.push_back(
        {"Limit of EN 892",
         {nothing, 1e-3 * norm.peakForce, 100.0 * norm.staticStrain, 100.0 * norm.dynamicStrain, nothing}});
    return comparison;
}

std::optional<double> ClimberScene::predicted(std::string_view diagnostic) const
{
    const LightFall& fall = falls().here[model()];
    if (!fallsDown() || simulation().fall() > 1)
        return std::nullopt;
    if (diagnostic == "peak_force")
        return fall.peak;
    if (diagnostic == "largest_stretch")
        return 100.0 * fall.stretch;
    return std::nullopt;
}

/// How deep each rope lets the climber down.
void ClimberScene::fillTheory(Snapshot& snapshot) const
{
    if (!fallsDown())
        return;
    const Vec3 carabiner = simulation().carabiner();
    const double half = 0.12 * settings_.climberSide();
    for (std::size_t i = 0; i < ropeModels; ++i)
    {
        const Vec3 lowest = carabiner - Vec3(0.0, settings_.climberSide() + falls().here[i].way, 0.0);
        addTheoryThread(snapshot, {lowest - Vec3(half, 0.0, 0.0), lowest, lowest + Vec3(half, 0.0, 0.0)},
                        theory_colours::rest, static_cast<float>(0.018 * simulation().drawnSize()));
        snapshot.labels.push_back({glm::vec3(lowest + Vec3(half, 0.0, 0.0)), std::string(modelTitles[i])});
    }
}

void ClimberScene::fillShapes(Snapshot& snapshot) const
{
    addCrag(snapshot, simulation());
    if (const std::optional<RodGrab> grab = simulation().pulled())
    {
        const float radius = 2.0f * snapshot.polylines.front().radius;
        addGrab(snapshot, glm::vec3(simulation().masses()[grab->mass].position), radius, grab->target, 0.5f * radius);
    }
}

std::optional<Remark> ClimberScene::remark() const
{
    const Climber& sim = simulation();
    if (sim.broken())
        return Remark{
            fmt::format("The rope broke at the carabiner, beyond {:.3g} kN: press R.", 1e-3 * settings_.breakingForce),
            {}};
    if (passesNorm(model()))
        return std::nullopt;
    const RopeNorm& norm = ropeNorm(settings_.ropeClass);
    const LightFall& fall = falls().ofNorm[model()];
    return Remark{
        fmt::format("EN 892 would refuse this rope. In its fall: a peak of {:.3g} kN ({:g} at most), {:.3g} % "
                    "elongation ({:g}); at rest {:.3g} % ({:g}).",
                    1e-3 * fall.peak, 1e-3 * norm.peakForce, 100.0 * fall.stretch, 100.0 * norm.dynamicStrain,
                    100.0 * staticStrain(model()), 100.0 * norm.staticStrain),
        {}};
}

// ---- The check ---------------------------------------------------------------------------------------------------

void checkPeaks(std::vector<CheckRow>& rows)
{
    ClimberSettings settings = inNormsFall({});
    settings.ropeModel = RopeModel::spring;
    settings.massPerLength = 1e-3;
    Climber light(settings);
    light.advance(1.5);
    rows.push_back({"peak of one spring in the norm's fall, a light rope", "N", settings.formulaPeak(),
                    light.peakForce(), 0.01 * settings.formulaPeak(), "mg + sqrt((mg)^2 + 2 mg EA f): Wexler 1950"});
    settings.massPerLength = ClimberSettings{}.massPerLength;
    constexpr double certified = 9e3; // [N]
    for (std::size_t i = 0; i < ropeModels; ++i)
    {
        settings.ropeModel = static_cast<RopeModel>(i);
        Climber heavy(settings);
        heavy.advance(1.5);
        rows.push_back({fmt::format("peak of the model {} in the norm's fall", modelNames[i]), "N", certified,
                        heavy.peakForce(), 0.03 * certified, "to which its constants are set"});
    }
}

void checkRest(std::vector<CheckRow>& rows)
{
    ClimberSettings settings;
    settings.fallFactor = 0.0;
    settings.carabinerFriction = 0.0;
    settings.massPerLength = 1e-3;
    Climber hanging(settings);
    hanging.advance(30.0);
    rows.push_back({"zener at rest under 80 kg", "%", 100.0 * settings.weight() / settings.staticStiffness,
                    100.0 * hanging.stretch(), 0.02, "mg/E"});
}

void checkCarabiner(std::vector<CheckRow>& rows)
{
    ClimberSettings settings;
    settings.ropeModel = RopeModel::spring;
    settings.axialStiffness = 1e6; // small strains, as the formula has them
    settings.massPerLength = 1e-3;
    settings.fallFactor = 0.2;
    Climber stiff(settings);
    double ratio = 0.0;
    for (int i = 0; i < 600; ++i)
    {
        stiff.advance(settings.maxDt);
        if (stiff.force() >= stiff.peakForce())
            ratio = stiff.belayForce() / stiff.force();
    }
    rows.push_back({"peak over a rough carabiner, a stiff rope", "N", settings.formulaPeak(), stiff.peakForce(),
                    0.03 * settings.formulaPeak(), "the rope acts as L1 + e^(-mu phi) L2: cf. Attaway 1996"});
    const double held = rope::elementary::exp(-settings.carabinerFriction * std::numbers::pi);
    rows.push_back({"belay over climber while rope slides up to the carabiner", "", held, ratio, 0.02, "e^(-mu pi)"});

    settings = {};
    settings.massPerLength = 1e-3;
    settings.belayGrip = 2000.0;
    Climber slips(settings);
    slips.advance(3.0);
    rows.push_back({"peak where rope slips through the belay", "N", settings.belayGrip / held, slips.peakForce(),
                    0.02 * settings.belayGrip / held, "grip e^(mu pi)"});
}

std::vector<CheckRow> ClimberScene::check() const
{
    std::vector<CheckRow> rows;
    checkPeaks(rows);
    checkRest(rows);
    checkCarabiner(rows);
    return rows;
}

constexpr LessonStep climberLesson[] = {
    {"Press C, then R.", "Watch the rope turn bright as it catches the climber, and rope_force in the plot.",
     "The rope stops the fall by stretching: only the fall factor counts, not the height of the fall.",
     [](const LessonMoment& now) { return now.tensionColours && now.restarted && now.value("peak_force") > 1000.0; },
     "rope_force"},
    {"Set rope_model to spring, and press R.", "Watch the climber thrown back up, and the peak higher than before.",
     "One spring set by the certified peak is too stiff at rest and gives all energy back. A real rope takes most of "
     "it.",
     [](const LessonMoment& now)
     { return now.is("rope_model", "spring") && now.restarted && now.value("peak_force") > 1000.0; },
     "force_spring"},
    {"Set carabiner_friction to 0, and press R.", "Watch the force on the belay grow, and the peak fall.",
     "Friction keeps the belay's side from helping: a shorter rope catches harder.",
     [](const LessonMoment& now)
     { return now.constant("carabiner_friction") < 0.01 && now.restarted && now.value("peak_force") > 1000.0; },
     "belay_force"},
    {"Set belay_grip to 2000 N, and press R.", "Watch rope slip through the belay, and the peak stay low.",
     "A belay that gives way is a plateau of the force, the softest catch there can be over this way.",
     [](const LessonMoment& now)
     { return now.constant("belay_grip") < 2500.0 && now.restarted && now.value("slipped") > 0.05; },
     "slipped"},
    {"Take the climber with the mouse, lift and let go.", "Watch peak_force for falls of your own.",
     "Two metres of fall on seven metres of rope are a fall factor of 0.29.",
     [](const LessonMoment& now) { return now.held; }},
};

} // namespace

const SceneRegistration<ClimberScene> climberRegistration(climberInfo, climberLesson);

} // namespace ropewalk
