#include "thread_scene.hpp"

#include "scenes/rope_description.hpp"
#include "scenes/shared/book_diagnostics.hpp"
#include "scenes/shared/cures.hpp"
#include "scenes/shared/diagnostics.hpp"
#include "scenes/shared/drawing.hpp"
#include "scenes/shared/rope_profiles.hpp"
#include "scenes/shared/rope_theory.hpp"
#include "scenes/shared/step_verdict.hpp"
#include "scenes/simulation_scene.hpp"

#include "text/text.hpp"
#include <rope/elementary.hpp>
#include <rope/statics.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

namespace ropewalk
{

namespace
{

/// What the article's two programs share: a thread that comes out of an anchor.
class ThreadScene : public SimulationScene<rope::DeploymentSimulation>
{
public:
    ThreadScene(const rope::DeploymentSettings& settings, bool grows, SceneCheck sceneCheck);

    std::optional<Divergence> divergence() const override;
    std::optional<RopeDescription> ropeDescription() const override;
    std::size_t mostMasses() const override; ///< with the anchor
    bool canPin(std::size_t polyline, int identity) const override
    {
        return polyline == 0 && simulation().massOf(rope::Pin{identity, Vec3(0.0)}).has_value();
    }
    std::vector<Profile> profiles() const override;

    // Of the thread that is out, hanging still.
    void fillTheory(Snapshot& snapshot) const override;
    std::optional<double> predicted(std::string_view diagnostic) const override;
    std::vector<double> naturalFrequencies() const override;
    std::vector<CheckRow> check() const override { return check_(); }

private:
    rope::DeploymentSimulation made() const override { return rope::DeploymentSimulation(settings_, grows_); }
    int run(double h, const Controls& controls) override
    {
        // The mouse alone moves the anchor: what the keys do is the article's, which has none.
        rope::DeploymentSimulation& sim = simulation();
        sim.setAnchorVelocity(controls.pull ? controls.connectionVelocity(0.0, sim.anchorPosition(), h) : Vec3(0.0));
        sim.release();
        if (const int mass = controls.grab ? controls.grab->identity + sim.reel().netInsertions() : 0; mass > 0)
            sim.grab(static_cast<std::size_t>(mass), controls.grab->target);
        return sim.advance(h);
    }
    void fillShapes(Snapshot& snapshot) const override;

    rope::Chain chain() const { return rope::Chain::of(simulation().masses(), simulation().springs()); }
    std::optional<rope::ChainAtRest> rest() const
    {
        if (!pins().empty())
            return std::nullopt;
        return rope::hangingChain(chain(), simulation().masses().front().position, settings_.gravity);
    }

