#include "deployment.hpp"

#include "rope_profiles.hpp"

#include <fmt/format.h>

#include <cmath>

namespace ropewalk
{

namespace
{

struct DeploymentState : SceneState
{
    explicit DeploymentState(const rope::DeploymentSimulation& s) : simulation(s) {}
    rope::DeploymentSimulation simulation;
};

} // namespace

DeploymentScene::DeploymentScene(const rope::DeploymentSettings& settings, bool grows)
    : settings_(settings), grows_(grows), simulation_(settings, grows)
{
    settings_.describe(parameters_);

    const rope::DeploymentSimulation& sim = simulation_;
    rope::Diagnostics& d = diagnostics_;
    d.add("mass_count", "", "Masses that are out, without the anchor.",
          [&sim] { return static_cast<double>(sim.masses().size() - 1); });
    d.add("paid_out_length", "m", "Rest length of all segments: the thread that is out.",
          [&sim] { return sim.restLength(); });
    d.add("tip_x", "m", "Tip, to the right.", [&sim] { return sim.masses().back().position.x; });
    d.add("tip_y", "m", "Tip, up.", [&sim] { return sim.masses().back().position.y; });
    d.add("tip_z", "m", "Tip, towards the viewer.", [&sim] { return sim.masses().back().position.z; });
    d.add("anchor_tension", "N", "Tension of the first segment, at the anchor.", [&sim] { return sim.tension(0); });
    d.add("kinetic_energy", "J", "Energy of motion.", [&sim] { return sim.kineticEnergy(); });
    d.add("potential_energy", "J", "Energy in gravity, zero at the anchor.", [&sim] { return sim.potentialEnergy(); });
    d.add("elastic_energy", "J", "Energy stored in the springs.", [&sim] { return sim.elasticEnergy(); });
    d.add("total_energy", "J", "Sum of the three energies.",
          [&sim] { return sim.kineticEnergy() + sim.potentialEnergy() + sim.elasticEnergy(); });
}

std::size_t DeploymentScene::mostMasses() const
{
    return grows_ ? static_cast<std::size_t>(settings_.maxMassCount) + 1 : massCount();
}

void DeploymentScene::applySettings()
{
    if (settings_ != simulation_.settings())
        simulation_.setSettings(settings_);
}

int DeploymentScene::advance(double h, const Controls& /*controls*/)
{
    applySettings();
    return simulation_.advance(h);
}

std::vector<Profile> DeploymentScene::profiles() const
{
    return ropeProfiles(simulation_.masses(), simulation_.springs(),
                        RestTheory{settings_.gravity, std::nullopt, false});
}

void DeploymentScene::fill(Snapshot& snapshot) const
{
    snapshot.clear();
    snapshot.time = simulation_.time();
    // It moves in the plane of y and z, and the whole length of it comes out.
    snapshot.view.yaw = -1.15f;
    snapshot.view.pitch = 0.1f;
    const float reach = static_cast<float>(settings_.totalLength);
    const glm::vec3 anchor(settings_.anchor);
    if (glm::length(settings_.gravity) > 0.0)
        snapshot.view.points = {anchor - glm::vec3(0.0f, 1.15f * reach, 0.0f)};
    for (const float side : {-0.5f, 0.5f})
        snapshot.view.points.push_back(anchor + glm::vec3(0.0f, 0.0f, side * reach));

    Polyline& line = snapshot.polylines.emplace_back();
    line.radius = 0.05f;
    line.identity = -simulation_.reel().netInsertions();
    line.grabbable = false;
    for (const rope::Mass& mass : simulation_.masses())
        line.points.emplace_back(mass.position);
    for (std::size_t i = 0; i < simulation_.springs().size(); ++i)
        line.tension.push_back(static_cast<float>(simulation_.tension(i)));
    const double weight = settings_.totalMass * glm::length(settings_.gravity);
    snapshot.tensionScale = static_cast<float>(weight > 0.0 ? weight : settings_.stiffness);
    // From the tip on: a mass that the reel inserts is the last one.
    for (std::size_t i = line.points.size(); i-- > 1;)
        snapshot.solids.push_back({Solid::Kind::sphere, line.points[i], 0.11f, glm::vec3(0.10f, 0.42f, 0.60f)});
    snapshot.markers.push_back({Marker::Kind::connection, line.points.front(), 0.18f});
}

std::optional<Divergence> DeploymentScene::divergence() const
{
    // Ten times the length that the weight of all masses on every spring gives, and any state that is not finite.
    const double weight = settings_.totalMass * glm::length(settings_.gravity);
    const double count = static_cast<double>(simulation_.springs().size());
    const double longest =
        settings_.stiffness > 0.0
            ? 10.0 * (settings_.totalLength + settings_.segmentLength() + count * weight / settings_.stiffness)
            : 1e9;
    const auto& masses = simulation_.masses();
    for (std::size_t i = 0; i < masses.size(); ++i)
    {
        if (glm::distance(masses[i].position, masses[0].position) <= longest) // false for what is not finite
            continue;
        return Divergence{time(), i,
                          fmt::format("the thread diverged at t = {:.3f} s, first at mass {}: the step of {:.4g} ms is "
                                      "beyond the stable {:.4g} ms; lower max_dt or stiffness",
                                      time(), i, 1e3 * settings_.maxDt, 1e3 * stableStep())};
    }
    return std::nullopt;
}

std::unique_ptr<SceneState> DeploymentScene::save() const
{
    return std::make_unique<DeploymentState>(simulation_);
}

void DeploymentScene::restore(const SceneState& state)
{
    simulation_ = dynamic_cast<const DeploymentState&>(state).simulation;
    applySettings();
}

std::vector<double> DeploymentScene::massRow(std::size_t mass) const
{
    const rope::Mass& m = simulation_.masses()[mass];
    return {m.position.x, m.position.y, m.position.z, m.velocity.x, m.velocity.y, m.velocity.z};
}

} // namespace ropewalk
