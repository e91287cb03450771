#pragma once

#include "scene.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ropewalk
{

/// One line of scripted input.
struct InputEvent
{
    enum class Kind
    {
        press,
        release,
        move,
        perform
    };
    double time = 0.0; ///< [s]
    Kind kind = Kind::press;
    std::string key;         ///< a name of `keyNames`: "Right", "Home", "Space", "F1", "A"
    Vec3 velocity{0.0};      ///< [m/s], of `move`
    std::string verb = {};   ///< of `perform`: "cut fall 1.3"
    std::string source = {}; ///< of `perform`, for its errors: "cut.txt:12"
};

/// Reads lines "SECONDS press|release KEY", "SECONDS move VX VY VZ" and "SECONDS do VERB ARGUMENTS" with a verb as
/// parseVerb() reads it; # begins a comment. Returns the events sorted by time, with keys as `keyNames` spells them;
/// the file may have any order and any case. Throws std::invalid_argument naming the file, the line and what would be
/// right.
std::vector<InputEvent> readInputScript(const std::filesystem::path& file);
std::vector<InputEvent> parseInputScript(std::string_view text, std::string_view name);

/// Every key that a script may name and the window knows: GLFW's names without the prefix.
const std::vector<std::string>& keyNames();
/// The name of the key with GLFW's number `code`, which is its upper-case character where it types one; empty for a key
/// that a script cannot name.
std::string_view keyName(int code);

/// The unit direction in which a key drags the connection point: Right +x, Left -x, Up -z, Down +z, Home +y, End -y;
/// zero for any other key. All of it turned about y by `quarters` of a turn, counter-clockwise from above.
Vec3 dragDirection(std::string_view key, int quarters = 0);

/// The keys that are down, and the velocity of the last `move` until the next; `move 0 0 0` ends it.
class PressedControls
{
public:
    /// A key that goes down drags as turned by `quarters`, and does so until it is released.
    void apply(const InputEvent& event, int quarters = 0);
    void releaseAll(); ///< releases the keys and ends the velocity, as when the window loses the focus

    /// The sum of the keys' directions, each component limited to [-1, 1]; the velocity of the last `move`.
    Controls controls() const;

private:
    struct Key
    {
        std::string name;
        Vec3 direction;
    };
    std::vector<Key> keys_;
    std::optional<Vec3> velocity_;
};

/// Plays a script to a scene without a window.
class ScriptedControls
{
public:
    explicit ScriptedControls(std::vector<InputEvent> events) : events_(std::move(events)) {}

    /// The controls during the tick that starts at `time` [s]. An event acts from the first tick on that starts at its
    /// time or later. The times of successive calls rise.
    Controls at(double time);
    /// The events of the last call that are to be performed before its tick.
    const std::vector<InputEvent>& performances() const { return performances_; }

private:
    std::vector<InputEvent> events_;
    std::size_t next_ = 0;
    PressedControls pressed_;
    std::vector<InputEvent> performances_;
};

/// Has the scene perform what the event says. Throws std::invalid_argument naming the line where it cannot.
void perform(Scene& scene, const InputEvent& event);

} // namespace ropewalk
