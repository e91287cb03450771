#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ropewalk
{

/// What a key, a menu item or a button asks for.
enum class Action
{
    drag, ///< dragDirection of the key says where to, turned with the view
    pause,
    tick,
    tickBack,
    reset,
    slower,
    faster,
    previousScene,
    nextScene,
    searchScenes,
    frameScene,
    resetView,
    viewFront,
    viewBack,
    viewRight,
    viewLeft,
    viewTop,
    viewBelow,
    fullscreen,
    panels,
    help,
    timings,
    books,
    tensionColours,
    theoryShapes,
    theoryBench,
    theme,
    reloadShaders,
    advisor,
    card,
    physics,
    screenshot,
    copy,
    paste,
    undo,
    redo,
    restoreDefaults,
    restoreLeft,
    quit,
    closeOverlay
};

/// A key with the modifiers that must be down; the others must be up.
struct Chord
{
    std::string_view key; ///< as in scripted input: "Right", "Space", "F1", "A"; empty: no key
    bool control = false;
    bool shift = false;

    friend bool operator==(const Chord&, const Chord&) = default;
};

/// One row of the table that keys, menus and the help overlay are made of.
struct KeyBinding
{
    Action action;
    std::string_view group; ///< heading in the help overlay
    std::string_view label; ///< in menus: "Pause"
    Chord chord;
    Chord otherChord;
    std::string_view help; ///< what it does, for the overlay
};

/// Every key of the window, in the order of the help overlay. The six drag rows share Action::drag; every other action
/// has one row, some without a key.
const std::vector<KeyBinding>& keyBindings();

/// The row of an action other than drag.
const KeyBinding& keyBinding(Action action);

std::optional<Action> actionOf(const Chord& chord);

/// As people read it: "Ctrl+P", "←", "["; empty for no key.
std::string chordText(const Chord& chord);
/// "Space or P", for the overlay.
std::string chordsText(const KeyBinding& binding);
/// The first key of an action, for menus: "Ctrl+P".
std::string shortcut(Action action);

/// What the mouse does, for the overlay.
struct MouseHelp
{
    std::string_view gesture; ///< "right mouse"
    std::string_view help;
};
const std::vector<MouseHelp>& mouseHelp();

} // namespace ropewalk
