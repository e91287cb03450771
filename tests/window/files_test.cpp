#include "stage.hpp"

#include "catch.hpp"

#include <cmath>
#include <fstream>

using namespace windowtest;

namespace
{

void waitForDialog(Stage& stage, bool open)
{
    stage.waitForMap(open ? "the file dialog" : "the end of the file dialog",
                     [open](const nlohmann::json& map) { return map["open"]["file dialog"] == open; });
    stage.freshMap(); // the field takes or gives back the keys in the next frame
}

void type(Stage& stage, const std::string& text)
{
    for (const char letter : text)
        stage.input({"key", std::string(1, letter)});
}

} // namespace

TEST_CASE("a scene is saved and opened by keys, and is recent after a restart", "[window]")
{
    Stage stage({"--set", "spring_constant=8000"}, "800x500");
    stage.key("ctrl+s");
    waitForDialog(stage, true);
    stage.key("Return"); // the scene's name in the folder where the program was started
    waitForDialog(stage, false);
    const std::filesystem::path saved = stage.folder() / "rope.json";
    CHECK(nlohmann::json::parse(textOf(saved))["parameters"]["spring_constant"] == 8000.0);

    std::ofstream(stage.folder() / "wrong.json") << "{\"ropewalk\": 1,\n \"scene\": \"rpoe\"}";
    stage.key("n");
    stage.waitForMap("the next scene", [](const nlohmann::json& map) { return map["scene"] != "rope"; });
    stage.freshMap(); // its first frames take long
    stage.key("ctrl+shift+o");
    waitForDialog(stage, true);
    type(stage, "w"); // "wrong.json", the only one
    stage.key("Return");
    stage.freshMap();
    waitForDialog(stage, true); // with the error, and the scene is as it was
    CHECK(stage.map()["scene"] != "rope");
    stage.input({"key", "BackSpace"});
    type(stage, "ro");
    stage.key("Return");
    waitForDialog(stage, false);
    stage.waitForMap("the saved scene", [](const nlohmann::json& map) { return map["scene"] == "rope"; });
    stage.waitForLog("its constant", [](const Log& log) { return log.last("spring_constant") == 8000.0; });

    // A file with the moment begins there: paused and saved, opened in another scene.
    stage.key("space");
    const double paused =
        stage.waitForLog("the pause", [](const Log& log) { return log.last("paused") == 1.0; }).last("time");
    const nlohmann::json view = stage.freshMap()["camera"];
    stage.key("ctrl+s");
    waitForDialog(stage, true);
    for (const std::vector<std::string>& keys :
         {std::vector<std::string>{"keydown", "ctrl"}, {"key", "space"}, {"keyup", "ctrl"}})
        stage.input(keys);
    stage.key("Return");
    stage.freshMap();
    stage.input({"key", "Return"}); // the file is there already
    waitForDialog(stage, false);
    const nlohmann::json file = nlohmann::json::parse(textOf(saved));
    CHECK(file.contains("moment"));
    CHECK(file["view"]["distance"] == Approx(view["distance"].get<double>()));
    REQUIRE(paused > 0.0);
    stage.key("n");
    stage.waitForMap("the next scene", [](const nlohmann::json& map) { return map["scene"] != "rope"; });
    stage.freshMap(); // its first frames take long
    stage.key("ctrl+shift+o");
    waitForDialog(stage, true);
    type(stage, "ro");
    stage.key("Return");
    waitForDialog(stage, false);
    stage.waitForMap("the moment", [paused](const nlohmann::json& map)
                     { return map["scene"] == "rope" && std::abs(map["time"].get<double>() - paused) < 1e-9; });

    stage.askToClose();
    REQUIRE(stage.program().wait(30.0) == 0);
    stage.restart({"cloth"});
    stage.clickOn("menu File");
    stage.clickOn("menu recent");
    stage.clickOn("item recent 0");
    stage.waitForMap("the recent scene", [](const nlohmann::json& map) { return map["scene"] == "rope"; });
    CHECK(stage.complaints().empty());
}
