#include "crane.hpp"
#include "scenes/rope_description.hpp"
#include "scenes/shared/diagnostics.hpp"
#include "scenes/shared/drawing.hpp"
#include "scenes/shared/step_verdict.hpp"
#include "scenes/simulation_scene.hpp"
#include "wrecking_ball.hpp"

#include "text/text.hpp"
#include <rope/elementary.hpp>
#include <rope/fixed_timestep.hpp>
#include <rope/rope_material.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

// A rope and the impulse engine together: a heavy ball on a crane's rope, and a stack to knock over. How the two are
// coupled is written in wrecking_ball.hpp.

namespace ropewalk
{

namespace
{

constexpr SceneInfo wreckingBallInfo{
    "wrecking_ball",
    "Playground",
    "Wrecking ball",
    "Wrecking ball on a rope",
    "Swing the crane's end with Left, Right, Home and End; throw the ball or a box with "
    "the mouse; raise ball_mass to 1000.",
    "ball_mass start_angle mass_count stack_columns stack_rows friction gravity",
    12};

class WreckingBallScene : public SimulationScene<WreckingBall>
{
public:
    WreckingBallScene();

    std::optional<Divergence> divergence() const override;
    std::optional<RopeDescription> ropeDescription() const override
    {
        return RopeDescription{settings_.ropeSettings(),
                               {fmt::format("a ball of {:g} kg at its end", settings_.ballMass)}};
    }

    /// The masses of the rope, the last of which is the ball, then the other bodies.
    std::size_t massCount() const override
    {
        return simulation().rope().masses().size() + simulation().bodies().bodies().size() - 1;
    }
    std::vector<double> massRow(std::size_t mass) const override
    {
        const std::vector<rope::Mass>& masses = simulation().rope().masses();
        if (mass < masses.size())
            return massRowOf(masses[mass].position, masses[mass].velocity);
        const rope::RigidBody& body = simulation().bodies().bodies()[mass - masses.size() + 1];
        return massRowOf(Vec3(body.position, 0.0), Vec3(body.velocity, 0.0));
    }

