#include "twisted_rope.hpp"

#include "scenes/hosts.hpp"
#include "scenes/rope_description.hpp"
#include "scenes/shared/drawing.hpp"
#include "scenes/shared/place.hpp"
#include "scenes/shared/rods.hpp"
#include "scenes/shared/rope_theory.hpp"
#include "scenes/simulation_scene.hpp"

#include <rope/elementary.hpp>
#include <rope/rod_theory.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ropewalk
{

namespace
{

constexpr SceneInfo twistInfo{
    "twist",
    "Playground",
    "Twist",
    "A rope that is twisted until it buckles",
    "Turn the end with \u2190 and \u2192, or drag its crank round; beyond a number of turns the "
    "rope leaves its line.",
    "turns end_force bending_stiffness torsional_stiffness self_contact length gravity",
    15,
    16.0};

constexpr double turn = 2.0 * std::numbers::pi; // [rad]
constexpr glm::vec3 crankColour{0.36f, 0.38f, 0.42f};

class TwistScene : public SimulationScene<TwistedRope>, public EffortHost
{
public:
    TwistScene();

    rope::ImplicitEffort effort() const override { return simulation().rope().effort(); }

    std::optional<RopeDescription> ropeDescription() const override
    {
        return describedRod(simulation().rope().settings(),
                            {fmt::format("a clamp at each end, one turned {:g} times and pulled with {:g} N",
                                         settings_.turns, settings_.endForce)});
    }
    std::vector<Profile> profiles() const override { return rodProfiles(simulation().rope()); }
    std::vector<PlotTile> usualPlots() const override
    {
        return {{PlotKind::time, {"link", "twist", "writhe"}},
                {PlotKind::time, {"torque"}},
                {PlotKind::profile, {"invariant"}}};
    }

    std::optional<double> predicted(std::string_view diagnostic) const override;
    void fillTheory(Snapshot& snapshot) const override;
    std::optional<Divergence> divergence() const override;
    std::vector<CheckRow> check() const override;

private:
    int run(double h, const Controls& controls) override;
    void fillShapes(Snapshot& snapshot) const override;

    double armLength() const { return 0.09 * settings_.length; } ///< [m], of the crank
    Vec3 knob() const;                                           ///< [m], the crank's
};

TwistScene::TwistScene()
{
    const TwistedRope& sim = simulation();
    rope::Diagnostics& d = diagnostics_;
    d.add("torque", "N m", "Torque about the rope's own line, the same all along it.",
          [&sim] { return sim.rope().torque(0); });
    d.add("twist", "turns", "By how much the rope is twisted about its own line, from one end to the other.",
          [&sim] { return sim.twist(); });
    d.add("writhe", "turns", "How the rope's line winds about itself in space; 0 while it is straight.",
          [&sim] { return sim.writhe(); });
    d.add("link", "turns", "Twist and writhe together: what the end was turned by.",
          [&sim] { return sim.twist() + sim.writhe(); });
    d.add("end_shortening", "m", "How much nearer the sliding end has come.", [&sim] { return sim.endShortening(); });
    d.add("largest_deflection", "m", "Largest distance of the rope from the line between its ends.",
          [&sim] { return sim.largestDeflection(); });
    describeRodEnergies(d, sim.rope());
    d.add("twist_energy", "J", "Energy stored by twist.", [&sim] { return sim.rope().twistEnergy(); });
    describeRodBooks(d, sim.rope());
}

/// The crank turns with the end, by the right hand about +x.
Vec3 TwistScene::knob() const
{
    const double angle = simulation().turned();
    const Vec3 end = simulation().masses().back().position;
    return end + Vec3(0.08 * settings_.length, armLength() * rope::elementary::cos(angle),
                      armLength() * rope::elementary::sin(angle));
}

int TwistScene::run(double h, const Controls& controls)
{
    TwistedRope& sim = simulation();
    double speed = settings_.turningSpeed * controls.direction.x; // [turns/s]
    if (controls.pull)
    {
        // The knob goes towards the mouse on its circle: a third of the way in a tick, and no faster than a hand.
        constexpr double fastest = 2.0;
        const Vec3 arm = controls.pull->target - sim.masses().back().position;
        const double way = std::remainder(rope::elementary::atan2(arm.z, arm.y) - sim.turned(), turn) / turn;
        speed = std::clamp(20.0 * way, -fastest, fastest);
    }
    sim.setTurning(speed);
    sim.setGrab(rodGrab(controls, sim.masses().size() - 1));
    return sim.advance(h);
}

std::optional<double> TwistScene::predicted(std::string_view diagnostic) const
{
    // Theory knows the straight rope at the present turn.
    const std::optional<double> buckling = settings_.bucklingTurns();
    const double turns = simulation().turned() / turn;
    if (!buckling || std::abs(turns) > *buckling)
        return std::nullopt;
    if (diagnostic == "torque")
        return settings_.torsionalStiffness * turn * turns / settings_.length;
    if (diagnostic == "twist" || diagnostic == "link")
        return turns;
    if (diagnostic == "writhe" || diagnostic == "end_shortening" || diagnostic == "largest_deflection")
        return 0.0;
    return std::nullopt;
}

void TwistScene::fillTheory(Snapshot& snapshot) const
{
    const TwistedRope& sim = simulation();
    const rope::RopeSettings& rod = sim.rope().settings();
    const auto radius = static_cast<float>(0.35 * settings_.ropeRadius);
    std::vector<Vec3> points{sim.masses().front().position, sim.masses().back().position};
    const auto helix = rope::localizedHelix(rod.bendingStiffness, settings_.endForce, sim.rope().torque(0));
    std::string name = "straight";
    if (helix && sim.largestDeflection() > 0.02 * settings_.length)
    {
        // Turned about the line to where the rope's middle is, and as far along it.
        points = helix->points(settings_.length, settings_.massCount - 1);
        const std::size_t middle = points.size() / 2;
        const Vec3 seen = sim.masses()[middle].position;
        const Vec3 drawn = points[middle];
        const double angle = rope::elementary::atan2(seen.z, seen.y) - rope::elementary::atan2(drawn.z, drawn.y);
        for (Vec3& p : points)
            p = Vec3(p.x + seen.x - drawn.x, p.y * rope::elementary::cos(angle) - p.z * rope::elementary::sin(angle),
                     p.y * rope::elementary::sin(angle) + p.z * rope::elementary::cos(angle));
        name = "localized helix of this torque";
    }
    const Vec3 at = points[points.size() / 4];
    addTheoryThread(snapshot, points, theory_colours::rest, radius);
    snapshot.labels.push_back({glm::vec3(at), name});
}

void TwistScene::fillShapes(Snapshot& snapshot) const
{
    const TwistedRope& sim = simulation();
    const double length = settings_.length;
    const double B = settings_.bendingStiffness;
    const double pull = std::max(std::abs(settings_.endForce), 10.0 * B / (length * length));
    RodColourTops tops;
    tops.tension = pull;
    tops.curvature = B > 0.0 ? 2.0 * std::sqrt(pull / B) : 1.0;
    tops.torque = 2.2 * std::sqrt(pull * B);
    const Polyline line = addRod(snapshot, sim.rope(), settings_.ropeRadius, settings_.colours, tops);

    const double size = std::max(0.025 * length, 1.8 * settings_.ropeRadius);
    addClamp(snapshot, sim.masses().front().position - Vec3(size, 0.0, 0.0), size);
    const Vec3 end = sim.masses().back().position;
    addClamp(snapshot, end + Vec3(size, 0.0, 0.0), size);

    // The crank: a shaft, an arm, and a handle that goes round with the end.
    const Vec3 grip = knob();
    const glm::vec3 axle(grip.x, end.y, end.z);
    const auto thick = static_cast<float>(0.3 * size);
    snapshot.polylines.push_back(plainThread({glm::vec3(end), axle}, crankColour, thick));
    snapshot.polylines.push_back(plainThread({axle, glm::vec3(grip)}, crankColour, thick));
    snapshot.solids.push_back(SpatialShape::sphere(axle, 1.3f * thick, crankColour));
    addConnection(snapshot, glm::vec3(grip), static_cast<float>(0.65 * size));
    addFloor(snapshot, -0.3 * length);
    const auto column = static_cast<float>(0.35 * size);
    for (const double x : {-size, 1.12 * length})
        addStand(snapshot, {static_cast<float>(x), static_cast<float>(-1.2 * size), 0.0f}, column);
    // The rail on which it slides.
    const auto low = static_cast<float>(-1.25 * size);
    const glm::vec3 from(static_cast<float>(-size), low, 0.0f);
    const glm::vec3 to(static_cast<float>(1.12 * length), low, 0.0f);
    snapshot.polylines.push_back(plainThread({from, to}, glm::vec3(0.55f, 0.56f, 0.58f), 0.5f * thick));
    if (const std::optional<RodGrab> grab = sim.pulled())
        addGrab(snapshot, line.points[grab->mass], 1.8f * line.radius, grab->target, 0.9f * line.radius);

    const std::optional<double> buckling = settings_.bucklingTurns();
    const double turns = sim.turned() / turn;
    std::string label = fmt::format("{:.2f} turns", turns);
    if (buckling)
    {
        // Turned back, it stays bowed for a while.
        constexpr double bow = 0.02; // of its length
        const bool bowed = sim.largestDeflection() > bow * length;
        const bool below = std::abs(turns) < *buckling;
        label += fmt::format(", {} {:.2f}",
                             !bowed  ? "buckles at"
                             : below ? "straightens below"
                                     : "buckled at",
                             *buckling);
    }
    snapshot.labels.push_back({glm::vec3(grip), std::move(label)});

    snapshot.view.yaw = 0.45f;
    snapshot.view.pitch = 0.18f;
    for (const float side : {-0.22f, 0.22f})
        snapshot.view.points.push_back(glm::vec3(0.5f, side, 0.0f) * static_cast<float>(length));
}

std::optional<Divergence> TwistScene::divergence() const
{
    std::optional<Divergence> divergence = rodDivergence(simulation().rope());
    if (const std::optional<double> buckling = settings_.bucklingTurns();
        divergence && simulation().rope().passed() && buckling)
    {
        const double turns = std::copysign(0.01 * std::floor(99.0 * *buckling), settings_.turns);
        divergence->cures.push_back(
            {fmt::format("{:.2f} turns, where it stays straight", turns), "turns", fmt::format("{:.2f}", turns)});
    }
    return divergence;
}

std::vector<CheckRow> TwistScene::check() const
{
    std::vector<CheckRow> rows;
    TwistSettings settings;
    const double pull = settings.endForce * settings.length * settings.length / settings.bendingStiffness;
    const double buckling = *settings.bucklingTurns();

    settings.turns = 0.97 * buckling;
    TwistedRope straight(settings);
    straight.advance(20.0);
    rows.push_back({"torque below the threshold", "N m",
                    settings.torsionalStiffness * turn * settings.turns / settings.length, straight.rope().torque(0),
                    1e-6, "M = C Phi/L"});
    rows.push_back({"largest deflection below the threshold", "m", 0.0, straight.largestDeflection(),
                    1e-3 * settings.length, "straight"});
    rows.push_back({"twist and writhe below the threshold", "turns", settings.turns,
                    straight.twist() + straight.writhe(), 1e-9, "what the end was turned by"});

    // The straight rope of the scene, turned: whether it is a rest that a push would leave.
    rope::RopeSimulation rod = straight.rope();
    double low = 0.5 * buckling;
    double high = 1.5 * buckling;
    for (int i = 0; i < 30; ++i)
    {
        const double middle = 0.5 * (low + high);
        rod.turn(rope::RopeEnd::last, turn * middle);
        (rod.modesBelow(0.0) > 0 ? high : low) = middle;
    }
    rows.push_back({fmt::format("turns at which it buckles, T L^2/B = {:.3g}", pull), "turns", buckling, low,
                    5e-3 * buckling, "2 d (cos d - cos a) = (T L^2/B) sin d, a = M L/2B: Greenhill 1883"});

    settings.turns = 1.03 * buckling;
    TwistedRope bent(settings);
    bent.advance(20.0);
    const bool left = bent.largestDeflection() > 0.02 * settings.length;
    rows.push_back({"3 % beyond the threshold it has left its line (1: yes)", "", 1.0, left ? 1.0 : 0.0, 0.0,
                    "the straight rope is unstable there"});
    return rows;
}

constexpr LessonStep twistLesson[] = {
    {"Set Turns to 2.4.", "Watch the strands wind up, and the torque rise with the turns in the plot.",
     "A straight rope takes twist like a spring: its torque is C times the twist of a metre.",
     [](const LessonMoment& now)
     { return now.constant("turns") < 2.45 && std::abs(now.value("link") - now.constant("turns")) < 0.05; },
     "torque"},
    {"Set Turns to 2.9.", "Watch the rope leave its line, and the twist of the plot fall as the writhe rises.",
     "Beyond a threshold it costs less to coil than to twist: twist becomes writhe, their sum stays.",
     [](const LessonMoment& now) { return now.constant("turns") > 2.5 && now.value("largest_deflection") > 0.03; },
     "writhe"},
    {"Set end_force to 1 N and press R.", "Watch the same turns leave the rope straight.",
     "A stronger pull holds it: of a long rope the torque at the threshold is 2 sqrt(B T).",
     [](const LessonMoment& now)
     {
         return now.constant("end_force") > 0.9 && now.restarted && now.value("link") > 2.3 &&
                now.value("largest_deflection") < 0.01;
     }},
    {"Hold \u2192, or drag the crank round, until it buckles.", "Watch the number of turns beside the crank.",
     "The threshold is where the straight rope stops being the shape of least energy.",
     [](const LessonMoment& now) { return now.value("largest_deflection") > 0.05; }},
};

} // namespace

const SceneRegistration<TwistScene> twistRegistration(twistInfo, twistLesson);

} // namespace ropewalk
