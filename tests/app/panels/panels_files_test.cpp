#include "catch.hpp"
#include "desk.hpp"

#include "app/state/dropped_files.hpp"

#include <filesystem>
#include <fstream>
#include <random>
#include <string>

using namespace ropewalk;
namespace fs = std::filesystem;

namespace
{

/// A folder of scene files, in which the chooser begins.
struct FilesDesk : Desk
{
    fs::path folder = fs::temp_directory_path() / ("ropewalk_chooser_" + std::to_string(std::random_device{}()));

    FilesDesk()
    {
        fs::create_directories(folder / "knots");
        for (const char* name : {"heavy.json", "header.json", "knots/bowline.json", "notes.txt", "hemp.csv"})
            std::ofstream(folder / name) << R"({"ropewalk": 1, "scene": "rope"})";
        for (const char* scene : {"rope", "cloth"})
            std::ofstream(folder / ("run of " + std::string(scene) + ".json"))
                << R"({"ropewalk": 1, "scene": ")" << scene << R"(", "recording": {"version": 1}})";
        ui.recentFiles.add(in("heavy.json"));
    }
    ~FilesDesk() { fs::remove_all(folder); }

    std::string in(const std::string& name) const { return (folder / name).generic_string(); }
    void ask(FilePurpose purpose)
    {
        ui.fileDialog = FileDialog{purpose, {}};
        frames(4); // the field has the keyboard
    }
};

} // namespace

TEST_CASE("a scene file is chosen by its name alone", "[files]")
{
    FilesDesk desk;
    desk.ask(FilePurpose::open);
    CHECK(desk.ui.map.contains("file heavy.json"));
    CHECK(desk.ui.map.contains("file knots"));
    CHECK_FALSE(desk.ui.map.contains("file notes.txt"));

    desk.type("hea");
    CHECK_FALSE(desk.ui.map.contains("file knots"));
    desk.key(ImGuiKey_Tab); // no further: two have that
    desk.type("v");
    CHECK_FALSE(desk.ui.map.contains("file header.json"));
    desk.key(ImGuiKey_Enter);
    CHECK(desk.ui.openRequest == desk.in("heavy.json"));
}

TEST_CASE("all that can be opened is listed, and of that a comparison takes recordings", "[files]")
{
    FilesDesk desk;
    desk.ask(FilePurpose::open);
    CHECK(desk.ui.map.contains("file hemp.csv"));
    desk.type("hem");
    desk.key(ImGuiKey_Enter);
    CHECK(desk.ui.openRequest == desk.in("hemp.csv"));

    desk.ui.openRequest.reset();
    desk.ask(FilePurpose::compare);
    CHECK(desk.ui.map.contains("file run of rope.json"));
    CHECK(desk.ui.map.contains("file knots"));
    for (const char* other : {"hemp.csv", "heavy.json", "run of cloth.json"})
        CHECK_FALSE(desk.ui.map.contains("file " + std::string(other)));
    desk.type("run");
    desk.key(ImGuiKey_Enter);
    CHECK(desk.ui.compareRequest == desk.in("run of rope.json"));
    CHECK_FALSE(desk.ui.openRequest);
}

TEST_CASE("the arrow keys choose, and Enter goes into a folder", "[files]")
{
    FilesDesk desk;
    desk.ask(FilePurpose::open);
    desk.key(ImGuiKey_DownArrow);
    desk.key(ImGuiKey_Enter); // the folder, which is first
    CHECK_FALSE(desk.ui.openRequest);
    REQUIRE(desk.ui.map.contains("file bowline.json"));
    desk.frames(3);
    desk.type("b"); // behind the folder's name, and not instead of it
    desk.key(ImGuiKey_DownArrow);
    desk.key(ImGuiKey_Enter);
    CHECK(desk.ui.openRequest == desk.in("knots/bowline.json"));
}

TEST_CASE("a click opens a file, goes into a folder or leads home, and Esc closes", "[files]")
{
    FilesDesk desk;
    desk.ask(FilePurpose::open);
    desk.moveOver("file knots");
    desk.click();
    desk.moveOver("button above");
    desk.click();
    desk.frames(2);
    desk.moveOver("file header.json");
    desk.click();
    CHECK(desk.ui.openRequest == desk.in("header.json"));
    desk.key(ImGuiKey_Escape);
    CHECK_FALSE(desk.ui.fileDialog);
}

