// What is done in the window is recorded, saved, offered and played again.
#include "stage.hpp"

#include "catch.hpp"

#include <csignal>

using namespace windowtest;

namespace
{

void waitForDialog(Stage& stage, bool open)
{
    stage.waitForMap(open ? "the file dialog" : "the end of the file dialog",
                     [open](const nlohmann::json& map) { return map["open"]["file dialog"] == open; });
    stage.freshMap(); // the field takes or gives back the keys in the next frame
}

/// Holds the right arrow for some ticks.
void drag(Stage& stage)
{
    stage.input({"keydown", "Right"});
    stage.waitForTicks(20);
    stage.input({"keyup", "Right"});
}

void waitForButton(Stage& stage, const std::string& name)
{
    stage.waitForMap("the " + name, [&name](const nlohmann::json& map) { return map["rectangles"].contains(name); });
}

} // namespace

TEST_CASE("a recording is saved, and played where its file is opened", "[window]")
{
    Stage stage({}, "800x500");
    drag(stage);
    stage.key("ctrl+s");
    waitForDialog(stage, true);
    stage.clickOn("tick recording");
    stage.key("Return");
    waitForDialog(stage, false);
    const nlohmann::json saved = nlohmann::json::parse(textOf(stage.folder() / "rope.json"));
    CHECK(saved["recording"]["ticks"] > 20);
    CHECK(saved["recording"]["events"].dump().find("steer 1 0 0") != std::string::npos);

    stage.key("n");
    stage.waitForMap("the next scene", [](const nlohmann::json& map) { return map["scene"] != "rope"; });
    stage.freshMap(); // its first frames take long
    stage.key("ctrl+shift+o");
    waitForDialog(stage, true);
    for (const char* letter : {"r", "o"})
        stage.input({"key", letter});
    stage.key("Return");
    waitForDialog(stage, false);
    stage.clickOn("button play");
    waitForButton(stage, "button end replay");
    stage.waitForLog("the end of the replay", [](const Log& log) { return log.last("paused") == 1.0; });
    CHECK(stage.complaints().empty());
}

TEST_CASE("what a session did that was killed is offered by the next", "[window]")
{
    Stage stage({}, "800x500");
    drag(stage);
    stage.waitForTicks(150); // two seconds: it is kept once a second
    stage.program().signal(SIGKILL);
    stage.program().wait(30.0);
    stage.restart({});
    stage.clickOn("button play");
    waitForButton(stage, "button end replay");
    stage.askToClose();
    REQUIRE(stage.program().wait(30.0) == 0);
    stage.restart({});
    CHECK_FALSE(stage.freshMap()["rectangles"].contains("button play"));
}
