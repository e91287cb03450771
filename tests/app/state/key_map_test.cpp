#include "app/state/key_map.hpp"

#include "scenes/input_script.hpp"

#include "catch.hpp"

#include <set>
#include <string>

using namespace ropewalk;

namespace
{

const std::set<std::string_view> dragKeys{"Left", "Right", "Up", "Down", "Home", "End"};

} // namespace

TEST_CASE("no key asks for two things", "[keys]")
{
    std::set<std::string> seen;
    for (const KeyBinding& binding : keyBindings())
        for (const Chord& chord : {binding.chord, binding.otherChord})
            if (!chord.key.empty())
                CHECK(seen.insert(chordText(chord)).second);
}

TEST_CASE("the keys of the design", "[keys]")
{
    struct Expected
    {
        Chord chord;
        Action action;
    };
    const std::vector<Expected> expected{
        {{"Space"}, Action::pause},
        {{"P"}, Action::pause},
        {{"Period"}, Action::tick},
        {{"O"}, Action::tick},
        {{"Comma"}, Action::tickBack},
        {{"R"}, Action::reset},
        {{"Backspace"}, Action::reset},
        {{"Minus"}, Action::slower},
        {{"Equal"}, Action::faster},
        {{"LeftBracket"}, Action::previousScene},
        {{"RightBracket"}, Action::nextScene},
        {{"O", true}, Action::searchScenes},
        {{"F"}, Action::frameScene},
        {{"V"}, Action::resetView},
        {{"1"}, Action::viewFront},
        {{"2"}, Action::viewRight},
        {{"3"}, Action::viewTop},
        {{"1", false, true}, Action::viewBack},
        {{"2", false, true}, Action::viewLeft},
        {{"3", false, true}, Action::viewBelow},
        {{"F11"}, Action::fullscreen},
        {{"Tab"}, Action::panels},
        {{"F1"}, Action::help},
        {{"F3"}, Action::timings},
        {{"P", true}, Action::screenshot},
        {{"F12"}, Action::screenshot},
        {{"C", true}, Action::copy},
        {{"V", true}, Action::paste},
        {{"Z", true}, Action::undo},
        {{"Y", true}, Action::redo},
        {{"Q", true}, Action::quit},
        {{"Escape"}, Action::closeOverlay},
    };
    for (const Expected& row : expected)
    {
        INFO(chordText(row.chord));
        CHECK(actionOf(row.chord) == row.action);
    }
    CHECK(actionOf({"Q"}) == std::nullopt);
    CHECK(actionOf({"R", true}) == std::nullopt);
    CHECK(actionOf({""}) == std::nullopt);
}

TEST_CASE("the keys that drag are those that have a direction", "[keys]")
{
    for (const KeyBinding& binding : keyBindings())
    {
        const bool drags = dragDirection(binding.chord.key) != Vec3(0.0);
        CHECK(drags == (binding.action == Action::drag));
        CHECK(drags == dragKeys.contains(binding.chord.key));
    }
    for (const std::string_view key : dragKeys)
        CHECK(actionOf({key}) == Action::drag);
}

TEST_CASE("every action has a row with words for menu and help", "[keys]")
{
    for (int action = 0; action <= static_cast<int>(Action::closeOverlay); ++action)
    {
        const KeyBinding& binding = keyBinding(static_cast<Action>(action));
        CHECK_FALSE(binding.label.empty());
        CHECK_FALSE(binding.help.empty());
        CHECK_FALSE(binding.group.empty());
    }
    CHECK(shortcut(Action::screenshot) == "Ctrl+P");
    CHECK(shortcut(Action::theme).empty());
    CHECK(chordsText(keyBinding(Action::pause)) == "Space or P");
    CHECK(chordsText(keyBinding(Action::faster)) == "= or +");
    CHECK(chordText({"Left"}) == "\u2190");
}
