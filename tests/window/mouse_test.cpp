#include "stage.hpp"

#include "catch.hpp"

#include <cmath>
#include <csignal>

using namespace windowtest;

namespace
{

struct Spot
{
    double x;
    double y;
};

Spot middleOf(const nlohmann::json& rectangle)
{
    return {rectangle.at(0).get<double>() + 0.5 * rectangle.at(2).get<double>(),
            rectangle.at(1).get<double>() + 0.5 * rectangle.at(3).get<double>()};
}

Spot markIn(const nlohmann::json& map, const std::string& name)
{
    const nlohmann::json& at = map.at("marks").at(name).at("window");
    return {at.at(0).get<double>(), at.at(1).get<double>()};
}

double distance(const Spot& a, const Spot& b)
{
    return std::hypot(a.x - b.x, a.y - b.y);
}

} // namespace

TEST_CASE("a constant dragged in the panel changes the motion, and undo takes it back", "[window]")
{
    // Far above the ground, and in air that soon brings the rope to rest.
    Stage stage({"--set", "ground_height=-20", "--set", "air_friction=0.2", "--speed", "4"}, "800x500");
    const Log hung = stage.waitForLog("the rope to hang",
                                      [](const Log& log)
                                      {
                                          // Its top carries the 79 masses below.
                                          const double weight = 79.0 * log.last("mass") * 9.81;
                                          return std::abs(log.last("top_tension") / weight - 1.0) < 0.05;
                                      });
    const double before = hung.last("mass");
    const nlohmann::json slider = stage
                                      .waitForMap("the slider", [](const nlohmann::json& map)
                                                  { return map["rectangles"].contains("slider mass"); })
                                      .at("rectangles")
                                      .at("slider mass");
    const Spot middle = middleOf(slider);
    stage.pointAt(middle.x, middle.y);
    stage.input({"mousedown", "1"});
    for (int i = 1; i <= 5; ++i)
        stage.pointAt(middle.x + 0.07 * i * slider.at(2).get<double>(), middle.y);
    stage.input({"mouseup", "1"});
    const double after = stage.log().last("mass");
    CHECK(after > 1.5 * before);
    stage.waitForLog("the rope to feel it",
                     [&hung](const Log& log) { return log.last("top_tension") > 1.2 * hung.last("top_tension"); });

    stage.key("ctrl+z");
    stage.waitForLog("the undo", [&](const Log& log) { return log.last("mass") == before; });
    stage.key("ctrl+y");
    stage.waitForLog("the redo", [&](const Log& log) { return log.last("mass") == after; });
}

TEST_CASE("a constant is typed, and typing is no key press", "[window]")
{
    Stage stage({}, "800x500");
    const nlohmann::json map = stage.waitForMap("the slider", [](const nlohmann::json& now)
                                                { return now["rectangles"].contains("slider spring_constant"); });
    const Spot middle = middleOf(map["rectangles"]["slider spring_constant"]);
    stage.pointAt(middle.x, middle.y);
    stage.input({"keydown", "ctrl"});
    stage.input({"click", "1"});
    stage.input({"keyup", "ctrl"});
    const double connection = stage.log().last("connection_x");
    // The arrow moves the cursor in the text, not the rope; the space is no pause. One at a time: Dear ImGui
    // before 1.87 takes the characters of a frame before its other keys.
    for (const char* key : {"4", "0", "0", "Left", "Right", "0", "space", "Return"})
        stage.input({"key", key});
    const Log log =
        stage.waitForLog("the value", [](const Log& rows) { return rows.last("spring_constant") == 4000.0; });
    CHECK(log.last("connection_x") == connection);
    CHECK(log.last("paused") == 0.0);
    // Afterwards keys are keys again.
    stage.key("space");
    stage.waitForLog("the pause", [](const Log& rows) { return rows.last("paused") == 1.0; });
}