    bool grows_;
    SceneCheck check_;
};

ThreadScene::ThreadScene(const rope::DeploymentSettings& settings, bool grows, SceneCheck sceneCheck)
    : SimulationScene(settings), grows_(grows), check_(sceneCheck)
{
    const rope::DeploymentSimulation& sim = simulation();
    rope::Diagnostics& d = diagnostics_;
    d.add("mass_count", "", "Masses that are out, without the anchor.",
          [&sim] { return static_cast<double>(sim.masses().size() - 1); });
    d.add("paid_out_length", "m", "Rest length of all segments: the thread that is out.",
          [&sim] { return sim.restLength(); });
    describeVector(d, "tip_", "m", "Tip", [&sim] { return sim.masses().back().position; });
    d.add("anchor_tension", "N", "Tension of the first segment, at the anchor.", [&sim] { return sim.tension(0); });
    describeEnergies(d, sim, {.potential = "Energy in gravity, zero where the anchor was at the start."});
    describeBooks(d, sim, [&sim] { return sim.momentum(); });
    // Unused until the mouse pulls. They stand behind the columns that the runs of the article have.
    describeLine(d, sim, rope::EnergyLine::connection);
    describeLine(d, sim, rope::EnergyLine::grab);
}

std::size_t ThreadScene::mostMasses() const
{
    return grows_ ? static_cast<std::size_t>(settings_.maxMassCount) + 1 : massCount();
}

std::vector<Profile> ThreadScene::profiles() const
{
    return ropeProfiles(simulation().masses(), simulation().springs(),
                        pins().empty() ? std::optional(RestTheory{settings_.gravity, std::nullopt, false})
                                       : std::nullopt);
}

void ThreadScene::fillShapes(Snapshot& snapshot) const
{
    // It moves in the plane of y and z, and the whole length of it comes out.
    snapshot.view.yaw = -1.15f;
    snapshot.view.pitch = 0.1f;
    const float reach = static_cast<float>(settings_.totalLength);
    const glm::vec3 anchor(settings_.anchor); // at the start: the view does not follow a pulled one
    if (glm::length(settings_.gravity) > 0.0)
        snapshot.view.points = {anchor - glm::vec3(0.0f, 1.15f * reach, 0.0f)};
    for (const float side : {-0.5f, 0.5f})
        snapshot.view.points.push_back(anchor + glm::vec3(0.0f, 0.0f, side * reach));

    Polyline& line = addRope(snapshot, simulation(), 0.05f);
    line.identity = -simulation().reel().netInsertions();
    const double weight = settings_.totalMass * glm::length(settings_.gravity);
    snapshot.tensionScale = static_cast<float>(weight > 0.0 ? weight : settings_.stiffness);
    // From the tip on: a mass that the reel inserts is the last one.
    for (std::size_t i = line.points.size(); i-- > 1;)
        snapshot.solids.push_back(SpatialShape::sphere(line.points[i], 0.11f, glm::vec3(0.10f, 0.42f, 0.60f)));
    addConnection(snapshot, line.points.front(), 0.18f);
    for (const rope::Pin& pin : simulation().pins())
        if (const std::optional<std::size_t> mass = simulation().massOf(pin))
            addPinned(snapshot, line.points[*mass], 0.13f, pin);
    if (const std::optional<std::size_t> grabbed = simulation().grabbed())
        addGrab(snapshot, line.points[*grabbed], 0.15f, simulation().grabTarget(), 0.06f);
}

void ThreadScene::fillTheory(Snapshot& snapshot) const
{
    const std::optional<rope::ChainAtRest> hanging = rest();
    if (!hanging)
        return;
    addTheoryThread(snapshot, hanging->positions, theory_colours::rest, 0.03f);
    snapshot.theory.back().identity = -simulation().reel().netInsertions();
    snapshot.labels.push_back({glm::vec3(hanging->positions.back()),
                               fmt::format("at rest: r = L + T/k, {:.2f} m long", hanging->totalLength())});
}

std::optional<double> ThreadScene::predicted(std::string_view diagnostic) const
{
    const std::optional<rope::ChainAtRest> hanging = rest();
    if (!hanging)
        return std::nullopt;
    if (diagnostic == "anchor_tension")
        return hanging->tension.front();
    if (diagnostic.starts_with("tip_"))
        return hanging->positions.back()[diagnostic.back() - 'x'];
    return energyAtRest(diagnostic, *hanging, chain(), settings_.gravity, simulation().anchorAtStart());
}

std::vector<double> ThreadScene::naturalFrequencies() const
{
    std::vector<double> result;
    if (const std::optional<rope::ChainAtRest> hanging = rest())
        for (const rope::ChainMode& mode : rope::transverseModes(chain(), *hanging, false, 5))
            result.push_back(mode.frequency / (2.0 * std::numbers::pi));
    return result;
}

std::optional<RopeDescription> ThreadScene::ropeDescription() const
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
    r.airFriction = -settings_.mass() * rope::elementary::log(settings_.damping);
    r.groundRepulsion = r.groundFriction = r.groundAbsorption = 0.0;
    r.payoutSpeed = settings_.deploymentSpeed;
    r.maxMassCount = settings_.maxMassCount;
    r.insertion = settings_.insertion;
    r.autoSteps = settings_.autoSteps;
    if (settings_.integrator == rope::EulerMethod::forward_euler)
        thread.besides.emplace_back("forward Euler, which gains energy");
    return thread;
}

std::optional<Divergence> ThreadScene::divergence() const
{
    const std::optional<std::size_t> mass = simulation().runawayMass();
    if (!mass)
        return std::nullopt;
    std::vector<Cure> cures =
        curesOf(settings_, [](const rope::DeploymentSettings& s) { return rope::worstStepLimits(s).advised; });
    const double stable = rope::worstStepLimits(settings_).stable;
    // What runs away within the limit may be reeled in faster than any step can follow.
    if (simulation().longestStep() <= stable)
    {
        if (settings_.deploymentSpeed != 0.0)
            cures.push_back({"Stop the reel", "deployment_speed", "0"});
        cures.push_back({"A quarter of the step", "max_dt",
                         text::numberText(twoDigits(std::max(1e-6, 0.25 * settings_.maxDt), false))});
    }
    return Divergence{time(), *mass,
                      fmt::format("the thread diverged at t = {:.3f} s, first at mass {}: {}", time(), *mass,
                                  stepVerdict(simulation().longestStep(), stable)),
                      *mass > 0 ? std::optional(*mass - 1) : std::nullopt, std::move(cures)};
}

} // namespace

ThreadRegistration::ThreadRegistration(SceneInfo info, std::span<const LessonStep> lesson,
                                       const rope::DeploymentSettings& settings, bool grows, SceneCheck sceneCheck)
{
    info.lesson = lesson;
    registerScene(
        {info, [settings, grows, sceneCheck] { return std::make_unique<ThreadScene>(settings, grows, sceneCheck); }});
}

} // namespace ropewalk
