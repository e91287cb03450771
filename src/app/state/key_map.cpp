#include "key_map.hpp"

#include <stdexcept>
#include <utility>

namespace ropewalk
{

const std::vector<KeyBinding>& keyBindings()
{
    static const std::vector<KeyBinding> bindings{
        {Action::drag,
         "Rope end",
         "Left",
         {"Left"},
         {},
         "pull the rope's end to the left; hold two keys for a diagonal"},
        {Action::drag, "Rope end", "Right", {"Right"}, {}, "to the right"},
        {Action::drag, "Rope end", "Away", {"Up"}, {}, "away from you"},
        {Action::drag, "Rope end", "Nearer", {"Down"}, {}, "towards you"},
        {Action::drag, "Rope end", "Up", {"Home"}, {}, "up"},
        {Action::drag, "Rope end", "Down", {"End"}, {}, "down"},

        {Action::pause, "Run", "Pause", {"Space"}, {"P"}, "pause, or go on"},
        {Action::tick, "Run", "One tick", {"Period"}, {"O"}, "one tick (1/60 s) on"},
        {Action::tickBack, "Run", "One tick back", {"Comma"}, {}, "one tick back"},
        {Action::reset, "Run", "Reset", {"R"}, {"Backspace"}, "back to the beginning, with the present constants"},
        {Action::slower, "Run", "Slower", {"Minus"}, {}, "half the speed"},
        {Action::faster, "Run", "Faster", {"Equal"}, {"Equal", false, true}, "twice the speed"},

        {Action::previousScene, "Scene", "Previous scene", {"LeftBracket"}, {}, "previous scene"},
        {Action::nextScene, "Scene", "Next scene", {"RightBracket"}, {}, "next scene"},
        {Action::searchScenes, "Scene", "Search scenes...", {"O", true}, {}, "search the scenes"},
        {Action::copy, "Scene", "Copy scene", {"C", true}, {}, "copy the scene and its constants as text"},
        {Action::paste, "Scene", "Paste scene", {"V", true}, {}, "open the scene in the clipboard"},
        {Action::undo, "Scene", "Undo", {"Z", true}, {}, "take back the last change of a constant"},
        {Action::redo, "Scene", "Redo", {"Y", true}, {"Z", true, true}, "do it again"},

        {Action::advisor, "Tools", "Constants advisor", {"A"}, {}, "constants from what you know and want of a rope"},
        {Action::card, "Tools", "Rope card", {"E"}, {}, "the rope's constants for other systems"},
        {Action::physics, "Tools", "The physics", {"F2"}, {}, "the equations behind the constants"},

        {Action::frameScene, "View", "Frame the scene", {"F"}, {}, "show all of the scene"},
        {Action::fullscreen, "View", "Full screen", {"F11"}, {}, "full screen, and back"},
        {Action::panels, "View", "Panels", {"Tab"}, {}, "hide the panels, or show them"},
        {Action::tensionColours, "View", "Tension colours", {"C"}, {}, "colour the rope by its tension"},
        {Action::theoryShapes, "View", "Theory shapes", {"T"}, {}, "draw the predicted shapes over the scene"},
        {Action::theoryBench, "View", "Theory bench", {"F4"}, {}, "experiments: predicted and measured"},
        {Action::theme, "View", "Dark theme", {}, {}, "light or dark theme"},
        {Action::books, "View", "Energy and momentum", {"B"}, {}, "where energy and momentum came from and went"},
        {Action::timings, "View", "Timings", {"F3"}, {}, "what the parts of a frame cost"},
        {Action::help, "View", "Keys", {"F1"}, {}, "this help"},
        {Action::screenshot,
         "View",
         "Save screenshot",
         {"P", true},
         {"F12"},
         "save the scene as PNG in the current folder"},
        {Action::reloadShaders, "View", "Reload shaders", {"F5"}, {}, "read the shaders of --shaders again"},
        {Action::closeOverlay, "View", "Close", {"Escape"}, {}, "close the topmost overlay"},
        {Action::quit, "View", "Quit", {"Q", true}, {}, "quit"},
    };
    return bindings;
}

const KeyBinding& keyBinding(Action action)
{
    for (const KeyBinding& binding : keyBindings())
        if (binding.action == action)
            return binding;
    throw std::logic_error("an action is missing in the table of keys");
}

std::optional<Action> actionOf(const Chord& chord)
{
    if (!chord.key.empty())
        for (const KeyBinding& binding : keyBindings())
            if (binding.chord == chord || binding.otherChord == chord)
                return binding.action;
    return std::nullopt;
}

std::string chordText(const Chord& chord)
{
    static constexpr std::pair<std::string_view, std::string_view> signs[] = {
        {"Left", "\u2190"},   {"Right", "\u2192"},   {"Up", "\u2191"}, {"Down", "\u2193"},
        {"Period", "."},      {"Comma", ","},        {"Minus", "-"},   {"Equal", "="},
        {"LeftBracket", "["}, {"RightBracket", "]"}, {"Escape", "Esc"}};
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
    std::string text = chordText(binding.chord);
    if (!binding.otherChord.key.empty())
        text += " or " + chordText(binding.otherChord);
    return text;
}

std::string shortcut(Action action)
{
    return chordText(keyBinding(action).chord);
}

const std::vector<MouseHelp>& mouseHelp()
{
    static const std::vector<MouseHelp> rows{
        {"left button", "take the rope's end, a corner or any mass, and pull it; also while paused"},
        {"Shift and left", "the same along the ground"},
        {"right button", "turn the view"},
        {"middle button, or Shift and right", "shift the view"},
        {"wheel", "zoom at the cursor"},
    };
    return rows;
}

} // namespace ropewalk
