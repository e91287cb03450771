#include "files/body_list.hpp"
#include "impulse_check.hpp"
#include "impulse_presets.hpp"
#include "scenes/scene.hpp"

#include <rope/impulse.hpp>
#include <rope/text.hpp>

#include <fmt/format.h>

#include <limits>
#include <memory>
#include <stdexcept>
#include <string>

// The impulse engine: rigid polygons and circles in the plane.

namespace ropewalk
{

namespace
{

constexpr SceneInfo impulseInfo{
    "impulse", "Bodies", "Impulses between rigid bodies",
    "Choose a preset; throw bodies about with the mouse, push the ball with the arrow keys; "
    "set restitution to 0, 0.5, 1 and -0.5.",
    70};

struct ImpulseState : SceneState
{
    std::shared_ptr<const BodyLayout> layout; ///< the preset may be another by the time of going back
    rope::ImpulseSimulation::Moment moment;
};

class ImpulseScene : public Scene, public BodyHost
{
public:
    ImpulseScene()
    {
        describeParameters();
        describeDiagnostics();
        reset();
    }

    void reset() override
    {
        layout_ = std::make_shared<BodyLayout>(bodies_.empty() ? presetLayout(preset_, bodyCount_) : ownLayout());
        simulation_ = rope::ImpulseSimulation(layout_->bodies, settings_);
        laidOutPreset_ = preset_;
        laidOutCount_ = bodyCount_;
        grabTarget_.reset();
    }

    int advance(double h, const Controls& controls) override;

    double time() const override { return simulation_.time(); }
    double longestStep() const override { return settings_.maxDt; }

    void fill(Snapshot& snapshot) const override;
    std::optional<Divergence> divergence() const override;

    std::unique_ptr<SceneState> save() const override
    {
        auto state = std::make_unique<ImpulseState>();
        state->layout = layout_;
        state->moment = simulation_.moment();
        return state;
    }
    void restore(const SceneState& state) override
    {
        const auto& saved = dynamic_cast<const ImpulseState&>(state);
        applySettings();
        if (saved.layout != layout_)
        {
            layout_ = saved.layout;
            simulation_ = rope::ImpulseSimulation(layout_->bodies, settings_);
        }
        simulation_.restore(saved.moment);
    }

    std::size_t massCount() const override { return simulation_.bodies().size(); }
    std::vector<std::string_view> massColumns() const override { return {"x", "y", "angle", "vx", "vy", "w"}; }
    std::vector<double> massRow(std::size_t mass) const override
    {
        const rope::RigidBody& body = simulation_.bodies()[mass];
        const rope::Vec2 position = body.origin();
        const rope::Vec2 velocity = body.originVelocity();
        return {position.x, position.y, body.angle, velocity.x, velocity.y, body.angularVelocity};
    }

    std::string_view booksNote() const override
    {
        return "Impulses change velocities at once: no force acts whose work could be counted.";
    }

    std::vector<CheckRow> check() const override { return checkImpulses(); }

    void setBodies(const std::vector<rope::BodyDefinition>& bodies) override
    {
        if (bodies.empty())
            throw std::invalid_argument("'bodies' is empty; must list one body or more");
        const rope::ImpulseSimulation tried(bodies, settings_); // throws before anything has changed
        bodies_ = bodies;
        reset();
    }
    const std::vector<rope::BodyDefinition>& ownBodies() const override { return bodies_; }

private:
    void describeParameters();
    void describeDiagnostics();
    void followPreset(ImpulsePreset preset);

    BodyLayout ownLayout() const
    {
        BodyLayout layout{bodies_, std::nullopt};
        for (std::size_t i = 0; i < bodies_.size() && !layout.driven; ++i)
            if (bodies_[i].mass > 0.0)
                layout.driven = i;
        return layout;
    }

    void applySettings()
    {
        if (settings_ != simulation_.settings())
            simulation_.setSettings(settings_);
    }

