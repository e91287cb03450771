#include "cantilever.hpp"

#include "scenes/hosts.hpp"
#include "scenes/rope_description.hpp"
#include "scenes/shared/diagnostics.hpp"
#include "scenes/shared/drawing.hpp"
#include "scenes/shared/place.hpp"
#include "scenes/shared/rods.hpp"
#include "scenes/shared/rope_theory.hpp"
#include "scenes/simulation_scene.hpp"

#include <rope/elementary.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ropewalk
{

namespace
{

constexpr SceneInfo cantileverInfo{"cantilever",
                                   "Learn",
                                   "Cantilever",
                                   "A rope that bends: the cantilever",
                                   "Pull the rope with the mouse, hang a tip_load on it, change bending_stiffness; T "
                                   "draws the elastica over it.",
                                   "length bending_stiffness tip_load mass_per_length damping gravity",
                                   22,
                                   1.2};

class CantileverScene : public SimulationScene<Cantilever>, public EffortHost
{
public:
    CantileverScene();

    rope::ImplicitEffort effort() const override { return simulation().rope().effort(); }

    std::optional<RopeDescription> ropeDescription() const override
    {
        return describedRod(simulation().rope().settings(),
                            {"a clamp at its end", fmt::format("a load of {:g} N at the other", settings_.tipLoad)});
    }
    std::vector<Profile> profiles() const override;
    std::vector<PlotTile> usualPlots() const override
    {
        return {{PlotKind::time, {"tip_y"}},
                {PlotKind::profile, {"curvature"}},
                {PlotKind::time, {"potential_energy", "bending_energy", "kinetic_energy"}}};
    }

    std::optional<double> predicted(std::string_view diagnostic) const override;
    std::vector<double> naturalFrequencies() const override;
    void fillTheory(Snapshot& snapshot) const override;
    std::optional<Divergence> divergence() const override;
    std::vector<CheckRow> check() const override;

private:
    int run(double h, const Controls& controls) override
    {
        Cantilever& sim = simulation();
        sim.setClampVelocity(controls.connectionVelocity(settings_.connectionSpeed, sim.masses().front().position, h));
        sim.setGrab(rodGrab(controls, sim.masses().size()));
        return sim.advance(h);
    }
    void fillShapes(Snapshot& snapshot) const override;

    /// What theory says with the present constants; none where it does not know them.
    struct Rest
    {
        std::optional<CantileverSettings> settings; ///< it belongs to these
        std::optional<rope::BentShape> chain;       ///< of these segments
        std::optional<rope::BentShape> curve;       ///< of the continuous rod
        /// [Hz], where somebody has asked for them
        std::optional<std::vector<double>> frequencies;
    };
    Rest& rest() const;

    mutable Rest rest_;
};

CantileverScene::CantileverScene()
{
    const Cantilever& sim = simulation();
    rope::Diagnostics& d = diagnostics_;
    d.add("tip_x", "m", "The free end from the clamp, along the clamp's direction.", [&sim] { return sim.tip().x; });
    d.add("tip_y", "m", "The free end from the clamp, up: negative below it.", [&sim] { return sim.tip().y; });
    d.add("tip_angle", "rad", "Angle of the free end below the clamp's direction.", [&sim] { return sim.tipAngle(); });
    d.add("root_curvature", "1/m", "Curvature at the clamp, where the moment is largest.",
          [&sim] { return sim.rope().curvature(0); });
    describeRodEnergies(d, sim.rope());
    describeRodBooks(d, sim.rope());
}

CantileverScene::Rest& CantileverScene::rest() const
{
    if (rest_.settings == settings_)
        return rest_;
    rest_ = Rest{settings_, {}, {}, {}};
    if (const std::optional<rope::CantileverLoad> load = settings_.load())
    {
        rest_.curve = rope::elastica(*load);
        rest_.chain = rope::bentChain(*load, settings_.massCount - 1);
    }
    return rest_;
}

std::vector<double> CantileverScene::naturalFrequencies() const
{
    Rest& known = rest();
    if (known.frequencies)
        return *known.frequencies;
    known.frequencies.emplace();
    constexpr int shown = 4;
    if (known.chain)
        if (std::optional<rope::RopeSimulation> rod = Cantilever(settings_).restFrom(*known.chain))
            for (int i = 0; i < shown; ++i)
                known.frequencies->push_back(rod->frequency(i) / (2.0 * std::numbers::pi));
    return *known.frequencies;
}

std::vector<Profile> CantileverScene::profiles() const
{
    const std::optional<rope::BentShape>& chain = rest().chain;
    const bool same = chain && chain->curvature.size() == simulation().masses().size();
    return rodProfiles(simulation().rope(), same ? chain->curvature : std::vector<double>{});
}

std::optional<double> CantileverScene::predicted(std::string_view diagnostic) const
{
    const std::optional<rope::BentShape>& chain = rest().chain;
    if (!chain)
        return std::nullopt;
    if (diagnostic == "tip_x")
        return chain->reach();
    if (diagnostic == "tip_y")
        return -chain->droop();
    if (diagnostic == "tip_angle")
        return chain->tipAngle;
    if (diagnostic == "root_curvature")
        return chain->curvature.front();
    if (diagnostic == "kinetic_energy")
        return 0.0;
    return std::nullopt;
}

void CantileverScene::fillTheory(Snapshot& snapshot) const
{
    const std::optional<rope::BentShape>& curve = rest().curve;
    if (!curve)
        return;
    std::vector<Vec3> points;
    for (const rope::Vec2& point : curve->points)
        points.push_back(simulation().masses().front().position + Vec3(point, 0.0));
    addTheoryThread(snapshot, points, theory_colours::rest, static_cast<float>(0.35 * settings_.ropeRadius));
    snapshot.labels.push_back({glm::vec3(points[points.size() / 2]), "elastica"});
}

void CantileverScene::fillShapes(Snapshot& snapshot) const
{
    const Cantilever& sim = simulation();
    const rope::RopeSettings& rod = sim.rope().settings();
    const double length = settings_.length;
    const double load = settings_.massPerLength * length * glm::length(settings_.gravity) + settings_.tipLoad;
    RodColourTops tops;
    tops.tension = load;
    // As much as the moment of a straight rod bends it, and no more than the loads hold bent.
    const double moment = (0.5 * (load - settings_.tipLoad) + settings_.tipLoad) * length;
    if (rod.bendingStiffness > 0.0)
        tops.curvature = std::min(moment / rod.bendingStiffness, std::sqrt(2.0 * load / rod.bendingStiffness));
    const Polyline& line = addRod(snapshot, sim.rope(), settings_.ropeRadius, settings_.colours, tops);

    const glm::vec3 clamp = line.points.front();
    const auto size = static_cast<float>(std::max(0.03 * length, 1.8 * settings_.ropeRadius));
    addClamp(snapshot, Vec3(clamp) - Vec3(size, 0.0, 0.0), size);
    snapshot.handles.push_back({clamp, size});
    addFloor(snapshot, -1.15 * length);
    addStand(snapshot, clamp - glm::vec3(size, size, 0.0f), 0.4f * size);
    if (const std::optional<RodGrab> grab = sim.pulled())
        addGrab(snapshot, line.points[grab->mass], 1.8f * line.radius, grab->target, 0.9f * line.radius);
    if (settings_.tipLoad > 0.0)
    {
        // The weight hangs a little below the end that it pulls.
        const auto ball = static_cast<float>(
            std::clamp(0.02 * length * rope::elementary::cbrt(settings_.tipLoad), 0.012 * length, 0.08 * length));
        const glm::vec3 end = line.points.back(); // a copy: the next line moves this one
        const glm::vec3 centre = end - glm::vec3(0.0f, 3.0f * ball, 0.0f);
        snapshot.polylines.push_back(plainThread({end, centre}, glm::vec3(0.35f), 0.12f * ball));
        snapshot.solids.push_back(SpatialShape::sphere(centre, ball, glm::vec3(0.10f, 0.42f, 0.60f)));
        snapshot.labels.push_back({centre, fmt::format("{:.3g} N", settings_.tipLoad)});
    }

    // The whole of its way, from straight to hanging down.
    const auto reach = static_cast<float>(length);
    snapshot.view.yaw = 0.15f;
    snapshot.view.pitch = 0.08f;
    for (const glm::vec2 corner : {glm::vec2(0.9f, 0.05f), glm::vec2(0.0f, -0.75f)})
        snapshot.view.points.push_back(clamp + reach * glm::vec3(corner, 0.0f));
}

std::optional<Divergence> CantileverScene::divergence() const
{
    return rodDivergence(simulation().rope());
}

std::vector<CheckRow> CantileverScene::check() const
{
    CantileverSettings settings;
    const rope::CantileverLoad load = *settings.load();
    const rope::BentShape chain = *rope::bentChain(load, settings.massCount - 1);
    const rope::BentShape curve = *rope::elastica(load);
    Cantilever sim(settings);
    sim.advance(30.0);
    const Vec3 tip = sim.tip();
    constexpr double still = 2e-5; // it stretches by 1e-5
    std::vector<CheckRow> rows{
        {"tip_x of 80 segments", "m", chain.reach(), tip.x, still, "balance of 80 rigid segments with hinges"},
        {"tip_y of 80 segments", "m", -chain.droop(), tip.y, still, "balance of 80 rigid segments with hinges"},
        {"tip_angle of 80 segments", "rad", chain.tipAngle, sim.tipAngle(), still,
         "balance of 80 rigid segments with hinges"},
        {"tip_y", "m", -curve.droop(), tip.y, 1e-3 * settings.length, "elastica: B theta'' = -w (L - s) cos theta"},
        {"bending stiffness from the droop", "N m2", settings.bendingStiffness,
         rope::stiffnessOfDroop(load, -tip.y / tip.x).value_or(0.0), 2e-3 * settings.bendingStiffness,
         "the elastica that droops by this part of its reach"},
    };
    settings.gravity = Vec3(0.0);
    settings.tipLoad = 0.4;
    Cantilever loaded(settings);
    loaded.advance(30.0);
    // P L²/B = 4: K(k) - F(phi1, k) = 2, 2 k² = 1 + sin theta0
    rows.push_back({"tip_y under a load P L^2/B = 4, no weight", "m", -0.6699641813, loaded.tip().y, 1e-3,
                    "elliptic integrals: Bisshopp, Drucker 1945"});
    return rows;
}

constexpr LessonStep cantileverLesson[] = {
    {"Pull the rope with the mouse, and let go.", "Watch it swing, and come to rest in the same bow.",
     "A rope that resists bending has one shape at rest, where its moment carries its weight.",
     [](const LessonMoment& now) { return now.held; }},
    {"Press T.", "Watch the thin line lie on the rope once it rests.",
     "That is the elastica: theory without masses and springs, from one equation of the angle.",
     [](const LessonMoment& now) { return now.theoryShapes; }},
    {"Set bending_stiffness to 0.01 N m2.", "Watch it hang down, and turn in a short piece at the clamp.",
     "Only w L\u00b3/B counts: ten times limper is as if it were 2.15 times longer.",
     [](const LessonMoment& now)
     { return now.constant("bending_stiffness") < 0.02 && now.value("tip_y") < -0.75 * now.constant("length"); }},
    {"Set tip_load to 2 N.", "Watch the weight draw the rope straight, and the curvature's plot move to the clamp.",
     "Far from the clamp a loaded rope is a string: bending needs sqrt(B/P) of length to turn it.",
     [](const LessonMoment& now) { return now.constant("tip_load") > 1.5; }, "curvature"},
};

} // namespace

const SceneRegistration<CantileverScene> cantileverRegistration(cantileverInfo, cantileverLesson);

} // namespace ropewalk