TEST_CASE("the mouse grabs a mass and it follows", "[window]")
{
    Stage stage({"--paused", "--no-ui"});
    const Spot start = markIn(stage.freshMap(), "mass 40");
    const Spot target{start.x - 120.0, start.y - 90.0};
    const auto fromTarget = [target](const nlohmann::json& map) { return distance(markIn(map, "mass 40"), target); };
    stage.pointAt(start.x + 2.0, start.y - 2.0);
    stage.input({"mousedown", "1"});
    stage.key("space");
    stage.pointAt(target.x, target.y);
    stage.waitForMap("the mass to follow", [&](const nlohmann::json& map) { return fromTarget(map) < 25.0; });
    stage.input({"mouseup", "1"});
    stage.waitForMap("the mass to fall", [&](const nlohmann::json& map) { return fromTarget(map) > 60.0; });
    CHECK(stage.log().finite());
}

TEST_CASE("the mouse drags the ball at the rope's end, along the ground with Shift", "[window]")
{
    // While time runs the view follows the rope, and the end may be somewhere else when the press arrives.
    Stage stage({"--paused", "--no-ui"});
    const Spot start = markIn(stage.freshMap(), "connection");
    const Spot target{start.x + 90.0, start.y - 70.0};
    const auto fromTarget = [&](const nlohmann::json& map) { return distance(markIn(map, "connection"), target); };
    stage.pointAt(start.x, start.y);
    stage.input({"mousedown", "1"});
    stage.key("space");
    stage.pointAt(target.x, target.y);
    stage.waitForMap("the end to follow", [&](const nlohmann::json& map) { return fromTarget(map) < 2.0; });
    const Log up = stage.log();
    CHECK(up.last("connection_x") > 0.1);
    CHECK(up.last("connection_y") > 0.1);

    stage.input({"keydown", "shift"});
    stage.pointAt(target.x, target.y + 60.0);
    const Log along = stage.waitForLog("the end to come nearer", [&](const Log& log)
                                       { return log.last("connection_z") > up.last("connection_z") + 0.1; });
    CHECK(along.last("connection_y") == Approx(up.last("connection_y")).margin(0.03));
    stage.input({"keyup", "shift"});
    stage.input({"mouseup", "1"});
    stage.waitForTicks(2);
    const double rested = stage.log().last("connection_x");
    CHECK(stage.waitForTicks(10).last("connection_x") == rested);
    CHECK(stage.log().finite());
}

TEST_CASE("a paused rope is posed with mouse and keys while time stands", "[window]")
{
    Stage stage({"--paused", "--no-ui"});
    const Spot start = markIn(stage.freshMap(), "mass 40");
    const Spot target{start.x - 60.0, start.y - 80.0};
    stage.pointAt(start.x, start.y);
    stage.input({"mousedown", "1"});
    stage.pointAt(target.x, target.y);
    stage.waitForMap("the mass to follow",
                     [&](const nlohmann::json& map) { return distance(markIn(map, "mass 40"), target) < 25.0; });
    stage.input({"mouseup", "1"});
    const auto place = [&stage] { return stage.freshMap()["marks"]["mass 40"]["position"]; };
    const nlohmann::json posed = place();
    CHECK(place() == posed); // it stays where it was put
    CHECK(stage.log().last("time") == 0.0);
    CHECK(stage.log().last("kinetic_energy") == 0.0);

    stage.input({"keydown", "Left"});
    stage.waitForLog("the end to go left", [](const Log& log) { return log.last("connection_x") < -0.3; });
    stage.input({"keyup", "Left"});
    CHECK(stage.log().last("time") == 0.0);

    stage.key("comma"); // the keys' pose is taken back, then the mouse's
    stage.waitForLog("the end to be back", [](const Log& log) { return log.last("connection_x") == 0.0; });
    stage.key("comma");
    stage.waitForMap("the mass to be back",
                     [](const nlohmann::json& map) {
                         return map["marks"]["mass 40"]["position"] == nlohmann::json{2.0, 0.0, 0.0};
                     });
    stage.key("space");
    CHECK(stage.waitForTicks(5).last("time") > 0.0);
}

