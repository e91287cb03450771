#pragma once

#include "history.hpp"
#include "recorder.hpp"

#include "scenes/scene.hpp"
#include "scenes/snapshot.hpp"

#include <rope/fixed_timestep.hpp>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ropewalk
{

/// What the window works on: one scene, its clockwork, its past. Knows no window and no panels, so tests drive it as
/// the keys do.
class Workbench
{
public:
    /// `clock` gives seconds; used for the cost of a step only.
    Workbench(std::unique_ptr<Scene> scene, std::function<double()> clock);

    Scene& scene() { return *scene_; }
    const Scene& scene() const { return *scene_; }
    void selectScene(std::string_view id);
    void useScene(std::unique_ptr<Scene> scene);

    /// Advances by the elapsed seconds times the speed in fixed ticks, unless paused; then mixes the snapshot.
    void advance(double elapsed, const Controls& controls);
    /// The longest time [s] that one `advance` may spend on ticks; what is left over is dropped, so that the window
    /// answers even when a scene is too big for real time.
    void setTickBudget(double seconds) { tickBudget_ = seconds; }
    /// The most steps of a tick. Where the scene's longest step needs more of them, time is slowed: a tick then covers
    /// less than its time, so that no constant freezes the window.
    static constexpr int usualStepBudget = 500;
    int stepBudget() const { return stepBudget_; }
    void setStepBudget(int steps) { stepBudget_ = std::max(1, steps); }
    void tick(const Controls& controls); ///< exactly one tick, paused or not
    void tickBack();                     ///< one tick back; pauses; a scene too big for that stays where it is
    bool canTickBack() const { return !history_.empty() && keepsEveryTick(); }
    /// Not of a big scene: of it, only what is needed after a runaway.
    bool keepsEveryTick() const { return History::ticksBetween(scene_->massCount()) == 1; }
    void reset(); ///< to the beginning, with the present constants

    bool paused() const { return paused_; }
    void setPaused(bool paused);
    double speed() const { return speed_; } ///< simulated seconds a second
    void setSpeed(double speed);            ///< held within 1/64 and 16
    void slower() { setSpeed(speed_ / 2.0); }
    void faster() { setSpeed(speed_ * 2.0); }

    const Snapshot& snapshot() const { return snapshot_; } ///< the mixed one, to be drawn
    /// Whether the snapshots from the next `advance` on hold what theory predicts too.
    void setTheoryShown(bool shown);
    /// One more marker in the snapshots from the next `advance` on: the mass that the mouse would take.
    void setHint(const std::optional<Marker>& hint) { hint_ = hint; }
    const Recorder& recorder() const { return recorder_; }

    int stepsPerTick() const { return stepsPerTick_; }
    double step() const;                     ///< [s], as last taken; while paused, as the next will be
    double stepsNeeded() const;              ///< of a tick that is not slowed, with the present constants
    double slowed() const { return share_; } ///< how much of its time the last tick covered: 1 unless time is slowed
    /// Time is slowed by what the steps cost, and not by their number.
    bool slowedByCost() const { return slowedByCost_; }
    const std::function<double()>& clock() const { return clock_; } ///< for what may take only so long
    double stepCost() const { return stepCost_; }                   ///< [s] of one step, a running mean
    double tickSeconds() const { return tickSeconds_; }             ///< [s] that the last `advance` spent on ticks
    double ticksCovered() const { return ticksCovered_; } ///< in the last `advance`; a slowed one is a part of one
    double snapshotSeconds() const { return snapshotSeconds_; } ///< [s] that it spent on the snapshot
    /// Simulated seconds a second, as reached: below `speed` when the scene is too big for real time.
    double reachedSpeed() const { return reachedSpeed_; }

    /// A runaway is noticed when it is large; at least so many ticks before, it was too small to be seen.
    static constexpr std::size_t ticksUnseen = 30;

    /// Set while the scene has diverged: paused, the last good moment is shown. Reset or a changed constant ends it,
    /// and the scene goes on unless it was paused by hand before.
    const std::optional<Divergence>& divergence() const { return divergence_; }

    /// Changes a constant; undo takes it back. Changes in one drag or at one stroke (same `gesture`) are one step.
    /// Throws std::invalid_argument as the parameter does.
    void setParameter(std::string_view name, std::string_view text, int gesture);
    bool canUndo() const { return !undo_.empty(); }
    bool canRedo() const { return !redo_.empty(); }
    void undo();
    void redo();

    /// Called after each tick and when the scene is paused, goes on, is reset or goes back, for logs.
    void setTickListener(std::function<void(const Scene&)> listener) { listener_ = std::move(listener); }

private:
    struct Change
    {
        std::string name;
        std::string before;
        std::string after;
        int gesture = 0;
    };

    void runTick(const Controls& controls);
    void advanceScene(const Controls& controls); ///< by a tick, or by as much of it as the budgets leave
    void goBack(const SceneState& state);        ///< shows that moment
    std::size_t ticksUnsound() const;            ///< before a runaway was noticed
    void start();                                ///< forgets the past, shows the scene as it is
    void forgetDivergence();
    void takeBack(std::vector<Change>& from, std::vector<Change>& to, std::string Change::*value);
    void fillSnapshot(); ///< of the scene as it is
    void showAgain();
    void mixSnapshot(double fraction);
    void notify() const;

    std::unique_ptr<Scene> scene_;
    std::function<double()> clock_;
    std::function<void(const Scene&)> listener_;
    rope::FixedTimestep timestep_;
    Recorder recorder_;
    History history_;
    Snapshot before_;
    Snapshot after_;
    Snapshot snapshot_;
    std::vector<Change> undo_;
    std::vector<Change> redo_;
    std::optional<Divergence> divergence_;
    std::optional<Marker> hint_;
    bool theoryShown_ = false;
    bool paused_ = false;
    bool pausedByDivergence_ = false; ///< and not by the user
    double speed_ = 1.0;
    double tickBudget_ = 0.05;
    int stepBudget_ = usualStepBudget;
    int stepsPerTick_ = 0;
    double step_ = 0.0;
    double share_ = 1.0;
    bool slowedByCost_ = false;
    double ticksCovered_ = 0.0;
    std::size_t ticksSinceKept_ = 0; ///< since the latest state of the history
    double stepCost_ = 0.0;
    double tickSeconds_ = 0.0;
    double snapshotSeconds_ = 0.0;
    double reachedSpeed_ = 1.0;
};

} // namespace ropewalk
