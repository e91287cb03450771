#pragma once

#include "key_focus.hpp"
#include "tool_stack.hpp"

#include "app/view/mouse_verb.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ropewalk
{

/// What a key, a menu item or a button asks for.
enum class Action
{
    drag, ///< dragKeyOf the row says where to, turned with the view
    tool, ///< KeyBinding::tool says which
    verb, ///< KeyBinding::verb says which
    pause,
    tick,
    tickBack,
    reset,
    slower,
    faster,
    previousScene,
    nextScene,
    searchScenes,
    lesson,
    nextLessonStep,
    previousLessonStep,
    nextPanel,
    previousPanel,
    findConstant,
    menuBar,
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
    allPanels,
    largerText,
    smallerText,
    usualText,
    help,
    timings,
    colours,
    contactShade,
    theoryShapes,
    ghost,
    theme,
    reloadShaders,
    removeSolid,
    addSolid,
    copySolid,
    beginHere,
    playRecording,
    saveRecording,
    shareRecording,
    compareFile,
    forces,
    openFile,
    saveFile,
    screenshot,
    gltf,
    gltfFilm,
    report,
    film,
    copy,
    paste,
    share,
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
    std::string_view group;    ///< heading in the help overlay
    std::string_view label;    ///< in menus: "Pause"
    std::vector<Chord> chords; ///< any of them asks for it; the first is shown in menus
    std::string_view help;     ///< what it does, for the overlay
    std::optional<Tool> tool = std::nullopt;
    std::optional<MouseVerb> verb = std::nullopt;
};

/// Every key of the window, in the order of the help overlay. The six drag rows share Action::drag, the rows of the
/// tools Action::tool the verbs Action::verb; every other action has one row, some without a key.
const std::vector<KeyBinding>& keyBindings();

/// The row of an action other than drag, tool and verb.
const KeyBinding& keyBinding(Action action);

const KeyBinding* bindingOf(const Chord& chord); ///< null where the chord asks for nothing
std::optional<Action> actionOf(const Chord& chord);
/// The key of an input script that drags as this row does; empty for the rows of other actions.
std::string_view dragKeyOf(const KeyBinding& binding);

/// The name of a row in the preferences: "pause", "next_scene", "rope_end_up".
std::string bindingName(const KeyBinding& binding);
/// The user's own keys, by `bindingName`: "Space", "Ctrl+Shift+Z".
using KeyChoices = std::map<std::string, std::vector<std::string>>;
/// Puts them into the table of the usual keys, before the window opens. A key that is given to one action is taken from
/// any other. Returns one line about the first entry that is wrong, which changes nothing; empty where all are right.
std::string bindKeys(const KeyChoices& choices);

/// What a chord asks of the panel that has the keys; nothing where it asks the same as always.
std::optional<PanelKey> panelKeyOf(const Chord& chord);

/// As people read it: "Ctrl+P", "←", "["; empty for no key.
std::string chordText(const Chord& chord);
/// "Space or P", for the overlay.
std::string chordsText(const KeyBinding& binding);
/// The first key of an action or a tool, for menus: "Ctrl+P".
std::string shortcut(Action action);
std::string shortcut(Tool tool);
const KeyBinding& keyBinding(MouseVerb verb);

/// What other input does, for the overlay.
struct InputHelp
{
    std::string_view gesture; ///< "right button"
    std::string_view help;
};
const std::vector<InputHelp>& mouseHelp();
const std::vector<InputHelp>& panelKeyHelp(); ///< while a panel has the keys
const std::vector<InputHelp>& gamepadHelp();

/// Rows of the help (F1) with a title in common.
struct HelpGroup
{
    std::string title;
    std::vector<std::pair<std::string, std::string>> rows; ///< keys or gestures, what they do
};
std::vector<HelpGroup> helpGroups();

} // namespace ropewalk
