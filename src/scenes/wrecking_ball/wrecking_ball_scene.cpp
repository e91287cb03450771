#include "scenes/rope_description.hpp"
#include "scenes/scene.hpp"
#include "wrecking_ball.hpp"
#include "wrecking_ball_check.hpp"

#include <rope/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

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

struct WreckingBallState : SceneState
{
    explicit WreckingBallState(WreckingBall::Moment m) : moment(std::move(m)) {}
    WreckingBall::Moment moment;
};

glm::vec3 drawn(const Vec2& at)
{
    return {static_cast<float>(at.x), static_cast<float>(at.y), 0.0f};
}

class WreckingBallScene : public Scene
{
public:
    WreckingBallScene()
    {
        settings_.describe(parameters_);
        describeDiagnostics();
    }

    void reset() override { simulation_ = WreckingBall(settings_); }

    int advance(double h, const Controls& controls) override;

    double time() const override { return simulation_.time(); }
    double longestStep() const override { return settings_.maxDt; }
    rope::StepLimits stepLimits() const override
    {
        WreckingBall changed = simulation_;
        if (settings_ != changed.settings())
            changed.setSettings(settings_);
        rope::StepLimits limits;
        limits.stable = limits.advised = changed.stableStep();
        return limits;
    }

    void fill(Snapshot& snapshot) const override;
    std::optional<Divergence> divergence() const override;
    std::optional<RopeDescription> ropeDescription() const override;

    std::unique_ptr<SceneState> save() const override
    {
        return std::make_unique<WreckingBallState>(simulation_.moment());
    }
    void restore(const SceneState& state) override
    {
        simulation_.restore(dynamic_cast<const WreckingBallState&>(state).moment);
        applySettings();
    }

    /// The masses of the rope, the last of which is the ball, then the other bodies.
    std::size_t massCount() const override
    {
        return simulation_.rope().masses().size() + simulation_.bodies().bodies().size() - 1;
    }
    std::vector<double> massRow(std::size_t mass) const override
    {
        const std::vector<rope::Mass>& masses = simulation_.rope().masses();
        if (mass < masses.size())
        {
            const rope::Mass& m = masses[mass];
            return {m.position.x, m.position.y, m.position.z, m.velocity.x, m.velocity.y, m.velocity.z};
        }
        const rope::RigidBody& body = simulation_.bodies().bodies()[mass - masses.size() + 1];
        return {body.position.x, body.position.y, 0.0, body.velocity.x, body.velocity.y, 0.0};
    }

    std::string_view booksNote() const override
    {
        return "Rope and bodies meet in impulses: no force acts whose work could be counted.";
    }

    std::vector<CheckRow> check() const override { return checkWreckingBall(); }

private:
    void describeDiagnostics();
    void fillRope(Snapshot& snapshot) const;
    void fillBodies(Snapshot& snapshot) const;
    void fillCrane(Snapshot& snapshot) const;

    void applySettings()
    {
        if (settings_ != simulation_.settings())
            simulation_.setSettings(settings_);
    }

    WreckingBallSettings settings_;
    WreckingBall simulation_{settings_};
    std::optional<Vec2> grabTarget_;
    double lastStep_ = 0.0; ///< [s]
};

