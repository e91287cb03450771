#include "set_up_drawing.hpp"
#include "workshop.hpp"
#include "workshop_checks.hpp"
#include "workshop_knots.hpp"
#include "workshop_presets.hpp"

#include "scenes/hosts.hpp"
#include "scenes/set_up/set_up_check.hpp"
#include "scenes/set_up/set_up_solid.hpp"
#include "scenes/set_up/verbs.hpp"
#include "scenes/shared/book_diagnostics.hpp"
#include "scenes/shared/diagnostics.hpp"
#include "scenes/shared/rods.hpp"
#include "scenes/shared/rope_knots.hpp"
#include "scenes/shared/rope_theory.hpp"
#include "scenes/simulation_scene.hpp"

#include <fmt/format.h>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

// The workshop: set-ups that a user builds.

namespace ropewalk
{

namespace
{

const SceneInfo workshopInfo{
    "workshop",
    "Playground",
    "Workshop",
    "The workshop: build your own set-up with ropes",
    "Choose a preset; drag what hangs there, move the hand with the arrow keys, press R to begin again.",
    "preset gravity friction damping ground",
    12,
    1.0,
    workshopPresets(),
    {},
    "tackle"}; // Atwood's machine soon lies on the ground; this waits for a newcomer

double largestTension(const Workshop& workshop)
{
    double largest = 0.0;
    for (const Workshop::Piece& piece : workshop.pieces())
    {
        const rope::Rope& rope = workshop.ropeOf(piece);
        for (std::size_t j = 0; j < rope.segments(); ++j)
            largest = std::max(largest,
                               rope.springs[j].tension(glm::distance(workshop.masses()[rope.first + j].position,
                                                                     workshop.masses()[rope.first + j + 1].position)));
    }
    return largest;
}

/// Where the box around a solid no longer meets that around another one [m], by the shortest way but not below `floor`.
Vec3 placeBeside(const SetUpSolid& solid, const SetUpSolid& other, double floor)
{
    constexpr double gap = 1e-3; // [m]
    const Vec3 way = solid.position - other.position;
    const Vec3 within = halfBox(solid) + halfBox(other) + gap - glm::abs(way);
    const int axis = within.x <= within.y && within.x <= within.z ? 0 : within.y <= within.z ? 1 : 2;
    Vec3 at = solid.position;
    at[axis] += way[axis] < 0.0 ? -within[axis] : within[axis];
    if (const double half = halfBox(solid).y; axis == 1 && at.y < floor + half)
        at.y = other.position.y + half + halfBox(other).y + gap;
    return at;
}

class WorkshopScene final : public SimulationScene<Workshop>, public SetUpHost, public RemarkHost, public EffortHost
{
public:
    WorkshopScene();

    rope::ImplicitEffort effort() const override { return simulation().rope().effort(); }
    std::optional<Divergence> divergence() const override { return rodDivergence(simulation().rope()); }
    std::optional<Remark> remark() const override;
    std::vector<CheckRow> check() const override { return workshopChecks(); }
    std::vector<PlotTile> usualPlots() const override
    {
        return {{PlotKind::time, {"kinetic_energy", "potential_energy", "total_energy"}},
                {PlotKind::time, {"largest_tension"}}};
    }