TEST_CASE("the mouse turns, shifts and zooms the view", "[window]")
{
    Stage stage({"--paused", "--no-ui"});
    const nlohmann::json before = stage.freshMap();
    const Spot middle = middleOf(before["picture"]);
    const auto drag = [&](const std::string& button)
    {
        stage.pointAt(middle.x, middle.y);
        stage.input({"mousedown", button});
        stage.pointAt(middle.x + 80.0, middle.y + 30.0);
        stage.input({"mouseup", button});
        return stage.map();
    };
    const nlohmann::json turned = drag("3");
    CHECK(turned["camera"]["yaw"] < before["camera"]["yaw"]);
    const nlohmann::json shifted = drag("2");
    CHECK(shifted["camera"]["yaw"] == turned["camera"]["yaw"]);
    CHECK(shifted["camera"]["target"] != turned["camera"]["target"]);
    stage.input({"click", "4"}); // the wheel away from the user
    const nlohmann::json zoomed = stage.map();
    CHECK(zoomed["camera"]["distance"] < shifted["camera"]["distance"]);
    stage.input({"key", "f"});
    CHECK(stage.map()["camera"]["distance"] > zoomed["camera"]["distance"]);
    // None of it is a simulation's business.
    CHECK(stage.log().last("time") == 0.0);
}

TEST_CASE("the mouse drags a solid, also while time stands", "[window]")
{
    Stage stage({"real_rope", "--no-ui", "--paused"});
    for (const bool paused : {true, false})
    {
        CAPTURE(paused);
        if (!paused)
            stage.key("space");
        const Spot start = markIn(stage.freshMap(), "solid 2");
        const Spot target{start.x + 40.0, start.y - 30.0};
        stage.pointAt(start.x, start.y);
        stage.input({"mousedown", "1"});
        stage.pointAt(target.x, target.y);
        stage.waitForMap("the solid to follow",
                         [&](const nlohmann::json& map) { return distance(markIn(map, "solid 2"), target) < 4.0; });
        stage.input({"mouseup", "1"});
    }
    CHECK(stage.log().finite());
}

TEST_CASE("a press takes what is under the pointer at that moment, and a release lets go where it was", "[window]")
{
    // As of a pen: pointer and button come in one frame. While the program stands still, they pile up.
    Stage stage({"--paused"}, "900x560");
    const nlohmann::json map = stage.freshMap();
    const Spot panel = middleOf(map["rectangles"]["panel parameters"]);
    const Spot start = markIn(map, "connection");
    const Spot target{start.x + 60.0, start.y - 40.0};
    stage.pointAt(panel.x, panel.y);
    const auto at = [&stage](const Spot& spot)
    {
        return std::vector<std::string>{"mousemove", "--window", stage.window(), std::to_string(std::lround(spot.x)),
                                        std::to_string(std::lround(spot.y))};
    };
    const auto then = [](std::vector<std::string> first, const std::vector<std::string>& second)
    {
        first.insert(first.end(), second.begin(), second.end());
        return first;
    };
    stage.program().signal(SIGSTOP);
    stage.xdotool(then(at(start), {"mousedown", "1"}));
    stage.program().signal(SIGCONT);
    stage.freshMap();
    stage.pointAt(target.x, target.y);
    stage.waitForMap("the end to follow",
                     [&](const nlohmann::json& now) { return distance(markIn(now, "connection"), target) < 3.0; });
    stage.input({"mouseup", "1"});

    // A whole drag of a slider in one frame.
    const nlohmann::json slider = stage.freshMap()["rectangles"]["slider mass"];
    const Spot middle = middleOf(slider);
    const double before = stage.log().last("mass");
    stage.program().signal(SIGSTOP);
    stage.xdotool(then(at(middle), {"mousedown", "1"}));
    stage.xdotool(at({middle.x + 0.1 * slider.at(2).get<double>(), middle.y}));
    stage.xdotool(then(at({middle.x + 0.3 * slider.at(2).get<double>(), middle.y}), {"mouseup", "1"}));
    stage.program().signal(SIGCONT);
    stage.freshMap();
    stage.key("space");
    stage.waitForLog("the mass", [before](const Log& log) { return log.last("mass") > 1.5 * before; });
}
