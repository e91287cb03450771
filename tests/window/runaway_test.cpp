#include "stage.hpp"

#include "catch.hpp"

#include <string>

using namespace windowtest;

TEST_CASE("a rope that runs away stops, and a cure pressed with the mouse lets it go on", "[window]")
{
    // The step of 1.852 ms is beyond the stable 1.795 ms of that stiffness.
    Stage stage({"--set", "auto_steps=false", "--set", "spring_constant=15000"}, "800x500");
    const nlohmann::json map = stage.waitForMap("the runaway", [](const nlohmann::json& now)
                                                { return now["rectangles"].contains("cure spring_constant"); });
    CHECK(map["paused"] == true);
    CHECK_FALSE(map["divergence"].get<std::string>().empty());
    CHECK(map["rectangles"].contains("overlay divergence"));
    CHECK(map["rectangles"].contains("mark mass"));
    CHECK(map["rectangles"].contains("cure mass"));
    CHECK(stage.log().finite());

    stage.clickOn("cure spring_constant");
    stage.waitForLog("the cure", [](const Log& log) { return log.last("spring_constant") < 15000.0; });
    // Longer than it took the uncured rope to run away, 0.65 s = 39 ticks.
    stage.waitForTicks(40);
    CHECK(stage.map()["divergence"].get<std::string>().empty());

    stage.key("ctrl+z"); // one step back is what ran away
    stage.waitForLog("the runaway again", [](const Log& log)
                     { return log.last("spring_constant") == 15000.0 && log.last("paused") == 1.0; });
    stage.key("ctrl+y");
    const Log log = stage.waitForLog("the redo", [](const Log& rows) { return rows.last("paused") == 0.0; });
    CHECK(log.last("spring_constant") < 15000.0);
    CHECK(log.finite());
}

TEST_CASE("constants at their worst slow time and leave the window answering", "[window]")
{
    Stage stage({"--set", "spring_constant=1e7", "--set", "mass=1e-6", "--set", "spring_friction=1000", "--set",
                 "mass_count=10000"},
                "800x500");
    stage.waitForMap("the words",
                     [](const nlohmann::json& map) { return map["rectangles"].contains("status slowed"); });
    stage.key("space");
    stage.waitForLog("the pause", [](const Log& log) { return log.last("paused") == 1.0; });
    stage.key("space");
    stage.waitForLog("the end of the pause", [](const Log& log) { return log.last("paused") == 0.0; });
    // A tick of these may take hours; whatever is asked of the window meanwhile, it does.
    stage.key("r");
    stage.key("n");
    stage.waitForMap("the next scene", [](const nlohmann::json& map) { return map["scene"] != "rope"; });
    stage.waitForTicks(5);
    CHECK(stage.log().finite());
}
