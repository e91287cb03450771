#pragma once

#include "input_script.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ropewalk
{

/// A scene as it began, and what was done since.
struct Recording
{
    static constexpr long long mostTicks = 60LL * 60 * 60; ///< an hour
    static constexpr std::size_t longestScript = 2u << 20; ///< [bytes]
    static constexpr std::size_t mostMoments = 2000;       ///< to which it goes back
    static constexpr long long ticksPerHash = 60;

    std::string start;                 ///< text of a scene file
    std::string script;                ///< lines as parseInputLine() reads them, each with its end
    long long ticks = 0;               ///< that have passed
    std::vector<std::uint32_t> hashes; ///< of the state after each `ticksPerHash` ticks
};

/// A moment of a recording: after how many ticks and events.
using RecordedMoment = std::pair<long long, std::size_t>;

/// The states of moments to which a recording goes back.
using Goals = std::map<RecordedMoment, std::shared_ptr<const SceneState>>;

/// How many ticks of a recording have passed before the event.
long long tickOf(const InputEvent& event);

/// To which moment an event goes back.
RecordedMoment goalOf(const InputEvent& event);

/// The events of its script. Throws std::invalid_argument naming event and tick where one is none or goes where there
/// is nothing yet, and where they are too many.
std::vector<InputEvent> eventsOf(const Recording& recording);

/// Reads the key `recording` of a scene file; the start stays empty:
/// {"version": 1, "ticks": 90, "events": ["+12 set mass 2"], "hashes": ["0a1b"]}
/// Throws std::invalid_argument as eventsOf().
Recording readRecording(const nlohmann::json& value);
/// The text of a scene file that begins as the recording and holds it.
std::string recordingText(const Recording& recording);

/// Plays a script or a recording to a scene.
class Replay
{
public:
    /// Of a script: what cannot be done is thrown.
    explicit Replay(std::vector<InputEvent> events);
    /// To a scene that stands at its start. What cannot be done is left out, and told.
    /// With `goals`, those known are there and others stay there, so that it may stand anywhere.
    explicit Replay(const Recording& recording, std::shared_ptr<Goals> goals = nullptr);

    /// Has the scene do what comes before its next tick, which starts at `time` [s]; returns the controls of that tick.
    Controls before(Scene& scene, double time);
    void after(const Scene& scene); ///< a tick
    /// Goes on from that moment, at which the scene stands, with what is held there.
    void goTo(const RecordedMoment& moment, const PressedControls& held);

    long long tick() const { return tick_; }   ///< that have passed
    long long ticks() const { return ticks_; } ///< of the recording
    double time() const;                       ///< [s] since the start
    std::size_t eventsDone() const { return controls_.done(); }
    RecordedMoment moment() const { return {tick_, eventsDone()}; }
    const PressedControls& held() const { return controls_.pressed(); }
    /// The moment after that tick, before anything else is done.
    RecordedMoment momentAt(long long tick) const;
    bool goesOn() const { return tick_ < ticks_; } ///< a recording that is not at its end
    bool over() const { return !goesOn() && controls_.over(); }
    /// In a line, where it first became another run than the recorded one; empty where it is the same.
    const std::string& parted() const { return parted_; }

private:
    void keep(const Scene& scene);
    void act(Scene& scene, const InputEvent& event, const Controls& controls);
    void part(std::string_view why);

    ScriptedControls controls_;
    bool forgiving_ = false;
    long long tick_ = 0;
    long long ticks_ = 0;
    std::vector<std::uint32_t> hashes_;
    std::map<RecordedMoment, int> wanted_; ///< how often it will be gone back to
    std::shared_ptr<Goals> kept_;
    bool keepsAll_ = false; ///< also those that are gone back to no more
    std::string parted_;
};

} // namespace ropewalk