TEST_CASE("saving proposes a name, adds the ending and asks before it replaces", "[files]")
{
    FilesDesk desk;
    desk.ask(FilePurpose::save);
    desk.key(ImGuiKey_Enter);
    REQUIRE(desk.ui.sceneSaveRequest);
    CHECK(desk.ui.sceneSaveRequest->file == desk.in("rope.json")); // the scene's id
    CHECK_FALSE(desk.ui.sceneSaveRequest->momentAndView);

    desk.ui = {};
    desk.ui.mapWanted = true;
    desk.frames(2);
    desk.ui.sceneFile = desk.in("heavy.json");
    desk.ask(FilePurpose::save);
    desk.key(ImGuiKey_Enter);
    CHECK_FALSE(desk.ui.sceneSaveRequest);
    desk.frames(3);
    desk.key(ImGuiKey_Backspace); // another name needs no answer
    desk.key(ImGuiKey_Backspace);
    desk.key(ImGuiKey_Backspace);
    desk.key(ImGuiKey_Backspace);
    desk.key(ImGuiKey_Backspace);
    desk.type("2");
    desk.key(ImGuiKey_Enter);
    REQUIRE(desk.ui.sceneSaveRequest);
    CHECK(desk.ui.sceneSaveRequest->file == desk.in("heavy2.json"));

    desk.ui.sceneSaveRequest.reset();
    desk.ui.fileDialog.reset();
    desk.frames(2);
    desk.ask(FilePurpose::save);
    desk.key(ImGuiKey_Enter);
    desk.frames(3);
    desk.key(ImGuiKey_Enter);
    REQUIRE(desk.ui.sceneSaveRequest);
    CHECK(desk.ui.sceneSaveRequest->file == desk.in("heavy.json"));
}

TEST_CASE("a tick saves the moment and the view too", "[files]")
{
    FilesDesk desk;
    desk.ask(FilePurpose::save);
    desk.moveOver("tick moment", 0.05f);
    desk.click();
    desk.frames(4); // the field has the keyboard again
    desk.key(ImGuiKey_Enter);
    REQUIRE(desk.ui.sceneSaveRequest);
    CHECK(desk.ui.sceneSaveRequest->momentAndView);
}

TEST_CASE("the recent files are in their menu, and one that is gone cannot be chosen", "[files]")
{
    FilesDesk desk;
    desk.ui.recentFiles.add(desk.in("gone.json"));
    desk.ui.keys.goTo(menuPanel, "menu File");
    desk.frames(3);
    desk.press(PanelKey::press);
    desk.press(PanelKey::down);
    REQUIRE(desk.ui.keys.item() == "menu recent");
    desk.press(PanelKey::right);
    REQUIRE(desk.ui.map.contains("item recent 1"));
    CHECK(desk.ui.recentFiles.entries()[0].missing);
    CHECK_FALSE(desk.ui.recentFiles.entries()[1].missing);
    CHECK(desk.ui.keys.item() == "item recent 1"); // the first that is there
    desk.press(PanelKey::press);
    CHECK(desk.ui.openRequest == desk.in("heavy.json"));
}

TEST_CASE("ten files are remembered, each once", "[files]")
{
    RecentFiles files;
    for (int i = 0; i < 12; ++i)
        files.add("/ropes/" + std::to_string(i) + ".json");
    files.add("/ropes/5.json");
    REQUIRE(files.entries().size() == RecentFiles::most);
    CHECK(files.entries().front().file == "/ropes/5.json");
    CHECK(files.entries()[1].file == "/ropes/11.json");
    CHECK(files.entries().back().file == "/ropes/2.json");
}

TEST_CASE("of the dropped files the first scene file is opened", "[files]")
{
    CHECK(sortDropped({"/a/rope.json"}).opened == "/a/rope.json");
    CHECK(sortDropped({"/a/rope.json"}).message == "Opened rope.json");
    const DroppedFiles several = sortDropped({"/a/notes.txt", "/a/one.json", "/a/two.json"});
    CHECK(several.opened == "/a/one.json");
    CHECK(several.message == "Opened one.json, the first of the 3 files that were dropped");
    const DroppedFiles none = sortDropped({"/a/notes.txt"});
    CHECK(none.opened.empty());
    CHECK(none.message == "notes.txt is no scene file and no sweep: the name must end in .json or .csv");
    CHECK(sortDropped({}).message.empty());
}
