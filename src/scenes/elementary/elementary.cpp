#include "elementary.hpp"

#include <fmt/format.h>

#include <glm/common.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ropewalk
{

namespace
{

constexpr int trailTicks = 5;              // between two points of the trail
constexpr std::size_t trailCapacity = 720; // a minute of ticks
constexpr glm::vec3 massColour{0.10f, 0.42f, 0.60f};
constexpr glm::vec3 exactColour{0.85f, 0.45f, 0.15f};
constexpr double ahead = 3.0; // [s] for which the exact path is shown
constexpr int pieces = 96;    // of the exact path

} // namespace

struct ElementaryScene::State : SceneState
{
    OneMass simulation;
    std::optional<std::uint64_t> constants;
    Motion exactStart;
    double exactStartTime = 0.0;
    std::deque<glm::vec3> trail;
    int sincePoint = 0;
    int forgotten = 0;
};

ElementaryScene::ElementaryScene() : simulation_(this)
{
    const rope::Simulation& sim = simulation_;
    const auto axis = [this, &sim](std::string_view name, std::string_view sentence, int component)
    { diagnostics_.add(name, "m", sentence, [&sim, component] { return sim.masses()[0].position[component]; }); };
    axis("x", "Position, to the right.", 0);
    axis("y", "Position, up.", 1);
    axis("z", "Position, towards the viewer.", 2);
    diagnostics_.add("speed", "m/s", "Speed of the mass.", [&sim] { return glm::length(sim.masses()[0].velocity); });
    const auto kinetic = [&sim]
    {
        const rope::Mass& m = sim.masses()[0];
        return 0.5 * m.mass * glm::dot(m.velocity, m.velocity);
    };
    diagnostics_.add("kinetic_energy", "J", "Energy of motion.", kinetic);
    diagnostics_.add("potential_energy", "J", "Energy in the force field.",
                     [this, &sim] { return potentialEnergy(sim.masses()[0]); });
    diagnostics_.add("total_energy", "J", "Sum of the two energies.",
                     [this, &sim, kinetic] { return kinetic() + potentialEnergy(sim.masses()[0]); });
    diagnostics_.add("error", "m", "Distance from the exact solution.",
                     [this, &sim] { return glm::distance(sim.masses()[0].position, exactNow().position); });
}

void ElementaryScene::describeStart(const Motion& start)
{
    position_ = start.position;
    velocity_ = start.velocity;
    parameters_.group("Mass");
    parameters_.add("mass", &mass_, {1e-3, 1000.0, "kg", "Mass.", rope::StepRole::mass});
    parameters_.add("position", &position_, {-100.0, 100.0, "m", "Position at the start; acts at the next reset."});
    parameters_.add("velocity", &velocity_, {-100.0, 100.0, "m/s", "Velocity at the start; acts at the next reset."});
}

void ElementaryScene::describeRun()
{
    parameters_.group("Run");
    parameters_.add("slow_motion", &slowMotion_,
                    {0.1, 100.0, "", "How many times slower than real time the window runs; the steps stay the same."});
    parameters_.add(
        "max_dt", &maxDt_,
        {1e-5, 1.0, "s", "Longest step; a tick is split into the fewest that fit.", rope::StepRole::longestStep});
    reset();
}

void ElementaryScene::reset()
{
    simulation_ = OneMass(this, rope::Mass{mass_, position_, velocity_});
    simulation_.setLongestStep(maxDt_);
    constants_.reset();
    trail_.assign(1, glm::vec3(position_));
    sincePoint_ = forgotten_ = 0;
}

int ElementaryScene::advance(double h, const Controls& /*controls*/)
{
    std::uint64_t constants = 0;
    for (const rope::Parameter& row : parameters_.rows())
        if (row.group() != "Run" && row.name() != "position" && row.name() != "velocity")
            constants += row.revision();
    if (constants != constants_)
    {
        // The exact solution is that of the present constants from the present state.
        constants_ = constants;
        exactStart_ = {simulation_.masses()[0].position, simulation_.masses()[0].velocity};
        exactStartTime_ = simulation_.time();
        simulation_.setMass(mass_);
    }
    simulation_.setLongestStep(maxDt_);
    const int steps = simulation_.advance(h);
    if (++sincePoint_ >= trailTicks)
    {
        sincePoint_ = 0;
        trail_.emplace_back(simulation_.masses()[0].position);
        if (trail_.size() > trailCapacity)
        {
            trail_.pop_front();
            ++forgotten_;
        }
    }
    return steps;
}

std::optional<double> ElementaryScene::predicted(std::string_view diagnostic) const
{
    if (diagnostic != "total_energy")
        return std::nullopt;
    const Motion from = constants_ ? exactStart_ : start();
    return 0.5 * mass_ * glm::dot(from.velocity, from.velocity) +
           potentialEnergy(rope::Mass{mass_, from.position, from.velocity});
}

/// Large enough to be seen beside the path of the first seconds.
float ElementaryScene::drawnRadius() const
{
    Vec3 low = position_;
    Vec3 high = position_;
    for (int i = 1; i <= pieces; ++i)
    {
        const Vec3 point = exact(start(), ahead * i / pieces).position;
        low = glm::min(low, point);
        high = glm::max(high, point);
    }
    return static_cast<float>(std::clamp(0.018 * glm::length(high - low), 0.05, 5.0));
}

void ElementaryScene::fill(Snapshot& snapshot) const
{
    snapshot.clear();
    snapshot.time = simulation_.time();

    snapshot.view.pitch = 0.0f;
    const Vec3 position = simulation_.masses()[0].position;
    const float massRadius = drawnRadius();
    snapshot.solids.push_back({Solid::Kind::sphere, glm::vec3(position), massRadius, massColour});
    snapshot.labels.push_back(
        {glm::vec3(position), fmt::format("({:.2f}, {:.2f}, {:.2f}) m", position.x, position.y, position.z)});

    Polyline& path = snapshot.polylines.emplace_back();
    path.style = Polyline::Style::thread;
    path.colour = massColour;
    path.radius = 0.17f * massRadius;
    path.grabbable = false;
    path.identity = forgotten_;
    path.points.assign(trail_.begin(), trail_.end());
    path.points.emplace_back(position);
    path.tension.assign(path.points.size() - 1, 0.0f);

    // The exact path, from where it began to a few seconds ahead.
    Polyline& exactPath = snapshot.polylines.emplace_back();
    exactPath.style = Polyline::Style::thread;
    exactPath.colour = exactColour;
    exactPath.radius = 0.10f * massRadius;
    exactPath.grabbable = false;
    const bool begun = constants_.has_value();
    const Motion from = begun ? exactStart_ : start();
    const double elapsed = begun ? simulation_.time() - exactStartTime_ : 0.0;
    for (int i = 0; i <= pieces; ++i)
        exactPath.points.emplace_back(exact(from, (elapsed + ahead) * i / pieces).position);
    exactPath.tension.assign(pieces, 0.0f);
    snapshot.solids.push_back(
        {Solid::Kind::sphere, glm::vec3(exact(from, elapsed).position), 0.5f * massRadius, exactColour});
    fillExtras(snapshot);
}

std::optional<Divergence> ElementaryScene::divergence() const
{
    const Vec3& x = simulation_.masses()[0].position;
    if (std::isfinite(x.x) && std::isfinite(x.y) && std::isfinite(x.z) && glm::length(x) < 1e9)
        return std::nullopt;
    return Divergence{time(), 0,
                      fmt::format("the mass diverged at t = {:.3f} s: the step of {:.4g} s is beyond the stable {:.4g} "
                                  "s; lower max_dt",
                                  time(), maxDt_, stableStep())};
}

std::unique_ptr<SceneState> ElementaryScene::save() const
{
    auto state = std::make_unique<State>();
    state->simulation = simulation_;
    state->constants = constants_;
    state->exactStart = exactStart_;
    state->exactStartTime = exactStartTime_;
    state->trail = trail_;
    state->sincePoint = sincePoint_;
    state->forgotten = forgotten_;
    return state;
}

void ElementaryScene::restore(const SceneState& saved)
{
    const State& state = dynamic_cast<const State&>(saved);
    simulation_ = state.simulation;
    constants_ = state.constants;
    exactStart_ = state.exactStart;
    exactStartTime_ = state.exactStartTime;
    trail_ = state.trail;
    sincePoint_ = state.sincePoint;
    forgotten_ = state.forgotten;
}

std::vector<double> ElementaryScene::massRow(std::size_t /*mass*/) const
{
    const rope::Mass& m = simulation_.masses()[0];
    return {m.position.x, m.position.y, m.position.z, m.velocity.x, m.velocity.y, m.velocity.z};
}

rope::Mass ElementaryScene::fresh(double dt, int steps) const
{
    OneMass run(this, rope::Mass{mass_, position_, velocity_});
    for (int i = 0; i < steps; ++i)
        run.step(dt);
    return run.masses()[0];
}

} // namespace ropewalk
