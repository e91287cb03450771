#include "fleet_field.hpp"
#include "scenes/hosts.hpp"
#include "scenes/rope_description.hpp"
#include "scenes/shared/cures.hpp"
#include "scenes/shared/drawing.hpp"
#include "scenes/shared/rope_profiles.hpp"
#include "scenes/shared/step_verdict.hpp"
#include "scenes/simulation_scene.hpp"

#include <rope/elementary.hpp>
#include <rope/fixed_timestep.hpp>
#include <rope/rope_simulation.hpp>
#include <rope/stability.hpp>

#include <fmt/core.h>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

// A field of ropes with a million masses, in a wind and combed by the keys.

namespace ropewalk
{

namespace
{

constexpr SceneInfo fieldInfo{"million",
                              "Playground",
                              "A million",
                              "A million masses",
                              "Fly over the field with the mouse (right button, wheel), comb it with the arrow keys; "
                              "change wind and gustiness, set buoyancy to 0 and see it fall.",
                              "rope_count wind gustiness buoyancy comb_delay spring_constant",
                              16,
                              3.0};

/// Sums over some ropes, evenly spread over the field. Sums over all of them would take longer than the tick itself.
struct FieldSample
{
    static constexpr int mostRopes = 64;

    double kineticEnergy = 0.0; ///< [J] of the whole field, from the sample
    double potentialEnergy = 0.0;
    double elasticEnergy = 0.0;
    double bendingEnergy = 0.0;
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
        sample.bendingEnergy += field.bendingEnergy(rope);
        const Vec3 chord = before - field.connectionPosition(rope);
        sample.lean += rope::elementary::atan2(rope::elementary::hypot(chord.x, chord.z), std::abs(chord.y));
        sample.meanStretch += length - restLength;
        sample.maxStretch = std::max(sample.maxStretch, length - restLength);
        sample.wind += glm::length(field.wind(rope));
    }
    const double whole = static_cast<double>(field.ropeCount()) / count;
    for (double* energy :
         {&sample.kineticEnergy, &sample.potentialEnergy, &sample.elasticEnergy, &sample.bendingEnergy})
        *energy *= whole;
    for (double* mean : {&sample.lean, &sample.meanStretch, &sample.wind})
        *mean /= count;
    return sample;
}

class FieldScene : public SimulationScene<FleetField>, public SizeHost
{
public:
    FieldScene();

    void reset() override
    {
        SimulationScene::reset();
        sample_.reset();
    }
    void restore(const SceneState& state) override
    {
        SimulationScene::restore(state);
        sample_.reset();
    }

    // All ropes have the same constants, and the step limit depends on little else.
    rope::StepLimits stepLimits() const override { return worstStepLimits(settings_); }

    Throughput throughput() const override { return {static_cast<double>(massCount()), simulation().bytesPerStep()}; }
    SizeParameter sizeParameter() const override { return {"rope_count", 600}; }

    std::optional<Divergence> divergence() const override;
    std::optional<RopeDescription> ropeDescription() const override;
    std::vector<Profile> profiles() const override;

    std::size_t massCount() const override
    {
        return static_cast<std::size_t>(simulation().ropeCount()) * static_cast<std::size_t>(simulation().massCount());
    }
    std::vector<double> massRow(std::size_t mass) const override
    {
        const auto perRope = static_cast<std::size_t>(simulation().massCount());
        const auto rope = static_cast<int>(mass / perRope);
        const auto number = static_cast<int>(mass % perRope);
        return massRowOf(simulation().position(rope, number), simulation().velocity(rope, number));
    }

    std::string_view booksNote() const override
    {
        return "Books of a million masses would cost more time than the masses themselves.";
    }
    std::vector<CheckRow> check() const override;

private:
    int run(double h, const Controls& controls) override
    {
        const Vec3 end = simulation().connectionPosition(leader());
        return simulation().advance(h, controls.connectionVelocity(settings_.rope.connectionSpeed, end, h));
    }
    void endTick() override { sample_.reset(); }

