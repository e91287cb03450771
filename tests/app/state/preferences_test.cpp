#include "app/state/preferences.hpp"

#include "catch.hpp"

#include <cstdlib>
#include <fstream>

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
    saved.plots.shown = false;
    saved.plots.seconds = 30.0;
    saved.stepBudget = 1234;
    saved.keys = {{"pause", {"Enter"}}, {"redo", {"F7", "Ctrl+Y"}}};
    saved.plots.tiles["rope"] = {{PlotKind::time, {"length", "stretch"}}, {PlotKind::spectrum, {"free_end"}}};
    saved.plots.tiles["gravity"] = {};
    const std::filesystem::path file = folder.path / "new" / "folder" / "preferences.json";
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
    CHECK_FALSE(read.plots.shown);
    CHECK(read.plots.seconds == 30.0);
    CHECK(read.stepBudget == 1234);
    CHECK(read.keys == saved.keys);
    CHECK(read.plots.tiles == saved.plots.tiles);
}

TEST_CASE("broken preferences are ignored with a line", "[preferences]")
{
    const Folder folder;
    std::string complaint = "old";
    CHECK_FALSE(loadPreferences(folder.file(), complaint).window);
    CHECK(complaint.empty()); // there are none yet: nothing to complain about

    for (const char* text : {"", "{", "[1,2]", "\xff\xfe", "null"})
    {
        folder.write(text);
        CHECK(loadPreferences(folder.file(), complaint).theme == Theme::light);
        CHECK(complaint.find(folder.file().string()) != std::string::npos);
        CHECK(complaint.find('\n') == std::string::npos);
    }

    SECTION("values of another type or out of range keep their defaults, the others count")
    {
        folder.write(R"({"window": {"x": 1e300, "y": 0, "width": 5, "height": "tall"}, "theme": 7,
                         "scenes_width": -3, "parameters_width": 1e9, "plot_tiles": {"cloth": 3, "rope": [1, {"kind": "cake", "names": []},
                         {"kind": "phase"}, {"kind": 2, "names": []}, {"kind": "time", "names": [1, "length", null]}]},
                         "tension_colours": true})");
        const Preferences read = loadPreferences(folder.file(), complaint);
        CHECK(complaint.empty());
        CHECK_FALSE(read.window);
        CHECK(read.theme == Theme::light);
        CHECK(read.scenesWidth == Preferences{}.scenesWidth);
        CHECK(read.parametersWidth == Preferences{}.parametersWidth);
        CHECK(read.plots.tiles == PlotSettings::Tiles{{"rope", {{PlotKind::time, {"length"}}}}});
        CHECK(read.tensionColours);
    }
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
