#pragma once

#include "scenes/document/input_script.hpp"
#include "scenes/document/recording.hpp"
#include "scenes/document/recording_writer.hpp"
#include "scenes/scene_constants.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ropewalk
{

/// A moment of a scene, with all that its recording goes on from there with.
struct SavedMoment final : SceneState
{
    std::shared_ptr<const SceneState> state;
    std::shared_ptr<const SceneConstants> constants;
    RecordedMoment name; ///< at the time when it was saved
    int stretch = 0;     ///< of the recording
    PressedControls held;
    std::size_t masses = 0;
};
using SavedMomentPtr = std::shared_ptr<const SavedMoment>;

/// A recording with its keyframes: moments from which any other is replayed. It consists of stretches, a new one after
/// each fork, so that a saved moment is known as one of its own or of another branch.
class Course
{
public:
    void start(const Scene& scene, int stretch, bool here = false);
    void take(const Recording& recording, int stretch);
    /// Forgets what comes after that moment; what follows is another stretch.
    void cut(const RecordedMoment& at, int stretch);
    /// Forgets the oldest part of a full recording; false where there is no moment at which the rest can begin.
    bool fold();

    RecordingWriter& writer() { return writer_; }
    const RecordingWriter& writer() const { return writer_; }
    const Recording& recording() const { return writer_.recording(); }
    const std::shared_ptr<Goals>& goals() const { return goals_; }
    int stretch() const { return stretches_.back().number; }
    /// What the moment is called in this recording; none where it belongs to another one.
    std::optional<RecordedMoment> nameOf(const SavedMoment& moment) const;

    /// Forgets the oldest goals until the others are this number: who replays from a moment behind one of them lacks
    /// it.
    void forgetGoals(std::size_t most);
    /// Whether a replay from that moment on has all that it goes back to.
    bool hasGoalsFrom(const RecordedMoment& moment) const;

    // ---- Keyframes, by their names -------------------------------------------------------------------------------

    /// Where the replay that computes `goal` begins at best: the latest keyframe not after it that has all goals.
    SavedMomentPtr keyframeFor(const RecordedMoment& goal) const;
    const SavedMomentPtr& first() const { return keyframes_.front(); } ///< keyframe
    void keep(const SavedMomentPtr& moment);
    /// Every second one goes, and the next ones are half as many; false where there is only one.
    bool thin();
    double spacing() const { return spacing_; } ///< a factor
    const std::vector<SavedMomentPtr>& keyframes() const { return keyframes_; }

private:
    struct Stretch
    {
        int number;
        RecordedMoment until; ///< that still belongs to it
        long long ticks = 0;  ///< that its moments have fewer in their names by now
        long long events = 0; ///< the same
    };
    /// A goal that was forgotten.
    struct Lost
    {
        RecordedMoment goal;
        std::size_t event; ///< that goes back to it
    };
    /// The first keyframe after that moment.
    std::vector<SavedMomentPtr>::const_iterator firstAfter(const RecordedMoment& moment) const;

    RecordingWriter writer_;
    std::shared_ptr<Goals> goals_ = std::make_shared<Goals>();
    std::vector<Lost> lost_;
    std::vector<Stretch> stretches_;
    std::vector<SavedMomentPtr> keyframes_;
    double spacing_ = 1.0;
};

/// A course that was left at a fork.
struct Branch
{
    Course course;
    std::string last = {}; ///< what was done last in it
};

} // namespace ropewalk
