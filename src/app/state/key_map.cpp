#include "key_map.hpp"

#include "tool_list.hpp"

#include "scenes/document/input_script.hpp"

#include "text/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace ropewalk
{

namespace
{

std::vector<KeyBinding> usualBindings()
{
    std::vector<KeyBinding> rows{
        {Action::drag,
         "Rope end",
         "Left",
         {{"Left"}},
         "pull the rope's end to the left of the screen: these four keys turn with the view, to its nearest axis"},
        {Action::drag, "Rope end", "Right", {{"Right"}}, "to the right; hold two keys for a diagonal"},
        {Action::drag, "Rope end", "Away", {{"Up"}}, "away from you"},
        {Action::drag, "Rope end", "Nearer", {{"Down"}}, "towards you"},
        {Action::drag, "Rope end", "Up", {{"Home"}, {"I"}, {"PageUp"}}, "up"},
        {Action::drag, "Rope end", "Down", {{"End"}, {"K"}, {"PageDown"}}, "down"},

        {Action::pause, "Run", "Pause", {{"Space"}, {"P"}}, "pause, or go on"},
        {Action::tick, "Run", "One tick", {{"Period"}, {"O"}}, "one tick (1/60 s) on"},
        {Action::tickBack, "Run", "One tick back", {{"Comma"}}, "one tick back"},
        {Action::reset,
         "Run",
         "Reset",
         {{"R"}, {"Backspace"}},
         "back to the beginning and to its view, with the present constants"},
        {Action::slower, "Run", "Slower", {{"Minus"}}, "half the speed"},
        {Action::faster, "Run", "Faster", {{"Equal"}, {"Equal", false, true}}, "twice the speed"},

        {Action::previousScene, "Scene", "Previous scene", {{"LeftBracket"}, {"N", false, true}}, "previous scene"},
        {Action::nextScene, "Scene", "Next scene", {{"RightBracket"}, {"N"}}, "next scene"},
        {Action::searchScenes, "Scene", "Search scenes...", {{"O", true}}, "search the scenes"},
        {Action::lesson, "Scene", "Lesson", {{"L"}}, "show the lesson of the scene, or hide it"},
        {Action::nextLessonStep, "Scene", "Next step of the lesson", {{"Enter"}}, "next step of the lesson"},
        {Action::previousLessonStep, "Scene", "Step of the lesson before", {{"Enter", false, true}}, "the step before"},
        {Action::undo, "Scene", "Undo", {{"Z", true}}, "take back the last change, of the scene before too"},
        {Action::redo, "Scene", "Redo", {{"Y", true}, {"Z", true, true}}, "do it again"},
        {Action::restoreDefaults, "Scene", "Restore all", {}, "give all constants their defaults"},
        {Action::restoreLeft, "Scene", "As I left it", {}, "the constants and the view that you left the scene with"},
        {Action::removeSolid,
         "Scene",
         "Remove the solid",
         {{"Delete"}},
         "remove the solid under the mouse; in the workshop a rope too"},
        {Action::beginHere, "Scene", "Begin here", {}, "begin with the present moment from now on"},

        {Action::playRecording,
         "Recording",
         "Play the recording",
         {},
         "play again what was done since the scene was opened, or the recording of its file"},
        {Action::saveRecording,
         "Recording",
         "Save the recording...",
         {},
         "save all of it, or the part that is chosen on the bar of time"},
        {Action::shareRecording,
         "Recording",
         "Share the recording",
         {},
         "copy a link that plays what was done since the scene was opened"},
        {Action::compareFile,
         "Recording",
         "Compare with a file...",
         {},
         "run a recording beside the present run, drawn as a ghost and in its plots"},

        {Action::verb,
         "Workshop",
         "Hold",
         {{"H"}},
         "hold a place of a rope where it is, or let it go",
         std::nullopt,
         MouseVerb::hold},
        {Action::verb,
         "Workshop",
         "Hang",
         {{"W"}},
         "hang a weight on a rope or an eye; drag down for more",
         std::nullopt,
         MouseVerb::hang},
        {Action::verb,
         "Workshop",
         "Tie or join",
         {{"J"}},
         "tie two places of ropes and solids; both ends of a rope make a ring, and ends of a cut are joined",
         std::nullopt,
         MouseVerb::tie},
        {Action::verb,
         "Workshop",
         "Run over",
         {{"U"}},
         "lead a rope over pulleys, bars and posts, and through rings",
         std::nullopt,
         MouseVerb::runOver},
        {Action::verb, "Workshop", "Cut", {{"X"}}, "cut a rope", std::nullopt, MouseVerb::cut},
        {Action::verb,
         "Workshop",
         "Wind up",
         {{"D"}},
         "put an end that is held on a reel",
         std::nullopt,
         MouseVerb::wind},
        {Action::verb,
         "Workshop",
         "New rope",
         {{"Q"}},
         "lay a new rope from place to place",
         std::nullopt,
         MouseVerb::newRope},
        {Action::verb, "Workshop", "Measure", {{"Z"}}, "measure from place to place", std::nullopt, MouseVerb::measure},
        {Action::verb,
         "Workshop",
         "Over",
         {{"4"}},
         "what is dragged goes in front of the strands that it crosses; the wheel does it too",
         std::nullopt,
         MouseVerb::over},
        {Action::verb,
         "Workshop",
         "Under",
         {{"5"}},
         "what is dragged goes behind the strands that it crosses; the wheel does it too",
         std::nullopt,
         MouseVerb::under},
        {Action::forces,
         "Workshop",
         "Forces",
         {{"Y"}},
         "draw the forces at ties, holds and axles; those at the mouse head to tail too"},
        {Action::addSolid, "Workshop", "Add", {{"Insert"}}, "add at the mouse what was added last"},
        {Action::copySolid, "Workshop", "Copy", {{"D", true}}, "copy the thing under the mouse"},

        {Action::openFile,
         "File",
         "Open...",
         {{"O", true, true}},
         "open a scene file; one that is dropped on the window too"},
        {Action::saveFile, "File", "Save as...", {{"S", true}, {"S", true, true}}, "save the scene with its constants"},
        {Action::copy, "File", "Copy scene", {{"C", true}}, "copy the scene and its constants as text"},
        {Action::paste, "File", "Paste scene", {{"V", true}}, "open the scene in the clipboard"},
        {Action::share, "File", "Share link", {}, "copy a link that opens the scene with its constants in a browser"},
        {Action::quit, "File", "Quit", {{"Q", true}}, "quit"},

        {Action::nextPanel,
         "Panels by keys",
         "Keys to the next panel",
         {{"F6"}, {"Tab", true}},
         "give the keys to a panel, and to the next one"},
        {Action::previousPanel,
         "Panels by keys",
         "Keys to the panel before",
         {{"F6", false, true}, {"Tab", true, true}},
         "to the panel before"},
        {Action::findConstant, "Panels by keys", "Find a constant", {{"F", true}}, "type a constant's name"},
        {Action::menuBar, "Panels by keys", "Menus by keys", {{"F10"}, {"LeftAlt"}}, "open the menus by keys"},

        {Action::frameScene, "View", "Frame the scene", {{"F"}}, "show all from here, and follow what moves"},
        {Action::resetView, "View", "Reset view", {{"V"}}, "the first view again, following what moves"},
        {Action::viewFront, "View", "Front", {{"1"}}, "look from the front"},
        {Action::viewRight, "View", "Right side", {{"2"}}, "look from the right side"},
        {Action::viewTop, "View", "Top", {{"3"}}, "look from above"},
        {Action::viewBack, "View", "Back side", {{"1", false, true}}, "look from the back"},
        {Action::viewLeft, "View", "Left side", {{"2", false, true}}, "look from the left side"},
        {Action::viewBelow, "View", "Below", {{"3", false, true}}, "look from below"},
        {Action::fullscreen, "View", "Full screen", {{"F11"}}, "full screen, and back"},
        {Action::panels, "View", "Panels", {{"Tab"}}, "hide the panels, or show them"},
        {Action::allPanels, "View", "All panels", {{"F7"}}, "all panels, or the simple view with a larger picture"},
        {Action::largerText, "View", "Larger text", {{"Equal", true}, {"Equal", true, true}}, "larger text"},
        {Action::smallerText, "View", "Smaller text", {{"Minus", true}}, "smaller text"},
        {Action::usualText, "View", "Usual text", {{"0", true}}, "text of the usual size"},
        {Action::colours,
         "View",
         "Colours",
         {{"C"}},
         "colour ropes by their tension, by what else they can show, or not"},
        {Action::contactShade,
         "View",
         "Contact shadows",
         {},
         "strands and solids that touch a rope keep light from it; off by itself below 20 frames a second"},
        {Action::theoryShapes, "View", "Theory shapes", {{"T"}}, "draw the predicted shapes over the scene"},
        {Action::ghost, "View", "Ghost", {{"G"}}, "draw the run before the last change over this"},
        {Action::theme, "View", "Dark theme", {}, "light or dark theme"},
        {Action::timings, "View", "Timings", {{"F3"}}, "what the parts of a frame cost"},
        {Action::help, "View", "Keys", {{"F1"}}, "this help"},
        {Action::screenshot,
         "View",
         "Save screenshot",
         {{"P", true}, {"F12"}},
         "save the scene as PNG in the current folder"},
        {Action::gltf,
         "View",
         "Save as glTF",
         {},
         "save this moment as .glb for Blender and other programs, in the current folder"},
        {Action::gltfFilm,
         "View",
         "Record glTF film",
         {},
         "film the scene as .glb, 30 moments a second of its time, up to a minute; again, to end the film"},
        {Action::report,
         "View",
         "Save report",
         {},
         "save the scene, its last ten seconds and what you did in them, to be sent to somebody"},
        {Action::film, "View", "Record film", {{"F9"}}, "film the window to a .webm file; again, to end the film"},
        {Action::reloadShaders, "View", "Reload shaders", {{"F5"}}, "read the shaders of --shaders again"},
        {Action::closeOverlay,
         "View",
         "Close",
         {{"Escape"}},
         "close what is topmost; before that, give the keys back to the rope"},
    };
    for (const ToolInfo& info : toolList())
        rows.push_back({Action::tool, "Tools", info.title, {{info.key}}, info.help, info.tool});
    return rows;
}

/// `bindKeys` changes it.
std::vector<KeyBinding>& table()
{
    static std::vector<KeyBinding> bindings = usualBindings();
    return bindings;
}

/// "Ctrl+Shift+Z"; nothing where that is no chord of known keys.
std::optional<Chord> chordFrom(std::string_view text)
{
    Chord chord;
    for (bool more = true; more;)
    {
        more = false;
        for (const auto& [word, modifier] : {std::pair("ctrl+", &Chord::control), std::pair("shift+", &Chord::shift)})
            if (text::lowered(text).starts_with(word))
            {
                chord.*modifier = more = true;
                text.remove_prefix(std::string_view(word).size());
            }
    }
    for (const std::string& name : keyNames())
        if (text::lowered(name) == text::lowered(text))
            chord.key = name;
    return chord.key.empty() ? std::nullopt : std::optional(chord);
}

bool asks(const KeyBinding& binding, const Chord& chord)
{
    return std::find(binding.chords.begin(), binding.chords.end(), chord) != binding.chords.end();
}

std::string firstChord(const KeyBinding& binding)
{
    return binding.chords.empty() ? std::string() : chordText(binding.chords.front());
}

/// Gives the row its own chords and takes them from the rows that had them; returns the complaint in one line.
std::string bind(const std::string& name, const std::vector<std::string>& keys, std::vector<KeyBinding*>& bound)
{
    const auto row = std::find_if(table().begin(), table().end(),
                                  [&](const KeyBinding& binding) { return bindingName(binding) == name; });
    if (row == table().end())
    {
        std::vector<std::string> names;
        for (const KeyBinding& binding : table())
            names.push_back(bindingName(binding));
        const std::vector<std::string_view> views(names.begin(), names.end());
        return text::unknownName("action", name, views, "actions are pause, next_scene, rope_end_up ...");
    }
    std::vector<Chord> chords;
    for (const std::string& key : keys)
    {
        const std::optional<Chord> chord = chordFrom(key);
        if (!chord)
            return fmt::format("{} = '{}': no such key; keys are Right, Home, Space, F1, A, Ctrl+Shift+Z ...", name,
                               key);
        for (const KeyBinding* other : bound)
            if (asks(*other, *chord))
                return fmt::format("{} = '{}': the key of {} already", name, key, bindingName(*other));
        chords.push_back(*chord);
    }
    for (const Chord& chord : chords)
        for (KeyBinding& binding : table())
            std::erase(binding.chords, chord);
    row->chords = std::move(chords);
    bound.push_back(&*row);
    return {};
}

} // namespace

const std::vector<KeyBinding>& keyBindings()
{
    return table();
}

std::string bindingName(const KeyBinding& binding)
{
    std::string name(binding.label);
    if (binding.action == Action::drag)
        name = std::string(binding.group) + " " + name;
    name = text::lowered(name.substr(0, name.find('.')));
    std::replace(name.begin(), name.end(), ' ', '_');
    return name;
}

std::string bindKeys(const KeyChoices& choices)
{
    table() = usualBindings();
    std::string complaint;
    std::vector<KeyBinding*> bound;
    for (const auto& [name, keys] : choices)
        if (std::string line = bind(name, keys, bound); !line.empty() && complaint.empty())
            complaint = "keys: " + line;
    return complaint;
}

std::string_view dragKeyOf(const KeyBinding& binding)
{
    static constexpr std::pair<std::string_view, std::string_view> rows[] = {
        {"Left", "Left"}, {"Right", "Right"}, {"Away", "Up"}, {"Nearer", "Down"}, {"Up", "Home"}, {"Down", "End"}};
    for (const auto& [label, key] : rows)
        if (binding.action == Action::drag && binding.label == label)
            return key;
    return {};
}

const KeyBinding& keyBinding(Action action)
{
    for (const KeyBinding& binding : keyBindings())
        if (binding.action == action)
            return binding;
    throw std::logic_error("an action is missing in the table of keys");
}

const KeyBinding* bindingOf(const Chord& chord)
{
    for (const KeyBinding& binding : keyBindings())
        if (asks(binding, chord))
            return &binding;
    return nullptr;
}

std::optional<Action> actionOf(const Chord& chord)
{
    const KeyBinding* binding = bindingOf(chord);
    return binding != nullptr ? std::optional(binding->action) : std::nullopt;
}

std::optional<PanelKey> panelKeyOf(const Chord& chord)
{
    static constexpr std::pair<std::string_view, PanelKey> rows[] = {
        {"Tab", PanelKey::next},    {"Up", PanelKey::up},       {"Down", PanelKey::down},
        {"Left", PanelKey::left},   {"Home", PanelKey::first},  {"Right", PanelKey::right},
        {"Space", PanelKey::press}, {"Enter", PanelKey::press}, {"End", PanelKey::last}};
    for (const auto& [key, meaning] : rows)
    {
        const bool sideways = meaning == PanelKey::left || meaning == PanelKey::right;
        if (key != chord.key || (chord.control && !sideways))
            continue;
        return meaning == PanelKey::next && chord.shift ? PanelKey::previous : meaning;
    }
    return std::nullopt;
}

std::string chordText(const Chord& chord)
{
    static constexpr std::pair<std::string_view, std::string_view> signs[] = {
        {"Left", "\u2190"}, {"Right", "\u2192"}, {"Up", "\u2191"},     {"Down", "\u2193"},   {"Period", "."},
        {"Comma", ","},     {"Minus", "-"},      {"Equal", "="},       {"LeftBracket", "["}, {"RightBracket", "]"},
        {"Escape", "Esc"},  {"PageUp", "PgUp"},  {"PageDown", "PgDn"}, {"LeftAlt", "Alt"}};
    if (chord == Chord{"Equal", false, true})
        return "+";
    std::string text;
    if (chord.control)
        text += "Ctrl+";
    if (chord.shift)
        text += "Shift+";
    for (const auto& [key, sign] : signs)
        if (key == chord.key)
            return text.append(sign);
    return text.append(chord.key);
}

std::string chordsText(const KeyBinding& binding)
{
    std::string text;
    for (const Chord& chord : binding.chords)
        text += (text.empty() ? "" : " or ") + chordText(chord);
    return text;
}

std::string shortcut(Action action)
{
    return firstChord(keyBinding(action));
}

std::string shortcut(Tool tool)
{
    for (const KeyBinding& binding : keyBindings())
        if (binding.tool == tool)
            return firstChord(binding);
    return {};
}

const KeyBinding& keyBinding(MouseVerb verb)
{
    for (const KeyBinding& binding : keyBindings())
        if (binding.verb == verb)
            return binding;
    throw std::logic_error("a verb is missing in the table of keys");
}

const std::vector<InputHelp>& panelKeyHelp()
{
    static const std::vector<InputHelp> rows{
        {"Tab, Shift+Tab", "to the next item, to the one before; the arrows up and down too"},
        {"\u2190 \u2192", "change a number or a choice; with Shift fine, with Ctrl coarse"},
        {"Enter", "type a number; press a button; open a list"},
        {"Esc", "give the keys back to the rope"},
    };
    return rows;
}

const std::vector<InputHelp>& gamepadHelp()
{
    static const std::vector<InputHelp> rows{
        {"left stick", "move the rope's end; the triggers lift and lower it"},
        {"right stick", "turn the view"},
        {"A, Y", "pause, reset"},
        {"shoulder buttons", "previous and next scene"},
    };
    return rows;
}

const std::vector<InputHelp>& mouseHelp()
{
    static const std::vector<InputHelp> rows{
        {"left button", "take the rope's end, a corner (both with Ctrl) or any mass, and pull it; also while paused"},
        {"Shift and left", "the same along the ground"},
        {"double-click", "pin a mass where it is, or free it"},
        {"left button on a solid", "move it; with Ctrl turn it"},
        {"right button", "turn the view, which goes on following; a click opens the verbs of a set-up"},
        {"middle button, or Shift and right", "shift the view; it then stays where you put it until V or F"},
        {"wheel", "zoom at the cursor"},
        {"wheel while a rope is held", "up: in front of the strands under the cursor; down: behind them"},
    };
    return rows;
}

std::vector<HelpGroup> helpGroups()
{
    std::vector<HelpGroup> groups;
    for (const KeyBinding& binding : keyBindings())
    {
        if (binding.chords.empty())
            continue;
        const auto same = std::find_if(groups.begin(), groups.end(),
                                       [&](const HelpGroup& group) { return group.title == binding.group; });
        HelpGroup& group =
            same != groups.end() ? *same : groups.emplace_back(HelpGroup{std::string(binding.group), {}});
        group.rows.emplace_back(chordsText(binding), binding.help);
    }
    const auto addRows = [&groups](const char* title, const std::vector<InputHelp>& rows)
    {
        HelpGroup& group = groups.emplace_back(HelpGroup{title, {}});
        for (const InputHelp& row : rows)
            group.rows.emplace_back(row.gesture, row.help);
    };
    addRows("In a panel that has the keys", panelKeyHelp());
    addRows("Mouse", mouseHelp());
    addRows("Gamepad", gamepadHelp());
    groups.push_back({"On a constant",
                      {{"drag", "change it"},
                       {"double-click", "type a number (also Ctrl+click)"},
                       {"right-click", "restore its default"}}});
    groups.push_back({"On a plot",
                      {{"wheel", "zoom at the cursor; over the numbers of an axis: that axis"},
                       {"drag, double-click", "move what is shown; all of it again"},
                       {"the dots", "what it shows; save it as CSV or PNG; remove it"}}});
    return groups;
}

} // namespace ropewalk
