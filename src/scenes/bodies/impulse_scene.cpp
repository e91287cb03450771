#include "impulse_presets.hpp"
#include "scenes/hosts.hpp"
#include "scenes/shared/diagnostics.hpp"
#include "scenes/shared/drawing.hpp"
#include "scenes/shared/place.hpp"
#include "scenes/simulation_scene.hpp"

#include "text/text.hpp"
#include <rope/elementary.hpp>
#include <rope/impulse.hpp>

#include <fmt/core.h>

#include <glm/common.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <stdexcept>
#include <utility>
#include <variant>

// The impulse engine: rigid polygons and circles in the plane.

namespace ropewalk
{

namespace
{

constexpr SceneInfo impulseInfo{
    "impulse",
    "Playground",
    "Impulses",
    "Impulses between rigid bodies",
    "Choose a preset; throw bodies about with the mouse, push the ball with the arrow keys; "
    "set restitution to 0, 0.5, 1 and -0.5.",
    "preset body_count restitution friction iterations gravity",
    17};

/// A rectangle around points.
struct Span
{
    rope::Vec2 low{std::numeric_limits<double>::max()};
    rope::Vec2 high{std::numeric_limits<double>::lowest()};

    void add(const rope::Vec2& point)
    {
        low = glm::min(low, point);
        high = glm::max(high, point);
    }
    bool empty() const { return high.x < low.x; }
};

void addCorners(Span& span, const rope::RigidBody& body)
{
    if (const rope::Polygon* polygon = std::get_if<rope::Polygon>(&body.shape))
    {
        for (const rope::Vec2& vertex : polygon->vertices)
            span.add(body.position + rope::rotation(body.angle)(vertex));
        return;
    }
    const rope::Vec2 outer(rope::extent(body.shape).outer);
    span.add(body.position - outer);
    span.add(body.position + outer);
}

class ImpulseScene : public SimulationScene<rope::ImpulseSimulation>, public BodyHost, public RemarkHost
{
public:
    ImpulseScene();

    void reset() override
    {
        layOut();
        SimulationScene::reset();
    }

    std::unique_ptr<SceneState> save() const override
    {
        return std::make_unique<LaidOutState>(layout_, SimulationScene::save());
    }
    void restore(const SceneState& state) override
    {
        const auto& saved = dynamic_cast<const LaidOutState&>(state);
        if (saved.layout != layout_)
        {
            layout_ = saved.layout;
            SimulationScene::reset();
        }
        SimulationScene::restore(*saved.bodies);
    }

    std::optional<Divergence> divergence() const override;
    std::vector<CheckRow> check() const override;
    std::string_view booksNote() const override
    {
        return "Impulses change velocities at once: no force acts whose work could be counted.";
    }

    std::optional<Remark> remark() const override
    {
        if (settings_.restitution >= 0.0)
            return fallenOut();
        return Remark{"With a negative restitution bodies go on into each other, and fall through the floor.",
                      {{"Restitution 0", "restitution", "0"}}};
    }

    std::size_t massCount() const override { return simulation().bodies().size(); }
    std::vector<std::string_view> massColumns() const override { return {"x", "y", "angle", "vx", "vy", "w"}; }
    std::vector<double> massRow(std::size_t mass) const override
    {
        const rope::RigidBody& body = simulation().bodies()[mass];
        const rope::Vec2 position = body.origin();
        const rope::Vec2 velocity = body.originVelocity();
        return {position.x, position.y, body.angle, velocity.x, velocity.y, body.angularVelocity};
    }

