#pragma once

#include "recording.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ropewalk
{

/// A moment of a recording at which another one may begin.
struct PartStart
{
    PartStart() = default;
    /// The scene stands there, after whole seconds. Throws std::invalid_argument where it writes no moment.
    PartStart(const Scene& scene, const RecordedMoment& moment, const Controls& controls);

    RecordedMoment at;
    std::string start;     ///< text of a scene file
    std::string beginning; ///< to which a reset goes
    Controls held;
};

/// The part of a recording from there until a tick. Throws std::invalid_argument where it goes back to before that.
Recording partOf(const Recording& recording, const PartStart& from, long long until);

/// Writes down what a user does to a scene. Only an event that changes something is written.
class RecordingWriter
{
public:
    /// Of a scene that stands at its beginning, or `here`: at another moment.
    void start(const Scene& scene, bool here = false);
    /// Goes on from that moment of a recording, which may be its own.
    void take(const Recording& recording, const RecordedMoment& until);

    /// What was done, before the next tick. `replacing`: takes the place of the event before, where that says the same
    /// of the same thing and nothing was in between.
    void note(const InputEvent& event, bool replacing = false);
    void noteCaption(std::string_view text); ///< of something that moves nothing
    /// A tick has ended, with these controls.
    void noteTick(const Scene& scene, const Controls& controls);
    /// A pull has lasted this many ticks while time stood.
    void notePose(double ticks, const Controls& controls);

    /// The name of the present moment.
    RecordedMoment moment() const { return {recording_.ticks, events_}; }
    /// What keys and mouse hold there.
    const Controls& held() const { return held_; }
    /// The present moment is saved, so that its name must stay.
    void close() { last_.reset(); }
    /// The scene goes back to that saved moment. To the present one, that is written once a change follows: what was
    /// changed before has been taken in.
    void goBack(const RecordedMoment& moment);
    /// It holds as much as a recording may.
    bool full() const;
    /// Begins anew at a moment in the past, so that the latest 50 minutes stay. Returns how many ticks and events
    /// earlier moments have fewer in their names; none where it knows no such moment.
    std::optional<std::pair<long long, long long>> fold();

    const Recording& recording() const { return recording_; }
    /// Whether a replay ends with the bits of the present moment: not where that was restored since.
    bool settled() const { return !restored_; }
    /// Whether a file can hold it: not where it begins at a moment that the scene writes into no file.
    bool complete() const { return complete_; }

private:
    friend Recording partOf(const Recording& recording, const PartStart& from, long long until);

    void write(const InputEvent& event);
    void writeControls(const Controls& controls);
    void writeHeld(const Controls& controls);
    void writeBack(const RecordedMoment& moment);
    void startPart(const PartStart& from);
    void takePart(const Recording& recording, const PartStart& from, long long until);
    void keepFold(const Scene& scene);

    Recording recording_;
    Controls held_; ///< as the script has them
    std::size_t events_ = 0;
    long long lastTick_ = 0;         ///< of the last event
    std::size_t lastLine_ = 0;       ///< where it begins
    std::optional<InputEvent> last_; ///< while it may be replaced
    bool restored_ = false;          ///< the present moment
    std::size_t backs_ = 0;
    std::vector<PartStart> folds_; ///< where it may begin anew
    std::size_t foldedBytes_ = 0;  ///< of the script, at the last one
    bool complete_ = true;
};

/// What the mouse asks for in numbers that are short to write: places to 0.1 mm, directions to 0.01.
Controls rounded(const Controls& controls);

} // namespace ropewalk
