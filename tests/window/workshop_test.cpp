// The verbs of the workshop by the real mouse.
#include "stage.hpp"

#include "catch.hpp"

using namespace windowtest;

namespace
{

void clickMass(Stage& stage, const std::string& mass)
{
    const nlohmann::json at = stage.freshMap().at("marks").at(mass).at("window");
    stage.pointAt(at.at(0).get<double>(), at.at(1).get<double>());
    stage.input({"click", "1"});
}

bool hasSolid(const nlohmann::json& map, const char* mark)
{
    return map.at("marks").contains(mark);
}

} // namespace

TEST_CASE("a rope is cut by a button and a click, and a weight is hung by a key, and undo takes each back", "[window]")
{
    // A stretched rope between two posts.
    Stage stage({ROPEWALK_SOURCE_DIR "/assets/set_ups/cut.json"}, "1000x700", Stage::View::simple);
    stage.waitForLog("the rope", [](const Log& log) { return log.last("ropes") == 1.0; });
    stage.clickOn("verb Cut");
    stage.waitForMap("the line that says what to click",
                     [](const nlohmann::json& map) { return map["rectangles"].contains("overlay verb"); });
    clickMass(stage, "mass 80");
    stage.waitForLog("two pieces", [](const Log& log) { return log.last("ropes") == 2.0; });
    stage.key("ctrl+z");
    stage.waitForLog("the whole rope", [](const Log& log) { return log.last("ropes") == 1.0; });

    stage.key("w");
    clickMass(stage, "mass 80");
    stage.waitForMap("the weight", [](const nlohmann::json& map) { return hasSolid(map, "solid 2"); });
    stage.key("ctrl+z");
    stage.waitForMap("no weight", [](const nlohmann::json& map) { return !hasSolid(map, "solid 2"); });

    stage.key("j");
    stage.key("Escape");
    stage.waitForMap("no verb", [](const nlohmann::json& map) { return !map["rectangles"].contains("overlay verb"); });
    CHECK(stage.complaints().empty());
}
