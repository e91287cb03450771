// A scene that counts its ticks and does what a test tells it to.
#pragma once

#include "app/workbench/workbench.hpp"
#include "scenes/scene.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace ropewalk
{

class CountingScene : public Scene
{
public:
    CountingScene()
    {
        parameters_.group("Run");
        parameters_.add("speed", &speed, {-100.0, 100.0, "m/s", "Along x."});
        diagnostics_.add("position", "m", "Along x.", [this] { return position; });
    }

    void reset() override
    {
        ticks = 0;
        position = 0.0;
        broken = false;
    }
    int advance(double h, const Controls& controls) override
    {
        if (onAdvance)
            onAdvance();
        ++ticks;
        spans.push_back(h);
        if (onSpan)
            onSpan(h);
        lastControls = controls;
        position += speed * h;
        broken = speed > 50.0;
        return std::max(1, static_cast<int>(std::lround(std::ceil(h / longest * (1.0 - 1e-9)))));
    }
    double time() const override { return ticks / 60.0; }
    double longestStep() const override { return longest; }
    rope::StepLimits stepLimits() const override
    {
        rope::StepLimits limits;
        limits.stable = limits.advised = 0.002;
        return limits;
    }
    void fill(Snapshot& snapshot) const override
    {
        ++fills;
        snapshot.clear();
        snapshot.time = time();
        snapshot.polylines.resize(1);
        snapshot.polylines[0].points = {glm::vec3(static_cast<float>(position), 0.0f, 0.0f), glm::vec3(0.0f)};
        snapshot.polylines[0].tension = {0.0f};
    }
    std::optional<Divergence> divergence() const override
    {
        if (!broken)
            return std::nullopt;
        return Divergence{time(), 7, "mass 7 ran away"};
    }
    void validate() const override
    {
        if (speed == forbidden)
            throw std::invalid_argument("not with the others");
    }
    std::unique_ptr<SceneState> save() const override
    {
        ++saves;
        auto state = std::make_unique<State>();
        state->ticks = ticks;
        state->position = position;
        return state;
    }
    void restore(const SceneState& state) override
    {
        ticks = static_cast<const State&>(state).ticks;
        position = static_cast<const State&>(state).position;
        broken = false;
    }
    std::size_t massCount() const override { return masses; }
    std::vector<double> massRow(std::size_t) const override { return {}; }
    std::vector<CheckRow> check() const override { return {}; }

    double speed = 6.0; ///< [m/s]
    int ticks = 0;
    double position = 0.0;
    bool broken = false;
    std::size_t masses = 2;
    double longest = 0.002;    ///< [s], of a step
    std::vector<double> spans; ///< [s] that each call of `advance` covered
    double forbidden = -1.0;   ///< [m/s], a speed
    mutable int saves = 0;
    mutable int fills = 0;
    Controls lastControls;
    std::function<void()> onAdvance;
    std::function<void(double)> onSpan; ///< gets the seconds to cover

private:
    struct State : SceneState
    {
        int ticks = 0;
        double position = 0.0;
    };
};

/// A workbench with that scene and a clock that stands still unless the test moves it.
struct CountingBench
{
    double now = 0.0; ///< [s]
    CountingScene* scene = nullptr;
    Workbench workbench;

    CountingBench() : workbench(make(), [this] { return now; }) {}

    std::unique_ptr<Scene> make()
    {
        auto made = std::make_unique<CountingScene>();
        scene = made.get();
        return made;
    }
    double shownPosition() const { return static_cast<double>(workbench.snapshot().polylines[0].points[0].x); } ///< [m]
    /// The simulated time [s] of all ticks.
    double covered() const { return std::accumulate(scene->spans.begin(), scene->spans.end(), 0.0); }
};

} // namespace ropewalk
