#pragma once

#include "app/view/ghost.hpp"
#include "app/view/runaway_film.hpp"
#include "app/view/snapshot_mixer.hpp"
#include "captions.hpp"
#include "course.hpp"
#include "history.hpp"
#include "input_record.hpp"
#include "other_run.hpp"
#include "recorder.hpp"
#include "scene_memory.hpp"
#include "tick_runner.hpp"
#include "undo_list.hpp"

#include "scenes/constant_presets.hpp"
#include "scenes/document/input_script.hpp"
#include "scenes/document/recording.hpp"
#include "scenes/file_lesson.hpp"
#include "scenes/scene.hpp"
#include "scenes/set_up/scene_solid.hpp"
#include "scenes/set_up/set_up.hpp"
#include "scenes/snapshot.hpp"

#include <rope/fixed_timestep.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ropewalk
{

/// What the window works on: one scene, its time, its past and its changed constants. Knows no window and no panels, so
/// tests drive it as the keys do.
class Workbench
{
public:
    /// `clock` gives seconds; only the cost of steps and scenes that compare costs use it. A scene with its defaults
    /// gets what `memory` has of it. Without `threads` it works as on a page in a browser.
    Workbench(std::unique_ptr<Scene> scene, std::function<double()> clock, SceneMemory memory = SceneMemory(),
              bool threads = true);

    /// Only the workbench changes its scene, so that the past and undo know of every change. While a tick is parked the
    /// scene is somewhere within it.
    const Scene& scene() const { return *scene_; }
    /// Gives up a tick that is parked, and ends the show of a runaway: the scene is between two ticks. What changes the
    /// scene, or needs a whole moment of it, begins with that.
    void settle();
    bool parked() const { return runner_.parked(); } ///< a tick that goes on in the next `advance`
    /// Opens the scene of that id as it was left.
    void selectScene(std::string_view id);
    /// Opens a scene with the constants that it has, such as a file's. Undo goes back to the scene before, unless it
    /// has a lesson.
    void useScene(std::unique_ptr<Scene> scene);
    /// How far the lesson of the scene's file is done; null where it has none.
    const LessonCheck* lessonCheck() const { return lesson_ ? &*lesson_ : nullptr; }
    /// Notes that the user leaves the scene, for the memory.
    void leave();
    SceneMemory& memory() { return memory_; }
    const SceneMemory& memory() const { return memory_; }

    /// Lays out a scene that comes in any size anew, in one that suits the machine: it takes the default's place. Undo
    /// does not take it back.
    void resize(int size);
    bool sizeChosen() const { return sizeChosen_; } ///< by the user or a file, and not by `resize` or the scene

    // ---- Time ----

    /// Advances by the elapsed seconds times the speed in fixed ticks, unless paused; then mixes the snapshot.
    void advance(double elapsed, const Controls& controls);
    void tick(const Controls& controls); ///< exactly one tick, paused or not
    void reset();                        ///< to the beginning, with the present constants

    /// Whether what keys and mouse pull moves while the scene is paused. Its time stands then, and nothing is recorded;
    /// one tick back takes all of a pull back.
    bool canPose() const { return paused_ && !divergence_ && !film_ && scene_->canPose(); }

    bool paused() const { return paused_; }
    void setPaused(bool paused);
    double speed() const { return speed_; } ///< simulated seconds a second
    void setSpeed(double speed);            ///< limited to 1/64 and 16
    void slower() { setSpeed(speed_ / 2.0); }
    void faster() { setSpeed(speed_ * 2.0); }
    /// Simulated seconds a second, as reached: below `speed` when the scene is too big for real time.
    double reachedSpeed() const { return reachedSpeed_; }

    /// The longest time [s] that one `advance` may spend on ticks. A tick that needs longer is parked and goes on in
    /// the next call; time that the clock is ahead is dropped. So the window answers even when a scene is too big for
    /// real time, and every tick equals the same tick of a run without a window.
    void setTickBudget(double seconds) { runner_.setTickBudget(seconds); }
    int stepBudget() const { return runner_.stepBudget(); } ///< the most steps for a tick in one `advance`
    void setStepBudget(int steps) { runner_.setStepBudget(steps); }
    double tickLength() const { return TickRunner::tickLength; } ///< [s]
    int stepsPerTick() const { return runner_.steps(); }
    /// [s], of the last tick; while paused, of the next one.
    double stepLength() const { return paused_ && !divergence_ ? tickLength() / stepsNeeded() : runner_.stepLength(); }
    double stepsNeeded() const { return runner_.stepsNeeded(*scene_); } ///< of a tick
    /// Seconds of the scene in a second that would be one at this speed: 1 unless time is slowed.
    double timeShare() const;
    /// Time is slowed by the cost of the steps, and not by their number.
    bool slowedByCost() const
    {
        return slowed_ && stepsNeeded() <= stepBudget() && reachedSpeed_ < 0.9 * wantedSpeed();
    }
    double stepCost() const { return runner_.stepCost(); } ///< [s] of one step, a running mean
    double tickCost() const { return runner_.tickCost(); } ///< [s] of the last whole tick
    const std::function<double()>& clock() const { return clock_; }

    // What the last `advance` did.
    double tickSeconds() const { return tickSeconds_; }         ///< [s] that it spent on ticks
    double snapshotSeconds() const { return snapshotSeconds_; } ///< [s] that it spent on the snapshot
    int ticksEnded() const { return ticksEnded_; }

    // ---- What was done ----

    /// Since the scene was opened. While some of it is played again, all of it.
    const RecordingWriter& recorded() const { return course_.writer(); }
    RecordedMoment moment() const { return replay_ ? replay_->moment() : recorded().moment(); } ///< in the recording
    /// Opens the scene of a recording and plays that, as far as nobody does anything else to the scene; then it stands
    /// still. Who goes on from there goes on with the recording.
    void play(const Recording& recording);
    void playAgain(); ///< from the beginning
    /// While the scene is before the end of its recording: what follows is played. Whoever does something else goes on
    /// from there, and the recording as it was is a branch.
    const std::optional<Replay>& replay() const { return replay_; }
    /// Where the last replay became another run than the recorded one; empty where it did not.
    const std::string& replayParted() const { return replayParted_; }
    void forgetParting() { replayParted_.clear(); }
    void endReplay(); ///< where it is, paused
    void setLooping(bool loops) { loops_ = loops; }
    bool looping() const { return loops_; } ///< a replay that is over begins again

    static constexpr double longestJump = 0.25; ///< [s]
    /// Goes to the moment after that tick of the recording, and pauses: at once where that takes at most `seconds`,
    /// else in the next calls of `advance`. At the end of the recording, the scene goes on as it was.
    void seek(long long tick, double seconds = longestJump);
    const std::optional<long long>& seekGoal() const { return seekGoal_; } ///< while it is computed
    void stopSeeking();                                                    ///< where it is
    double secondsTo(long long tick) const; ///< [s] of computing to that moment, by what the last ticks have cost
    /// The recording from a tick, at a whole second, until another one. Throws std::invalid_argument where it cannot
    /// begin there.
    Recording part(long long from, long long until);
    Recording firstPart(long long until) const; ///< from its beginning
    void tickBack();                            ///< one tick, or a pull while time stands; pauses

    /// The things done, by tick.
    const std::vector<Caption>& captions() { return captions_.of(course_.recording(), course_.stretch()); }

    /// Recordings that were left where somebody did something else, the latest last.
    const std::vector<Branch>& branches() const { return branches_; }
    void goToBranch(std::size_t number); ///< to its end; the present one takes its place

    /// Has a recording run beside this run, at the same tick, as a ghost and in the plots. Throws std::invalid_argument
    /// as `play`, and where it is of another scene.
    void compareWith(const Recording& recording);
    void endComparison() { other_.reset(); }
    const OtherRun* other() const { return other_.get(); } ///< null where none is compared
    int stretch() const { return course_.stretch(); }      ///< another number after each fork

    static constexpr std::size_t mostSavedBytes = 256u << 20;
    /// About what saved moments take, for steps back and for jumps: more than the most only where a few take that.
    std::size_t savedBytes() const;

    // ---- The picture ----

    const Snapshot& snapshot() const { return mixer_.mixed(); } ///< to be drawn
    /// Whether the snapshots show what theory predicts too.
    void setTheoryShown(bool shown);
    /// One more marker in the snapshots from the next `advance` on: the mass that the mouse would grab.
    void setHint(const std::optional<Marker>& hint) { mixer_.hint = hint; }
    const Recorder& recorder() const { return recorder_; }
    const InputRecord& inputs() const { return inputs_; }
    /// The run that is compared; else the run before the last change of a constant, at the same time since the
    /// beginning. Nothing while it is not shown.
    std::span<const Polyline> ghost() const;
    void setGhostShown(bool shown) { ghostShown_ = shown; }
    bool hasGhost() const { return !ghost_.empty(); }
    /// Of a big scene, no run is kept.
    bool keepsGhost() const { return scene_->massCount() <= Ghost::mostMasses; }

    /// Set while the scene has diverged: it is paused at its last sound moment. Reset or a changed constant ends that,
    /// and the scene goes on unless the user had paused it before.
    const std::optional<Divergence>& divergence() const { return divergence_; }
    /// Shows how the scene ran away from its last sound moment on; then its divergence is there again. Whatever is done
    /// to the scene ends that.
    void showRunaway();
    const std::optional<RunawayFilm>& runawayShown() const { return film_; }

    // ---- Constants ----

    /// Changes a constant of the scene, named by its row; undo takes it back. Changes of one `gesture` are undone
    /// together. Throws std::invalid_argument as the parameter does.
    void setParameter(const rope::Parameter& row, const rope::Parameter::Value& value, int gesture);
    void setParameter(const rope::Parameter& row, std::string_view text, int gesture)
    {
        setParameter(row, row.read(text), gesture);
    }
    /// The name may be of a row of the set-up: "fall.length".
    void setParameter(std::string_view name, std::string_view text, int gesture);
    /// Pins a mass at a place [m], or moves its pin there; with none it is free again. Undo takes it back, as it does a
    /// constant. Throws std::invalid_argument where the scene takes no pins.
    void setPin(int mass, const std::optional<Vec3>& at, std::optional<int> gesture = std::nullopt);
    /// Places solids in a scene that has some, or with none the scene's own. Undo takes it back. Throws
    /// std::invalid_argument as SolidHost does.
    void setSolids(const OwnSolids& solids, std::optional<int> gesture = std::nullopt);
    /// Has the scene follow a set-up, or with null its own. Undo takes it back. Throws std::invalid_argument as
    /// SetUpHost does.
    void setSetUp(const SetUpPtr& setUp, std::optional<int> gesture = std::nullopt);
    /// Has the scene do what a verb says. Undo takes an edit of the set-up back, and where something happened in the
    /// run goes back to the moment before it. Throws std::invalid_argument as SetUpHost does.
    void perform(std::string_view verb, std::optional<int> gesture = std::nullopt);
    /// Has the present moment be the beginning, to which `reset` goes. False where the scene knows no such moments.
    bool beginHere();
    /// Has the scene perform what a script says. Undo takes an edit of its set-up back. Throws std::invalid_argument
    /// naming the script's line where it cannot.
    void perform(const InputEvent& event);
    bool hasDefaults() const { return constants() == home_; }
    /// Of all constants; pins and bodies and the moment of a file go as well. With a lesson: as its file has them.
    void restoreDefaults();
    /// Sets what the preset sets, to be undone at once. Throws std::invalid_argument where the scene cannot have it.
    void usePreset(const ConstantPreset& preset) { useValues(valuesOf(preset, scene())); }
    /// Sets these values, to be undone at once. Throws std::invalid_argument with their refusal.
    void useValues(const PresetValues& wanted);

    /// What the user had left the scene with before it opened with something else; null where it has that.
    const LeftScene* leftBefore() const;
    void restoreLeft(); ///< lays the scene out with it

    /// Changes of another scene open that scene.
    const UndoList& changes() const { return undo_; }
    void undo();
    void redo();

    /// Called after each tick and when the scene is paused, goes on, is reset or goes back, for logs.
    void setTickListener(std::function<void(const Scene&)> listener) { listener_ = std::move(listener); }

private:
    void open(std::unique_ptr<Scene> scene);
    /// What the user or a file made of the scene.
    SceneConstants constants() const;
    UndoList::Place place() const { return {std::string(scene_->info().id), constants()}; }
    void goTo(const UndoList::Place& place);
    void edit(std::optional<int> gesture, const InputEvent& event,
              const std::function<void()>& change); ///< to be undone
    void change(const SceneConstants& constants);   ///< to be undone
    void chooseSize(const SceneConstants& constants);
    void constantsChanged();
    void startRecording(bool here = false);
    void fold();
    void note(const InputEvent& event, bool replacing = false);
    void noteCaption(const std::string& text);
    SavedMomentPtr save(bool forLong = true);
    void giveUp(const SceneState& state);
    void review(const RecordedMoment& from, const PressedControls& held);
    Controls playEvents();
    bool replayEnds();
    void leaveReplay();
    void takeOver();
    std::string lastDone();
    void keepBranch();
    void jumpNear(long long tick);
    void jumpTo(const SavedMoment& moment);
    void sceneLeapt();
    void stopHere();
    void goOnSeeking(double seconds);
    void keepKeyframe();
    void boundSaved();
    void start();               ///< forgets the past, shows the scene as it is
    double wantedSpeed() const; ///< ticks' seconds a second
    bool runTick(const Controls& controls);
    bool goOn();
    void tickEnds();
    double play(double elapsed, const Controls& controls);
    void pose(double elapsed, const Controls& controls);
    void poseEnds();
    void recordGhost();
    void showGhost();
    void stopAtDivergence(Divergence divergence);
    void forgetDivergence();
    void goBack(const SceneState& state); ///< shows that moment
    void leap(const UndoList::Change& change, const UndoList::Place& to, const UndoList::Moment& moment);
    void notify() const;

    std::unique_ptr<Scene> scene_;
    std::function<double()> clock_;
    std::function<void(const Scene&)> listener_;
    rope::FixedTimestep timestep_;
    TickRunner runner_;
    SnapshotMixer mixer_;
    Recorder recorder_;
    InputRecord inputs_;
    History history_;
    Ghost ghost_;
    UndoList undo_;
    SceneMemory memory_;
    std::optional<LessonCheck> lesson_; ///< as the recording has done it
    SceneConstants home_;               ///< what restoreDefaults() goes back to
    Course course_;
    std::vector<Branch> branches_;
    Captions captions_;
    std::unique_ptr<OtherRun> other_;
    int stretches_ = 0; ///< that were begun
    std::optional<Replay> replay_;
    std::string replayParted_;
    bool standsAtEnd_ = false;
    bool loops_ = false;
    std::optional<long long> seekGoal_;                    ///< ticks
    std::shared_ptr<const SceneState> restored_;           ///< the present moment, where nothing has followed
    std::shared_ptr<const SceneConstants> constantsSaved_; ///< the last time
    double keyframeCost_ = 0.0;                            ///< [s] of computing since the last one
    double keyframeTook_ = 0.0;                            ///< [s] to save it
    bool ghostShown_ = false;
    bool sizeChosen_ = false;
    std::optional<Divergence> divergence_;
    /// A tick that has begun and is not whole, or a pull while time stands.
    struct UnderWay
    {
        Controls controls;
        bool pose = false;
        bool inHistory = false; ///< the moment before it is the latest of the history
        SceneStatePtr before;   ///< or this; null: there is none, and it cannot be given up
        double poseTicks = 0.0; ///< of a pull
    };
    std::optional<UnderWay> underWay_;
    std::optional<RunawayFilm> film_;
    rope::FixedTimestep poseStep_;
    bool paused_ = false;
    bool pausedByDivergence_ = false; ///< and not by the user
    bool posing_ = false;             ///< something was pulled while time stood, and still is
    bool slowed_ = false;             ///< the last `advance` ended with ticks that are due
    double speed_ = 1.0;
    double reachedSpeed_ = 1.0;
    double tickAge_ = 0.0;  ///< [s] of the user's since the last tick ended
    double tickTook_ = 0.0; ///< [s] of the user's from the tick before to that one
    int ticksEnded_ = 0;
    double tickSeconds_ = 0.0;
    double snapshotSeconds_ = 0.0;
};

} // namespace ropewalk