    std::string_view booksNote() const override
    {
        return "Collisions of the bodies take energy that the impulse engine does not count.";
    }
    /// The rope, but for the ball, which is a body of the impulse engine.
    bool canPin(std::size_t polyline, int identity) const override
    {
        return polyline == 0 && identity > 0 && identity + 1 < settings_.massCount;
    }
    std::vector<CheckRow> check() const override;

private:
    int run(double h, const Controls& controls) override;
    void fillShapes(Snapshot& snapshot) const override;
    void fillRope(Snapshot& snapshot) const;
};

/// What a box of this density [kg/m3] looks as if it were made of: an empty crate, or blocks of clay brick (1600 to
/// 2000) or of concrete (2000 to 2600, EN 206).
Material materialOf(double density)
{
    return density < 1000.0 ? Material::wood : density < 2000.0 ? Material::brick : Material::concrete;
}

double largestPush(const WreckingBall& sim)
{
    double largest = 0.0;
    for (std::size_t i = 0; i < sim.bodies().bodies().size(); ++i)
        largest = std::max(largest, glm::length(sim.push(i)));
    return largest;
}

WreckingBallScene::WreckingBallScene()
{
    const WreckingBall& sim = simulation();
    rope::Diagnostics& d = diagnostics_;
    const auto ball = [&sim]() -> const rope::RigidBody& { return sim.bodies().bodies()[WreckingBall::ball]; };
    describeEnergies(d, sim,
                     {"Energy of motion and rotation of rope, ball and boxes.",
                      "Energy in gravity, zero at the height of the ground.", "Energy stored in the rope's springs.",
                      "Sum of these, of bends and twist, and of the ground's springs under the rope."});
    d.add("top_tension", "N", "Tension of the first segment, at the crane.", [&sim] { return sim.rope().tension(0); });
    d.add("length", "m", "Length of the rope: sum of its segments.", [&sim] { return sim.rope().length(); });
    d.add("stretch", "m", "Length less rest length.", [&sim] { return sim.rope().length() - sim.rope().restLength(); });
    d.add("ball_x", "m", "Centre of the ball, to the right.", [ball] { return ball().position.x; });
    d.add("ball_y", "m", "Centre of the ball, up from the ground.", [ball] { return ball().position.y; });
    d.add("ball_speed", "m/s", "Speed of the ball's centre.", [ball] { return glm::length(ball().velocity); });
    d.add("fallen_boxes", "", "Boxes that are farther than their width from where they stood.",
          [&sim] { return static_cast<double>(sim.fallenCount()); });
    d.add("touching", "", "Places where a rope with a radius touches boxes, ball and ground.",
          [&sim] { return static_cast<double>(sim.rope().touches().size()); });
    d.add("largest_push", "N", "Largest force of the rope on a box or the ball.", [&sim] { return largestPush(sim); });
    d.add(
        "plane_momentum", "kg m/s",
        "Momentum out of the plane that the rope has given to ball and boxes since the beginning: the plane takes it.",
        [&sim] { return sim.planeMomentum(); });
}

int WreckingBallScene::run(double h, const Controls& controls)
{
    WreckingBall& sim = simulation();
    sim.setConnectionVelocity(
        Vec2(controls.connectionVelocity(settings_.connectionSpeed, sim.rope().connectionPosition(), h)));
    sim.release();
    if (controls.grab && controls.grab->identity >= 0)
    {
        const Vec2 target(controls.grab->target);
        const auto index = static_cast<std::size_t>(controls.grab->identity);
        if (controls.grab->polyline == 0)
            sim.grabMass(index, target);
        else
            sim.grabBody(index, target);
    }
    return sim.advance(h);
}

void WreckingBallScene::fillShapes(Snapshot& snapshot) const
{
    snapshot.view.yaw = -0.35f; // boxes show their lit side and the crane its depth
    snapshot.view.pitch = 0.12f;
    snapshot.view.points.emplace_back(static_cast<float>(settings_.craneTip().x + 1.3 * settings_.ropeLength()), 0.0f,
                                      0.0f); // where boxes will be lying
    fillRope(snapshot);
    addBodies(snapshot, simulation().bodies().bodies(), false); // the ground is drawn as ground
    const double boxDensity = settings_.boxMass / rope::elementary::pow(settings_.boxSize, 3.0); // [kg/m3] of a cube
    for (PlanarShape& shape : snapshot.planarShapes)
        shape.material =
            shape.identity == static_cast<int>(WreckingBall::ball) ? Material::steel : materialOf(boxDensity);
    const auto ballRadius = static_cast<float>(settings_.ballRadius);
    addSling(snapshot, ballRadius, static_cast<float>(WreckingBall::slingReach) * ballRadius);
    addCrane(snapshot, settings_.craneTip(), Vec2(simulation().rope().connectionPosition()));
}

void WreckingBallScene::fillRope(Snapshot& snapshot) const
{
    const rope::RopeSimulation& rope = simulation().rope();
    const double massPerLength = settings_.mass / settings_.springLength;
    const float radius = settings_.ropeRadius > 0.0 ? static_cast<float>(settings_.ropeRadius)
                                                    : ropeRadius(massPerLength, rope::ropeMaterial("steel").density);
    Polyline& line = addRope(snapshot, rope, radius);
    line.style = Polyline::Style::wire;
    // A swing from the side pulls three times as hard as the ball's weight.
    snapshot.tensionScale = tensionLegendTop(2.0 * (settings_.ballMass + settings_.mass * settings_.massCount) *
                                             glm::length(settings_.gravity));

    constexpr float mark = 0.06f; // [m]
    addConnection(snapshot, line.points.front(), mark);
    const std::optional<rope::Pin>& grabbed = simulation().grabbedMass();
    for (const rope::Pin& pin : rope.pins())
        if (pin == grabbed)
            addGrab(snapshot, line.points[static_cast<std::size_t>(pin.mass)], 0.9f * mark, pin.at, 0.45f * mark);
        else if (const std::optional<std::size_t> mass = rope.massOf(pin))
            addPinned(snapshot, line.points[*mass], 0.85f * mark, pin);
    const rope::ImpulseSimulation& bodies = simulation().bodies();
    if (const std::optional<std::size_t> body = bodies.grabbed())
        addGrab(snapshot, inPlane(bodies.bodies()[*body].position), 0.9f * mark, inPlane(bodies.grabTarget()),
                0.45f * mark);
}

std::optional<Divergence> WreckingBallScene::divergence() const
{
    if (const std::optional<rope::Passage> passage = simulation().rope().passed())
        return Divergence{
            time(), passage->edge,
            fmt::format("the rope has passed through itself, segment {} through segment {}: pull less hard",
                        passage->edge, passage->other)};
    const std::optional<std::size_t> mass = simulation().rope().runawayMass();
    if (mass)
    {
        // The limits of a rope that has exploded say nothing; the limits of its constants do.
        const std::string verdict =
            settings_.ropeSettings().byNewton()
                ? fmt::format("the implicit step of {:.4g} ms has no stability limit; lower max_dt or add friction",
                              1e3 * lastStep())
                : stepVerdict(lastStep(), worstStepLimits(settings_));
        return Divergence{
            time(), *mass,
            fmt::format("the rope diverged at t = {:.3f} s, first at mass {}: {}", time(), *mass, verdict)};
    }
    const std::optional<std::size_t> body = simulation().bodies().runaway();
    if (!body)
        return std::nullopt;
    return Divergence{
        time(), simulation().rope().masses().size() - 1 + *body,
        fmt::format("the bodies diverged at t = {:.3f} s, first body {}: its speed is beyond what numbers "
                    "can hold; lower max_dt",
                    time(), *body)};
}

// ---- The check ---------------------------------------------------------------------------------------------------

/// The ball hangs unstretched at first, bounces, and comes to rest in thick air.
void checkStatics(std::vector<CheckRow>& rows)
{
    for (const double ballMass : {50.0, 300.0})
    {
        WreckingBallSettings settings;
        settings.ballMass = 1e-9;
        settings.startAngle = 0.0;
        settings.stackRows = 0;
        settings.airFriction = 100.0;
        WreckingBall hanging(settings);
        settings.ballMass = ballMass;
        hanging.setSettings(settings);
        for (int i = 0; i < 30'000; ++i)
            hanging.step(settings.maxDt);

        const double g = 9.81;
        const double n = settings.massCount;
        const double stretch =
            (settings.mass * n * (n - 1.0) / 2.0 + (n - 1.0) * ballMass) * g / settings.springConstant;
        const std::string times = text::numberText(ballMass / settings.mass);
        rows.push_back({"ball of " + times + " masses at rest, stretch", "m", stretch,
                        hanging.rope().length() - hanging.rope().restLength(), 1e-9, "(m N (N-1)/2 + (N-1) M) g / k"});
        rows.push_back({"ball of " + times + " masses at rest, top tension", "N",
                        ((n - 1.0) * settings.mass + ballMass) * g, hanging.rope().tension(0), 1e-4,
                        "((N-1) m + M) g"});
    }
}

/// Without gravity the ball hits a box off its centre and pulls at the rope. Momentum enters at the crane's tip alone:
/// the rope pulls the mass there with F, and the crane holds it with -F.
void checkMomentum(std::vector<CheckRow>& rows)
{
    WreckingBallSettings settings;
    settings.gravity = Vec3(0.0);
    settings.airFriction = 0.0;
    settings.startAngle = 0.0;
    WreckingBall ball(settings, {rope::boxBody({0.8, 0.6}, 40.0, {1.0, settings.ballHeight() - 0.2})});
    ball.setBallVelocity({5.0, -1.0});
    Vec2 expected = ball.momentum();
    double boxSpeed = 0.0;
    double pulled = 0.0;
    for (int i = 0; i < 2000; ++i)
    {
        ball.step(settings.maxDt);
        const Vec2 impulse = settings.maxDt * Vec2(ball.rope().masses()[0].force);
        expected -= impulse;
        pulled = std::max(pulled, glm::length(impulse));
        boxSpeed = glm::length(ball.bodies().bodies()[1].velocity);
    }
    const Vec2 difference = ball.momentum() - expected;
    const bool happened = boxSpeed > 1.0 && pulled > 0.1;
    rows.push_back({"momentum of rope, ball and box less the crane's pull, x", "kg m/s", 0.0,
                    happened ? difference.x : NAN, 1e-9, "every force and impulse has its partner"});
    rows.push_back({"momentum of rope, ball and box less the crane's pull, y", "kg m/s", 0.0,
                    happened ? difference.y : NAN, 1e-9, "every force and impulse has its partner"});
}

void checkDemolition(std::vector<CheckRow>& rows)
{
    const WreckingBallSettings settings;
    WreckingBall ball;
    double outOfPlane = 0.0;
    for (int i = 0; i < 240; ++i)
    {
        ball.setConnectionVelocity({i < 60 ? 0.0 : 1.0, 0.0});
        ball.advance(rope::FixedTimestep::usualTick);
        for (const rope::Mass& mass : ball.rope().masses())
            outOfPlane = std::max({outOfPlane, std::abs(mass.position.z), std::abs(mass.velocity.z)});
    }
    rows.push_back({"rope out of its plane", "m", 0.0, outOfPlane, 0.0, "no force has a z component"});
    const double boxes = settings.stackColumns * settings.stackRows;
    rows.push_back({"boxes that the ball moves by more than their width", "", boxes, 1.0 * ball.fallenCount(),
                    boxes - 1.0, "one at least"});
}

std::vector<CheckRow> WreckingBallScene::check() const
{
    std::vector<CheckRow> rows;
    checkStatics(rows);
    checkMomentum(rows);
    checkDemolition(rows);
    return rows;
}

constexpr LessonStep wreckingBallLesson[] = {
    {"Press R.", "Watch the ball swing into the stack.",
     "Rope and boxes are two simulations; ball and last mass of the rope are one body, so momentum is kept.",
     [](const LessonMoment& now) { return now.restarted && now.value("fallen_boxes") > 0.5; }},
    {"Drag the crane's end with the mouse, or hold \u2190 and then \u2192.",
     "Watch the ball follow late, and swing higher.",
     "A heavy ball keeps its speed; in time with its swing you can pump it up.",
     [](const LessonMoment& now) { return now.connectionMoved() > 1.0; }},
    {"Set ball_mass to 1000 kg.", "Watch the tension in the plots, and the stable step in the status bar.",
     "The rope pulls three times as hard, and the stable step stays: a heavy end is slow.",
     [](const LessonMoment& now) { return now.constant("ball_mass") > 900.0; }, "top_tension"},
    {"Press C.", "Watch the rope turn brighter at the lowest point of each swing.",
     "There it carries the weight and turns the ball's speed as well.",
     [](const LessonMoment& now) { return now.tensionColours; }},
    {"Set rope_radius to 0.04 m, and let the rope down on the boxes.",
     "Watch where it lies against them, and largest_push in the plots.",
     "What the boxes get of momentum the rope loses: it pushes them as they push it.",
     [](const LessonMoment& now) { return now.value("largest_push") > 1.0; }, "largest_push"},
};

} // namespace

const SceneRegistration<WreckingBallScene> wreckingBallRegistration(wreckingBallInfo, wreckingBallLesson);

} // namespace ropewalk
