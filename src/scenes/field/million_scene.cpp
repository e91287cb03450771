#include "fleet_field.hpp"
#include "million_check.hpp"
#include "scenes/hosts.hpp"
#include "scenes/rope_description.hpp"
#include "scenes/scene.hpp"
#include "scenes/shared/cures.hpp"
#include "scenes/shared/rope_profiles.hpp"

#include <rope/stability.hpp>
#include <rope/text.hpp>

#include <fmt/format.h>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

// A field of ropes with a million masses, in a wind and combed by the keys.

namespace ropewalk
{

namespace
{

constexpr SceneInfo millionInfo{"million",
                                "Rope",
                                "A million masses",
                                "Fly over the field with the mouse (right button, wheel), comb it with the arrow keys; "
                                "change wind and gustiness, set buoyancy to 0 and see it fall.",
                                15,
                                3.0};

/// Sums over some ropes of the field, evenly spread: all of them in each tick would cost more than the tick.
struct FieldSample
{
    static constexpr int mostRopes = 64;

    double kineticEnergy = 0.0; ///< [J] of the whole field, from the sample
    double potentialEnergy = 0.0;
    double elasticEnergy = 0.0;
    double meanStretch = 0.0; ///< [m] of a rope
    double maxStretch = 0.0;
    double lean = 0.0; ///< [rad]
    double wind = 0.0; ///< [m/s]
};

FieldSample sampleOf(const FleetField& field)
{
    FieldSample sample;
    const FieldSettings& s = field.settings();
    const rope::RopeSettings& r = s.rope;
    const Vec3 gravity = s.gravity();
    const int count = std::min(field.ropeCount(), FieldSample::mostRopes);
    const double restLength = (field.massCount() - 1) * r.springLength;
    sample.maxStretch = -restLength;
    for (int i = 0; i < count; ++i)
    {
        const int rope = static_cast<int>((2LL * i + 1) * field.ropeCount() / (2LL * count));
        double length = 0.0;
        Vec3 before(0.0);
        for (int mass = 0; mass < field.massCount(); ++mass)
        {
            const Vec3 at = field.position(rope, mass);
            const Vec3 v = field.velocity(rope, mass);
            sample.kineticEnergy += 0.5 * r.mass * glm::dot(v, v);
            sample.potentialEnergy -= r.mass * glm::dot(gravity, at);
            if (mass > 0)
            {
                const double segment = glm::distance(before, at);
                sample.elasticEnergy +=
                    0.5 * r.springConstant * (segment - r.springLength) * (segment - r.springLength);
                length += segment;
            }
            before = at;
        }
        const Vec3 chord = before - field.connectionPosition(rope);
        sample.lean += std::atan2(std::hypot(chord.x, chord.z), std::abs(chord.y));
        sample.meanStretch += length - restLength;
        sample.maxStretch = std::max(sample.maxStretch, length - restLength);
        sample.wind += glm::length(field.wind(rope));
    }
    const double whole = static_cast<double>(field.ropeCount()) / count;
    for (double* energy : {&sample.kineticEnergy, &sample.potentialEnergy, &sample.elasticEnergy})
        *energy *= whole;
    for (double* mean : {&sample.lean, &sample.meanStretch, &sample.wind})
        *mean /= count;
    return sample;
}

struct FieldState : SceneState
{
    explicit FieldState(const FleetField& f) : field(f) {}
    FleetField field;
};

class MillionScene : public Scene, public SizeHost
{
public:
    MillionScene()
    {
        settings_.describe(parameters_);
        describeDiagnostics();
    }

    void validate() const override { settings_.validate(); }

    void reset() override
    {
        field_.reset();
        sample_.reset();
        settings_.validate();
        (void)field();
    }

    int advance(double h, const Controls& controls) override
    {
        FleetField& f = field();
        if (settings_ != f.settings())
            f.setSettings(settings_);
        const int steps = f.advance(h, controls.connectionVelocity(settings_.rope.connectionSpeed));
        lastStep_ = h / std::max(1, steps);
        sample_.reset();
        return steps;
    }

