#include "deployment.hpp"

#include "scenes/rope_description.hpp"
#include "scenes/shared/book_diagnostics.hpp"
#include "scenes/shared/cures.hpp"
#include "scenes/shared/rope_profiles.hpp"
#include "scenes/shared/rope_theory.hpp"

#include <rope/statics.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

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
    simulation_.setBooks(true);

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
    describeBooks(d, sim);
}

std::size_t DeploymentScene::mostMasses() const
{
    return grows_ ? static_cast<std::size_t>(settings_.maxMassCount) + 1 : massCount();
}

void DeploymentScene::applySettings()
{
    if (settings_ == simulation_.settings())
        return;
    const bool sound = !divergence();
    simulation_.setSettings(settings_);
    if (sound) // what has run away explains nothing
        energyAtChange_ = simulation_.kineticEnergy() + simulation_.elasticEnergy();
}

rope::DeploymentSimulation DeploymentScene::present() const
{
    rope::DeploymentSimulation result = simulation_;
    if (settings_ != result.settings())
        result.setSettings(settings_);
    return result;
}

StepPlan DeploymentScene::stepPlan() const
{
    return {settings_.longestStep(), rope::worstStepLimits(settings_).stable};
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

void DeploymentScene::fillTheory(Snapshot& snapshot) const
{
    const std::optional<rope::ChainAtRest> hanging = rest();
    if (!hanging)
        return;
    addTheoryThread(snapshot, hanging->positions, theory_colours::rest, 0.03f);
    snapshot.theory.back().identity = -simulation_.reel().netInsertions();
    snapshot.labels.push_back({glm::vec3(hanging->positions.back()),
                               fmt::format("at rest: r = L + T/k, {:.2f} m long", hanging->totalLength())});
}

std::optional<double> DeploymentScene::predicted(std::string_view diagnostic) const
{
    const std::optional<rope::ChainAtRest> hanging = rest();
    if (!hanging)
        return std::nullopt;
    const Vec3& anchor = hanging->positions.front();
    const Vec3& tip = hanging->positions.back();
    const auto potential = [&]
    {
        const rope::Chain all = chain();
        double sum = 0.0;
        for (std::size_t i = 1; i < all.mass.size(); ++i)
            sum -= all.mass[i] * glm::dot(settings_.gravity, hanging->positions[i] - anchor);
        return sum;
    };
    if (diagnostic == "anchor_tension")
        return hanging->tension.front();
    if (diagnostic == "kinetic_energy")
        return 0.0;
    if (diagnostic == "elastic_energy")
        return hanging->elasticEnergy(chain());
    if (diagnostic == "potential_energy")
        return potential();
    if (diagnostic == "total_energy")
        return hanging->elasticEnergy(chain()) + potential();
    if (diagnostic == "tip_x")
        return tip.x;
    if (diagnostic == "tip_y")
        return tip.y;
    if (diagnostic == "tip_z")
        return tip.z;
    return std::nullopt;
}

std::vector<double> DeploymentScene::naturalFrequencies() const
{
    std::vector<double> result;
    if (const std::optional<rope::ChainAtRest> hanging = rest())
        for (const rope::ChainMode& mode : rope::transverseModes(chain(), *hanging, false, 5))
            result.push_back(mode.frequency / (2.0 * std::numbers::pi));
    return result;
}

std::optional<RopeDescription> DeploymentScene::ropeDescription() const
{
    RopeDescription thread;
    rope::RopeSettings& r = thread.settings;
    r.massCount = static_cast<int>(massCount());
    r.mass = settings_.mass();
    r.springConstant = settings_.stiffness;
    r.springLength = settings_.segmentLength();
    r.springFriction = 0.0;
    r.gravity = settings_.gravity;
    // Every velocity shrinks to the part `damping` in a second: e^(-b t/m).
    r.airFriction = -settings_.mass() * std::log(settings_.damping);
    r.groundRepulsion = r.groundFriction = r.groundAbsorption = 0.0;
    r.payoutSpeed = settings_.deploymentSpeed;
    r.maxMassCount = settings_.maxMassCount;
    r.insertion = settings_.insertion;
    r.autoSteps = settings_.autoSteps;
    if (settings_.integrator == rope::EulerMethod::forward_euler)
        thread.besides.push_back("forward Euler, which gains energy");
    return thread;
}

std::optional<Divergence> DeploymentScene::divergence() const
{
    // Ten times the length that the weight of all masses on every spring gives, what the last change of constants left
    // in the thread (sum of k e^2/2 = E), and any state that is not finite. The constants are those that it ran with.
    const rope::DeploymentSettings& ran = simulation_.settings();
    const double weight = ran.totalMass * glm::length(ran.gravity);
    const double count = static_cast<double>(simulation_.springs().size());
    const double longest = ran.stiffness > 0.0
                               ? 10.0 * (ran.totalLength + ran.segmentLength() + count * weight / ran.stiffness) +
                                     std::sqrt(2.0 * count * energyAtChange_ / ran.stiffness)
                               : 1e9;
    const auto& masses = simulation_.masses();
    for (std::size_t i = 0; i < masses.size(); ++i)
    {
        if (glm::distance(masses[i].position, masses[0].position) <= longest) // false for what is not finite
            continue;
        const double step = simulation_.longestStep();
        const double stable = rope::worstStepLimits(settings_).stable;
        return Divergence{
            time(), i,
            fmt::format("the thread diverged at t = {:.3f} s, first at mass {}: the step of {:.4g} ms is {} {:.4g} ms",
                        time(), i, 1e3 * step, step > stable ? "beyond the stable" : "within the linear limit of",
                        1e3 * stable),
            i > 0 ? std::optional(i - 1) : std::nullopt,
            curesOf(settings_, [](const rope::DeploymentSettings& s) { return rope::worstStepLimits(s).advised; })};
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
