#pragma once

#include "scenes/input_script.hpp"
#include "scenes/scene.hpp"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ropewalk
{

/// When a headless run ticks, and when it writes a row: at 0, S, 2S ... and at the end.
struct Schedule
{
    double tick = 1.0 / 60.0;  ///< [s]
    double every = 1.0 / 60.0; ///< S [s], ticksPerRow ticks
    long long ticksPerRow = 1;
    long long rows = 0; ///< whole intervals of S
    double rest = 0.0;  ///< [s] after the last of them, 0 where there is none
};

/// `every` without `tick`: the largest tick not above 1/60 s that divides it. Throws std::invalid_argument where `tick`
/// does not divide `every`, or the ticks are too many.
Schedule makeSchedule(double seconds, std::optional<double> tick, std::optional<double> every);

/// What every headless command that runs a scene takes; empty texts are options that were not given.
struct PlaybackOptions
{
    std::string scene;
    std::vector<std::string> settings; ///< NAME=VALUE
    std::string seconds;
    std::string tick;
    std::string every;
    std::string maxDt;
    std::string input;
};

/// One line: what happened, and up to three changes of which each is enough.
std::string explained(const Divergence& divergence);

/// A scene, laid out, and what will happen to it.
class Playback
{
public:
    explicit Playback(const PlaybackOptions& options);

    Scene& scene() { return *scene_; }

    /// Runs to the end, or to a divergence, which it returns. `row` is called with the time of each row, `tick` after
    /// each tick with the part of the way that is done; both may throw.
    std::optional<Divergence> play(const std::function<void(double time)>& row,
                                   const std::function<void(double fraction)>& tick);

private:
    std::unique_ptr<Scene> scene_;
    Schedule schedule_;
    ScriptedControls controls_;
};

} // namespace ropewalk
