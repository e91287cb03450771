#include "scenes/rope_description.hpp"
#include "scenes/shared/diagnostics.hpp"
#include "scenes/shared/drawing.hpp"
#include "scenes/shared/step_verdict.hpp"
#include "scenes/simulation_scene.hpp"
#include "wrecking_ball.hpp"

#include <rope/fixed_timestep.hpp>
#include <rope/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

// A rope and the impulse engine together: a heavy ball on a crane's rope, and a stack to knock over. How the two are
// coupled is written in wrecking_ball.hpp.

namespace ropewalk
{

namespace
{

constexpr SceneInfo wreckingBallInfo{
    "wrecking_ball", "Together", "Wrecking ball on a rope",
    "Swing the crane's end with Left, Right, Home and End; throw the ball or a box with "
    "the mouse; raise ball_mass to 1000.",
    80};

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
        return "Rope and bodies meet in impulses: no force acts whose work could be counted.";
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
    void fillCrane(Snapshot& snapshot) const;
};

WreckingBallScene::WreckingBallScene()
{
    const WreckingBall& sim = simulation();
    rope::Diagnostics& d = diagnostics_;
    const auto ball = [&sim]() -> const rope::RigidBody& { return sim.bodies().bodies()[WreckingBall::ball]; };
    describeEnergies(d, sim,
                     {"Energy of motion and rotation of rope, ball and boxes.",
                      "Energy in gravity, zero at the height of the ground.", "Energy stored in the rope's springs.",
                      "Sum of these, and of the ground's springs under the rope."});
    d.add("top_tension", "N", "Tension of the first segment, at the crane.", [&sim] { return sim.rope().tension(0); });
    d.add("length", "m", "Length of the rope: sum of its segments.", [&sim] { return sim.rope().length(); });
    d.add("stretch", "m", "Length less rest length.", [&sim] { return sim.rope().length() - sim.rope().restLength(); });
    d.add("ball_x", "m", "Centre of the ball, to the right.", [ball] { return ball().position.x; });
    d.add("ball_y", "m", "Centre of the ball, up from the ground.", [ball] { return ball().position.y; });
    d.add("ball_speed", "m/s", "Speed of the ball's centre.", [ball] { return glm::length(ball().velocity); });
    d.add("fallen_boxes", "", "Boxes that are farther than their width from where they stood.",
          [&sim] { return static_cast<double>(sim.fallenCount()); });
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
    snapshot.view.points.emplace_back(static_cast<float>(settings_.craneTip().x + 1.3 * settings_.ropeLength()), 0.0f,
                                      0.0f); // where boxes will be lying
    fillRope(snapshot);
    addBodies(snapshot, simulation().bodies().bodies(), false); // the ground is drawn as ground
    fillCrane(snapshot);
}

void WreckingBallScene::fillRope(Snapshot& snapshot) const
{
    const rope::RopeSimulation& rope = simulation().rope();
    constexpr double wireRope = 4000.0; // [kg/m3], with its gaps
    Polyline& line = addRope(snapshot, rope, ropeRadius(settings_.mass / settings_.springLength, wireRope, 0.03));
    // A swing from the side pulls three times as hard as the ball's weight.
    snapshot.tensionScale = tensionLegendTop(2.0 * (settings_.ballMass + settings_.mass * settings_.massCount) *
                                             glm::length(settings_.gravity));

    addConnection(snapshot, line.points.front(), 2.0f * line.radius);
    for (const rope::Pin& pin : rope.pins())
        if (const std::optional<std::size_t> mass = rope.massOf(pin))
            addPinned(snapshot, line.points[*mass], 1.7f * line.radius, pin);
    const auto addGrabOf = [&](const glm::vec3& grabbed, const glm::vec3& target)
    { addGrab(snapshot, grabbed, 1.8f * line.radius, target, 0.9f * line.radius); };
    const rope::ImpulseSimulation& bodies = simulation().bodies();
    if (const std::optional<std::size_t> mass = rope.grabbed())
        addGrabOf(line.points[*mass], rope.grabTarget());
    if (const std::optional<std::size_t> body = bodies.grabbed())
        addGrabOf(inPlane(bodies.bodies()[*body].position), inPlane(bodies.grabTarget()));
}

/// A carriage on the ground, from which a lattice boom reaches to wherever the rope's end is.
void WreckingBallScene::fillCrane(Snapshot& snapshot) const
{
    const Vec2 start = settings_.craneTip();
    const Vec2 tip(simulation().rope().connectionPosition());
    const double size = 0.2 * start.y;
    const Vec2 pivot(start.x - 1.05 * start.y, 0.75 * size);

    const auto block = [&](int identity, const Vec2& centre, const Vec2& half)
    {
        PlanarShape& shape = snapshot.planarShapes.emplace_back();
        shape.identity = identity;
        shape.fixed = true;
        shape.position = glm::vec2(centre);
        shape.firstVertex = static_cast<std::uint32_t>(snapshot.outlines.size());
        shape.vertexCount = 4;
        for (const Vec2& corner : {Vec2(-half.x, -half.y), Vec2(half.x, -half.y), half, Vec2(-half.x, half.y)})
            snapshot.outlines.emplace_back(corner);
    };
    block(-1, {pivot.x - 0.3 * size, 0.2 * size}, {0.9 * size, 0.2 * size});
    block(-2, {pivot.x - 0.3 * size, 0.75 * size}, {0.6 * size, 0.35 * size});

    const double length = glm::distance(pivot, tip);
    if (!(length > 0.0) || !std::isfinite(length))
        return;
    const Vec2 along = (tip - pivot) / length;
    const Vec2 across(-along.y, along.x);
    constexpr int bays = 12;
    const auto chord = [&](int bay, double side)
    {
        const double f = static_cast<double>(bay) / bays;
        return inPlane(pivot + f * length * along + side * size * (0.17 - 0.14 * f) * across);
    };
    std::array<std::vector<glm::vec3>, 3> boom; // two chords, and the lattice between them
    for (int bay = 0; bay <= bays; ++bay)
    {
        boom[0].push_back(chord(bay, 1.0));
        boom[1].push_back(chord(bay, -1.0));
        const double side = bay % 2 == 0 ? 1.0 : -1.0;
        const glm::vec3 corner = chord(bay, side);
        boom[2].push_back(corner);
        if (bay == bays)
            break;
        // A curve through the corners alone would be a wave: two points in between keep each bar straight.
        const glm::vec3 bar = chord(bay + 1, -side) - corner;
        boom[2].push_back(corner + 0.04f * bar);
        boom[2].push_back(corner + 0.96f * bar);
    }
    for (std::size_t i = 0; i < boom.size(); ++i)
        snapshot.polylines.push_back(
            plainThread(boom[i], {0.80f, 0.55f, 0.10f}, static_cast<float>((i < 2 ? 0.022 : 0.014) * size)));
}

std::optional<Divergence> WreckingBallScene::divergence() const
{
    const std::optional<std::size_t> mass = simulation().rope().runawayMass();
    if (mass)
    {
        // The limits of a rope that has exploded say nothing; those of its constants do.
        const std::string verdict = stepVerdict(lastStep(), worstStepLimits(settings_));
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
        const std::string times = rope::numberText(ballMass / settings.mass);
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

} // namespace

const SceneRegistration<WreckingBallScene> wreckingBallRegistration(wreckingBallInfo);

} // namespace ropewalk
