// A scene that counts its ticks and does what a test asks for.
#pragma once

#include "app/workbench/workbench.hpp"
#include "scenes/simulation_scene.hpp"

#include <rope/fixed_timestep.hpp>
#include <rope/step_watch.hpp>

#include <functional>
#include <memory>
#include <stdexcept>
#include <vector>

namespace ropewalk
{

/// A point that moves along x.
struct CountingSimulation
{
    struct Settings
    {
        double speed = 6.0;        ///< [m/s]
        double maxDt = 1.0 / 60.0; ///< [s], so that a tick is one step

        friend bool operator==(const Settings&, const Settings&) = default;
    };

    explicit CountingSimulation(const Settings& settings) : constants(settings) {}

    const Settings& settings() const { return constants; }
    void setSettings(const Settings& settings) { constants = settings; }
    double time() const { return ticks / 60.0; }
    bool rests() const { return false; }
    int goOn() { return 0; }

    Settings constants;
    int ticks = 0;
    double position = 0.0; ///< [m]
    bool broken = false;
};

class CountingScene : public SimulationScene<CountingSimulation>
{
public:
    CountingScene()
    {
        parameters_.group("Run");
        parameters_.add("speed", &speed, {-100.0, 100.0, "m/s", "Along x."});
        diagnostics_.add("position", "m", "Along x.", [this] { return position; });
    }

    rope::StepLimits stepLimits() const override
    {
        rope::StepLimits limits;
        limits.stable = limits.advised = 0.002;
        return limits;
    }
    void fillShapes(Snapshot& snapshot) const override
    {
        ++fills;
        snapshot.polylines.resize(1);
        snapshot.polylines[0].points = {glm::vec3(static_cast<float>(position), 0.0f, 0.0f), glm::vec3(0.0f)};
        snapshot.polylines[0].tension = {0.0f};
    }
    std::optional<Divergence> divergence() const override
    {
        return simulation().broken ? std::optional(Divergence{time(), 7, "mass 7 ran away"}) : std::nullopt;
    }
    void validate() const override
    {
        if (speed == forbidden)
            throw std::invalid_argument("not with the others");
    }
    std::unique_ptr<SceneState> save() const override
    {
        ++saves;
        return SimulationScene::save();
    }
    std::size_t massCount() const override { return masses; }
    std::vector<CheckRow> check() const override { return {}; }

    double& speed = settings_.speed; ///< [m/s]
    int& ticks = simulation().ticks;
    double& position = simulation().position; ///< [m]
    std::size_t masses = 2;
    double& longest = settings_.maxDt; ///< [s], of a step
    std::vector<double> spans;         ///< [s] that each call of `advance` covered
    double forbidden = -1.0;           ///< [m/s], a speed
    mutable int saves = 0;
    mutable int fills = 0;
    Controls lastControls;
    std::function<void()> onAdvance;
    std::function<void()> onStep;

private:
    int run(double h, const Controls& controls) override
    {
        if (onAdvance)
            onAdvance();
        ++ticks;
        spans.push_back(h);
        lastControls = controls;
        position += speed * h;
        const auto steps = static_cast<long long>(rope::fewestSteps(h, longest));
        for (long long step = 0; step < steps; ++step)
        {
            rope::StepWatch::look();
            if (onStep)
                onStep();
        }
        simulation().broken = speed > 50.0;
        return static_cast<int>(steps);
    }
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
};

} // namespace ropewalk