void WreckingBallScene::describeDiagnostics()
{
    const WreckingBall& sim = simulation_;
    rope::Diagnostics& d = diagnostics_;
    const auto ball = [&sim]() -> const rope::RigidBody& { return sim.bodies().bodies()[WreckingBall::ball]; };
    d.add("kinetic_energy", "J", "Energy of motion and rotation of rope, ball and boxes.",
          [&sim] { return sim.kineticEnergy(); });
    d.add("potential_energy", "J", "Energy in gravity, zero at the height of the ground.",
          [&sim] { return sim.potentialEnergy(); });
    d.add("elastic_energy", "J", "Energy stored in the rope's springs.", [&sim] { return sim.rope().elasticEnergy(); });
    d.add("total_energy", "J", "Sum of these, and of the ground's springs under the rope.",
          [&sim] { return sim.totalEnergy(); });
    d.add("top_tension", "N", "Tension of the first segment, at the crane.", [&sim] { return sim.rope().tension(0); });
    d.add("length", "m", "Length of the rope: sum of its segments.", [&sim] { return sim.rope().length(); });
    d.add("stretch", "m", "Length less rest length.", [&sim] { return sim.rope().length() - sim.rope().restLength(); });
    d.add("ball_x", "m", "Centre of the ball, to the right.", [ball] { return ball().position.x; });
    d.add("ball_y", "m", "Centre of the ball, up from the ground.", [ball] { return ball().position.y; });
    d.add("ball_speed", "m/s", "Speed of the ball's centre.", [ball] { return glm::length(ball().velocity); });
    d.add("fallen_boxes", "", "Boxes that are farther than their width from where they stood.",
          [&sim] { return static_cast<double>(sim.fallenCount()); });
}

int WreckingBallScene::advance(double h, const Controls& controls)
{
    applySettings();
    simulation_.setConnectionVelocity(Vec2(controls.connectionVelocity(settings_.connectionSpeed)));
    simulation_.release();
    grabTarget_.reset();
    if (controls.grab && controls.grab->identity >= 0)
    {
        grabTarget_ = Vec2(controls.grab->target);
        const auto index = static_cast<std::size_t>(controls.grab->identity);
        if (controls.grab->polyline == 0)
            simulation_.grabMass(index, *grabTarget_);
        else
            simulation_.grabBody(index, *grabTarget_);
    }
    const int steps = simulation_.advance(h);
    lastStep_ = h / std::max(1, steps);
    return steps;
}

void WreckingBallScene::fill(Snapshot& snapshot) const
{
    snapshot.clear();
    snapshot.time = simulation_.time();
    snapshot.hasGround = true;
    snapshot.groundHeight = static_cast<float>(simulation_.rope().groundHeight());
    snapshot.view.points.emplace_back(static_cast<float>(settings_.craneTip().x + 1.3 * settings_.ropeLength()), 0.0f,
                                      0.0f); // where boxes will be lying
    fillRope(snapshot);
    fillBodies(snapshot);
    fillCrane(snapshot);
}

void WreckingBallScene::fillRope(Snapshot& snapshot) const
{
    const rope::RopeSimulation& rope = simulation_.rope();
    // As thick as wire rope (about 4000 kg/m3 with its gaps) of this mass per length.
    constexpr double density = 4000.0;
    const double area = settings_.mass / settings_.springLength / density;
    Polyline& line = snapshot.polylines.emplace_back();
    line.radius = static_cast<float>(std::clamp(std::sqrt(area / std::numbers::pi), 0.03, 0.1));
    for (const rope::Mass& mass : rope.masses())
        line.points.emplace_back(mass.position);
    for (std::size_t i = 0; i < rope.springs().size(); ++i)
        line.tension.push_back(static_cast<float>(rope.tension(i)));
    // A swing from the side pulls three times as hard as the ball's weight.
    snapshot.tensionScale = tensionLegendTop(2.0 * (settings_.ballMass + settings_.mass * settings_.massCount) *
                                             glm::length(settings_.gravity));

    snapshot.markers.push_back({Marker::Kind::connection, line.points.front(), 2.0f * line.radius});
    if (!grabTarget_)
        return;
    if (const std::optional<std::size_t> held = rope.grabbed())
        snapshot.markers.push_back({Marker::Kind::grabbed, line.points[*held], 1.8f * line.radius});
    else if (const std::optional<std::size_t> body = simulation_.bodies().grabbed())
        snapshot.markers.push_back(
            {Marker::Kind::grabbed, drawn(simulation_.bodies().bodies()[*body].position), 1.8f * line.radius});
    else
        return;
    snapshot.markers.push_back({Marker::Kind::target, drawn(*grabTarget_), 0.9f * line.radius});
}

