#include "stage.hpp"

#include "catch.hpp"

#include <csignal>
#include <string>

using namespace windowtest;

namespace
{

void pointAtMiddle(Stage& stage, const nlohmann::json& rectangle, double rightBy = 0.0)
{
    stage.pointAt(rectangle.at(0).get<double>() + 0.5 * rectangle.at(2).get<double>() + rightBy,
                  rectangle.at(1).get<double>() + 0.5 * rectangle.at(3).get<double>());
}

nlohmann::json waitForScene(Stage& stage, const std::string& scene)
{
    stage.waitForMap(scene, [&](const nlohmann::json& map) { return map["scene"] == scene; });
    return stage.freshMap();
}

void waitForStiffness(Stage& stage, double wanted)
{
    stage.waitForLog("a spring constant of " + std::to_string(wanted),
                     [wanted](const Log& log) { return log.last("spring_constant") == wanted; });
}

void quit(Stage& stage)
{
    stage.key("ctrl+q");
    CHECK(stage.program().wait(10.0) == 0);
    CHECK(stage.complaints().empty());
}

constexpr double usual = 10000.0; ///< [N/m], the default of spring_constant
const std::vector<std::string> still{"--paused"};

} // namespace

TEST_CASE("constants and view outlive a change of the scene and a restart", "[window]")
{
    Stage stage({}, "1000x640");
    const nlohmann::json first = stage.waitForMap("the slider", [](const nlohmann::json& map)
                                                  { return map["rectangles"].contains("slider spring_constant"); });
    pointAtMiddle(stage, first["rectangles"]["slider spring_constant"]);
    stage.input({"keydown", "ctrl"});
    stage.input({"click", "1"});
    stage.input({"keyup", "ctrl"});
    for (const char* key : {"9", "1", "0", "0", "Return"})
        stage.input({"key", key});
    waitForStiffness(stage, 9100.0);
    // Turned, the view follows the rope; shifted, it stays where it is.
    for (const char* button : {"3", "2"})
    {
        pointAtMiddle(stage, first["picture"]);
        stage.input({"mousedown", button});
        pointAtMiddle(stage, first["picture"], 80.0);
        stage.input({"mouseup", button});
    }
    const nlohmann::json turned = stage.freshMap();
    REQUIRE(turned["camera"]["yaw"] != first["camera"]["yaw"]);

    stage.key("bracketright");
    stage.waitForMap("another scene", [](const nlohmann::json& map) { return map["scene"] != "rope"; });
    stage.key("bracketleft");
    CHECK(waitForScene(stage, "rope")["camera"] == turned["camera"]);
    waitForStiffness(stage, 9100.0);

    // The last change was made in a scene that is not open now.
    stage.key("bracketright");
    stage.waitForMap("another scene", [](const nlohmann::json& map) { return map["scene"] != "rope"; });
    stage.key("ctrl+z");
    CHECK(waitForScene(stage, "rope")["toasts"].dump().find("Undid Spring constant") != std::string::npos);
    waitForStiffness(stage, usual);
    stage.key("ctrl+y");
    waitForStiffness(stage, 9100.0);
    quit(stage);

    stage.restart(still);
    CHECK(stage.freshMap()["camera"] == turned["camera"]);
    CHECK(stage.log().at(0, "spring_constant") == 9100.0);
    quit(stage);

    // The command line starts from the defaults and leaves what is kept as it is.
    stage.restart({"--paused", "--set", "mass=0.1"});
    CHECK(stage.freshMap()["camera"]["yaw"] == first["camera"]["yaw"]);
    CHECK(stage.log().at(0, "spring_constant") == usual);
    quit(stage);
    stage.restart(still);
    stage.freshMap();
    CHECK(stage.log().at(0, "spring_constant") == 9100.0);
    CHECK(stage.log().at(0, "mass") == 0.05);

    // It ends before the first tick, as if it had frozen.
    stage.program().signal(SIGKILL);
    stage.program().wait(10.0);
    stage.restart(still);
    CHECK(stage.freshMap()["toasts"].dump().find("As I left it") != std::string::npos);
    CHECK(stage.log().at(0, "spring_constant") == usual);
    stage.clickOn("menu Scene");
    stage.clickOn("item As I left it");
    waitForStiffness(stage, 9100.0);
    CHECK(stage.freshMap()["camera"] == turned["camera"]);
    quit(stage);

    stage.restart(still);
    stage.freshMap();
    CHECK(stage.log().at(0, "spring_constant") == 9100.0);
}
