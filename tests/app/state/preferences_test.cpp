#include "app/state/opening_mark.hpp"
#include "app/state/preferences.hpp"

#include "catch.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>

#include <sys/stat.h>
#include <unistd.h>

using namespace ropewalk;

namespace
{

struct Folder
{
    std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("ropewalk-preferences-" + std::to_string(getpid()));
    Folder() { std::filesystem::create_directories(path); }
    ~Folder() { std::filesystem::remove_all(path); }
    void write(const std::string& text) const { std::ofstream(file()) << text; }
    std::filesystem::path file() const { return path / "preferences.json"; }
};

std::string textOf(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

} // namespace

TEST_CASE("preferences come back as they were saved", "[preferences]")
{
    const Folder folder;
    Preferences saved;
    saved.window = Preferences::Place{-20, 40, 1234, 567};
    saved.theme = Theme::dark;
    saved.tensionColours = true;
    saved.panelsVisible = false;
    saved.scenesWidth = 222.5f;
    saved.parametersWidth = 333.0f;
    saved.plotsHeight = 144.0f;
    saved.dockWidth = 555.0f;
    saved.lessons.shown = false;
    saved.lessons.done["rope"] = {true, false, true};
    saved.plots.shown = false;
    saved.plots.seconds = 30.0;
    saved.stepBudget = 1234;
    saved.recentFiles.add("/ropes/before.json");
    saved.recentFiles.add("/ropes/last.json");
    saved.keys = {{"pause", {"Enter"}}, {"redo", {"F7", "Ctrl+Y"}}};
    saved.plots.tiles["rope"] = {{PlotKind::time, {"length", "stretch"}}, {PlotKind::spectrum, {"free_end"}}};
    saved.plots.tiles["gravity"] = {};
    saved.scenes["rope"] = {
        .constants = {{{"mass", "0.1"}, {"gravity", "0,-1.62,0"}}, {}},
        .view = KeptView{Camera{.target = {0.1f, -2.0f, 1e-3f}, .yaw = -7.3f, .pitch = 0.7f, .distance = 9.1f}, true},
        .doubtful = true};
    saved.scenes["rope"].constants.pins = {{-3, {0.1, -2.0, 1.0 / 3.0}}, {40, {1.0, 0.0, 0.0}}};
    saved.scenes["gravity"].view = KeptView{Camera{.pitch = 1.5707963f}}; // straight down, as key 3 looks
    saved.scenes["cloth"].constants.values = {{"stiffness", "of another version"}};
    std::filesystem::path file = folder.path / "new" / "folder" / "preferences.json";
    CHECK(savePreferences(file, saved).empty());

    std::string complaint;
    const Preferences read = loadPreferences(file, complaint);
    CHECK(complaint.empty());
    CHECK(read.window == saved.window);
    CHECK(read.theme == saved.theme);
    CHECK(read.tensionColours);
    CHECK_FALSE(read.panelsVisible);
    CHECK(read.scenesWidth == saved.scenesWidth);
    CHECK(read.parametersWidth == saved.parametersWidth);
    CHECK(read.plotsHeight == saved.plotsHeight);
    CHECK(read.dockWidth == saved.dockWidth);
    CHECK_FALSE(read.lessons.shown);
    CHECK(read.lessons.done == saved.lessons.done);
    CHECK_FALSE(read.plots.shown);
    CHECK(read.plots.seconds == 30.0);
    CHECK(read.stepBudget == 1234);
    CHECK(read.keys == saved.keys);
    REQUIRE(read.recentFiles.entries().size() == 2);
    CHECK(read.recentFiles.entries()[0].file == "/ropes/last.json");
    CHECK(read.recentFiles.entries()[1].file == "/ropes/before.json");
    CHECK(read.plots.tiles == saved.plots.tiles);
    REQUIRE(read.scenes.size() == saved.scenes.size());
    REQUIRE(read.scenes.at("gravity").view);
    CHECK(read.scenes.at("gravity").view->camera.pitch == saved.scenes.at("gravity").view->camera.pitch);
    const LeftScene& rope = read.scenes.at("rope");
    CHECK(rope.constants == saved.scenes.at("rope").constants);
    REQUIRE(rope.view);
    CHECK(rope.view->camera.target == saved.scenes.at("rope").view->camera.target);
    CHECK(rope.view->follows);
    CHECK(rope.view->camera.yaw == -7.3f);
    CHECK(rope.view->camera.pitch == 0.7f);
    CHECK(rope.view->camera.distance == 9.1f);
    CHECK(rope.doubtful);
    CHECK(read.scenes.at("cloth").constants == saved.scenes.at("cloth").constants);
    CHECK_FALSE(read.scenes.at("cloth").view);
    CHECK_FALSE(read.scenes.at("cloth").doubtful);
}

TEST_CASE("broken preferences are ignored with a line", "[preferences]")
{
    const Folder folder;
    std::filesystem::path file = folder.file();
    std::string complaint = "old";
    CHECK_FALSE(loadPreferences(file, complaint).window);
    CHECK(complaint.empty()); // there are none yet: nothing to complain about

    for (const char* text : {"", "{", "[1,2]", "\xff\xfe", "null"})
    {
        folder.write(text);
        CHECK(loadPreferences(file, complaint).theme == Theme::light);
        CHECK(complaint.find(folder.file().string()) != std::string::npos);
        CHECK(complaint.find("preferences.json.bad") != std::string::npos);
        CHECK(complaint.find('\n') == std::string::npos);
        CHECK(file == folder.file()); // to be replaced at the end, as there is a copy
        CHECK(textOf(folder.path / "preferences.json.bad") == text);
    }

    SECTION("values of another type or out of range keep their defaults, the others count")
    {
        folder.write(R"({"window": {"x": 1e300, "y": 0, "width": 5, "height": "tall"}, "theme": 7,
                         "scenes_width": -3, "parameters_width": 1e9, "plot_tiles": {"cloth": 3, "rope": [1, {"kind": "cake", "names": []},
                         {"kind": "phase"}, {"kind": 2, "names": []}, {"kind": "time", "names": [1, "length", null]}]},
                         "scenes": {"cloth": 3, "race": {"constants": []},
                         "rope": {"constants": {"mass": 0.1, "spring_constant": "9100", "air_friction": null}, "doubtful": 1,
                         "view": {"x": 0, "y": 0, "z": 0, "yaw": 0, "pitch": 2, "distance": 8}}},
                         "tension_colours": true})");
        const Preferences read = loadPreferences(file, complaint);
        CHECK(complaint.empty());
        CHECK_FALSE(read.window);
        CHECK(read.theme == Theme::light);
        CHECK(read.scenesWidth == Preferences{}.scenesWidth);
        CHECK(read.parametersWidth == Preferences{}.parametersWidth);
        CHECK(read.plots.tiles == PlotSettings::Tiles{{"rope", {{PlotKind::time, {"length"}}}}});
        CHECK(read.tensionColours);
        REQUIRE(read.scenes.size() == 2);
        CHECK(read.scenes.at("race").constants.empty());
        CHECK(read.scenes.at("rope").constants.values ==
              std::map<std::string, std::string, std::less<>>{{"spring_constant", "9100"}});
        CHECK_FALSE(read.scenes.at("rope").view); // looks down from beyond the zenith
        CHECK_FALSE(read.scenes.at("rope").doubtful);
    }
}