void WreckingBallScene::fillBodies(Snapshot& snapshot) const
{
    const std::vector<rope::RigidBody>& bodies = simulation_.bodies().bodies();
    for (std::size_t i = 0; i < bodies.size(); ++i)
    {
        if (bodies[i].fixed())
            continue; // the ground is drawn as ground
        PlanarShape& shape = snapshot.planarShapes.emplace_back();
        shape.identity = static_cast<int>(i);
        shape.position = glm::vec2(bodies[i].position);
        shape.angle = static_cast<float>(bodies[i].angle);
        if (const rope::Circle* circle = std::get_if<rope::Circle>(&bodies[i].shape))
        {
            shape.radius = static_cast<float>(circle->radius);
            continue;
        }
        const rope::Polygon& polygon = std::get<rope::Polygon>(bodies[i].shape);
        shape.firstVertex = static_cast<std::uint32_t>(snapshot.outlines.size());
        shape.vertexCount = static_cast<std::uint32_t>(polygon.vertices.size());
        for (const rope::Vec2& vertex : polygon.vertices)
            snapshot.outlines.emplace_back(vertex);
    }
}

/// A carriage on the ground, from which a lattice boom reaches to wherever the rope's end is.
void WreckingBallScene::fillCrane(Snapshot& snapshot) const
{
    const Vec2 start = settings_.craneTip();
    const Vec2 tip(simulation_.rope().connectionPosition());
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
        return drawn(pivot + f * length * along + side * size * (0.17 - 0.14 * f) * across);
    };
    std::array<Polyline, 3> boom; // two chords, and the lattice between them
    for (int bay = 0; bay <= bays; ++bay)
    {
        boom[0].points.push_back(chord(bay, 1.0));
        boom[1].points.push_back(chord(bay, -1.0));
        const double side = bay % 2 == 0 ? 1.0 : -1.0;
        const glm::vec3 corner = chord(bay, side);
        boom[2].points.push_back(corner);
        if (bay == bays)
            break;
        // A curve through the corners alone would be a wave: two points in between keep each bar straight.
        const glm::vec3 bar = chord(bay + 1, -side) - corner;
        boom[2].points.push_back(corner + 0.04f * bar);
        boom[2].points.push_back(corner + 0.96f * bar);
    }
    for (std::size_t i = 0; i < boom.size(); ++i)
    {
        boom[i].style = Polyline::Style::thread;
        boom[i].colour = {0.80f, 0.55f, 0.10f};
        boom[i].grabbable = false;
        boom[i].radius = static_cast<float>((i < 2 ? 0.022 : 0.014) * size);
        boom[i].tension.assign(boom[i].points.size() - 1, 0.0f);
        snapshot.polylines.push_back(boom[i]);
    }
}

std::optional<RopeDescription> WreckingBallScene::ropeDescription() const
{
    return RopeDescription{settings_.ropeSettings(), {fmt::format("a ball of {:g} kg at its end", settings_.ballMass)}};
}

std::optional<Divergence> WreckingBallScene::divergence() const
{
    const std::optional<std::size_t> mass = simulation_.rope().runawayMass();
    if (mass)
    {
        // What has exploded tells no limit any more; the same rope at rest does.
        const double stable = WreckingBall(settings_).stableStep();
        return Divergence{
            time(), *mass,
            fmt::format("the rope diverged at t = {:.3f} s, first at mass {}: the step was {:.4g} ms, the "
                        "largest stable one is {:.4g} ms; lower max_dt or spring_constant",
                        time(), *mass, 1e3 * lastStep_, 1e3 * stable)};
    }
    const std::optional<std::size_t> body = simulation_.bodies().runaway();
    if (!body)
        return std::nullopt;
    return Divergence{
        time(), simulation_.rope().masses().size() - 1 + *body,
        fmt::format("the bodies diverged at t = {:.3f} s, first body {}: its speed is beyond what numbers "
                    "can hold; lower max_dt",
                    time(), *body)};
}

} // namespace

const SceneRegistration<WreckingBallScene> wreckingBallRegistration(wreckingBallInfo);

} // namespace ropewalk
