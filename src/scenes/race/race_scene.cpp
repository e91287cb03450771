#include "race_lane.hpp"
#include "scenes/hosts.hpp"
#include "scenes/rope_description.hpp"
#include "scenes/shared/cures.hpp"
#include "scenes/shared/drawing.hpp"
#include "scenes/simulation_scene.hpp"

#include <rope/elementary.hpp>
#include <rope/stability.hpp>

#include <fmt/core.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <numbers>
#include <utility>

// The same rope, load and drag, side by side, each simulated by another method; one clock.

namespace ropewalk
{

namespace
{

constexpr SceneInfo raceInfo{"race",
                             "Learn",
                             "Race",
                             "Race of the methods",
                             "One rope, ten methods: see who stretches, who keeps its energy and what it costs; swing "
                             "all ends with the keys, raise load or spring_constant.",
                             "load spring_constant mass_count release_angle bending_stiffness clamped spring_friction",
                             24,
                             0.75};

class RaceScene : public SimulationScene<Race>, public ComparisonHost
{
public:
    RaceScene();

    void reset() override
    {
        SimulationScene::reset();
        clearCosts();
    }

    std::optional<Divergence> divergence() const override;
    std::optional<RopeDescription> ropeDescription() const override
    {
        return RopeDescription{springSettings(raceMethods().front(), settings_),
                               {fmt::format("a load of {:g} kg at its end", settings_.load)}};
    }
    /// Of the rope of springs at rest.
    std::optional<double> predicted(std::string_view diagnostic) const override
    {
        return diagnostic.ends_with("_stretch")
                   ? std::optional(100.0 * settings_.restStretch() / settings_.restLength())
                   : std::nullopt;
    }

    /// A plot of each quantity, with a line for each method.
    std::vector<PlotTile> usualPlots() const override
    {
        std::vector<PlotTile> tiles;
        for (const char* quantity : {"_stretch", "_energy_kept"})
        {
            PlotTile& tile = tiles.emplace_back(PlotTile{PlotKind::time, {}});
            for (const RaceMethod& method : raceMethods())
                tile.names.push_back(std::string(method.id) + quantity);
        }
        return tiles;
    }

    void setClock(std::function<double()> clock) override { clock_ = std::move(clock); }
    Comparison comparison() const override;

    /// The first lane's, then the second lane's ...
    std::size_t massCount() const override { return lanes().size() * lanes().front().masses().size(); }
    std::vector<double> massRow(std::size_t mass) const override
    {
        const std::size_t count = lanes().front().masses().size();
        const rope::Mass& m = lanes()[mass / count].masses()[mass % count];
        return massRowOf(m.position, m.velocity);
    }

    std::string_view booksNote() const override
    {
        return "Ten methods side by side: what each keeps of its energy stands in the table below the viewport.";
    }
    std::vector<CheckRow> check() const override;

private:
    int run(double h, const Controls& controls) override;
    void noteCost(std::size_t lane);
    void fillShapes(Snapshot& snapshot) const override;
    using Constants = std::initializer_list<std::pair<const char*, const char*>>;
    void settle(const Constants& constants);
    void clearCosts() { cost_.assign(raceMethods().size(), std::numeric_limits<double>::quiet_NaN()); }
    const std::vector<RaceLane>& lanes() const { return simulation().lanes(); }

