#include "real_rope.hpp"

#include "scenes/hosts.hpp"
#include "scenes/rope_description.hpp"
#include "scenes/shared/book_diagnostics.hpp"
#include "scenes/shared/cures.hpp"
#include "scenes/shared/diagnostics.hpp"
#include "scenes/shared/drawing.hpp"
#include "scenes/shared/rods.hpp"
#include "scenes/shared/rope_knots.hpp"
#include "scenes/simulation_scene.hpp"

#include "files/quantity.hpp"

#include "text/text.hpp"
#include <rope/elementary.hpp>

#include <fmt/core.h>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <stdexcept>
#include <utility>

// A rope with thickness, on a floor with solids.

namespace ropewalk
{

namespace
{

constexpr SceneInfo realRopeInfo{
    "real_rope",
    "Playground",
    "Rope on solids",
    "A rope on solids: bar, post, box, ring",
    "Drag the held end, pull the rope, take a solid and move it; set contact_friction to 0 "
    "and watch the rope slide off.",
    "length bending_stiffness rope_radius contact_friction payout_speed end_held gravity",
    11,
    2.0};

using Shape = SceneSolid::Shape;

constexpr glm::vec3 barColour{0.12f, 0.36f, 0.53f};
constexpr glm::vec3 ringColour{0.80f, 0.40f, 0.14f};
constexpr glm::vec3 ballColour{0.62f, 0.21f, 0.20f};

const SolidList& usualSolids()
{
    static const SolidList solids{
        {.shape = Shape::bar, .position = {-0.15, 0.95, 0.05}, .axis = {0.25, 0.0, 1.0}, .radius = 0.05, .length = 0.6},
        {.shape = Shape::post, .position = {0.42, 0.4, -0.5}, .radius = 0.06, .length = 0.8},
        {.shape = Shape::box, .position = {0.95, 0.225, 0.15}, .angle = 0.35, .size = {0.6, 0.45, 0.5}},
        {.shape = Shape::ring,
         .position = {-0.8, 0.33, 0.4},
         .axis = {1.0, 0.0, 0.5},
         .radius = 0.3,
         .thickness = 0.03}};
    return solids;
}

class RealRopeScene final : public SimulationScene<RealRope>, public SolidHost, public RemarkHost, public EffortHost
{
public:
    RealRopeScene();

    rope::ImplicitEffort effort() const override { return simulation().rope().effort(); }

    std::optional<RopeDescription> ropeDescription() const override
    {
        return describedRod(simulation().rope().settings(), {"a floor and what else it touches"});
    }
    std::vector<Profile> profiles() const override { return rodProfiles(simulation().rope()); }
    std::vector<PlotTile> usualPlots() const override
    {
        return {{PlotKind::time, {"loss_contact_friction", "energy_damped", "work_of_hand", "work_of_solids"}},
                {PlotKind::profile, {"contact_force"}},
                {PlotKind::time, {"held_pull"}}}; // the blow of the landing would hide all of `contact_load` after it
    }
    std::optional<Divergence> divergence() const override;
    std::optional<Remark> remark() const override;
    std::vector<CheckRow> check() const override;
    std::size_t mostMasses() const override
    {
        const std::size_t paidOut = settings_.payoutSpeed > 0.0 ? static_cast<std::size_t>(settings_.maxMassCount) : 0;
        return std::max(massCount(), paidOut);
    }
    bool canPin(std::size_t polyline, int identity) const override
    {
        return polyline == 0 && simulation().massOf({identity, Vec3(0.0)}).has_value();
    }

    void setSolids(const OwnSolids& solids) override;
    const OwnSolids& ownSolids() const override { return solids_; }
    const SolidList& wantedSolids() const override { return solids_ ? *solids_ : usualSolids(); }
    SceneSolid newSolid(Shape shape) const override;

protected:
    bool isUpToDate(const RealRope& sim) const override { return SimulationScene::isUpToDate(sim) && hasSolids(sim); }
    void bringUpToDate(RealRope& sim) const override
    {
        SimulationScene::bringUpToDate(sim);
        if (!hasSolids(sim))
            sim.setSolids(wantedSolids());
    }

private:
    RealRope made() const override { return RealRope(settings_, wantedSolids()); }
    int run(double h, const Controls& controls) override;
    void fillShapes(Snapshot& snapshot) const override;
    void fillSolids(Snapshot& snapshot) const;
    bool hasSolids(const RealRope& sim) const ///< those that are wanted
    {
        const auto& solids = sim.solids();
        const SolidList& wanted = wantedSolids();
        return std::equal(solids.begin(), solids.end(), wanted.begin(), wanted.end(),
                          [](const PlacedSolids::Placed& solid, const SceneSolid& is) { return solid.wanted == is; });
    }

