#pragma once

#include "command_line.hpp"
#include "console.hpp"

#include "scenes/document/recording.hpp"
#include "scenes/scene.hpp"

#include <rope/fixed_timestep.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace ropewalk
{

/// The times of the ticks of a run and of its rows: at 0, S, 2S ... and at the end.
struct Schedule
{
    double tick = rope::FixedTimestep::usualTick;  ///< [s]
    double every = rope::FixedTimestep::usualTick; ///< S [s]: ticksPerRow ticks
    long long ticksPerRow = 1;
    long long rows = 0; ///< whole intervals of S
    double rest = 0.0;  ///< [s] between the last of them and the end
};

/// If `every` is given without `tick`, the tick is the longest one up to 1/60 s that divides it. Throws
/// std::invalid_argument if `tick` does not divide `every` or if there are too many ticks. All in [s].
Schedule makeSchedule(double seconds, std::optional<double> tick, std::optional<double> every);

/// The options of every command that runs a scene without a window; an empty text was not given.
struct PlaybackOptions
{
    std::string scene;
    std::string text; ///< of a scene file, in place of the scene
    Settings settings;
    std::string preset;            ///< name of a ConstantPreset; settings come after it
    std::optional<double> seconds; ///< [s]
    std::optional<double> tick;    ///< [s]
    std::optional<double> every;   ///< [s]
    std::optional<double> maxDt;   ///< [s]
    std::string input;
    std::string replay; ///< a scene file with a recording, which has all of these but seconds and every
};

/// Throws std::invalid_argument where `output` is a file that the run reads: it would be replaced.
void demandUnread(const PlaybackOptions& options, const std::string& output);

/// One line: what happened, and up to three changes each of which would prevent it.
std::string explained(const Divergence& divergence);

/// A scene that is laid out, with its schedule and scripted input.
class Playback
{
public:
    /// `command` names the command in errors.
    Playback(const PlaybackOptions& options, std::string_view command);

    Scene& scene() { return *scene_; }
    std::unique_ptr<Scene> giveScene() { return std::move(scene_); } ///< the last that is asked of it
    /// In a line, where a replay became another run than the recorded one; empty where it is the same.
    const std::string& parted() const { return replay_.parted(); }

    /// Runs to the end, or to a divergence, which it returns. Calls `row` with the time of each row [s] and shows the
    /// progress in `bar`, where there is one. Calls `check` within the ticks; throws what `row` and `check` throw.
    std::optional<Divergence> play(const std::function<void(double time)>& row, const std::function<void()>& check,
                                   ProgressBar* bar = nullptr);

private:
    void openReplay(const PlaybackOptions& options);

    std::unique_ptr<Scene> scene_;
    Schedule schedule_;
    Replay replay_;
};

} // namespace ropewalk