    std::function<double()> clock_;
    double laneBegan_ = 0.0;   ///< [s]
    std::vector<double> cost_; ///< [s] a tick of each lane, a running mean
};

int RaceScene::run(double h, const Controls& controls)
{
    laneBegan_ = clock_ ? clock_() : 0.0;
    const std::size_t held = controls.pull ? controls.pull->handle : 0;
    const Vec3& end = lanes()[std::min(held, lanes().size() - 1)].masses().front().position;
    return simulation().advance(h, controls.connectionVelocity(settings_.connectionSpeed, end, h),
                                [this](std::size_t lane) { noteCost(lane); });
}

void RaceScene::noteCost(std::size_t lane)
{
    if (!clock_)
        return;
    const double now = clock_();
    const double cost = now - std::exchange(laneBegan_, now);
    if (cost > 0.0) // a window that runs from frame to frame has a clock that stands still
        cost_[lane] = std::isnan(cost_[lane]) ? cost : cost_[lane] + 0.05 * (cost - cost_[lane]);
}

RaceScene::RaceScene()
{
    clearCosts();
    for (std::size_t i = 0; i < raceMethods().size(); ++i)
    {
        const RaceMethod& method = raceMethods()[i];
        const std::string label(method.label);
        diagnostics_.add(std::string(method.id) + "_stretch", "%", label + ": length beyond the rest length.",
                         [this, i] { return 100.0 * lanes()[i].stretch(); });
        diagnostics_.add(std::string(method.id) + "_energy_kept", "%",
                         label + ": energy above the rope at rest, of what it had when the keys were last held.",
                         [this, i] { return 100.0 * lanes()[i].energyKept(); });
        if (method.clamps())
            diagnostics_.add(std::string(method.id) + "_bend_error", "%",
                             label + ": droop of the clamped rope beyond the elastica's.",
                             [this, i] { return 100.0 * lanes()[i].bendError(); });
    }
}

Comparison RaceScene::comparison() const
{
    Comparison comparison;
    comparison.columns = {
        {"stretch", "%",
         "Length beyond the rest length. The last row is what the spring constant makes of a rope at rest."},
        {"energy above rest", "%",
         "Energy above the rope at rest, of what it had when the keys were last held; below zero the rope hangs lower "
         "than it should. The air takes its share in all lanes, spring_friction in those of springs."},
        {"bend error", "%",
         "Droop of the clamped rope beyond the elastica's, of a rope that does not stretch, once it is at rest."},
        {"cost a frame", "us", "What the processor needs for 1/60 s of this lane, a running mean."},
        {"steps a frame", "", "Steps in 1/60 s."},
        {"stable step", "ms", "The longest with which the method does not explode."}};
    constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t i = 0; i < lanes().size(); ++i)
    {
        const RaceLane& lane = lanes()[i];
        comparison.rows.push_back(
            {fmt::format("{} {}", i + 1, lane.method().label),
             {100.0 * lane.stretch(), 100.0 * lane.energyKept(), 100.0 * lane.bendError(), 1e6 * cost_[i],
              lane.steps() > 0 ? lane.steps() : nothing, 1e3 * lane.stableStep()}});
    }
    const double exact = 100.0 * simulation().settings().restStretch() / simulation().settings().restLength();
    comparison.rows.push_back({"At rest, exactly", {exact, nothing, nothing, nothing, nothing, nothing}});
    return comparison;
}

void RaceScene::fillShapes(Snapshot& snapshot) const
{
    const RaceSettings& s = simulation().settings();
    const auto radius = static_cast<float>(std::clamp(0.0125 * s.restLength(), 0.01, 0.1)); // to be seen among ten
    const double ball = rope::elementary::cbrt(s.load / 7850.0 * 0.75 / std::numbers::pi);  // of steel
    for (const RaceLane& lane : lanes())
    {
        const std::vector<rope::Mass>& masses = lane.masses();
        Polyline& line = snapshot.polylines.emplace_back();
        line.radius = radius;
        line.grabbable = false;
        for (const rope::Mass& mass : masses)
            line.points.emplace_back(mass.position);
        for (std::size_t i = 0; i + 1 < masses.size(); ++i)
            line.tension.push_back(static_cast<float>(lane.tension(i)));
        if (s.load > 0.0)
            snapshot.solids.push_back(SpatialShape::sphere(
                line.points.back(), std::max(2.0f * radius, static_cast<float>(ball)), glm::vec3(0.25f, 0.30f, 0.36f)));
        addConnection(snapshot, line.points.front(), 1.8f * radius);
        const double stretch = std::round(100.0 * lane.stretch()) + 0.0; // never -0
        snapshot.labels.push_back({line.points.front(), fmt::format("{} {:.0f} %", lane.method().brief, stretch)});
    }

    // How far down the load hangs at rest.
    const double depth = s.restLength() + s.restStretch();
    const glm::vec3 down =
        glm::length(s.gravity) > 0.0 ? glm::vec3(glm::normalize(s.gravity)) : glm::vec3(0.0f, -1.0f, 0.0f);
    const auto margin = static_cast<float>(0.5 * simulation().laneWidth());
    const glm::vec3 below = static_cast<float>(depth) * down;
    const glm::vec3 from = snapshot.polylines.front().points.front() + below - glm::vec3(margin, 0.0f, 0.0f);
    const glm::vec3 to = snapshot.polylines.back().points.front() + below + glm::vec3(margin, 0.0f, 0.0f);
    // In pieces no longer than the ropes' segments: the longest piece decides how finely all tubes are drawn.
    const int pieces = static_cast<int>(glm::distance(from, to) / s.springLength) + 1;
    std::vector<glm::vec3> rest;
    for (int i = 0; i <= pieces; ++i)
        rest.push_back(glm::mix(from, to, static_cast<float>(i) / static_cast<float>(pieces)));
    const glm::vec3 exactly(0.85f, 0.45f, 0.10f);
    snapshot.polylines.push_back(plainThread(rest, exactly, 0.25f * radius));
    for (const RaceLane& lane : lanes())
        if (lane.restingRod())
        {
            const rope::Vec3& clamp = lane.masses().front().position;
            std::vector<glm::vec3> elastica;
            for (const rope::Vec2& point : lane.restingRod()->points)
                elastica.emplace_back(clamp + rope::Vec3(point, 0.0));
            snapshot.polylines.push_back(plainThread(elastica, exactly, 0.25f * radius));
        }

    const double weight = (s.mass * s.massCount + s.load) * glm::length(s.gravity);
    snapshot.tensionScale = tensionLegendTop(weight);
    snapshot.view.pitch = 0.05f;
    snapshot.view.points = {rest.front(), rest.back(), {0.0f, -1.3f * static_cast<float>(s.restLength()), 0.0f}};
}

std::optional<Divergence> RaceScene::divergence() const
{
    for (std::size_t i = 0; i < lanes().size(); ++i)
    {
        const RaceLane& lane = lanes()[i];
        if (!lane.runaway())
            continue;
        const double stable = RaceLane(lane.method(), settings_, Vec3(0.0)).stableStep();
        return Divergence{
            time(), i * lane.masses().size(),
            fmt::format("the lane '{}' diverged at t = {:.3f} s: its step is {:.4g} ms, the stable one {:.4g} "
                        "ms; lower max_dt or spring_constant",
                        lane.method().label, time(), 1e3 * lastStep(), 1e3 * stable),
            std::nullopt,
            curesOf(settings_, [&](const RaceSettings& s) { return springSettings(lane.method(), s).advisedStep(); })};
    }
    return std::nullopt;
}

void RaceScene::settle(const Constants& constants)
{
    for (const auto& [name, value] : constants)
        parameters().set(name, value);
    for (int i = 0; i < 1200; ++i)
        advance(rope::FixedTimestep::usualTick, {});
}

std::vector<CheckRow> RaceScene::check() const
{
    std::vector<CheckRow> rows;

    // The ropes hang straight in thick air: after 20 s they are at rest.
    RaceScene hung;
    hung.settle({{"release_angle", "0"}, {"air_friction", "2"}, {"spring_friction", "1"}});
    const double exact = hung.settings_.restStretch() / hung.settings_.restLength();
    for (const RaceLane& lane : hung.lanes())
    {
        const bool material = lane.method().elastic();
        const bool direct = !material && lane.method().solver == rope::ConstraintSolver::direct;
        // One sweep a step leaves (n - 1) g h2/L of a segment at the top, and the load's share.
        const double left = lane.method().id == "cosserat" ? 0.05 : 1e-4;
        if (material || direct)
            rows.push_back(
                {std::string(lane.method().label) + ": stretch at rest", "%", material ? 100.0 * exact : 0.0,
                 100.0 * lane.stretch(), left,
                 material ? "(m N (N-1)/2 + (N-1) M) g / k over (N-1) L" : "a length constraint that is met"});
    }
    RaceScene bent;
    bent.settle({{"clamped", "true"},
                 {"bending_stiffness", "2"},
                 {"spring_constant", "100000"},
                 {"load", "0"},
                 {"air_friction", "0.5"},
                 {"mass_count", "20"},
                 {"cosserat_steps", "400"}});
    for (const RaceLane& lane : bent.lanes())
        if (lane.method().clamps())
            rows.push_back({std::string(lane.method().label) + ": droop beyond the elastica's", "%", 0.0,
                            100.0 * lane.bendError(), lane.method().id == "cosserat" ? 1.0 : 0.5,
                            "B theta'' = -(P + w (L - s)) cos theta"}); // edges shear, and sweeps leave some
    // Sweeps along the chain, one a step, leave (n - 1) g h^2 / L in the top segment.
    rope::ConstrainedRopeSettings once;
    once.iterations = 1;
    once.airFriction = 1.0;
    rope::ConstrainedRope relaxed(once);
    for (int i = 0; i < 20'000; ++i)
        relaxed.step(rope::FixedTimestep::usualTick);
    rows.push_back({"one iteration a frame: stretch of the top segment", "",
                    (once.massCount - 2) * 9.81 / 3600.0 / 0.05, relaxed.largestStretch(), 1e-6,
                    "(n - 1) g h^2 / L, n segments of L"});
    return rows;
}

constexpr LessonStep raceLesson[] = {
    {"Hold \u2192 for a second, or drag one of the upper ends.", "Watch which ropes stretch, and which swing on.",
     "Ten methods move one and the same rope; each is wrong in its own way.",
     [](const LessonMoment& now) { return now.connectionMoved() > 0.5; }},
    {"Set Load to 10 kg.", "Watch lane 4, relaxed with ten iterations, hang far below the orange line.",
     "Relaxation knows no stiffness: what is left of the error looks like rubber.",
     [](const LessonMoment& now) { return now.constant("load") > 8.0; }},
    {"Set spring_constant to 1000000 N/m.", "Watch the table: steps and cost of lane 1 rise, the others stay.",
     "Explicit springs need short steps where they are stiff; implicit steps and constraints do not.",
     [](const LessonMoment& now) { return now.constant("spring_constant") > 300000.0; }},
    {"Set release_angle to 90 deg.", "Watch the energy kept: implicit Euler has lost most of it within ten seconds.",
     "Implicit Euler pays for its stability with energy; energy-momentum keeps it.",
     [](const LessonMoment& now) { return now.constant("release_angle") > 80.0; }},
    {"Set bending_stiffness to 2 N m2, spring_constant to 100000 N/m and clamped to on.",
     "Watch lanes 8 to 10 droop to their orange curves, and the table: bend error.",
     "Rods of Newton's method, of constraints and of block descent bend as the elastica does; what a frame costs "
     "differs.",
     [](const LessonMoment& now) { return now.is("clamped", "true") && now.constant("bending_stiffness") > 1.0; }},
};

} // namespace

const SceneRegistration<RaceScene> raceRegistration(raceInfo, raceLesson);

} // namespace ropewalk
