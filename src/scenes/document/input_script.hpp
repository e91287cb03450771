#pragma once

#include "scenes/scene.hpp"

#include <array>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ropewalk
{

/// One line of scripted input, or of a recording.
struct InputEvent
{
    enum class Kind
    {
        // controls, held until the next of their kind:
        press,
        release,
        move,
        steer,
        grab,
        pull,
        by,
        // what a scene is told:
        perform,
        set,
        constants,
        preset,
        pin,
        unpin,
        solids,
        setUp,
        reset,
        beginHere,
        begin,
        pose,
        back,
        caption
    };
    double time = 0.0; ///< [s]
    Kind kind = Kind::press;
    /// Of a key by `keyNames`: "Right", "Home", "F1"; of a constant or a preset. Of `release` none: what the mouse
    /// holds.
    std::string name;
    Vec3 vector{0.0};                  ///< [m/s] of `move`, [m] of a target, [0.1 mm] of `by`, direction of `steer`
    std::string text = {};             ///< "cut fall 1.3" of `perform`; the value of `set`; JSON
    std::array<long long, 2> counts{}; ///< indices; how often `pose`; where `back` goes
    double ticks = 0.0;                ///< of one `pose`
    bool together = false;             ///< of `pull`
    std::string source = {};           ///< for its errors: "cut.txt:12"

    bool isControl() const { return kind < Kind::perform; }
};

InputEvent eventOf(InputEvent::Kind kind, std::string_view name = {}, std::string_view text = {});

/// Reads lines of a time and what happens then; # begins a comment. The time is in seconds, `@TICK` in ticks of 1/60 s,
/// or `+TICKS` behind the line before.
///
///     press KEY, release KEY      move VX VY VZ            steer [X Y Z]           release
///     grab LINE MASS X Y Z        pull HANDLE X Y Z [together]                     by X Y Z [0.1 mm] ...
///     do VERB ARGUMENTS           set NAME VALUE           constants NAME=VALUE ...
///     preset NAME                 reset                    begin_here
///     pin MASS X Y Z              unpin MASS               solids JSON|own         setup JSON|own
///     begin JSON|own
///     pose TICKS COUNT            back TICK EVENTS         caption TEXT
///
/// Returns the events sorted by time, with keys as `keyNames` spells them; the file may have any order and any case.
/// Throws std::invalid_argument naming the file, the line and what would be right.
std::vector<InputEvent> readInputScript(const std::filesystem::path& file);
std::vector<InputEvent> parseInputScript(std::string_view text, std::string_view name);

/// A line of one event each: a `by` says more, each a tick after the one before, or so many where "+TICKS" stands
/// before its numbers.
std::vector<std::string> linesOf(std::string_view line);
/// Reads one line of one event, where the one before it has the time `before` [s]. Throws std::invalid_argument without
/// its place.
InputEvent parseInputLine(std::string_view line, double before);
/// The line without its time; it reads back with the same bits.
std::string lineOf(const InputEvent& event);

/// Every key that a script may name and the window knows: GLFW's names without the prefix.
const std::vector<std::string>& keyNames();
/// The name of the key with GLFW's number `code`, which is its upper-case character where it types one; empty for a key
/// that a script cannot name.
std::string_view keyName(int code);

/// The unit direction in which a key drags the connection point: Right +x, Left -x, Up -z, Down +z, Home +y, End -y;
/// zero for any other key. All of it turned about y by `quarters` of a turn, counter-clockwise from above.
Vec3 dragDirection(std::string_view key, int quarters = 0);

/// A place [m] in whole tenths of a millimetre: what the mouse asks for is short to write.
Vec3 roundedPlace(const Vec3& place);

/// The keys that are down, the values steered, the strand held, and the velocity of the last `move`; `move 0 0 0`
/// ends it.
class PressedControls
{
public:
    PressedControls() = default;
    /// With these besides the keys.
    explicit PressedControls(const Controls& held) : held_(held) {}

    /// A key that goes down drags as turned by `quarters`, and does so until it is released.
    void apply(const InputEvent& event, int quarters = 0);
    void releaseAll(); ///< releases all, as when the window loses the focus

    /// The sum of the keys' directions, each component limited to [-1, 1]; the velocity of the last `move`.
    Controls controls() const;

private:
    struct Key
    {
        std::string name;
        Vec3 direction;
    };
    std::vector<Key> keys_;
    Controls held_; ///< besides the keys
};

/// Plays a script to a scene without a window.
class ScriptedControls
{
public:
    explicit ScriptedControls(std::vector<InputEvent> events) : events_(std::move(events)) {}

    /// Is told each event as it comes, with the controls of that moment.
    using Act = std::function<void(const InputEvent& event, const Controls& controls)>;
    /// The controls during the tick that starts at `time` [s]. An event acts from the first tick on that starts at its
    /// time or later. The times of successive calls rise.
    Controls at(double time, const Act& act);
    bool over() const { return next_ == events_.size(); }
    std::size_t done() const { return next_; } ///< events
    const std::vector<InputEvent>& events() const { return events_; }
    const PressedControls& pressed() const { return pressed_; }
    /// Goes on behind the events that are done, with the controls held there.
    void goTo(std::size_t done, const PressedControls& pressed)
    {
        next_ = done;
        pressed_ = pressed;
    }

private:
    std::vector<InputEvent> events_;
    std::size_t next_ = 0;
    PressedControls pressed_;
};

/// Has the scene do what the event says, unless it is one of the controls. Throws std::invalid_argument naming the line
/// where it cannot, and for `back`, which only Replay can.
void perform(Scene& scene, const InputEvent& event, const Controls& controls);

} // namespace ropewalk
