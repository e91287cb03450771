#include "capstan.hpp"

#include "files/plain_name.hpp"
#include "scenes/hosts.hpp"
#include "scenes/rope_description.hpp"
#include "scenes/shared/cures.hpp"
#include "scenes/shared/diagnostics.hpp"
#include "scenes/shared/drawing.hpp"
#include "scenes/shared/place.hpp"
#include "scenes/shared/rope_theory.hpp"
#include "scenes/simulation_scene.hpp"

#include "text/text.hpp"
#include <rope/elementary.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>

namespace ropewalk
{

namespace
{

constexpr SceneInfo capstanInfo{"capstan",
                                "Playground",
                                "Capstan",
                                "Turns round a post: the capstan",
                                "Three turns let a hand of 1 N hold 280 N: raise the load until it slides; \u2190 lets "
                                "the hand go, \u2192 pulls harder.",
                                "load hold wrap_angle contact_friction post_radius bending_stiffness",
                                14,
                                2.0};

class CapstanScene : public SimulationScene<Capstan>, public RemarkHost, public EffortHost
{
public:
    CapstanScene();

    rope::ImplicitEffort effort() const override { return simulation().rope().effort(); }

    std::optional<RopeDescription> ropeDescription() const override
    {
        return describedRod(simulation().rope().settings(),
                            {fmt::format("a post of the radius {:g} m", settings_.postRadius),
                             fmt::format("pulls of {:g} N and {:g} N at its ends", settings_.hold, settings_.load)});
    }
    std::vector<Profile> profiles() const override;
    std::vector<PlotTile> usualPlots() const override
    {
        return {{PlotKind::time, {"slip_speed"}},
                {PlotKind::profile, {"tension"}},
                {PlotKind::time, {"tension_ratio", "ratio_limit"}}};
    }