    void setSetUp(const SetUpPtr& setUp) override
    {
        if (setUp)
            ropewalk::validate(*setUp);
        own_ = setUp;
        describeThings();
    }
    std::size_t massCount() const override
    {
        return simulation().pieces().empty() ? 0 : SimulationScene::massCount(); // a stand-in is no rope
    }
    LessonPtr presetLesson() const override { return lessonOf(preset_, *this); }
    const SetUpPtr& ownSetUp() const override { return own_; }
    const SetUpPtr& wantedSetUp() const override { return own_ ? own_ : workshopPreset(preset_).setUp; }
    void perform(std::string_view verb) override;
    void fillTheory(Snapshot& snapshot) const override;
    std::optional<double> predicted(std::string_view diagnostic) const override;
    DrawnPlace placeOn(std::size_t polyline, int mass) const override;
    Vec3 positionOf(const Place& place) const override { return simulation().positionOf(place); }
    Vec3 freePlace(const SetUpSolid& solid, const Vec3& near) const override
    {
        return simulation().freePlace(solid, near);
    }
    std::vector<JointForce> forces() const override { return simulation().forces(); }

protected:
    bool isUpToDate(const Workshop& sim) const override
    {
        return SimulationScene::isUpToDate(sim) && sim.setUp() == wantedSetUp();
    }
    void bringUpToDate(Workshop& sim) const override
    {
        SimulationScene::bringUpToDate(sim);
        if (sim.setUp() != wantedSetUp())
            sim.follow(wantedSetUp());
    }

private:
    Workshop made() const override { return Workshop(settings_, wantedSetUp()); }
    int run(double h, const Controls& controls) override;
    void fillShapes(Snapshot& snapshot) const override;
    void choose(WorkshopPreset preset);
    void takeConstants();
    void describeThings();
    void describeRoles(rope::Diagnostics& d) const;
    void describeEach(rope::Diagnostics& d) const;
    void describeKnot(rope::Diagnostics& d, const std::string& rope) const;