    void setBodies(const BodyList& bodies) override
    {
        if (bodies && bodies->empty())
            throw std::invalid_argument("'bodies' is empty; must list one body or more");
        if (bodies)
            const rope::ImpulseSimulation tried(*bodies, settings_); // throws before anything has changed
        bodies_ = bodies;
        reset();
    }
    const BodyList& ownBodies() const override { return bodies_; }

private:
    struct LaidOut : BodyLayout
    {
        std::optional<std::pair<ImpulsePreset, int>> preset; ///< with its count; none where a file lists bodies
    };
    struct LaidOutState : SceneState
    {
        LaidOutState(std::shared_ptr<const LaidOut> l, std::unique_ptr<SceneState> b)
            : layout(std::move(l)), bodies(std::move(b))
        {
        }
        std::shared_ptr<const LaidOut> layout; ///< the preset may be another by the time of going back
        std::unique_ptr<SceneState> bodies;
    };

    void followPreset(ImpulsePreset preset);
    std::optional<Remark> fallenOut() const;

    rope::ImpulseSimulation made() const override { return rope::ImpulseSimulation(layout_->bodies, settings_); }
    int run(double h, const Controls& controls) override;
    void fillShapes(Snapshot& snapshot) const override;
    void addPlace(Snapshot& snapshot) const;

    void layOut()
    {
        if (bodies_)
            layout_ = std::make_shared<LaidOut>(ownLayout());
        else
            layout_ =
                std::make_shared<LaidOut>(LaidOut{presetLayout(preset_, bodyCount_), std::pair(preset_, bodyCount_)});
    }
    LaidOut ownLayout() const
    {
        LaidOut layout{{*bodies_, std::nullopt}, std::nullopt};
        for (std::size_t i = 0; i < bodies_->size() && !layout.driven; ++i)
            if ((*bodies_)[i].mass > 0.0)
                layout.driven = i;
        return layout;
    }