    std::optional<double> predicted(std::string_view diagnostic) const override;
    void fillTheory(Snapshot& snapshot) const override;
    std::optional<Remark> remark() const override;
    std::optional<Divergence> divergence() const override;
    std::vector<CheckRow> check() const override;

private:
    int run(double h, const Controls& controls) override
    {
        Capstan& sim = simulation();
        // The hand lets go to a tenth, or pulls ten times as hard.
        sim.setHandFactor(rope::elementary::pow(10.0, controls.direction.x));
        sim.setGrab(rodGrab(controls, sim.masses().size()));
        return sim.advance(h);
    }
    void fillShapes(Snapshot& snapshot) const override;
    void addPost(Snapshot& snapshot) const;
    void addPull(Snapshot& snapshot, const Vec3& end, const Vec3& direction, double force, std::string_view name) const;
};

CapstanScene::CapstanScene()
{
    const Capstan& sim = simulation();
    rope::Diagnostics& d = diagnostics_;
    d.add("slip_speed", "m/s", "Speed of the loaded end along the load; 0 where friction holds.",
          [&sim] { return sim.slipSpeed(); });
    d.add("slip", "m", "How far the loaded end has gone along the load, stretch and slip together.",
          [&sim] { return sim.slip(); });
    d.add("tension_ratio", "", "Tension at the load over that at the hand.", [&sim] { return sim.tensionRatio(); });
    d.add("ratio_limit", "", "The largest tension_ratio that friction holds at the masses that touch now.",
          [&sim] { return sim.ratioOfTouches(); });
    d.add("touching_angle", "rad", "By how much the rope turns at the masses that touch the post.",
          [&sim] { return sim.touchingAngle(); });
    d.add("contact_force", "N", "How hard the post presses the rope, all touches together.",
          [&sim] { return sim.pressure(); });
    describeRodEnergies(d, sim.rope());
    describeRodBooks(d, sim.rope());
}

std::vector<Profile> CapstanScene::profiles() const
{
    const Capstan& sim = simulation();
    const CapstanSettings& s = sim.settings();
    std::vector<Profile> all = rodProfiles(sim.rope());
    Profile& tension = all.front();
    tension.sentence = "Tension of each segment. In theory: the most to which friction lets it grow from the hand.";
    std::vector<double> turned(sim.masses().size(), 0.0); // at each mass that touches
    for (const rope::SolidTouch& touch : sim.rope().touches())
        turned[touch.mass] += touch.edge ? 0.0 : sim.turned(touch.mass);
    double most = sim.holdForce();
    for (std::size_t j = 0; j < tension.values.size(); ++j)
    {
        most *= rope::elementary::exp(s.contactFriction * turned[j]);
        tension.theory.push_back(most);
    }
    Profile pressure{"contact_force", "N", "How hard the post presses each mass.", {}, {}, {}};
    pressure.values.assign(sim.masses().size(), 0.0);
    const double l = sim.rope().springs().front().restLength;
    for (std::size_t i = 0; i < sim.masses().size(); ++i)
        pressure.at.push_back(static_cast<double>(i) * l);
    for (const rope::SolidTouch& touch : sim.rope().touches())
        pressure.values[touch.mass + (touch.along > 0.5 ? 1 : 0)] += touch.pressure;
    all.insert(all.begin() + 1, std::move(pressure));
    return all;
}

std::optional<double> CapstanScene::predicted(std::string_view diagnostic) const
{
    const CapstanSettings& s = settings_;
    if (simulation().ranOff() || s.bendingStiffness > 0.0 || s.gravity != Vec3(0.0))
        return std::nullopt;
    if (diagnostic == "ratio_limit")
        return s.ratio();
    if (diagnostic == "touching_angle")
        return s.wrapAngle;
    if (!s.holds())
        return std::nullopt;
    if (diagnostic == "slip_speed")
        return 0.0;
    if (diagnostic == "tension_ratio" && s.hold > 0.0)
        return s.load / s.hold;
    return std::nullopt;
}

void CapstanScene::fillTheory(Snapshot& snapshot) const
{
    const CapstanSettings& s = simulation().settings();
    const auto line = s.laid();
    const std::vector<Vec3> onPost(line.begin() + s.tail(), line.end() - s.tail());
    std::vector<Vec3> outside;
    outside.reserve(onPost.size());
    for (const Vec3& p : onPost)
        outside.push_back(p + Vec3(0.8 * s.ropeRadius / s.lineRadius() * Vec3(p.x, p.y, 0.0)));
    addTheoryThread(snapshot, outside, theory_colours::rest, static_cast<float>(0.25 * s.ropeRadius));
    snapshot.labels.push_back({glm::vec3(0.0f, static_cast<float>(-1.25 * s.postRadius), 0.0f),
                               fmt::format("e^(\u03bc\u03c6) = {:.4g}: holds up to {:.3g} N", s.ratio(),
                                           s.ratio() * simulation().holdForce())});
}

/// The post is along z.
void CapstanScene::addPost(Snapshot& snapshot) const
{
    const CapstanSettings& s = simulation().settings();
    const auto radius = static_cast<float>(s.postRadius);
    const auto length = static_cast<float>(s.postLength());
    snapshot.spatialShapes.push_back(SpatialShape::post(glm::vec3(0.0f), radius, length, glm::vec3(0.5f)));
    SpatialShape& post = snapshot.spatialShapes.back();
    post.axes = {glm::vec3(1.0f, 0.0f, 0.0f), glm::vec3(0.0f, 0.0f, 1.0f), glm::vec3(0.0f, -1.0f, 0.0f)};
    post.material = Material::steel;

    // A plate behind the post holds it; the floor is below the tails and their arrows.
    const float back = -0.5f * length;
    const double steepest = std::min({0.0, simulation().loadDirection().y, simulation().holdDirection().y});
    addFloor(snapshot, (9.0 * steepest - 2.4) * s.postRadius);
    addSteelBox(snapshot, {-0.55f * radius, snapshot.groundHeight, back - 0.25f * radius},
                {0.55f * radius, 0.55f * radius, back});
    addSteelBox(snapshot, {-1.6f * radius, snapshot.groundHeight, back - 1.2f * radius},
                {1.6f * radius, snapshot.groundHeight + 0.14f * radius, back + radius});
}

/// An arrow from the end of the rope on, the longer the stronger the force is.
void CapstanScene::addPull(Snapshot& snapshot, const Vec3& end, const Vec3& direction, double force,
                           std::string_view name) const
{
    if (!(force > 0.0))
        return;
    const double unit = settings_.lineRadius();
    const double length = unit * (0.5 + 0.15 * rope::elementary::log(1.0 + force));
    const double head = 0.4 * unit;
    const double thick = 0.07 * unit;
    const auto add = [&](std::span<const glm::vec2> outline)
    {
        PlanarShape shape;
        shape.position = glm::vec2(end);
        shape.z = static_cast<float>(end.z);
        shape.angle = static_cast<float>(rope::elementary::atan2(direction.y, direction.x));
        shape.firstVertex = static_cast<std::uint32_t>(snapshot.outlines.size());
        shape.vertexCount = static_cast<std::uint32_t>(outline.size());
        shape.identity = static_cast<int>(snapshot.planarShapes.size());
        shape.material = Material::enamel;
        shape.depth = static_cast<float>(2.0 * thick);
        snapshot.outlines.insert(snapshot.outlines.end(), outline.begin(), outline.end());
        snapshot.planarShapes.push_back(shape);
    };
    const double start = 2.0 * settings_.ropeRadius;
    const std::array<glm::vec2, 4> shaft{
        {{start, -thick}, {start + length, -thick}, {start + length, thick}, {start, thick}}};
    const std::array<glm::vec2, 3> point{
        {{start + length, -2.5 * thick}, {start + length + head, 0.0}, {start + length, 2.5 * thick}}};
    add(shaft);
    add(point);
    snapshot.labels.push_back(
        {glm::vec3(end + (start + 0.5 * length) * direction), fmt::format("{} {:.3g} N", name, force)});
}

void CapstanScene::fillShapes(Snapshot& snapshot) const
{
    const Capstan& sim = simulation();
    const CapstanSettings& s = sim.settings();
    const double radius = s.lineRadius();
    RodColourTops tops;
    tops.tension = std::max({s.load, s.hold, 1e-3});
    tops.curvature = 1.2 / radius;
    tops.torque = std::max(1e-6, s.torsionalStiffness / radius);
    const Polyline line = addRod(snapshot, sim.rope(), s.ropeRadius, s.colours, tops);
    addPost(snapshot);
    if (!sim.ranOff())
    {
        addPull(snapshot, sim.masses().back().position, sim.loadDirection(), sim.loadForce(), "load");
        addPull(snapshot, sim.masses().front().position, sim.holdDirection(), sim.holdForce(), "holding force");
    }
    if (const std::optional<RodGrab> grab = sim.pulled())
        addGrab(snapshot, line.points[grab->mass], 1.8f * line.radius, grab->target, 0.9f * line.radius);

    snapshot.view.yaw = 0.5f;
    snapshot.view.pitch = 0.25f;
    const std::vector<Vec3> laid = s.laid();
    for (const Vec3& p : {laid.front() + 1.6 * radius * sim.holdDirection(),
                          laid.back() + 2.0 * radius * sim.loadDirection(), Vec3(0.0, 2.2 * radius, 0.0)})
        snapshot.view.points.emplace_back(p);
}

std::optional<Remark> CapstanScene::remark() const
{
    const Capstan& sim = simulation();
    const CapstanSettings& s = settings_;
    const double ratio = s.ratioOfPolygon();
    if (s.holds() && !sim.ranOff())
        return std::nullopt;
    const bool toLoad = s.load > s.hold;
    const double strong = toLoad ? s.load : s.hold;
    std::vector<Cure> cures;
    const auto cure = [&](std::string_view name, double value)
    {
        const rope::Parameter* row = parameters_.find(name);
        if (row == nullptr || !(value <= row->maximum()))
            return;
        const std::string text = text::numberText(value);
        cures.push_back({fmt::format("{} {} N", plainName(name), text), std::string(name), text});
    };
    if (!s.holds())
    {
        cure(toLoad ? "hold" : "load", twoDigits(strong / ratio, true));
        cure(toLoad ? "load" : "hold", twoDigits((toLoad ? s.hold : s.load) * ratio, false));
    }
    if (sim.ranOff())
        return Remark{s.holds() ? "The rope has run off the post: press R to begin anew."
                                : fmt::format("The rope has run off the post: {} more than {:.3g} N, and press R.",
                                              toLoad ? "hold" : "load", strong / ratio),
                      std::move(cures)};
    return Remark{fmt::format("It slides: friction holds {:.4g} times the weaker pull. {} more than {:.3g} N.", ratio,
                              toLoad ? "Hold" : "Load", strong / ratio),
                  std::move(cures)};
}

std::optional<Divergence> CapstanScene::divergence() const
{
    return rodDivergence(simulation().rope());
}

std::vector<CheckRow> CapstanScene::check() const
{
    CapstanSettings settings;
    const double ratio = settings.ratioOfPolygon();
    std::vector<CheckRow> rows{{"ratio that holds, of the masses on the post", "", settings.ratio(), ratio,
                                5e-3 * settings.ratio(), "e^(mu phi): Euler 1762, Eytelwein 1808"}};
    settings.load = 0.99 * ratio * settings.hold;
    Capstan holds(settings);
    holds.advance(5.0);
    rows.push_back({"slip_speed at 0.99 of the ratio", "m/s", 0.0, holds.slipSpeed(), 1e-10, "friction holds"});
    rows.push_back({"tension_ratio at 0.99 of the ratio", "", 0.99 * ratio, holds.tensionRatio(), 1e-6 * ratio,
                    "the pulls are all that acts on the tails"});
    settings.load = 1.01 * ratio * settings.hold;
    Capstan slides(settings);
    slides.advance(5.0);
    rows.push_back({"slip_speed at 1.01 of the ratio over what the drag allows", "", 1.0,
                    slides.slipSpeed() / (0.01 / 1.01 * settings.slideSpeed), 0.3,
                    "the drag on the rope takes up what friction leaves"});
    rows.push_back({"contact force where it slides", "N", (settings.load - settings.hold) / settings.contactFriction,
                    slides.pressure(), 0.03 * settings.load / settings.contactFriction, "T2 - T1 = mu N"});
    return rows;
}

constexpr LessonStep capstanLesson[] = {
    {"Set Load to 280 N.", "Watch the loaded end stay where it is, and the hand pull 1 N.",
     "Each piece of rope on the post is pressed by its tension: friction lets the tension grow by e^(\u03bc\u03c6).",
     [](const LessonMoment& now)
     { return now.value("tension_ratio") > 260.0 && std::abs(now.value("slip_speed")) < 1e-6; }},
    {"Set Load to 310 N.", "Watch the rope slide, and its tension lie on the line of theory in the profile.",
     "Beyond hold e^(\u03bc\u03c6) friction is used up everywhere, and the rope runs.",
     [](const LessonMoment& now) { return now.constant("load") > 300.0 && now.value("slip") > 0.01; }, "tension"},
    {"Set Load to 15 N and wrap_angle to 9.42 rad, and press R.",
     "Watch one turn and a half hold only 17 times the hand's pull.",
     "The radius of the post does not matter. Half the angle: the root of the ratio.",
     [](const LessonMoment& now)
     {
         return now.constant("wrap_angle") < 10.0 && now.constant("load") > 14.0 && now.constant("load") < 17.0 &&
                std::abs(now.value("slip_speed")) < 1e-6 && now.value("tension_ratio") > 14.0;
     }},
    {"Hold \u2190.", "Watch the rope run while the hand pulls a tenth.",
     "A sailor surges a line this way: let the hand go and the load goes, pull and it stands.",
     [](const LessonMoment& now) { return now.change("slip") > 0.003; }},
};

} // namespace

const SceneRegistration<CapstanScene> capstanRegistration(capstanInfo, capstanLesson);

} // namespace ropewalk