    WorkshopPreset preset_ = WorkshopPreset::atwood;
    WorkshopPreset ran_ = preset_; ///< the preset of the present run
    SetUpPtr own_;
    mutable KnotWatches knots_; ///< of the pieces of ropes
};

WorkshopScene::WorkshopScene()
{
    parameters_ = rope::Parameters(); // the preset comes first
    parameters_.group("Set-up");
    parameters_.add("preset",
                    rope::Parameter::Choice{workshopPresetNames(), [this] { return static_cast<int>(preset_); },
                                            [this](int value) { choose(static_cast<WorkshopPreset>(value)); }},
                    "What stands in the workshop; takes the place of a set-up of your own.");
    settings_.describe(parameters_);
    takeConstants();
    describeThings();
}

/// Constants that were not changed follow the preset.
void WorkshopScene::choose(WorkshopPreset preset)
{
    if (preset == preset_)
        return;
    preset_ = preset;
    own_.reset();
    takeConstants();
    describeThings();
}

void WorkshopScene::takeConstants()
{
    WorkshopSettings wanted = workshopPreset(preset_).settings;
    rope::Parameters rows;
    wanted.describe(rows);
    for (const rope::Parameter& row : rows.rows())
    {
        rope::Parameter& mine = parameters_.at(row.name());
        const auto changed = mine.isDefault() ? std::nullopt : std::optional(mine.value());
        mine.set(row.value());
        mine.adoptDefault();
        if (changed)
            mine.set(*changed);
    }
}

/// Makes the diagnostics of the things that the set-up has.
void WorkshopScene::describeThings()
{
    diagnostics_ = rope::Diagnostics();
    const auto sim = [this]() -> const Workshop& { return simulation(); };
    rope::Diagnostics& d = diagnostics_;
    d.add("largest_tension", "N", "The largest tension of all ropes.", [sim] { return largestTension(sim()); });
    d.add("touching", "", "Places where ropes touch floor or solids.",
          [sim] { return static_cast<double>(sim().rope().touches().size()); });
    d.add("touching_ropes", "", "Places where ropes touch each other or themselves.",
          [sim] { return static_cast<double>(sim().rope().selfTouches().size()); });
    d.add("ropes", "", "Ropes, and pieces of ropes that are cut.",
          [sim] { return static_cast<double>(sim().pieces().size()); });
    d.add("cuts", "", "Cuts and breaks whose ends are not joined again.",
          [sim] { return static_cast<double>(sim().pieces().size() - sim().setUp()->ropes.size()); });
    d.add("bodies", "", "Free bodies.", [sim] { return static_cast<double>(sim().rope().bodies().size()); });
    describeRoles(d);
    describeEach(d);
    describeRodEnergies(d, simulation().rope());
    d.add("twist_energy", "J", "Energy stored by twist.", [sim] { return sim().rope().twistEnergy(); });
    // Always there, as things with bearings, cuts and joins come and go.
    for (const rope::EnergyLine line :
         {rope::EnergyLine::connection, rope::EnergyLine::grab, rope::EnergyLine::solids, rope::EnergyLine::motors,
          rope::EnergyLine::air, rope::EnergyLine::contact_friction, rope::EnergyLine::axles, rope::EnergyLine::joins,
          rope::EnergyLine::cuts})
        describeLine(d, simulation().rope(), line);
    const std::vector<SetUpRope>& ropes = wantedSetUp()->ropes;
    if (std::any_of(ropes.begin(), ropes.end(), [](const SetUpRope& rope) { return rope.reel.has_value(); }))
        describeLine(d, simulation().rope(), rope::EnergyLine::reel);
    describeRodBooks(d, simulation().rope());
}

void WorkshopScene::perform(std::string_view text)
{
    const Verb verb = parseVerb(text);
    Workshop& sim = simulation();
    bringUpToDate(sim);
    if (verb.isEdit())
        return setSetUp(std::make_shared<const SetUp>(
            applyEdit(*wantedSetUp(), verb, [&sim](const Place& place) { return sim.positionOf(place); })));
    const auto rope = [&verb](std::size_t number)
    {
        const auto* place = std::get_if<RopePlace>(&verb.places.at(number));
        if (place == nullptr)
            throw std::invalid_argument(fmt::format("{}: must be of a rope", placeText(verb.places[number])));
        return *place;
    };
    if (verb.kind == Verb::Kind::cut)
        sim.cut(rope(0));
    else if (verb.kind == Verb::Kind::join)
        sim.join(rope(0), rope(1));
    else if (verb.kind == Verb::Kind::drag)
        sim.drag(rope(0), Vec3(verb.numbers.at(0), verb.numbers.at(1), verb.numbers.at(2)));
    else
        sim.letGo();
}

/// Adds the diagnostics of haul and load, where the set-up names them.
void WorkshopScene::describeRoles(rope::Diagnostics& d) const
{
    const auto ratio = [](double a, double b) { return b > 0.0 ? a / b : 0.0; };
    const auto force = [this, ratio]
    {
        const Roles& roles = simulation().setUp()->roles;
        return roles.haul && roles.load ? ratio(simulation().forceAt(*roles.load), simulation().forceAt(*roles.haul))
                                        : 0.0;
    };
    const auto way = [this, ratio] { return ratio(simulation().wayOfHaul(), simulation().wayOfLoad()); };
    const Roles& roles = wantedSetUp()->roles;
    if (!roles.haul || !roles.load)
        return;
    d.add("advantage", "", "Force at the load by force at the haul.", force);
    d.add("velocity_ratio", "", "Way of the haul by way of the load: the advantage without friction.", way);
    d.add("efficiency", "", "Advantage by velocity ratio.", [force, way, ratio] { return ratio(force(), way()); });
}

/// The diagnostics of each thing, by its name.
void WorkshopScene::describeEach(rope::Diagnostics& d) const
{
    const SetUp& setUp = *wantedSetUp();
    const auto sim = [this]() -> const Workshop& { return simulation(); };
    for (const SetUpRope& rope : setUp.ropes)
    {
        const std::string name = rope.name;
        d.add(name + ".tension_first", "N", "Tension at its first end.",
              [sim, name] {
                  return sim().forceAt(RopePlace{name, rope::RopeEnd::first});
              });
        d.add(name + ".tension_last", "N", "Tension at its last end.",
              [sim, name] {
                  return sim().forceAt(RopePlace{name, rope::RopeEnd::last});
              });
        d.add(name + ".length", "m", "Its length as it is stretched, of all its pieces.",
              [sim, name] { return sim().lengthOf(name); });
        d.add(name + ".largest_strain", "", "The largest strain of its pieces, with that of bends.",
              [sim, name] { return sim().largestStrain(name); });
        if (rope.selfContact)
            describeKnot(d, name);
    }
    for (const SetUpSolid& solid : setUp.solids)
    {
        const std::string name = solid.name;
        if (solid.moves == Moves::free)
        {
            d.add(name + ".height", "m", "Height of its middle.",
                  [sim, name] { return sim().bodyOf(name).position.y; });
            d.add(name + ".speed", "m/s", "Its speed.",
                  [sim, name] { return glm::length(sim().bodyOf(name).velocity); });
        }
        else if (solid.moves != Moves::no)
        {
            d.add(name + ".turns", "turns", "How far it has turned.",
                  [sim, name] { return sim().turnOf(name) / (2.0 * std::numbers::pi); });
            d.add(name + ".axle_load", "N", "Force on its axle.", [sim, name] { return sim().axleLoad(name); });
        }
    }
    for (std::size_t i = 0; i < setUp.ties.size(); ++i)
        d.add(fmt::format("tie{}.force", i + 1), "N", "Force of the tie.", [sim, i] { return sim().tieForceOf(i); });
}

/// The knot of a rope that touches itself.
void WorkshopScene::describeKnot(rope::Diagnostics& d, const std::string& rope) const
{
    // The largest number of its pieces.
    const auto largest = [this, rope](double (*of)(const rope::KnotType& type, const std::vector<Vec3>& points))
    {
        double most = 0.0;
        for (const Workshop::Piece& piece : simulation().pieces())
            if (piece.of == rope)
            {
                KnotWatch& watch = knots_[piece.name];
                if (const auto& type = watch.look(simulation().rope(), piece.id))
                    most = std::max(most, of(*type, watch.points()));
            }
        return most;
    };
    d.add(rope + ".knot_determinant", "", "Determinant of its knot: 1 without one, 3 of an overhand knot.",
          [largest]
          {
              return largest([](const rope::KnotType& type, const std::vector<Vec3>&)
                             { return static_cast<double>(type.determinant); });
          });
    d.add(rope + ".slip", "m", "Rope that has been drawn through its knot since the pull began.",
          [this, rope] { return simulation().slipOf(rope); });
    d.add(rope + ".loop_radius", "m", "Of the loop of an overhand knot; 0 without one.",
          [largest] { return largest(loopRadius); });
}

SetUpHost::DrawnPlace WorkshopScene::placeOn(std::size_t polyline, int mass) const
{
    const std::vector<Workshop::Piece>& pieces = simulation().pieces();
    // A join within a tick that is parked leaves fewer than are drawn.
    const Workshop::Piece& piece = pieces.at(std::min(polyline, pieces.size() - 1));
    const rope::Rope& rope = simulation().ropeOf(piece);
    const double segment = rope.constants.springLength;
    const double along = segment * (mass - rope.reel.netInsertions());
    const double fromLast = segment * (static_cast<double>(rope.segments()) - mass);
    DrawnPlace place{{piece.of, std::nullopt, piece.reversed ? piece.whole - piece.from - along : piece.from + along},
                     {piece.name, std::nullopt, piece.reversed ? fromLast : along}};
    const bool first = mass == 0;
    if (rope.constants.closed || (!first && static_cast<std::size_t>(mass) + 1 < rope.masses()))
        return place;
    place.ofPiece.end = first != piece.reversed ? rope::RopeEnd::first : rope::RopeEnd::last;
    // A cut has made the end where another piece goes on.
    const bool cut = std::any_of(pieces.begin(), pieces.end(),
                                 [&](const Workshop::Piece& other)
                                 {
                                     const double way = simulation().beginOf(other) - simulation().beginOf(piece);
                                     return other.of == piece.of && (first ? way < 0.0 : way > 0.0);
                                 });
    if (!cut)
        place.ofRope.end = place.ofPiece.end;
    return place;
}

int WorkshopScene::run(double h, const Controls& controls)
{
    if (!own_ && ran_ != preset_)
        reset();
    ran_ = preset_;
    Workshop& sim = simulation();
    std::optional<RodGrab> grab;
    if (controls.grab && controls.grab->polyline < sim.pieces().size())
    {
        const rope::Rope& rope = sim.ropeOf(sim.pieces()[controls.grab->polyline]);
        if (const int mass = controls.grab->identity + rope.reel.netInsertions();
            mass >= 0 && static_cast<std::size_t>(mass) < rope.masses())
            grab = RodGrab{rope.first + static_cast<std::size_t>(mass), controls.grab->target};
    }
    sim.setGrab(grab);
    const std::size_t holds = sim.setUp()->holds.size(); // their handles come before the solids
    if (controls.pull && controls.pull->handle >= holds)
        sim.pullSolid(controls.pull->handle - holds, controls.pull->target);
    for (std::size_t i = 0; i < holds; ++i)
    {
        const bool pulled = controls.pull && controls.pull->handle == i;
        const bool byKeys = !controls.pull && sim.hand() == i;
        sim.moveHold(i, pulled || byKeys ? controls.connectionVelocity(settings_.connectionSpeed, sim.heldAt(i), h)
                                         : Vec3(0.0));
    }
    return controls.posing ? sim.pose(h) : sim.advance(h);
}

void WorkshopScene::fillShapes(Snapshot& snapshot) const
{
    snapshot.hasGround = settings_.ground;
    addWorkshop(snapshot, simulation(), knots_);
    snapshot.view.yaw = 0.35f;
    snapshot.view.pitch = 0.14f;
}

/// The number of its lowest mass.
std::size_t lowestOf(const Workshop::Span& span)
{
    const std::vector<Vec3>& line = span.rest.positions;
    const auto isLower = [](const Vec3& a, const Vec3& b) { return a.y < b.y; };
    return static_cast<std::size_t>(std::min_element(line.begin(), line.end(), isLower) - line.begin());
}

/// How ropes rest where they are held, with what hangs on them; what friction lets their pulls differ by where they
/// turn.
void WorkshopScene::fillTheory(Snapshot& snapshot) const
{
    const std::vector<Workshop::Span> spans = simulation().spansAtRest();
    const Workshop::Span* longest = nullptr;  // that sags
    const Workshop::Span* straight = nullptr; // the longest of the others
    for (const Workshop::Span& span : spans)
    {
        addTheoryThread(snapshot, span.rest.positions, theory_colours::rest, 0.35f * static_cast<float>(span.radius));
        const bool sags = span.suspended && lowestOf(span) != 0 && lowestOf(span) + 1 != span.rest.positions.size();
        const Workshop::Span*& told = sags ? longest : straight;
        if (!told || span.rest.totalLength() > told->rest.totalLength())
            told = &span;
    }
    for (const Workshop::Turn& turn : simulation().turns())
    {
        const Vec3 at =
            simulation().positionOf(SolidPlace{simulation().setUp()->solids[turn.solid].name, Vec3(0.0), {}});
        snapshot.labels.push_back(
            {glm::vec3(at),
             turn.axle
                 ? fmt::format("T\u2082/T\u2081 {:.3f}; by the axle's friction {:.3f}, by the rim's at most {:.3g}",
                               turn.ratio, *turn.axle, turn.rim)
                 : fmt::format("T\u2082/T\u2081 {:.3f}; by friction at most {:.3g}", turn.ratio, turn.rim)});
    }
    if (straight)
        snapshot.labels.push_back(
            {glm::vec3(straight->rest.positions[straight->rest.positions.size() / 2]),
             fmt::format("at rest: {:.3f} m long, {:.2g} mm of it by stretch, at most {:.3g} N",
                         straight->rest.totalLength(), 1e3 * straight->stretch, straight->rest.largestTension())});
    if (!longest)
        return;
    const std::vector<Vec3>& line = longest->rest.positions;
    const Vec3& lowest = line[lowestOf(*longest)];
    snapshot.labels.push_back({glm::vec3(lowest), fmt::format("at rest: sag {:.3f} m, at most {:.3g} N",
                                                              std::max(line.front().y, line.back().y) - lowest.y,
                                                              longest->rest.largestTension())});
}

/// The tension at an end of a rope, as it rests.
std::optional<double> WorkshopScene::predicted(std::string_view diagnostic) const
{
    const std::size_t dot = diagnostic.rfind('.');
    const std::string_view what = dot == std::string_view::npos ? std::string_view() : diagnostic.substr(dot + 1);
    if (what != "tension_first" && what != "tension_last")
        return std::nullopt;
    const RopePlace end{std::string(diagnostic.substr(0, dot)),
                        what == "tension_first" ? rope::RopeEnd::first : rope::RopeEnd::last};
    const std::optional<std::size_t> mass = simulation().massOf(end);
    for (const Workshop::Span& span : simulation().spansAtRest())
    {
        if (mass == span.first)
            return span.rest.tension.front();
        if (mass == span.first + span.rest.tension.size())
            return span.rest.tension.back();
    }
    return std::nullopt;
}

Remark withinRemark(const SetUp& setUp, const Workshop::Within& within, double groundHeight)
{
    const SetUpSolid* body = solidNamed(setUp, within.body);
    const SetUpSolid* other = solidNamed(setUp, within.other);
    const auto cure = [&](const std::string& label, const Vec3& at) {
        return Cure{label, within.body + ".position", fmt::format("{:.4f},{:.4f},{:.4f}", at.x, at.y, at.z)};
    };
    if (other != nullptr && body != nullptr)
        return {
            fmt::format("'{}' begins {:.3f} m within '{}': they press each other until they are apart, or jam.",
                        within.body, within.depth, within.other),
            {cure(fmt::format("Begin with '{}' beside it", within.body), placeBeside(*body, *other, groundHeight))}};
    Remark told{
        fmt::format("'{}' begins {:.3f} m within the floor, which lets it out slowly.", within.body, within.depth), {}};
    if (body != nullptr)
        told.cures.push_back(cure(fmt::format("Begin with '{}' on it", within.body),
                                  {body->position.x, groundHeight + halfBox(*body).y + 1e-3, body->position.z}));
    return told;
}

std::optional<Remark> WorkshopScene::remark() const
{
    for (const SetUpRope& rope : wantedSetUp()->ropes)
        if (rope.contactFriction > 2.0)
            return Remark{"A friction above 2 is that of glue: dry rope on wood or steel has 0.2 to 0.6.", {}};
    if (const std::optional<Workshop::Break>& broken = simulation().broken())
        return Remark{fmt::format("'{}' broke {:.2f} m from its first end, {:.2f} s after the beginning: its strain "
                                  "there was {:.3g}.",
                                  broken->piece, broken->along, broken->time, broken->strain),
                      {}};
    constexpr double toRead = 6.0; // [s]
    const std::optional<Workshop::Recoil>& recoil = simulation().recoil();
    if (recoil && recoil->measured && time() < recoil->time + toRead)
        return Remark{fmt::format("'{}' was cut at {:.3g} N: its ends fly apart at {:.3g} m/s each; T/\u221a(EA w) is "
                                  "{:.3g} m/s.",
                                  recoil->one, recoil->tension, *recoil->measured, recoil->speed),
                      {}};
    if (const std::optional<Workshop::Within>& within = simulation().within())
        return withinRemark(*wantedSetUp(), *within, simulation().groundHeight());
    return tooTight(simulation());
}

constexpr LessonStep workshopLesson[] = {
    {"Press R, and watch the set-up begin.", "Watch the energies in the plot.",
     "What hangs falls until ropes hold it; air takes the rest.", [](const LessonMoment& now) { return now.restarted; },
     "total_energy"},
    {"Drag a rope with the mouse.", "Watch the tension in the plot.",
     "A pull across a taut rope is small beside the tension that it makes.",
     [](const LessonMoment& now) { return now.held; }, "largest_tension"},
    {"Set gravity to that of the moon: 0,-1.62,0.", "Watch tensions fall and swings slow down.",
     "Tensions fall in proportion, periods grow with its root.",
     [](const LessonMoment& now) { return now.vector("gravity").y > -2.0; }},
};

} // namespace

const SceneRegistration<WorkshopScene> workshopRegistration(workshopInfo, workshopLesson);

} // namespace ropewalk
