#include "elementary_scene.hpp"

#include "one_mass.hpp"
#include "scenes/hosts.hpp"
#include "scenes/simulation_scene.hpp"

#include "scenes/shared/diagnostics.hpp"
#include "scenes/shared/drawing.hpp"

#include <fmt/core.h>

#include <glm/common.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ropewalk
{

namespace
{

constexpr glm::vec3 massColour{0.10f, 0.42f, 0.60f};
constexpr glm::vec3 exactColour{0.85f, 0.45f, 0.15f};
constexpr double ahead = 3.0; // [s] for which the exact path is shown
constexpr int pieces = 96;    // of the exact path

/// One mass under one force, the exact solution beside it, slow motion. Each scene gives its constants and its check.
class ElementaryScene : public SimulationScene<OneMass>, public SlowMotionHost
{
public:
    ElementaryScene(const OneMassSettings& settings, SceneCheck sceneCheck);

    double slowMotion() const override { return settings_.slowMotion; }
    rope::StepLimits stepLimits() const override
    {
        return {.stable = settings_.stableStep(), .advised = settings_.stableStep()};
    }
    std::string_view booksNote() const override
    {
        return "One mass and at most one force: the plot of its energies says all of it.";
    }

    /// Its energies, its error and its height.
    std::vector<PlotTile> usualPlots() const override;

    /// The energy of the exact solution.
    std::optional<double> predicted(std::string_view diagnostic) const override;
    std::vector<double> naturalFrequencies() const override;
    std::optional<Divergence> divergence() const override;
    std::vector<CheckRow> check() const override { return check_(); }

private:
    int run(double h, const Controls& /*controls*/) override { return simulation().advance(h); }
    void endTick() override { simulation().leaveTrail(); }

    void fillShapes(Snapshot& snapshot) const override;
    float drawnRadius() const; ///< [m], of the mass

    SceneCheck check_;
};

ElementaryScene::ElementaryScene(const OneMassSettings& settings, SceneCheck sceneCheck)
    : SimulationScene(settings), check_(sceneCheck)
{
    const OneMass& sim = simulation();
    describeVector(diagnostics_, "", "m", "Position", [&sim] { return sim.motion().position; });
    diagnostics_.add("speed", "m/s", "Speed of the mass.", [&sim] { return glm::length(sim.motion().velocity); });
    describeEnergies(diagnostics_, sim,
                     {.potential = "Energy in the force field.", .total = "Sum of the two energies."});
    diagnostics_.add("error", "m", "Distance from the exact solution.",
                     [&sim] { return glm::distance(sim.motion().position, sim.exactMotion().position); });
}

std::vector<PlotTile> ElementaryScene::usualPlots() const
{
    return {{PlotKind::time, {"kinetic_energy", "potential_energy", "total_energy"}},
            {PlotKind::time, {"error"}},
            {PlotKind::time, {"y"}}};
}

std::optional<double> ElementaryScene::predicted(std::string_view diagnostic) const
{
    if (diagnostic != "total_energy")
        return std::nullopt;
    const Motion& from = simulation().exactStart();
    return 0.5 * settings_.mass * glm::dot(from.velocity, from.velocity) + settings_.potentialEnergy(from.position);
}

/// w / (2 pi) with w = sqrt(k/m)
std::vector<double> ElementaryScene::naturalFrequencies() const
{
    if (std::isinf(settings_.stableStep()))
        return {};
    return {settings_.frequency() / (2.0 * std::numbers::pi)};
}

/// Large enough to be seen beside the path of the first seconds.
float ElementaryScene::drawnRadius() const
{
    Vec3 low = settings_.position;
    Vec3 high = settings_.position;
    for (int i = 1; i <= pieces; ++i)
    {
        const Vec3 point = settings_.exact({settings_.position, settings_.velocity}, ahead * i / pieces).position;
        low = glm::min(low, point);
        high = glm::max(high, point);
    }
    return static_cast<float>(std::clamp(0.018 * glm::length(high - low), 0.05, 5.0));
}

void ElementaryScene::fillShapes(Snapshot& snapshot) const
{
    const OneMass& sim = simulation();
    snapshot.view.pitch = 0.0f;
    const Vec3 position = sim.motion().position;
    const float massRadius = drawnRadius();
    snapshot.solids.push_back(SpatialShape::sphere(glm::vec3(position), massRadius, massColour));
    snapshot.labels.push_back(
        {glm::vec3(position), fmt::format("({:.2f}, {:.2f}, {:.2f}) m", position.x, position.y, position.z)});

    std::vector<glm::vec3> path(sim.trail().begin(), sim.trail().end());
    path.emplace_back(position);
    snapshot.polylines.push_back(plainThread(std::move(path), massColour, 0.17f * massRadius));
    snapshot.polylines.back().identity = sim.trailForgotten();

    // The exact path, from where it began to a few seconds ahead.
    std::vector<glm::vec3> exactPath;
    for (int i = 0; i <= pieces; ++i)
        exactPath.emplace_back(settings_.exact(sim.exactStart(), (sim.exactTime() + ahead) * i / pieces).position);
    snapshot.polylines.push_back(plainThread(std::move(exactPath), exactColour, 0.10f * massRadius));
    snapshot.solids.push_back(SpatialShape::sphere(
        glm::vec3(settings_.exact(sim.exactStart(), sim.exactTime()).position), 0.5f * massRadius, exactColour));
    if (settings_.force == OneMassForce::spring)
    {
        const glm::vec3 connection(settings_.connection);
        snapshot.polylines.push_back(
            plainThread(coil(connection, glm::vec3(position), 0.55f, 16), glm::vec3(0.45f), 0.06f));
        snapshot.markers.push_back({Marker::Kind::connection, connection, 0.2f});
        snapshot.handles.push_back({connection, 0.2f, "connection"});
    }
}

std::optional<Divergence> ElementaryScene::divergence() const
{
    const Vec3 x = simulation().motion().position;
    if (glm::length(x) < 1e9) // false for infinity and NaN
        return std::nullopt;
    return Divergence{time(), 0,
                      fmt::format("the mass diverged at t = {:.3f} s: the step of {:.4g} s is beyond the stable {:.4g} "
                                  "s; lower max_dt",
                                  time(), settings_.maxDt, stableStep())};
}

} // namespace

rope::Mass freshRun(const OneMassSettings& settings, double dt, int steps)
{
    OneMass sim(settings);
    for (int i = 0; i < steps; ++i)
        sim.step(dt);
    return sim.masses()[0];
}

ElementaryRegistration::ElementaryRegistration(SceneInfo info, std::span<const LessonStep> lesson,
                                               const OneMassSettings& settings, SceneCheck sceneCheck)
{
    info.lesson = lesson;
    registerScene({info, [settings, sceneCheck] { return std::make_unique<ElementaryScene>(settings, sceneCheck); }});
}

} // namespace ropewalk