    double time() const override { return field_ ? field_->time() : 0.0; }
    double longestStep() const override { return settings_.effectiveRope().longestStep(); }
    // All ropes have the same constants, and hardly anything but these sets the limit.
    rope::StepLimits stepLimits() const override { return rope::worstStepLimits(settings_.effectiveRope()); }
    StepPlan stepPlan() const override { return {longestStep(), stableStep()}; }

    Throughput throughput() const override { return {static_cast<double>(massCount()), field().bytesPerStep()}; }
    SizeParameter sizeParameter() const override { return {"rope_count", 600}; }
    std::string_view booksNote() const override
    {
        return "Books of a million masses would cost more time than the masses themselves.";
    }

    void fill(Snapshot& snapshot) const override;
    std::optional<Divergence> divergence() const override;
    std::optional<RopeDescription> ropeDescription() const override;

    std::unique_ptr<SceneState> save() const override { return std::make_unique<FieldState>(field()); }
    void restore(const SceneState& state) override
    {
        field_ = dynamic_cast<const FieldState&>(state).field;
        sample_.reset();
        if (settings_ != field_->settings())
            field_->setSettings(settings_);
    }

    std::size_t massCount() const override
    {
        return static_cast<std::size_t>(field().ropeCount()) * static_cast<std::size_t>(field().massCount());
    }
    std::vector<double> massRow(std::size_t mass) const override
    {
        const auto perRope = static_cast<std::size_t>(field().massCount());
        const auto rope = static_cast<int>(mass / perRope);
        const Vec3 x = field().position(rope, static_cast<int>(mass % perRope));
        const Vec3 v = field().velocity(rope, static_cast<int>(mass % perRope));
        return {x.x, x.y, x.z, v.x, v.y, v.z};
    }

    std::vector<CheckRow> check() const override { return checkMillion(); }
    std::vector<Profile> profiles() const override;

private:
    void describeDiagnostics();

    /// Laid out when it is first needed: who asks for the parameters only does not pay for a million masses.
    FleetField& field() const
    {
        if (!field_)
            field_.emplace(settings_);
        return *field_;
    }
    /// One pass over the sample for all diagnostics of a tick.
    const FieldSample& sample() const
    {
        if (!sample_)
            sample_ = sampleOf(field());
        return *sample_;
    }
    int leader() const { return std::min(field().ropeCount() - 1, field().columns() / 2); } ///< in the nearest row

