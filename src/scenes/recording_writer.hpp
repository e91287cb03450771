#pragma once

#include "recording.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace ropewalk
{

/// Writes down what a user does to a scene. Only an event that changes something is written; a full recording stays as
/// it is.
class RecordingWriter
{
public:
    /// Of a scene that stands at its beginning.
    void start(const Scene& scene);
    /// Goes on from a replay, which has come so far; `held` are the controls of its last tick.
    void goOn(const Recording& recording, const Replay& replay, const Controls& held);

    /// What was done, before the next tick. `replacing`: takes the place of the event before, where that says the same
    /// of the same thing and nothing was in between.
    void note(const InputEvent& event, bool replacing = false);
    /// A tick has ended, with these controls.
    void noteTick(const Scene& scene, const Controls& controls);
    /// A pull has lasted this many ticks while time stood.
    void notePose(double ticks, const Controls& controls);

    /// The name of the present moment.
    RecordedMoment moment() const { return goal_.value_or(RecordedMoment(recording_.ticks, events_)); }
    /// The present moment is saved, so that its name must stay.
    void close() { last_.reset(); }
    /// The scene goes back to that saved moment. It is written once something follows.
    void goBack(const RecordedMoment& moment);
    /// Something happened that no script can say: the recording ends.
    void end() { complete_ = false; }

    const Recording& recording() const { return recording_; }
    /// Whether a replay ends at the present moment: not where the scene has gone back since.
    bool settled() const { return !goal_; }
    /// Whether all since the start is in it.
    bool complete() const { return complete_; }

private:
    void write(const InputEvent& event);
    void writeControls(const Controls& controls);
    void writeHeld(const Controls& controls);
    void writeBack(bool anything);

    Recording recording_;
    Controls held_; ///< as the script has them
    std::size_t events_ = 0;
    long long lastTick_ = 0;         ///< of the last event
    std::size_t lastLine_ = 0;       ///< where it begins
    std::optional<InputEvent> last_; ///< while it may be replaced
    std::optional<RecordedMoment> goal_;
    std::size_t backs_ = 0;
    bool complete_ = false;
};

/// What the mouse asks for in numbers that are short to write: places to 0.1 mm, directions to 0.01.
Controls rounded(const Controls& controls);

} // namespace ropewalk
