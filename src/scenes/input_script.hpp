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
        move
    };
    double time = 0.0; ///< [s]
    Kind kind = Kind::press;
    std::string key;    ///< as in GLFW's names without the prefix: "Right", "Home", "Space", "F1", "A"
    Vec3 velocity{0.0}; ///< [m/s], of `move`
};

/// Reads lines "SECONDS press|release KEY" and "SECONDS move VX VY VZ"; # begins a comment. Events may stand in any
/// order and come back sorted by time; keys are spelled in any case and come back as the names of `keyNames`. Throws
/// std::invalid_argument naming the file, the line and what would be right.
std::vector<InputEvent> readInputScript(const std::filesystem::path& file);
std::vector<InputEvent> parseInputScript(std::string_view text, std::string_view name);

/// Every key that a script may name, those that the window knows: GLFW's names without the prefix.
const std::vector<std::string>& keyNames();
/// The name of the key with GLFW's number `code`, which is its upper-case character where it types one; empty for a key
/// that a script cannot name.
std::string_view keyName(int code);

/// The unit direction in which a key drags the rope's end: Right +x, Left -x, Up -z, Down +z, Home +y, End -y; zero for
/// any other key. The one place that says so.
Vec3 dragDirection(std::string_view key);

/// The keys that are held and the velocity that is in force: that of the last `move`, until the next; `move 0 0 0` ends
/// it, and the keys count again.
class HeldControls
{
public:
    void apply(const InputEvent& event);
    void releaseAll(); ///< keys and velocity, as when the window loses the focus

    /// Directions of all held keys added up, each component held to [-1, 1]; the velocity of the last `move`.
    Controls controls() const;

private:
    std::vector<std::string> held_;
    std::optional<Vec3> velocity_;
};

/// Plays a script to a scene without a window.
class ScriptedControls
{
public:
    explicit ScriptedControls(std::vector<InputEvent> events) : events_(std::move(events)) {}

    /// What is held during the tick that starts at `time` [s]: an event acts from the first tick on that does not
    /// start before it. The times of successive calls rise.
    Controls at(double time);

private:
    std::vector<InputEvent> events_;
    std::size_t next_ = 0;
    HeldControls held_;
};

} // namespace ropewalk