TEST_CASE("an opening that was not finished is known at the next start", "[preferences]")
{
    const Folder folder;
    const std::filesystem::path file = folder.path / "new" / "opening";
    OpeningMark mark(file);
    CHECK(mark.found().empty());
    mark.set("cloth");
    CHECK(mark.isSet());
    CHECK(OpeningMark(file).found() == "cloth");
    CHECK_FALSE(OpeningMark(file).isSet());
    mark.clear();
    CHECK_FALSE(mark.isSet());
    CHECK(OpeningMark(file).found().empty());

    // What lies there and is no mark is neither waited for nor written to nor removed.
    const std::filesystem::path pipe = folder.path / "pipe";
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    const std::filesystem::path empty = folder.path / "folder";
    std::filesystem::create_directory(empty);
    for (const std::filesystem::path& other : {pipe, empty})
    {
        OpeningMark noMark(other);
        CHECK(noMark.found().empty());
        noMark.set("cloth");
        noMark.clear();
        CHECK(std::filesystem::exists(other));
    }
    folder.write(std::string(100'000, 'x'));
    CHECK(OpeningMark(folder.file()).found().empty());

    OpeningMark none{std::filesystem::path()}; // no home at all
    none.set("cloth");
    none.clear();
    CHECK(none.found().empty());
}

TEST_CASE("preferences that cannot be read are left alone, with a line", "[preferences]")
{
    const Folder folder;
    std::filesystem::path file = folder.file();
    SECTION("a folder")
    {
        std::filesystem::create_directory(file);
    }
    SECTION("a pipe, which nobody writes to")
    {
        REQUIRE(mkfifo(file.c_str(), 0600) == 0);
    }
    SECTION("more than anybody's preferences")
    {
        folder.write(std::string(2'000'000, ' '));
    }
    SECTION("one's own, but not to be read")
    {
        if (geteuid() == 0)
            return; // root reads everything
        folder.write("{}");
        std::filesystem::permissions(file, std::filesystem::perms::none);
    }
    SECTION("a broken one that cannot be kept")
    {
        folder.write("{");
        std::filesystem::create_directory(folder.path / "preferences.json.bad");
    }
    const auto type = std::filesystem::status(file).type();
    std::string complaint;
    CHECK(loadPreferences(file, complaint).theme == Theme::light);
    CHECK(complaint.find("preferences") == 0);
    CHECK(complaint.find('\n') == std::string::npos);
    CHECK(savePreferences(file, {}).empty()); // nothing is said twice
    CHECK(std::filesystem::status(folder.file()).type() == type);
}

TEST_CASE("preferences that cannot be saved are one line", "[preferences]")
{
    const Folder folder;
    folder.write("a file where a folder is needed");
    const std::string complaint = savePreferences(folder.file() / "preferences.json", {});
    CHECK_FALSE(complaint.empty());
    CHECK(complaint.find('\n') == std::string::npos);
    CHECK(savePreferences({}, {}).empty()); // no home at all
}

TEST_CASE("of two windows, and of what is written by hand meanwhile, nothing is lost", "[preferences]")
{
    const Folder folder;
    folder.write(R"({"keys": {"pause": "P"}, "plot_seconds": 20, "scenes": {"cloth": {"parameters": {"rows": 7}}}})");
    std::filesystem::path file = folder.file();
    std::string complaint;
    const Preferences loaded = loadPreferences(file, complaint);
    const auto edited = [&](const auto& edit)
    {
        Preferences mine = loaded;
        edit(mine);
        CHECK(savePreferences(file, mine, loaded).empty());
    };
    edited(
        [](Preferences& mine)
        {
            mine.panelsVisible = false;
            mine.scenes["rope"].constants.values = {{"mass", "0.1"}};
            mine.scenes.erase("cloth");
        });
    std::string text = textOf(file);
    text.replace(text.find("\"P\""), 3, "\"Enter\"");
    folder.write(text);
    edited(
        [](Preferences& mine)
        {
            mine.theme = Theme::dark;
            mine.plots.seconds = 10.0; // the default
            mine.scenes["gravity"].constants.values = {{"speed", "2"}};
        });

    const Preferences both = loadPreferences(file, complaint);
    CHECK(complaint.empty());
    CHECK_FALSE(both.panelsVisible);
    CHECK(both.theme == Theme::dark);
    CHECK(both.plots.seconds == 10.0);
    CHECK(both.keys == KeyChoices{{"pause", {"Enter"}}});
    CHECK(both.scenes.size() == 2);
    CHECK(both.scenes.contains("rope"));
    CHECK(both.scenes.contains("gravity"));
}

TEST_CASE("where preferences are saved", "[preferences]")
{
    const char* before = std::getenv("XDG_CONFIG_HOME");
    const std::string earlier = before != nullptr ? before : "";
    setenv("XDG_CONFIG_HOME", "/somewhere", 1);
    CHECK(preferencesFile() == "/somewhere/ropewalk/preferences.json");
    setenv("XDG_CONFIG_HOME", "relative", 1);
    setenv("HOME", "/home/somebody", 1);
    CHECK(preferencesFile() == "/home/somebody/.config/ropewalk/preferences.json");
    if (before != nullptr)
        setenv("XDG_CONFIG_HOME", earlier.c_str(), 1);
    else
        unsetenv("XDG_CONFIG_HOME");
}
