#pragma once

#include "history.hpp"
#include "recorder.hpp"
#include "snapshot_mixer.hpp"
#include "tick_runner.hpp"
#include "undo_list.hpp"

#include "scenes/scene.hpp"
#include "scenes/snapshot.hpp"

#include <rope/fixed_timestep.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace ropewalk
{

/// What the window works on: one scene, its time, its past and its changed constants. Knows no window and no panels, so
/// tests drive it as the keys do.
class Workbench
{
public:
    /// `clock` gives seconds; only the cost of steps and scenes that compare costs use it.
    Workbench(std::unique_ptr<Scene> scene, std::function<double()> clock);

    /// Only the workbench changes its scene, so that the past and undo know of every change.
    const Scene& scene() const { return *scene_; }
    void useScene(std::unique_ptr<Scene> scene);
    /// Lays out a scene that comes in any size anew; undo does not take it back.
    void resize(int size);

    // ---- Time ----

    /// Advances by the elapsed seconds times the speed in fixed ticks, unless paused; then mixes the snapshot.
    void advance(double elapsed, const Controls& controls);
    void tick(const Controls& controls); ///< exactly one tick, paused or not
    void tickBack();                     ///< one tick back; pauses; a scene too big for that stays where it is
    bool canTickBack() const { return !history_.empty() && keepsEveryTick(); }
    /// Of a big scene, only the moments needed after a runaway are saved.
    bool keepsEveryTick() const { return History::ticksBetween(scene_->massCount()) == 1; }
    void reset(); ///< to the beginning, with the present constants

    /// Whether what keys and mouse pull moves while the scene is paused. Its time stands then, and nothing is recorded;
    /// one tick back takes all of a pull back.
    bool canPose() const { return paused_ && !divergence_ && scene_->canPose(); }

    bool paused() const { return paused_; }
    void setPaused(bool paused);
    double speed() const { return speed_; } ///< simulated seconds a second
    void setSpeed(double speed);            ///< limited to 1/64 and 16
    void slower() { setSpeed(speed_ / 2.0); }
    void faster() { setSpeed(speed_ * 2.0); }
    /// Simulated seconds a second, as reached: below `speed` when the scene is too big for real time.
    double reachedSpeed() const { return reachedSpeed_; }

    /// The longest time [s] that one `advance` may spend on ticks. The rest of the time is dropped, so that the window
    /// answers even when a scene is too big for real time.
    void setTickBudget(double seconds) { runner_.setTickBudget(seconds); }
    int stepBudget() const { return runner_.stepBudget(); } ///< the most steps of a tick
    void setStepBudget(int steps) { runner_.setStepBudget(steps); }
    double tickLength() const { return TickRunner::tickLength; } ///< [s]
    int stepsPerTick() const { return runner_.steps(); }
    /// [s], of the last tick; while paused, of the next one.
    double stepLength() const { return paused_ && !divergence_ ? tickLength() / stepsNeeded() : runner_.stepLength(); }
    double stepsNeeded() const { return runner_.stepsNeeded(*scene_); } ///< of a tick that is not slowed
    double timeShare() const { return runner_.timeShare(); } ///< the part of its time that the last tick covered
    bool slowedByCost() const { return runner_.slowedByCost(); }
    double stepCost() const { return runner_.stepCost(); } ///< [s] of one step, a running mean
    const std::function<double()>& clock() const { return clock_; }

    // What the last `advance` did.
    double tickSeconds() const { return tickSeconds_; }         ///< [s] that it spent on ticks
    double snapshotSeconds() const { return snapshotSeconds_; } ///< [s] that it spent on the snapshot
    double ticksCovered() const { return ticksCovered_; }       ///< a slowed tick counts as the part that it covered

    // ---- What is seen ----

    const Snapshot& snapshot() const { return mixer_.mixed(); } ///< to be drawn
    /// Whether the snapshots show what theory predicts too.
    void setTheoryShown(bool shown);
    /// One more marker in the snapshots from the next `advance` on: the mass that the mouse would grab.
    void setHint(const std::optional<Marker>& hint) { mixer_.hint = hint; }
    const Recorder& recorder() const { return recorder_; }

    /// Set while the scene has diverged: it is paused at its last sound moment. Reset or a changed constant ends that,
    /// and the scene goes on unless the user had paused it before.
    const std::optional<Divergence>& divergence() const { return divergence_; }

    // ---- Constants ----

    /// Changes a constant of the scene, named by its row; undo takes it back. Changes of one `gesture` are undone
    /// together. Throws std::invalid_argument as the parameter does.
    void setParameter(const rope::Parameter& row, const rope::Parameter::Value& value, int gesture);
    void setParameter(const rope::Parameter& row, std::string_view text, int gesture)
    {
        setParameter(row, row.read(text), gesture);
    }
    void setParameter(std::string_view name, std::string_view text, int gesture)
    {
        setParameter(scene_->parameters().at(name), text, gesture);
    }
    bool canUndo() const { return undo_.canUndo(); }
    bool canRedo() const { return undo_.canRedo(); }
    void undo();
    void redo();

    /// Called after each tick and when the scene is paused, goes on, is reset or goes back, for logs.
    void setTickListener(std::function<void(const Scene&)> listener) { listener_ = std::move(listener); }

private:
    void start(); ///< forgets the past, shows the scene as it is
    void runTick(const Controls& controls);
    void pose(double elapsed, const Controls& controls);
    void stopAtDivergence(Divergence divergence);
    void forgetDivergence();
    void goBack(const SceneState& state); ///< shows that moment
    void notify() const;

    std::unique_ptr<Scene> scene_;
    std::function<double()> clock_;
    std::function<void(const Scene&)> listener_;
    rope::FixedTimestep timestep_;
    TickRunner runner_;
    SnapshotMixer mixer_;
    Recorder recorder_;
    History history_;
    UndoList undo_;
    std::optional<Divergence> divergence_;
    bool paused_ = false;
    bool posing_ = false; ///< something was pulled while time stood, and still is
    rope::FixedTimestep poseStep_;
    bool pausedByDivergence_ = false; ///< and not by the user
    double speed_ = 1.0;
    double reachedSpeed_ = 1.0;
    double ticksCovered_ = 0.0;
    double tickSeconds_ = 0.0;
    double snapshotSeconds_ = 0.0;
};

} // namespace ropewalk
