#pragma once

#include "scenes/scene.hpp"

#include <rope/fixed_timestep.hpp>

#include <algorithm>
#include <functional>
#include <utility>

namespace ropewalk
{

/// Advances a scene by ticks, each within two budgets: of steps, and of wall time. Where a tick needs more, time is
/// slowed: the tick covers a part of its time, so that no constant freezes the window.
class TickRunner
{
public:
    /// `clock` gives seconds.
    explicit TickRunner(std::function<double()> clock) : clock_(std::move(clock)) {}

    static constexpr int usualStepBudget = 500;
    int stepBudget() const { return stepBudget_; } ///< of a tick
    void setStepBudget(int steps) { stepBudget_ = std::max(1, steps); }
    double tickBudget() const { return tickBudget_; } ///< [s]
    void setTickBudget(double seconds) { tickBudget_ = seconds; }

    /// The steps of a tick that is not slowed, with the scene's present constants.
    double stepsNeeded(const Scene& scene) const { return rope::fewestSteps(tickLength, scene.longestStep()); }

    void start(const Scene& scene); ///< forgets what ticks of another run have cost
    void forgetCost();              ///< other constants, other costs: the next tick finds out
    void run(Scene& scene, const Controls& controls);
    /// Moves what is pulled while time stands, as far as it would go in a tick; less where the budgets end before.
    void pose(Scene& scene, Controls controls);

    static constexpr double tickLength = rope::FixedTimestep::usualTick; ///< [s]

    // Of the last tick; after `start`, of the first one.
    int steps() const { return steps_; }
    double stepLength() const { return stepLength_; } ///< [s]
    double timeShare() const { return timeShare_; }   ///< the part of its time that it covered: 1 unless slowed
    /// Time is slowed by what the steps cost, and not by their number.
    bool slowedByCost() const { return slowedByCost_; }

    double stepCost() const { return stepCost_; } ///< [s] of one step, a running mean

private:
    void chooseFirstPiece(double done, double spent);

    std::function<double()> clock_;
    double tickBudget_ = 0.05;
    int stepBudget_ = usualStepBudget;
    int steps_ = 0;
    double stepLength_ = 0.0;
    double timeShare_ = 1.0;
    bool slowedByCost_ = false;
    double stepCost_ = 0.0;
    double firstPiece_ = 1.0; ///< of a tick in pieces, in steps
    double wholeCost_ = 0.0;  ///< [s] of a step when it was split
    bool splits_ = true;      ///< steps that are too long; not where that has saved nothing
};

} // namespace ropewalk
