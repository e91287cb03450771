#include "stage.hpp"

#include "catch.hpp"

#include <cmath>
#include <string>

using namespace windowtest;

namespace
{

void click(Stage& stage, const std::string& item)
{
    const nlohmann::json at = stage.freshMap()["rectangles"][item];
    REQUIRE_FALSE(at.is_null());
    stage.pointAt(at.at(0).get<double>() + 0.5 * at.at(2).get<double>(),
                  at.at(1).get<double>() + 0.5 * at.at(3).get<double>());
    sleepFor(0.2);
    stage.xdotool({"click", "1"});
}

} // namespace

TEST_CASE("a rope that runs away stops, and a cure pressed with the mouse lets it go on", "[window]")
{
    Stage stage({"--set", "auto_steps=false", "--set", "spring_constant=15000"}, "1200x700");
    stage.waitFor(
        "the runaway", [&stage] { return stage.map()["rectangles"].contains("overlay divergence"); }, 60.0);
    const nlohmann::json map = stage.freshMap();
    CHECK(map["paused"] == true);
    CHECK_FALSE(map["divergence"].get<std::string>().empty());
    CHECK(map["rectangles"].contains("mark mass"));
    CHECK(map["rectangles"].contains("cure mass"));
    const double sound = stage.log().last("time");
    CHECK(stage.log().finite());

    click(stage, "cure spring_constant");
    stage.waitFor("the rope to go on", [&] { return stage.log().last("time") > sound + 1.0; });
    CHECK(stage.log().last("spring_constant") < 15000.0);
    CHECK(stage.freshMap()["divergence"].get<std::string>().empty());

    stage.key("ctrl+z"); // one step back is what ran away
    stage.waitFor("the undo", [&stage] { return stage.log().last("spring_constant") == 15000.0; });
    stage.waitFor(
        "the runaway again", [&stage] { return stage.log().last("paused") == 1.0; }, 60.0);
    stage.key("ctrl+y");
    stage.waitFor("the redo", [&stage] { return stage.log().last("paused") == 0.0; });
    CHECK(stage.log().last("spring_constant") < 15000.0);
    CHECK(stage.log().finite());
}

TEST_CASE("constants at their worst slow time and leave the window answering", "[window]")
{
    Stage stage({"--set", "spring_constant=1e7", "--set", "mass=1e-6", "--set", "spring_friction=1000", "--set",
                 "mass_count=10000"},
                "1200x700");
    stage.waitFor("the words", [&stage] { return stage.map()["rectangles"].contains("status slowed"); });
    stage.key("space");
    stage.waitFor("the pause", [&stage] { return stage.log().last("paused") == 1.0; });
    stage.key("space");
    stage.waitFor("the end of the pause", [&stage] { return stage.log().last("paused") == 0.0; });
    const double before = stage.log().last("time");
    stage.waitFor("time to go on", [&] { return stage.log().last("time") > before; });
    CHECK(stage.log().finite());
}