    void fillShapes(Snapshot& snapshot) const override;

    /// One pass over the sample for all diagnostics of a tick.
    const FieldSample& sample() const
    {
        if (!sample_)
            sample_ = sampleOf(simulation());
        return *sample_;
    }
    /// The marked rope, in the middle of the nearest row.
    int leader() const { return std::min(simulation().ropeCount() - 1, simulation().columns() / 2); }

    mutable std::optional<FieldSample> sample_;
};

FieldScene::FieldScene()
{
    rope::Diagnostics& d = diagnostics_;
    d.add("masses", "", "Masses of all ropes.", [this] { return static_cast<double>(massCount()); });
    d.add("kinetic_energy", "J", "Energy of motion, of the whole field as 64 ropes spread over it tell.",
          [this] { return sample().kineticEnergy; });
    d.add("potential_energy", "J", "Energy in gravity and buoyancy, zero at the origin, from the same 64 ropes.",
          [this] { return sample().potentialEnergy; });
    d.add("elastic_energy", "J", "Energy stored in the springs, from the same 64 ropes.",
          [this] { return sample().elasticEnergy; });
    d.add("total_energy", "J", "Sum of the four energies.",
          [this]
          {
              const FieldSample& s = sample();
              return s.kineticEnergy + s.potentialEnergy + s.elasticEnergy + s.bendingEnergy;
          });
    d.add("mean_stretch", "m", "Length less rest length of a rope, mean of 64.",
          [this] { return sample().meanStretch; });
    d.add("max_stretch", "m", "The largest of these 64.", [this] { return sample().maxStretch; });
    d.add("lean", "rad", "Angle between upright and the line from a rope's end to its other end, mean of 64.",
          [this] { return sample().lean; });
    d.add("wind_speed", "m/s", "Speed of the air with its gusts, mean over 64 ropes.",
          [this] { return sample().wind; });
    d.add("connection_x", "m", "Ball of the marked rope in the nearest row, to the right.",
          [this] { return simulation().connectionPosition(leader()).x; });
    d.add("connection_y", "m", "The same, up.", [this] { return simulation().connectionPosition(leader()).y; });
    d.add("connection_z", "m", "The same, towards the viewer.",
          [this] { return simulation().connectionPosition(leader()).z; });
    d.add("bending_energy", "J", "Energy stored in the bends of the ropes, from the same 64 ropes.",
          [this] { return sample().bendingEnergy; });
}

std::vector<Profile> FieldScene::profiles() const
{
    // Of the marked rope; in the wind there is no theory of its rest.
    const rope::RopeSettings& r = settings_.rope;
    std::vector<rope::Mass> masses;
    std::vector<rope::Spring> springs;
    for (int i = 0; i < simulation().massCount(); ++i)
    {
        rope::Mass& mass = masses.emplace_back();
        mass.position = simulation().position(leader(), i);
        mass.velocity = simulation().velocity(leader(), i);
        if (i > 0)
            springs.push_back({masses.size() - 2, masses.size() - 1, r.springConstant, r.springLength, 0.0});
    }
    return ropeProfiles(masses, springs, std::nullopt);
}

void FieldScene::fillShapes(Snapshot& snapshot) const
{
    const FleetField& f = simulation();
    const rope::RopeSettings& r = settings_.rope;
    snapshot.field.radius = ropeRadius(r.mass / r.springLength, hempDensity);
    f.fill(snapshot.field);

    const glm::vec3 connection(f.connectionPosition(leader()));
    addConnection(snapshot, connection, 2.5f * snapshot.field.radius);
    // From low above the nearest edge far into the field; its sides are left out.
    snapshot.view.yaw = 0.32f;
    snapshot.view.pitch = 0.34f;
    const double wide = 0.15 * f.columns() * settings_.spacing;
    const double deep = f.rowCount() * settings_.spacing;
    const double tall = (f.massCount() - 1) * r.springLength;
    for (const double x : {-wide, wide})
        for (const double y : {0.0, tall})
            for (const double z : {-0.35 * deep, 0.5 * deep})
                snapshot.view.points.emplace_back(f.moved() + Vec3(x, y, z));
}

std::optional<RopeDescription> FieldScene::ropeDescription() const
{
    const Vec3& wind = settings_.wind;
    return RopeDescription{
        settings_.effectiveRope(),
        {fmt::format("a wind of ({:g}, {:g}, {:g}) m/s with gusts", wind.x, wind.y, wind.z),
         fmt::format("buoyancy, which is in its gravity ({:g} times that of the scene)", 1.0 - settings_.buoyancy)}};
}

std::optional<Divergence> FieldScene::divergence() const
{
    const std::optional<int> rope = simulation().runawayRope();
    if (!rope)
        return std::nullopt;
    const int mass = simulation().worstMass(*rope);
    const std::string verdict =
        stepVerdict(lastStep(), stableStep(), "; turn auto_steps on, lower max_dt or spring_constant",
                    "; lower max_dt or add friction");
    return Divergence{time(),
                      static_cast<std::size_t>(*rope) * static_cast<std::size_t>(simulation().massCount()) +
                          static_cast<std::size_t>(mass),
                      fmt::format("the field diverged at t = {:.3f} s, found at mass {} of rope {}: {}", time(), mass,
                                  *rope, verdict),
                      std::nullopt,
                      curesOf(settings_, [](const FieldSettings& s) { return s.effectiveRope().advisedStep(); })};
}

// ---- The check: small fields beside what mechanics and RopeSimulation say of them ------------------------------

void runFor(FleetField& field, double seconds, const Vec3& velocity = Vec3(0.0))
{
    constexpr double tick = rope::FixedTimestep::usualTick;
    for (long i = std::lround(seconds / tick); i > 0; --i)
        field.advance(tick, velocity);
}

std::vector<CheckRow> FieldScene::check() const
{
    std::vector<CheckRow> rows;

    // Ropes that start straight down hang at rest under their own weight in calm air.
    FieldSettings hangingSettings;
    hangingSettings.ropeCount = 40;
    hangingSettings.buoyancy = 0.0;
    hangingSettings.wind = Vec3(0.0);
    hangingSettings.rope.groundHeight = -100.0;
    hangingSettings.rope.airFriction = 0.2;
    FleetField hanging(hangingSettings);
    runFor(hanging, 20.0);
    const rope::RopeSettings& r = hangingSettings.rope;
    const double n = r.massCount;
    const double weight = r.mass * 9.81;
    const double hungLength = (n - 1.0) * r.springLength + weight / r.springConstant * n * (n - 1.0) / 2.0;
    rows.push_back({"hanging rope, length", "m", hungLength, hanging.length(17), 1e-5 * hungLength,
                    "(N-1) L + (m g/k) N (N-1)/2"});

    // Upright ropes in a steady wind come to rest in the direction of the force on each mass.
    FieldSettings leaningSettings;
    leaningSettings.ropeCount = 40;
    leaningSettings.wind = Vec3(0.0);
    leaningSettings.gustiness = 0.0;
    leaningSettings.rope.airFriction = 0.1;
    FleetField leaning(leaningSettings);
    leaningSettings.wind = Vec3(3.0, 0.0, 0.0);
    leaning.setSettings(leaningSettings);
    runFor(leaning, 40.0);
    const int tip = leaning.massCount() - 1;
    const Vec3 reach = leaning.position(3, tip) - leaning.connectionPosition(3);
    const double force = rope::elementary::hypot(weight, leaningSettings.rope.airFriction * 3.0);
    const double leaningLength = (n - 1.0) * r.springLength + force / r.springConstant * n * (n - 1.0) / 2.0;
    rows.push_back({"free end in a wind of 3 m/s, downwind", "m",
                    leaningLength * leaningSettings.rope.airFriction * 3.0 / force, reach.x, 1e-4,
                    "straight, tan(angle) = a w / (m g), segment i stretched by (N-1-i) |f| / k"});
    rows.push_back({"free end in a wind of 3 m/s, height", "m", leaningLength * weight / force, reach.y, 1e-4,
                    "straight, tan(angle) = a w / (m g), segment i stretched by (N-1-i) |f| / k"});

    // The same rope in double precision, dragged in the same manner.
    FieldSettings draggedSettings;
    draggedSettings.ropeCount = 40;
    draggedSettings.wind = Vec3(0.0);
    FleetField dragged(draggedSettings);
    rope::RopeSimulation reference(draggedSettings.effectiveRope());
    const Vec3 root = dragged.connectionPosition(0);
    std::vector<Vec3> upright;
    upright.reserve(static_cast<std::size_t>(dragged.massCount()));
    for (int mass = 0; mass < dragged.massCount(); ++mass)
        upright.push_back(dragged.position(0, mass) - root);
    reference.layOut(upright);
    reference.setConnectionVelocity({3.0, 0.0, 0.0});
    for (int tick = 0; tick < 30; ++tick)
    {
        dragged.advance(rope::FixedTimestep::usualTick, {3.0, 0.0, 0.0});
        reference.advance(rope::FixedTimestep::usualTick);
    }
    double apart = 0.0;
    for (int mass = 0; mass < dragged.massCount(); ++mass)
        apart = std::max(apart, glm::distance(dragged.position(0, mass) - root,
                                              reference.masses()[static_cast<std::size_t>(mass)].position));
    rows.push_back({"dragged for 0.5 s, distance from RopeSimulation", "m", 0.0, apart, 2e-5,
                    "the same constants in double precision"});

    // The farthest row follows the nearest one after combDelay times its distance.
    FieldSettings combedSettings;
    combedSettings.ropeCount = 40;
    combedSettings.combDelay = 0.25;
    FleetField combed(combedSettings);
    const int last = combed.ropeCount() - 1;
    const double before = combed.connectionPosition(last).x;
    runFor(combed, 1.0, {2.0, 0.0, 0.0});
    const double delay = combedSettings.combDelay * combed.rowDistance(combed.rowOf(last));
    rows.push_back({"distance of the farthest row, combed at 2 m/s for 1 s", "m", 2.0 * (1.0 - delay),
                    combed.connectionPosition(last).x - before, 1e-9, "v (t - delay times distance)"});
    return rows;
}

constexpr LessonStep fieldLesson[] = {
    {"Hold \u2192 for a second, then \u2190.", "Watch the wave pass from the nearest row to the farthest.",
     "Each row does what the row before it did, later by comb_delay.",
     [](const LessonMoment& now) { return now.connectionMoved() > 1.0; }},
    {"Set the first number of Wind to 15 m/s.", "Watch the whole field lean farther.",
     "A rope comes to rest along the sum of its lift and the push of the wind.",
     [](const LessonMoment& now) { return now.vector("wind").x > 10.0 && now.change("lean") > 0.05; }},
    {"Set Gustiness to 0.", "Watch the waves die out, though the wind still blows.",
     "The waves are gusts that travel with the air; the ropes only show them.",
     [](const LessonMoment& now) { return now.constant("gustiness") < 0.05; }},
    {"Set Buoyancy to 0.", "Watch the field fall over.",
     "At 2 the medium carries twice the weight, so ropes stand; at 1 they float, at 0 they lie.",
     [](const LessonMoment& now) { return now.constant("buoyancy") < 0.5; }},
};

} // namespace

const SceneRegistration<FieldScene> fieldRegistration(fieldInfo, fieldLesson);

} // namespace ropewalk