    FieldSettings settings_;
    mutable std::optional<FleetField> field_;
    mutable std::optional<FieldSample> sample_;
    double lastStep_ = 0.0; ///< [s]
};

void MillionScene::describeDiagnostics()
{
    rope::Diagnostics& d = diagnostics_;
    d.add("masses", "", "Masses of all ropes.", [this] { return static_cast<double>(massCount()); });
    d.add("kinetic_energy", "J", "Energy of motion, of the whole field as 64 ropes spread over it tell.",
          [this] { return sample().kineticEnergy; });
    d.add("potential_energy", "J", "Energy in gravity and buoyancy, zero at the origin, from the same 64 ropes.",
          [this] { return sample().potentialEnergy; });
    d.add("elastic_energy", "J", "Energy stored in the springs, from the same 64 ropes.",
          [this] { return sample().elasticEnergy; });
    d.add("total_energy", "J", "Sum of the three energies.",
          [this] { return sample().kineticEnergy + sample().potentialEnergy + sample().elasticEnergy; });
    d.add("mean_stretch", "m", "Length less rest length of a rope, mean of 64.",
          [this] { return sample().meanStretch; });
    d.add("max_stretch", "m", "The largest of these 64.", [this] { return sample().maxStretch; });
    d.add("lean", "rad", "Angle between upright and the line from a rope's end to its other end, mean of 64.",
          [this] { return sample().lean; });
    d.add("wind_speed", "m/s", "Speed of the air with its gusts, mean over 64 ropes.",
          [this] { return sample().wind; });
    d.add("connection_x", "m", "Connection point of the marked rope in the nearest row, to the right.",
          [this] { return field().connectionPosition(leader()).x; });
    d.add("connection_y", "m", "The same, up.", [this] { return field().connectionPosition(leader()).y; });
    d.add("connection_z", "m", "The same, towards the viewer.",
          [this] { return field().connectionPosition(leader()).z; });
}

std::vector<Profile> MillionScene::profiles() const
{
    // Of the marked rope; in the wind there is no theory of its rest.
    const rope::RopeSettings& r = settings_.rope;
    std::vector<rope::Mass> masses;
    std::vector<rope::Spring> springs;
    for (int i = 0; i < field().massCount(); ++i)
    {
        rope::Mass& mass = masses.emplace_back();
        mass.position = field().position(leader(), i);
        mass.velocity = field().velocity(leader(), i);
        if (i > 0)
            springs.push_back({masses.size() - 2, masses.size() - 1, r.springConstant, r.springLength, 0.0});
    }
    return ropeProfiles(masses, springs, std::nullopt);
}

void MillionScene::fill(Snapshot& snapshot) const
{
    snapshot.clear();
    const FleetField& f = field();
    snapshot.time = f.time();
    snapshot.hasGround = true;
    snapshot.groundHeight = static_cast<float>(f.groundHeight());

    // As thick as hemp rope (900 kg/m3) of this mass per length.
    constexpr double density = 900.0;
    const rope::RopeSettings& r = settings_.rope;
    const double area = r.mass / r.springLength / density;
    snapshot.field.radius = static_cast<float>(std::clamp(std::sqrt(area / std::numbers::pi), 0.005, 0.1));
    f.fill(snapshot.field);

    const glm::vec3 connection(f.connectionPosition(leader()));
    snapshot.markers.push_back({Marker::Kind::connection, connection, 2.5f * snapshot.field.radius});
    // From low above the nearest edge far into the field; its sides are left out.
    snapshot.view.yaw = 0.32f;
    snapshot.view.pitch = 0.34f;
    const double wide = 0.15 * f.columns() * settings_.spacing;
    const double deep = f.rowCount() * settings_.spacing;
    const double tall = (f.massCount() - 1) * r.springLength;
    for (const Vec3& corner : {Vec3(-wide, 0.0, -0.35 * deep), Vec3(wide, tall, 0.5 * deep)})
        snapshot.view.points.emplace_back(f.moved() + corner);
}

std::optional<RopeDescription> MillionScene::ropeDescription() const
{
    const Vec3& wind = settings_.wind;
    return RopeDescription{
        settings_.effectiveRope(),
        {fmt::format("a wind of ({:g}, {:g}, {:g}) m/s with gusts", wind.x, wind.y, wind.z),
         fmt::format("buoyancy, which is in its gravity ({:g} times that of the scene)", 1.0 - settings_.buoyancy)}};
}

std::optional<Divergence> MillionScene::divergence() const
{
    const std::optional<int> rope = field().runawayRope();
    if (!rope)
        return std::nullopt;
    const double stable = stableStep();
    const int mass = field().worstMass(*rope);
    const std::string limit =
        lastStep_ > stable
            ? fmt::format("the step of {:.4g} ms is beyond the stable {:.4g} ms; turn auto_steps on, lower max_dt or "
                          "spring_constant",
                          1e3 * lastStep_, 1e3 * stable)
            : fmt::format("the step of {:.4g} ms is within the linear limit of {:.4g} ms; lower max_dt or add friction",
                          1e3 * lastStep_, 1e3 * stable);
    FieldSettings tried = settings_;
    rope::Parameters rows;
    tried.describe(rows);
    const auto holds = [&tried]
    {
        const rope::RopeSettings constants = tried.effectiveRope();
        return constants.longestStep() <= constants.advisedStep() * (1.0 + 1e-9);
    };
    return Divergence{
        time(),
        static_cast<std::size_t>(*rope) * static_cast<std::size_t>(field().massCount()) +
            static_cast<std::size_t>(mass),
        fmt::format("the field diverged at t = {:.3f} s, found at mass {} of rope {}: {}", time(), mass, *rope, limit),
        std::nullopt, curesAmong(rows, holds)};
}

} // namespace

const SceneRegistration<MillionScene> millionRegistration(millionInfo);

} // namespace ropewalk
