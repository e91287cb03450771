#include "app/state/key_map.hpp"

#include "scenes/document/input_script.hpp"

#include "catch.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

using namespace ropewalk;

namespace
{

const std::set<std::string_view> dragKeys{"Left", "Right", "Up", "Down", "Home", "End"};

/// The groups of the help as tables.
std::string keyTables()
{
    std::string text;
    for (const HelpGroup& group : helpGroups())
    {
        text += fmt::format("\n## {}\n\n| | |\n|---|---|\n", group.title);
        for (const auto& [keys, help] : group.rows)
            text += fmt::format("| {} | {} |\n", keys, help);
    }
    return text;
}

} // namespace

TEST_CASE("docs/keys.md has the rows of the help", "[keys]")
{
    const std::string file = ROPEWALK_SOURCE_DIR "/docs/keys.md";
    std::ifstream stream(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    const std::string end = "<!-- The tables below are made from the table of keys. -->\n";
    const std::size_t tables = text.find(end);
    REQUIRE(tables != std::string::npos);
    const std::string expected = text.substr(0, tables) + end + keyTables();
    INFO("ROPEWALK_WRITE_KEYS=1 app_tests 'docs/keys.md*' brings it up to date");
    if (std::getenv("ROPEWALK_WRITE_KEYS") != nullptr) // NOLINT(concurrency-mt-unsafe)
        std::ofstream(file, std::ios::binary) << expected;
    else
        CHECK(text == expected);
}

TEST_CASE("no key asks for two things", "[keys]")
{
    std::set<std::string> seen;
    for (const KeyBinding& binding : keyBindings())
        for (const Chord& chord : binding.chords)
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
        {{"O", true, true}, Action::openFile},
        {{"S", true}, Action::saveFile},
        {{"S", true, true}, Action::saveFile},
        {{"L"}, Action::lesson},
        {{"Enter"}, Action::nextLessonStep},
        {{"Enter", false, true}, Action::previousLessonStep},
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
        {{"N"}, Action::nextScene},
        {{"N", false, true}, Action::previousScene},
        {{"F6"}, Action::nextPanel},
        {{"Tab", true}, Action::nextPanel},
        {{"F", true}, Action::findConstant},
        {{"H"}, Action::verb},
        {{"Q"}, Action::verb},
        {{"F10"}, Action::menuBar},
        {{"LeftAlt"}, Action::menuBar},
    };
    for (const Expected& row : expected)
    {
        INFO(chordText(row.chord));
        CHECK(actionOf(row.chord) == row.action);
    }
    CHECK(actionOf({"6"}) == std::nullopt);
    CHECK(actionOf({"R", true}) == std::nullopt);
    CHECK(actionOf({""}) == std::nullopt);
}

TEST_CASE("the keys that drag are those that have a direction", "[keys]")
{
    for (const KeyBinding& binding : keyBindings())
    {
        const bool drags = dragDirection(dragKeyOf(binding)) != Vec3(0.0);
        CHECK(drags == (binding.action == Action::drag));
        CHECK(drags == dragKeys.contains(dragKeyOf(binding)));
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

TEST_CASE("the end is lifted and lowered without Home and End, too", "[keys]")
{
    for (const auto& [key, same] :
         {std::pair("I", "Home"), std::pair("PageUp", "Home"), std::pair("K", "End"), std::pair("PageDown", "End")})
    {
        INFO(key);
        REQUIRE(bindingOf({key}) != nullptr);
        CHECK(dragKeyOf(*bindingOf({key})) == same);
    }
}

TEST_CASE("the user's own keys take the place of the usual ones", "[keys]")
{
    CHECK(bindKeys({{"pause", {"Enter"}}, {"rope_end_up", {"W"}}, {"redo", {"ctrl+shift+y", "F7"}}}).empty());
    CHECK(actionOf({"Enter"}) == Action::pause);
    CHECK(actionOf({"Space"}) == std::nullopt);
    CHECK(shortcut(Action::pause) == "Enter");
    CHECK(dragKeyOf(*bindingOf({"W"})) == "Home");
    CHECK(actionOf({"Home"}) == std::nullopt);
    CHECK(actionOf({"Y", true, true}) == Action::redo);
    CHECK(actionOf({"F7"}) == Action::redo);

    // A key that has another meaning is taken from that.
    CHECK(bindKeys({{"pause", {"R"}}}).empty());
    CHECK(actionOf({"R"}) == Action::pause);
    CHECK(actionOf({"Backspace"}) == Action::reset);
    CHECK(actionOf({"Enter"}) == Action::nextLessonStep); // each time begins with the usual keys

    CHECK(bindKeys({{"puase", {"R"}}}).find("did you mean 'pause'?") != std::string::npos);
    CHECK(bindKeys({{"pause", {"Spice"}}}).find("pause = 'Spice': no such key") != std::string::npos);
    CHECK(bindKeys({{"pause", {"Q"}}, {"reset", {"Q"}}}).find("reset = 'Q': the key of pause already") !=
          std::string::npos);
    CHECK(actionOf({"Q"}) == Action::pause);
    CHECK(actionOf({"R"}) == Action::reset); // a wrong entry changes nothing

    CHECK(bindKeys({}).empty());
    CHECK(actionOf({"Space"}) == Action::pause);
}
