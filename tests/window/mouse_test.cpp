#include "stage.hpp"

#include "catch.hpp"

#include <algorithm>
#include <array>
#include <cmath>

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

double meanStretch(const Log& log, std::size_t rows)
{
    double sum = 0.0;
    for (std::size_t row = log.size() - rows; row < log.size(); ++row)
        sum += log.at(row, "top_tension");
    return sum / static_cast<double>(rows);
}

} // namespace

TEST_CASE("a constant dragged in the panel changes the motion, and undo takes it back", "[window]")
{
    // Far above the ground the hanging rope is stretched by its weight.
    Stage stage({"--set", "ground_height=-20", "--set", "air_friction=0.2"}, "1200x700");
    stage.waitFor("the slider", [&stage] { return stage.map()["rectangles"].contains("slider mass"); });
    stage.waitFor(
        "the rope to hang", [&stage] { return stage.log().last("time") > 3.0; }, 60.0);
    const nlohmann::json slider = stage.map()["rectangles"]["slider mass"];
    const Spot middle = middleOf(slider);
    const double before = stage.log().last("mass");
    const double tensionBefore = meanStretch(stage.log(), 30);

    stage.pointAt(middle.x, middle.y);
    sleepFor(0.2);
    stage.xdotool({"mousedown", "1"});
    sleepFor(0.2);
    for (int i = 1; i <= 5; ++i)
    {
        stage.pointAt(middle.x + 0.07 * i * slider.at(2).get<double>(), middle.y);
        sleepFor(0.1);
    }
    stage.xdotool({"mouseup", "1"});
    sleepFor(0.2);
    const double after = stage.log().last("mass");
    CHECK(after != before);
    const double time = stage.log().last("time");
    stage.waitFor(
        "the rope to feel it", [&] { return stage.log().last("time") > time + 1.5; }, 60.0);
    const double tensionAfter = meanStretch(stage.log(), 30);
    // The tension at the top is the weight that hangs there.
    CHECK((tensionAfter > tensionBefore) == (after > before));
    CHECK(std::abs(tensionAfter - tensionBefore) > 0.2 * tensionBefore);

    stage.key("ctrl+z");
    stage.waitFor("the undo", [&] { return stage.log().last("mass") == before; });
    stage.key("ctrl+y");
    stage.waitFor("the redo", [&] { return stage.log().last("mass") == after; });
}

TEST_CASE("a constant is typed, and typing is no key press", "[window]")
{
    Stage stage({}, "1200x700");
    stage.waitFor("the slider", [&stage] { return stage.map()["rectangles"].contains("slider spring_constant"); });
    const Spot middle = middleOf(stage.map()["rectangles"]["slider spring_constant"]);
    stage.pointAt(middle.x, middle.y);
    sleepFor(0.2);
    stage.xdotool({"keydown", "ctrl", "sleep", "0.5", "click", "1", "sleep", "0.5", "keyup", "ctrl"});
    sleepFor(0.3);
    const double connection = stage.log().last("connection_x");
    // The arrow moves the cursor in the text, not the rope; the space is no pause.
    // Slowly: ImGui before 1.87 takes the characters of a frame before its other keys.
    stage.xdotool({"key", "--delay", "150", "4", "0", "0", "Left", "Right", "0", "space", "Return"});
    stage.waitFor("the value", [&stage] { return stage.log().last("spring_constant") == 4000.0; });
    CHECK(stage.log().last("connection_x") == connection);
    CHECK(stage.log().last("paused") == 0.0);
    // Afterwards keys are keys again, once a frame has seen the end of typing.
    stage.freshMap();
    stage.key("space");
    stage.waitFor("the pause", [&stage] { return stage.log().last("paused") == 1.0; });
}

TEST_CASE("the mouse grabs a mass and it follows", "[window]")
{
    Stage stage({"--paused"});
    const nlohmann::json map = stage.freshMap();
    const Spot start = markIn(map, "mass 40");
    const Spot target{start.x - 120.0, start.y - 90.0};
    stage.pointAt(start.x + 2.0, start.y - 2.0);
    sleepFor(0.2);
    stage.xdotool({"mousedown", "1"});
    sleepFor(0.1);
    stage.key("space");
    stage.pointAt(target.x, target.y);
    stage.waitFor("the mass to follow",
                  [&stage, target] { return distance(markIn(stage.map(), "mass 40"), target) < 25.0; });
    stage.xdotool({"mouseup", "1"});
    stage.waitFor("the mass to fall",
                  [&stage, target] { return distance(markIn(stage.map(), "mass 40"), target) > 60.0; });
    CHECK(stage.log().finite());
}

TEST_CASE("the mouse turns, shifts and zooms the view", "[window]")
{
    Stage stage({"--paused"});
    const nlohmann::json before = stage.freshMap();
    const Spot middle = middleOf(before["picture"]);
    const auto drag = [&](const std::string& button)
    {
        stage.pointAt(middle.x, middle.y);
        sleepFor(0.1);
        stage.xdotool({"mousedown", button});
        sleepFor(0.1);
        stage.pointAt(middle.x + 80.0, middle.y + 30.0);
        sleepFor(0.1);
        stage.xdotool({"mouseup", button});
    };
    drag("3");
    const nlohmann::json turned = stage.freshMap();
    CHECK(turned["camera"]["yaw"] < before["camera"]["yaw"]);
    CHECK(turned["camera"]["target"] == before["camera"]["target"]);
    drag("2");
    const nlohmann::json shifted = stage.freshMap();
    CHECK(shifted["camera"]["yaw"] == turned["camera"]["yaw"]);
    CHECK(shifted["camera"]["target"] != turned["camera"]["target"]);
    stage.xdotool({"click", "4"});
    const nlohmann::json zoomed = stage.freshMap();
    CHECK(zoomed["camera"]["distance"] < shifted["camera"]["distance"]);
    stage.key("f");
    const nlohmann::json framed = stage.freshMap();
    CHECK(framed["camera"]["distance"] > zoomed["camera"]["distance"]);
    // None of it is a simulation's business.
    CHECK(stage.log().last("time") == 0.0);
}