    ImpulsePreset preset_ = ImpulsePreset::dominoes;
    int bodyCount_ = 0;
    double pushSpeed_ = 3.0;
    BodyList bodies_; ///< null: the preset's
    std::shared_ptr<const LaidOut> layout_;
};

ImpulseScene::ImpulseScene()
{
    parameters_ = rope::Parameters(); // its own rows come before the rows of the settings
    // The constants that a preset brings have to be its defaults before their rows note them.
    const PresetConstants constants = presetConstants(preset_);
    settings_.restitution = constants.restitution;
    settings_.friction = constants.friction;
    settings_.gravity = constants.gravity;
    bodyCount_ = constants.bodyCount;

    parameters_.group("Bodies");
    parameters_.add("preset",
                    rope::Parameter::Choice{{"billiard", "stack", "cradle", "funnel", "dominoes"},
                                            [this] { return static_cast<int>(preset_); },
                                            [this](int value) { followPreset(static_cast<ImpulsePreset>(value)); }},
                    "What is laid out; constants that were not changed follow it. Takes the place of bodies listed in "
                    "a file.");
    parameters_.add("body_count", &bodyCount_,
                    {.minimum = 1,
                     .maximum = 2000,
                     .sentence = "Balls, boxes or dominoes of the preset, beside what is fixed and what hits them.",
                     .laysOut = true});
    settings_.describe(parameters_);
    parameters_.group("Run");
    parameters_.add(
        "push_speed", &pushSpeed_,
        {0.0, 100.0, "m/s", "Speed to which the keys bring the ball (or the first body that is not fixed)."});

    layOut();
    const rope::ImpulseSimulation& sim = simulation();
    rope::Diagnostics& d = diagnostics_;
    describeEnergies(d, sim, {.kinetic = "Energy of motion and rotation.", .total = "Sum of both."});
    d.add("momentum_x", "kg m/s", "Momentum of all bodies, to the right.", [&sim] { return sim.momentum().x; });
    d.add("momentum_y", "kg m/s", "Momentum of all bodies, up.", [&sim] { return sim.momentum().y; });
    d.add("angular_momentum", "kg m2/s", "Of all bodies about the origin, counter-clockwise.",
          [&sim] { return sim.angularMomentum(); });
    d.add("contacts", "", "Pairs of bodies that touch.", [&sim] { return static_cast<double>(sim.touchingCount()); });
    d.add("deepest_overlap", "m", "How far two bodies are in each other at most.",
          [&sim] { return sim.deepestOverlap(); });
}

std::optional<Remark> ImpulseScene::fallenOut() const
{
    constexpr double far = 3.0; // [m] below all that is fixed
    double floor = HUGE_VAL;
    for (const rope::RigidBody& body : simulation().bodies())
        if (body.fixed())
            floor = std::min(floor, body.position.y);
    const auto count = std::count_if(simulation().bodies().begin(), simulation().bodies().end(),
                                     [&](const rope::RigidBody& body) {
                                         return !body.fixed() && std::isfinite(floor) && body.position.y < floor - far;
                                     });
    if (count == 0)
        return std::nullopt;
    return Remark{fmt::format("{} of the bodies {} fallen off and {} on falling: R lays all out again.", count,
                              count == 1 ? "has" : "have", count == 1 ? "goes" : "go"),
                  {}};
}

void ImpulseScene::followPreset(ImpulsePreset preset)
{
    if (preset == preset_)
        return;
    preset_ = preset;
    bodies_.reset();
    const PresetConstants constants = presetConstants(preset);
    const auto follow = [this](std::string_view name, auto& field, auto value)
    {
        rope::Parameter& row = parameters_.at(name);
        const auto changed = row.isDefault() ? std::nullopt : std::optional(field);
        field = value;
        row.adoptDefault();
        field = changed.value_or(value);
    };
    follow("restitution", settings_.restitution, constants.restitution);
    follow("friction", settings_.friction, constants.friction);
    follow("gravity", settings_.gravity, constants.gravity);
    follow("body_count", bodyCount_, constants.bodyCount);
}

int ImpulseScene::run(double h, const Controls& controls)
{
    if (!bodies_ && layout_->preset != std::pair(preset_, bodyCount_))
        reset();
    rope::ImpulseSimulation& sim = simulation();

    sim.stopDriving();
    // A table seen from above: "away from the viewer" is up in the window, as "up" is.
    const Vec3 push = controls.velocity.value_or(pushSpeed_ * controls.direction);
    const rope::Vec2 velocity(push.x, push.y - push.z);
    // The driven body is no handle: the mouse takes it as it takes any body, and pushes others with a bounded force.
    if (layout_->driven && velocity != rope::Vec2(0.0))
        sim.drive(*layout_->driven, velocity);

    sim.release();
    if (controls.grab && controls.grab->identity >= 0)
        sim.grab(static_cast<std::size_t>(controls.grab->identity), rope::Vec2(controls.grab->target));
    return sim.advance(h);
}

/// Fixed bodies stand on a floor, hung ones have a beam; without weight, it is a table seen from above.
void ImpulseScene::addPlace(Snapshot& snapshot) const
{
    Span fixed;
    Span moving;
    Span hinges;
    Span hung;
    double largest = 0.0; // [m], radius of a moving body
    for (const rope::RigidBody& body : simulation().bodies())
    {
        const auto [outer, inner] = rope::extent(body.shape);
        if (body.fixed())
            addCorners(fixed, body);
        else
        {
            largest = std::max(largest, body.hung() ? inner : outer);
            moving.add(body.centre());
        }
        if (!body.hung())
            continue;
        hinges.add(body.position);
        hung.add(body.position - rope::Vec2(outer));
        hung.add(body.position + rope::Vec2(outer));
    }
    const bool seenFromAbove = settings_.gravity.y == 0.0;
    snapshot.view.yaw = seenFromAbove ? 0.0f : -0.5f; // bodies show their lit side
    snapshot.view.pitch = seenFromAbove ? 0.0f : 0.2f;
    if (!fixed.empty())
    {
        const double margin = seenFromAbove ? 1e9 : 3.0 * largest; // of a long floor, what bodies stand on is shown
        for (const double x :
             {std::max(fixed.low.x, moving.low.x - margin), std::min(fixed.high.x, moving.high.x + margin)})
            for (const double y : {fixed.low.y, fixed.high.y})
                snapshot.view.points.push_back(inPlane({x, y}));
    }
    if (seenFromAbove && !fixed.empty())
    {
        const glm::vec3 middle = inPlane(0.5 * (fixed.low + fixed.high)) - glm::vec3(0.0f, 0.0f, 1.2 * largest);
        const glm::vec3 cloth(glm::vec2(fixed.high - fixed.low), 0.4 * largest);
        snapshot.furniture.push_back(SpatialShape::box(middle, cloth, {0.10f, 0.36f, 0.24f}));
    }
    else if (!fixed.empty())
        addFloor(snapshot, fixed.low.y);
    else if (!hung.empty())
        addFloor(snapshot, hung.low.y - 0.3 * (hung.high.y - hung.low.y));
    if (!snapshot.hasGround || hinges.empty())
        return;
    const auto reach = static_cast<float>(2.0 * largest);
    const float thick = 0.25f * reach;
    const glm::vec3 from = inPlane(hinges.low) - glm::vec3(reach, 0.0f, 0.0f);
    const glm::vec3 to = inPlane(hinges.high) + glm::vec3(reach, 0.0f, 0.0f);
    addSteelBox(snapshot, from - glm::vec3(0.0f, 0.0f, thick), to + glm::vec3(0.0f, thick, thick));
    for (const glm::vec3& end : {from, to})
        addGallows(snapshot, end, 2.0f * reach, thick);
}

void ImpulseScene::fillShapes(Snapshot& snapshot) const
{
    const std::vector<rope::RigidBody>& bodies = simulation().bodies();
    addBodies(snapshot, bodies, true);
    for (PlanarShape& shape : snapshot.planarShapes)
        shape.material = !shape.fixed                 ? Material::paint
                         : settings_.gravity.y == 0.0 ? Material::wood
                                                      : Material::concrete;
    addPlace(snapshot);
    for (const rope::RigidBody& body : bodies)
        if (body.hung())
            snapshot.polylines.push_back(
                plainThread({inPlane(body.position), inPlane(body.centre())}, glm::vec3(0.5f), 0.008f));
    if (layout_->driven && *layout_->driven < bodies.size())
        snapshot.markers.push_back({Marker::Kind::connection, inPlane(bodies[*layout_->driven].centre()), 0.03f});
    if (const std::optional<std::size_t> grabbed = simulation().grabbed())
        addGrab(snapshot, inPlane(bodies[*grabbed].centre()), 0.03f, inPlane(simulation().grabTarget()), 0.02f);
}

std::optional<Divergence> ImpulseScene::divergence() const
{
    const std::optional<std::size_t> body = simulation().runaway();
    if (!body)
        return std::nullopt;
    return Divergence{time(), *body,
                      fmt::format("the bodies diverged at t = {:.3f} s, first body {}: its masses, speeds or lengths "
                                  "are beyond what numbers can hold; no step would be stable",
                                  time(), *body)};
}

// ---- The check: runs of the impulse engine beside what mechanics says of them ----------------------------------

using rope::BodyDefinition;
using rope::boxBody;
using rope::circleBody;
using rope::ImpulseSettings;
using rope::ImpulseSimulation;
using rope::Vec2;

constexpr double g = 9.81;

ImpulseSettings weightless(double restitution)
{
    return {.restitution = restitution, .friction = 0.0, .gravity = rope::Vec3(0.0)};
}

ImpulseSettings heavy(double restitution, double friction)
{
    return {.restitution = restitution, .friction = friction, .gravity = rope::Vec3(0.0, -g, 0.0)};
}

void run(ImpulseSimulation& sim, double seconds)
{
    for (long i = std::lround(seconds / sim.settings().maxDt); i > 0; --i)
        sim.step(sim.settings().maxDt);
}

void checkSingleCollisions(std::vector<CheckRow>& rows)
{
    constexpr const char* formula = "J = -(1+E) vn / (1/m1 + 1/m2 + (r1 x n)^2/I1 + (r2 x n)^2/I2)";
    constexpr double exact = 1e-12;

    for (const auto& [restitution, v1] :
         {std::pair(0.0, -0.25), std::pair(0.5, -1.375), std::pair(1.0, -2.5), std::pair(-0.5, 0.875)})
    {
        ImpulseSimulation sim(
            {circleBody(1.0, 1.0, {-1.0, 0.0}, {2.0, 0.0}), circleBody(1.0, 3.0, {1.0, 0.0}, {-1.0, 0.0})},
            weightless(restitution));
        run(sim, 0.1);
        rows.push_back({"circles head on, E = " + text::numberText(restitution) + ", v1", "m/s", v1,
                        sim.bodies()[0].velocity.x, exact, formula});
    }

    ImpulseSimulation offset({circleBody(1.0, 1.0, {0.25, 1.5}, {0.0, -3.0}), boxBody({1.0, 1.0}, 2.0, {0.0, 0.0})},
                             weightless(0.5));
    run(offset, 0.1);
    rows.push_back(
        {"circle on a square off its centre, w2", "rad/s", -2.0, offset.bodies()[1].angularVelocity, exact, formula});

    // w1 stands in tests/data/impulse_reference.json, the formula evaluated by another program; the energy is
    // 3 kg (1 m/s)^2/2 + I1 (0.5 rad/s)^2/2 + 1 kg 5 (m/s)^2/2 + I2 (1 rad/s)^2/2, I1 = 1.25, I2 = 0.125 kg m2.
    ImpulseSimulation spinning(
        {boxBody({2.0, 1.0}, 3.0, {0.0, 0.0}, {1.0, 0.0}, 0.5), circleBody(0.5, 1.0, {1.5, 0.3}, {-2.0, 1.0}, -1.0)},
        weightless(1.0));
    spinning.step(1e-3);
    rows.push_back({"turning rectangle and circle, E = 1, w1", "rad/s", 1.4734345351043643,
                    spinning.bodies()[0].angularVelocity, exact, formula});
    rows.push_back({"turning rectangle and circle, E = 1, energy", "J", 4.21875, spinning.kineticEnergy(), exact,
                    "E = 1 keeps the kinetic energy"});
}

void checkUnderGravity(std::vector<CheckRow>& rows)
{
    ImpulseSimulation bouncing({boxBody({10.0, 1.0}, 0.0, {0.0, -0.5}), circleBody(0.1, 1.0, {0.0, 1.1})},
                               heavy(0.5, 0.0));
    double apex = 0.0;
    for (int i = 0; i < 240; ++i)
    {
        bouncing.step(1.0 / 240.0);
        if (bouncing.time() > 0.5 && bouncing.time() < 0.85)
            apex = std::max(apex, bouncing.bodies()[1].position.y - 0.1);
    }
    rows.push_back({"height of the first bounce, E = 0.5", "m", 0.25, apex, 1e-4, "h E^2"});

    const auto slide = [](double degrees)
    {
        const double angle = degrees * std::numbers::pi / 180.0;
        const Vec2 down(-rope::elementary::cos(angle), -rope::elementary::sin(angle));
        const Vec2 up(-down.y, down.x);
        BodyDefinition plane = boxBody({40.0, 1.0}, 0.0, 0.5 * up);
        plane.angle = angle;
        BodyDefinition block = boxBody({0.5, 0.5}, 1.0, -0.25 * up);
        block.angle = angle;
        ImpulseSimulation sim({plane, block}, heavy(0.0, 0.3));
        run(sim, 1.0);
        return glm::dot(sim.bodies()[1].position + 0.25 * up, down);
    };
    const double angle = 30.0 * std::numbers::pi / 180.0;
    const double slope = g * (rope::elementary::sin(angle) - 0.3 * rope::elementary::cos(angle));
    rows.push_back({"block on a slope of 30 degrees, distance in 1 s", "m", slope / 2.0, slide(30.0), 0.01 * slope,
                    "g (sin - mu cos) t^2 / 2, mu = 0.3"});
    rows.push_back(
        {"block on a slope of 15 degrees, distance in 1 s", "m", 0.0, slide(15.0), 1e-6, "tan < mu: it sticks"});

    std::vector<BodyDefinition> boxes{boxBody({20.0, 1.0}, 0.0, {0.0, -0.5})};
    for (int i = 0; i < 10; ++i)
        boxes.push_back(boxBody({1.0, 1.0}, 2.0, {0.0, 0.5 + i}));
    ImpulseSimulation stack(boxes, heavy(0.0, 0.5));
    run(stack, 0.25);
    double load = 0.0;
    for (const rope::Contact& contact : stack.contacts())
        for (std::size_t i = 0; i < contact.count && contact.first == 0; ++i)
            load += contact.points[i].normalImpulse * 240.0;
    rows.push_back({"ten boxes of 2 kg, force on the ground", "N", 20.0 * g, load, 1e-3, "N m g"});
}

void checkPresets(std::vector<CheckRow>& rows)
{
    const PresetConstants constants = presetConstants(ImpulsePreset::cradle);
    ImpulseSimulation cradle(presetLayout(ImpulsePreset::cradle, 5).bodies,
                             heavy(constants.restitution, constants.friction));
    double highest = 0.0;
    for (int i = 0; i < 480; ++i)
    {
        cradle.step(1.0 / 240.0);
        highest = std::max(highest, cradle.bodies()[4].angle);
    }
    rows.push_back({"cradle, the last ball swings as far as the first", "rad", 0.7, highest, 1e-3,
                    "momentum and energy of equal masses"});

    ImpulseSettings table = weightless(1.0);
    ImpulseSimulation billiard(presetLayout(ImpulsePreset::billiard, 15).bodies, table);
    const double energy = billiard.kineticEnergy();
    run(billiard, 3.0);
    rows.push_back({"billiard break, E = 1, kinetic energy after 3 s", "J", energy, billiard.kineticEnergy(), 1e-10,
                    "E = 1 keeps the kinetic energy"});
}

std::vector<CheckRow> ImpulseScene::check() const
{
    std::vector<CheckRow> rows;
    checkSingleCollisions(rows);
    checkUnderGravity(rows);
    checkPresets(rows);
    return rows;
}

constexpr LessonStep impulseLesson[] = {
    {"Take a body with the mouse and throw it.", "Watch what it hits, and what stays.",
     "Bodies that touch exchange impulses: sudden changes of velocity, equal and opposite.",
     [](const LessonMoment& now) { return now.held; }},
    {"Set Preset to Cradle.", "Watch one ball arrive and one ball leave.",
     "Momentum and energy together allow nothing else for equal masses.",
     [](const LessonMoment& now) { return now.is("preset", "cradle"); }},
    {"Set Restitution to 0.5 while the cradle swings.", "Watch the balls soon swing together, and the energy fall.",
     "Restitution is the speed after a hit by the speed before; below 1 each hit takes energy.",
     [](const LessonMoment& now) { return now.is("preset", "cradle") && now.constant("restitution") < 0.75; },
     "kinetic_energy"},
    {"Set Preset to Billiard, Friction to 0 and Restitution to 1, and press R.",
     "Watch the kinetic energy stay while the balls part.",
     "At 1 no hit takes energy, and without friction no rubbing does; it is only shared out.",
     [](const LessonMoment& now)
     {
         return now.is("preset", "billiard") && now.constant("restitution") > 0.99 &&
                now.constant("friction") < 0.005 && now.restarted;
     },
     "kinetic_energy"},
};

} // namespace

const SceneRegistration<ImpulseScene> impulseRegistration(impulseInfo, impulseLesson);

} // namespace ropewalk
