#pragma once

#include "turn_thread.hpp"

#include "scenes/scene.hpp"

#include <rope/fixed_timestep.hpp>

#include <algorithm>
#include <functional>

namespace ropewalk
{

/// Advances a scene by whole ticks, in the steps of a run without a window: neither the clock nor a budget changes a
/// result. A tick that does not end within the budgets of a frame, of steps and of wall time, is parked in the middle,
/// and goes on in the next frame: so no constant freezes the window. Meanwhile the scene may be read, and not changed.
class TickRunner
{
public:
    /// `clock` gives seconds. Without a thread a tick is parked between two of its steps, and not in the middle of one.
    explicit TickRunner(std::function<double()> clock, bool threads = true);

    static constexpr int usualStepBudget = 500;
    int stepBudget() const { return stepBudget_; } ///< for each tick that is due in a frame
    void setStepBudget(int steps) { stepBudget_ = std::max(1, steps); }
    void setTickBudget(double seconds) { tickBudget_ = seconds; }

    /// The steps of a tick, with the scene's present constants.
    double stepsNeeded(const Scene& scene) const { return rope::fewestSteps(tickLength, scene.longestStep()); }

    void start(const Scene& scene); ///< forgets what ticks of another run have cost

    /// Begins a frame with this number of due ticks: its budgets are whole again.
    void beginFrame(int due);
    bool hasTime() const; ///< within the frame's budget

    // Each returns whether the tick is whole, or parked. It throws what the scene throws.
    bool run(Scene& scene, const Controls& controls);
    /// Moves the pulled masses while time stands, as far as it would go in `ticks`.
    bool pose(Scene& scene, double ticks, Controls controls);
    /// As many as a frame can afford, and a pull wants.
    double poseTicks(const Scene& scene) const
    {
        return std::min(Controls::poseSeconds, stepBudget_ / stepsNeeded(scene));
    }
    bool goOn();   ///< with the parked tick
    void finish(); ///< the parked tick, whatever time it takes

    /// Whether the next tick may last longer than a frame, by what the last ones have cost.
    bool mayPark(const Scene& scene) const;
    bool parked() const { return thread_.resting() || rests_; }
    /// Leaves the scene in the middle of a tick: it must be restored.
    void giveUp();

    static constexpr double tickLength = rope::FixedTimestep::usualTick; ///< [s]

    int steps() const { return steps_; }                                   ///< of the last whole tick
    double stepLength() const { return tickLength / std::max(1, steps_); } ///< [s]
    double stepCost() const { return stepCost_; }                          ///< [s] of one step, a running mean
    double tickCost() const { return tickCost_; }                          ///< [s] of the last whole tick
    /// [s], a clock that stands while a tick is parked.
    double workClock() const { return clock_() - parkedSeconds_; }

private:
    bool take(std::function<int()> steps);
    void look(int steps);
    void rest();
    void noteCost(int steps);

    std::function<double()> clock_;
    double tickBudget_ = 0.05;
    int stepBudget_ = usualStepBudget;
    double frameBegan_ = 0.0;    ///< [s]
    long long stepsLeft_ = 0;    ///< in this frame
    bool unbounded_ = false;     ///< the tick is to end in this frame
    Scene* scene_ = nullptr;     ///< of the last tick or pose
    bool poses_ = false;         ///< it is a pose
    bool rests_ = false;         ///< the scene does, where there are no threads
    double restedAt_ = 0.0;      ///< [s], since when
    double parkedSeconds_ = 0.0; ///< [s], of all parked ticks
    double tickBegan_ = 0.0;     ///< [s], by the work's clock
    int steps_ = 0;
    double stepCost_ = 0.0; ///< [s]
    double tickCost_ = 0.0; ///< [s]
    TurnThread thread_;     ///< last: its work uses the others
};

} // namespace ropewalk