    OwnSolids solids_;
    mutable KnotWatch knot_;
};

/// [N] with which floor and solids push at the rope, upwards.
double upwardLoad(const rope::RopeSimulation& rod)
{
    double sum = 0.0;
    for (const rope::SolidTouch& touch : rod.touches())
        sum += touch.pressure * touch.normal.y + touch.friction.y;
    return sum;
}

RealRopeScene::RealRopeScene()
{
    const RealRope& sim = simulation();
    rope::Diagnostics& d = diagnostics_;
    d.add("held_pull", "N", "Tension of the first segment, at the held end.", [&sim] { return sim.rope().tension(0); });
    d.add("contact_load", "N", "What of the rope's weight floor and solids carry.",
          [&sim] { return upwardLoad(sim.rope()); });
    d.add("touching", "", "Places where the rope touches floor or solids.",
          [&sim] { return static_cast<double>(sim.rope().touches().size()); });
    d.add("slipping", "", "Of these places, those that slide.",
          [&sim]
          {
              const std::vector<rope::SolidTouch>& touches = sim.rope().touches();
              return static_cast<double>(std::count_if(touches.begin(), touches.end(),
                                                       [](const rope::SolidTouch& touch) { return touch.slips; }));
          });
    d.add("free_end_height", "m", "Height of the last mass above the floor.",
          [&sim] { return sim.masses().back().position.y; });
    describeRodEnergies(d, sim.rope());
    d.add("twist_energy", "J", "Energy stored by twist.", [&sim] { return sim.rope().twistEnergy(); });
    for (const rope::EnergyLine line : {rope::EnergyLine::connection, rope::EnergyLine::grab, rope::EnergyLine::solids,
                                        rope::EnergyLine::air, rope::EnergyLine::contact_friction})
        describeLine(d, sim.rope(), line);
    d.add("energy_damped", "J", "Energy that blows and steps have taken since the beginning.",
          [&sim]
          {
              return sim.rope().energyLine(rope::EnergyLine::contact_absorption) -
                     sim.rope().energyLine(rope::EnergyLine::integrator);
          });
    d.add("touching_itself", "", "Places where the rope touches itself.",
          [&sim] { return static_cast<double>(sim.rope().selfTouches().size()); });
    d.add("paid_out_length", "m", "Rest length of all segments: the rope that is out.",
          [&sim] { return sim.rope().restLength(); });
    describeRodBooks(d, sim.rope());
    d.add("link", "turns", "Twist and writhe of a ring together, which only turns change; 0 of an open rope.",
          [&sim] { return sim.settings().closed ? sim.rope().link() : 0.0; });
    d.add("knot_determinant", "",
          "Determinant of its knot: 1 without one, 3 of an overhand knot; 0 where it passes itself.",
          [this, &sim]
          {
              const auto& type = knot_.look(sim.rope(), sim.rope().ropes().front());
              return type ? static_cast<double>(type->determinant) : 0.0;
          });
    d.add("loop_radius", "m", "Of the loop of an overhand knot; 0 without one.",
          [this, &sim]
          {
              const auto& type = knot_.look(sim.rope(), sim.rope().ropes().front());
              return type ? loopRadius(*type, knot_.points()) : 0.0;
          });
}

int RealRopeScene::run(double h, const Controls& controls)
{
    RealRope& sim = simulation();
    sim.setConnectionVelocity(controls.connectionVelocity(settings_.connectionSpeed, sim.masses().front().position, h));
    sim.setGrab(rodGrab(controls, sim.masses().size(), sim.netInsertions()));
    return controls.posing ? sim.pose(h) : sim.advance(h);
}

void RealRopeScene::setSolids(const OwnSolids& solids)
{
    if (solids && solids->size() > mostSolids)
        throw std::invalid_argument(fmt::format("more than {} solids", mostSolids));
    for (std::size_t i = 0; solids && i < solids->size(); ++i)
        try
        {
            ropewalk::validate((*solids)[i]);
        }
        catch (const std::invalid_argument& error)
        {
            throw std::invalid_argument(fmt::format("solid {}: {}", i, error.what()));
        }
    if (!solids)
        return solids_.reset();
    SolidList plain;
    std::transform(solids->begin(), solids->end(), std::back_inserter(plain), withoutIdleNumbers);
    solids_ = OwnSolids(std::move(plain));
}

SceneSolid RealRopeScene::newSolid(Shape shape) const
{
    SceneSolid solid;
    solid.shape = shape;
    solid.axis = shape == Shape::post || shape == Shape::box ? Vec3(0.0, 1.0, 0.0) : Vec3(0.0, 0.0, 1.0);
    solid.radius = shape == Shape::ring ? 0.2 : shape == Shape::sphere ? 0.15 : 0.05;
    // Beside those that were added before it.
    const auto count = static_cast<double>(wantedSolids().size());
    solid.position = Vec3(0.35 + 0.08 * std::fmod(count, 5.0), 0.6, 0.45 + 0.05 * std::fmod(count, 3.0));
    return solid;
}

void RealRopeScene::fillShapes(Snapshot& snapshot) const
{
    const RealRope& sim = simulation();
    const double weight = settings_.massPerLength * glm::length(settings_.gravity); // [N/m]
    const double B = settings_.bendingStiffness;
    RodColourTops tops;
    tops.tension = 0.5 * weight * settings_.length;
    // A bend holds the weight of a metre; as sharp as over the edge of a table.
    tops.curvature = B > 0.0 ? std::min(1.2 * rope::elementary::cbrt(weight / B), 0.2 / settings_.ropeRadius) : 50.0;
    tops.torque = std::max(2.0 * std::numbers::pi * std::abs(settings_.turns), 0.5) * settings_.torsionalStiffness /
                  settings_.length;
    tops.contact = 5.0 * weight;
    Polyline& line = addRod(snapshot, sim.rope(), settings_.ropeRadius, settings_.colours, tops, &knot_);
    line.identity = -sim.netInsertions();
    line.style = settings_.look == RopeLook::braided ? Polyline::Style::braid
                 : settings_.look == RopeLook::wire  ? Polyline::Style::wire
                                                     : Polyline::Style::rope;
    const float radius = line.radius;
    if (settings_.endHeld)
        addConnection(snapshot, line.points.front(), 1.9f * radius);
    for (const rope::Pin& pin : sim.pins())
        if (const std::optional<std::size_t> mass = sim.massOf(pin))
            addPinned(snapshot, line.points[*mass], 1.7f * radius, pin);
    if (const std::optional<RodGrab> grab = sim.pulled(); grab && grab->mass < line.points.size())
        addGrab(snapshot, line.points[grab->mass], 1.8f * radius, grab->target, 0.9f * radius);
    fillSolids(snapshot);
    addKnotLabel(snapshot, sim.rope(), sim.rope().ropes().front(), knot_);

    snapshot.view.yaw = 0.5f;
    snapshot.view.pitch = 0.22f;
}

void RealRopeScene::fillSolids(Snapshot& snapshot) const
{
    int number = 0;
    for (const PlacedSolids::Placed& placed : simulation().solids())
    {
        const SceneSolid& solid = placed.wanted;
        SpatialShape& shape = snapshot.spatialShapes.emplace_back();
        shape.kind = static_cast<SpatialShape::Kind>(solid.shape);
        shape.position = placed.position;
        shape.axes = placed.axes;
        shape.identity = number++;
        shape.radius = static_cast<float>(solid.radius);
        shape.length = static_cast<float>(solid.length);
        shape.thickness = static_cast<float>(solid.thickness);
        shape.size = solid.size;
        shape.material = solid.shape == Shape::post  ? Material::steel
                         : solid.shape == Shape::box ? Material::wood
                                                     : Material::paint;
        shape.colour = solid.shape == Shape::bar ? barColour : solid.shape == Shape::ring ? ringColour : ballColour;
        Handle& handle = snapshot.handles.emplace_back();
        handle.position = shape.position;
        handle.radius = 0.6f * shape.reach();
        handle.solid = shape.identity;
    }
}

std::optional<Divergence> RealRopeScene::divergence() const
{
    return rodDivergence(simulation().rope());
}

std::optional<Remark> RealRopeScene::remark() const
{
    if (settings_.tooShort())
    {
        const double l = settings_.segment();
        const double stretching = settings_.axialStiffness * l * l;
        const double limp = twoDigits(0.45 * stretching, false);
        const double stiff = twoDigits(2.2 * settings_.bendingStiffness / (l * l), true);
        return Remark{
            fmt::format("The segments are too short for so stiff a rope: EA l\u00b2 = {:.3g} N m2 must be above "
                        "2 B = {:.3g} N m2, or they stretch where they should turn.",
                        stretching, 2.0 * settings_.bendingStiffness),
            {{fmt::format("Bending stiffness {:g}", limp), "bending_stiffness", text::numberText(limp)},
             {fmt::format("Axial stiffness {:g}", stiff), "axial_stiffness", text::numberText(stiff)}}};
    }
    if (settings_.tooLongForItself())
    {
        const int masses = 2 + static_cast<int>(settings_.length / (1.5 * settings_.ropeRadius));
        const double thick = twoDigits(settings_.segment() / 1.5, true);
        Remark remark{
            fmt::format("Segments of {} are longer than 1.5 radii of the rope: where it touches itself it is a "
                        "polygon with gaps.",
                        quantityText(settings_.segment(), "m", 3)),
            {{fmt::format("Rope radius {:g}", thick), "rope_radius", text::numberText(thick)}}};
        if (masses <= 1000)
            remark.cures.insert(remark.cures.begin(),
                                {fmt::format("Mass count {}", masses), "mass_count", std::to_string(masses)});
        return remark;
    }
    const auto masses = static_cast<int>(massCount());
    if (settings_.payoutSpeed > 0.0 && !settings_.endHeld)
        return Remark{"A rope that is let go is on no reel.", {{"Hold its end", "end_held", "true"}}};
    if (settings_.payoutSpeed > 0.0 && masses >= settings_.maxMassCount)
    {
        Remark out{fmt::format("All {} masses are out: max_mass_count ends the reel.", masses),
                   {{"Stop the reel", "payout_speed", "0"}}};
        const auto most = static_cast<int>(parameters_.find("max_mass_count")->maximum());
        if (masses < most)
            out.cures.push_back({2 * masses <= most ? "Twice as many" : "As many as there can be", "max_mass_count",
                                 std::to_string(std::min(2 * masses, most))});
        return out;
    }
    constexpr double thickest = 0.05; // [m], as thick as bar and post
    if (settings_.ropeRadius > thickest)
        return Remark{"A rope this thick does not fit between bar, ring and box: they press it with forces that no "
                      "rope bears.",
                      {{"Rope radius 0.01", "rope_radius", "0.01"}}};
    if (settings_.surfaceFriction && settings_.closed)
        return Remark{"Friction turns no ring: a ring has one twist all along.",
                      {{"Open the rope", "closed", "false"}, {"Friction on its line", "surface_friction", "false"}}};
    if (settings_.contactFriction > 2.0)
        return Remark{"A friction above 2 is that of glue: dry rope on wood or steel has 0.2 to 0.6.",
                      {{"Contact friction 0.5", "contact_friction", "0.5"}}};
    return std::nullopt;
}

// ---- The check
// -------------------------------------------------------------------------------------------------------

/// [m] that a rope slides in its third second, which hangs over a bar, on one side `factor` times as long as friction
/// can hold.
///
/// The rope that is about to slide towards phi = pi has T' - mu T = w R (cos phi + mu sin phi) on the bar, T(0) = w a:
/// T(pi) = w b with b = (a + c) e^(mu pi) + c, c = 2 mu R/(1 + mu²).
double slideOverBar(double factor)
{
    constexpr double mu = 0.3;
    constexpr double barRadius = 0.1;
    constexpr double shortSide = 0.3;
    constexpr double pi = std::numbers::pi;
    RealRopeSettings s;
    s.ropeRadius = 0.005;
    s.contactFriction = mu;
    s.bendingStiffness = s.torsionalStiffness = 0.0;
    s.endHeld = false;
    s.damping = 2.0;
    s.massCount = 201;
    const double reach = barRadius + s.ropeRadius;
    const double c = 2.0 * mu * reach / (1.0 + mu * mu);
    const double longSide = factor * ((shortSide + c) * rope::elementary::exp(mu * pi) + c);
    s.length = shortSide + pi * reach + longSide;
    const Vec3 middle(0.0, 2.0, 0.0);
    RealRope sim(s, {{.shape = Shape::bar, .position = middle, .axis = {0.0, 0.0, 1.0}, .radius = barRadius}});
    std::vector<Vec3> points;
    for (int i = 0; i < s.massCount; ++i)
    {
        const double along = i * s.segment() - shortSide;
        const double angle = std::clamp(along / reach, 0.0, pi);
        const double down = std::max({-along, along - pi * reach, 0.0});
        points.push_back(middle +
                         Vec3(-reach * rope::elementary::cos(angle), reach * rope::elementary::sin(angle) - down, 0.0));
    }
    sim.layOut(points);
    const auto top = static_cast<std::size_t>((shortSide + 0.5 * pi * reach) / s.segment());
    sim.advance(2.0); // it stretches by its weight
    const Vec3 before = sim.masses()[top].position;
    sim.advance(1.0);
    return glm::distance(before, sim.masses()[top].position);
}

std::vector<CheckRow> RealRopeScene::check() const
{
    std::vector<CheckRow> rows;
    constexpr const char* capstan = "heavy rope on a drum: T' - mu T = w R (cos phi + mu sin phi)";
    rows.push_back(
        {"2 % below what friction holds over a bar, slides in 1 s", "m", 0.0, slideOverBar(0.98), 1e-5, capstan});
    rows.push_back({"2 % above it, it slides (1: yes)", "", 1.0, slideOverBar(1.02) > 0.01 ? 1.0 : 0.0, 0.0, capstan});

    RealRopeSettings settings;
    settings.damping = 2.0;
    RealRope resting(settings, usualSolids());
    resting.advance(20.0);
    rope::RopeSimulation rod = resting.rope();
    const double weight = -settings.gravity.y * settings.massPerLength * settings.length;
    const double held = -rod.elasticForces().front().y - rod.masses().front().mass * settings.gravity.y;
    rows.push_back({"weight that the held end, floor and solids carry at rest", "N", weight, held + upwardLoad(rod),
                    1e-3 * weight, "balance of forces"});
    double deepest = 0.0;
    for (const rope::SolidBody& solid : rod.solids())
        for (const rope::Mass& mass : rod.masses())
            deepest = std::max(deepest, settings.ropeRadius - rope::clearance(solid, mass.position).distance);
    rows.push_back(
        {"deepest within a solid at rest", "m", 0.0, deepest, 0.02 * settings.ropeRadius, "2 % of the rope's radius"});
    return rows;
}

constexpr LessonStep realRopeLesson[] = {
    {"Press R, and watch the rope fall.", "Watch it lie over bar and box: the plot shows where it is pressed.",
     "A touch pushes out of the solid only, and friction acts along it: at most mu times the push.",
     [](const LessonMoment& now) { return now.restarted && now.value("contact_load") > 1.0; }, "contact_force"},
    {"Drag the ball at the held end slowly up, or hold Home.",
     "Watch the rope stay on the bar until the pull is large enough, then slide.",
     "Friction round a bar multiplies: half a turn holds e^(pi mu) times the pull of the other side.",
     [](const LessonMoment& now) { return !now.paused && now.connectionMoved() > 0.4; }},
    {"Set contact_friction to 0.", "Watch the rope slide off, and the friction's loss in the plot stand still.",
     "Without friction only bends and hollows hold a rope.",
     [](const LessonMoment& now) { return now.constant("contact_friction") < 0.02; }, "loss_contact_friction"},
    {"Set bending_stiffness to 0.3 N m2 and press R.", "Watch it span the gap between bar and box.",
     "The length (B/w)^(1/3) says how far a rope of the weight w bridges before it bends down.",
     [](const LessonMoment& now) { return now.constant("bending_stiffness") > 0.25 && now.restarted; }},
};

} // namespace

const SceneRegistration<RealRopeScene> realRopeRegistration(realRopeInfo, realRopeLesson);

} // namespace ropewalk