    rope::ImpulseSettings settings_;
    ImpulsePreset preset_ = ImpulsePreset::dominoes;
    int bodyCount_ = 0;
    double pushSpeed_ = 3.0;
    std::vector<rope::BodyDefinition> bodies_; ///< of a scene file; empty: the preset's
    ImpulsePreset laidOutPreset_ = preset_;
    int laidOutCount_ = 0;
    std::shared_ptr<const BodyLayout> layout_;
    rope::ImpulseSimulation simulation_;
    std::optional<rope::Vec2> grabTarget_;
};

void ImpulseScene::describeParameters()
{
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
                    {1, 2000, "", "Balls, boxes or dominoes of the preset, beside what is fixed and what hits them."});
    settings_.describe(parameters_);
    parameters_.group("Run");
    parameters_.add(
        "push_speed", &pushSpeed_,
        {0.0, 100.0, "m/s", "Speed to which the keys bring the ball (or the first body that is not fixed)."});
}

void ImpulseScene::followPreset(ImpulsePreset preset)
{
    if (preset == preset_)
        return;
    preset_ = preset;
    bodies_.clear();
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

void ImpulseScene::describeDiagnostics()
{
    const rope::ImpulseSimulation& sim = simulation_;
    rope::Diagnostics& d = diagnostics_;
    d.add("kinetic_energy", "J", "Energy of motion and rotation.", [&sim] { return sim.kineticEnergy(); });
    d.add("potential_energy", "J", "Energy in gravity, zero at the origin.", [&sim] { return sim.potentialEnergy(); });
    d.add("total_energy", "J", "Sum of both.", [&sim] { return sim.totalEnergy(); });
    d.add("momentum_x", "kg m/s", "Momentum of all bodies, to the right.", [&sim] { return sim.momentum().x; });
    d.add("momentum_y", "kg m/s", "Momentum of all bodies, up.", [&sim] { return sim.momentum().y; });
    d.add("angular_momentum", "kg m2/s", "Of all bodies about the origin, counter-clockwise.",
          [&sim] { return sim.angularMomentum(); });
    d.add("contacts", "", "Pairs of bodies that touch.", [&sim] { return static_cast<double>(sim.touchingCount()); });
    d.add("deepest_overlap", "m", "How far two bodies are in each other at most.",
          [&sim] { return sim.deepestOverlap(); });
}

int ImpulseScene::advance(double h, const Controls& controls)
{
    if (bodies_.empty() && (preset_ != laidOutPreset_ || bodyCount_ != laidOutCount_))
        reset();
    applySettings();

    simulation_.stopDriving();
    // A table seen from above: "away from the viewer" is up in the picture, as "up" is.
    const Vec3 push = controls.connectionVelocity(pushSpeed_);
    const rope::Vec2 velocity(push.x, push.y - push.z);
    if (layout_->driven && velocity != rope::Vec2(0.0))
        simulation_.drive(*layout_->driven, velocity);

    simulation_.release();
    if (controls.grab && controls.grab->identity >= 0)
        simulation_.grab(static_cast<std::size_t>(controls.grab->identity), rope::Vec2(controls.grab->target));
    grabTarget_ = simulation_.grabbed() ? std::optional(rope::Vec2(controls.grab->target)) : std::nullopt;
    return simulation_.advance(h);
}

void ImpulseScene::fill(Snapshot& snapshot) const
{
    snapshot.clear();
    snapshot.time = simulation_.time();
    const auto inPlane = [](const rope::Vec2& at) { return glm::vec3(glm::vec2(at), 0.0f); };
    for (std::size_t i = 0; i < simulation_.bodies().size(); ++i)
    {
        const rope::RigidBody& body = simulation_.bodies()[i];
        PlanarShape& shape = snapshot.planarShapes.emplace_back();
        shape.angle = static_cast<float>(body.angle);
        shape.identity = static_cast<int>(i);
        shape.fixed = body.fixed();
        if (const rope::Circle* circle = std::get_if<rope::Circle>(&body.shape))
        {
            shape.position = glm::vec2(body.position + rope::rotation(body.angle)(circle->centre));
            shape.radius = static_cast<float>(circle->radius);
        }
        else
        {
            const rope::Polygon& polygon = std::get<rope::Polygon>(body.shape);
            shape.position = glm::vec2(body.position);
            shape.firstVertex = static_cast<std::uint32_t>(snapshot.outlines.size());
            shape.vertexCount = static_cast<std::uint32_t>(polygon.vertices.size());
            for (const rope::Vec2& vertex : polygon.vertices)
                snapshot.outlines.emplace_back(vertex);
        }
        if (body.hung())
        {
            Polyline& string = snapshot.polylines.emplace_back();
            string.style = Polyline::Style::thread;
            string.radius = 0.008f;
            string.grabbable = false;
            string.points = {inPlane(body.position), inPlane(body.centre())};
            string.tension = {0.0f};
        }
    }
    if (layout_->driven && *layout_->driven < simulation_.bodies().size())
        snapshot.markers.push_back(
            {Marker::Kind::connection, inPlane(simulation_.bodies()[*layout_->driven].centre()), 0.03f});
    if (const std::optional<std::size_t> held = simulation_.grabbed(); held && grabTarget_)
    {
        snapshot.markers.push_back({Marker::Kind::grabbed, inPlane(simulation_.bodies()[*held].centre()), 0.03f});
        snapshot.markers.push_back({Marker::Kind::target, inPlane(*grabTarget_), 0.02f});
    }
}

std::optional<Divergence> ImpulseScene::divergence() const
{
    const std::optional<std::size_t> body = simulation_.runaway();
    if (!body)
        return std::nullopt;
    return Divergence{
        simulation_.time(), *body,
        fmt::format("the bodies diverged at t = {:.3f} s, first body {}: its masses, speeds or lengths are "
                    "beyond what numbers can hold; no step would be stable",
                    simulation_.time(), *body)};
}

} // namespace

const SceneRegistration<ImpulseScene> impulseRegistration(impulseInfo);

} // namespace ropewalk
