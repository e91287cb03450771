#include "stage.hpp"

#include "catch.hpp"

#include <cmath>

using namespace windowtest;

namespace
{

constexpr double step = 3.0 / 60.0; ///< [m] in a tick, by the default of connection_speed

double inside(const nlohmann::json& map)
{
    return map.at("view").at("subject inside").get<double>();
}

nlohmann::json waitForSubject(Stage& stage, const std::string& when)
{
    return stage.waitForMap("the rope in the viewport " + when,
                            [](const nlohmann::json& map) { return inside(map) == 1.0; });
}

/// Holds a key until the connection point has gone that far along an axis, which has to be the only one.
void dragAlong(Stage& stage, const std::string& key, const std::string& axis, double distance)
{
    const std::size_t first = stage.log().size();
    const double from = stage.log().last(axis);
    stage.xdotool({"keydown", key});
    stage.waitForLog(key + " along " + axis, [&](const Log& log)
                     { return distance > 0.0 ? log.last(axis) > from + distance : log.last(axis) < from + distance; });
    stage.xdotool({"keyup", key});
    const Log log = stage.waitForLog("rest", [&](const Log& rows) { return rows.rests(axis, 5); });
    for (const char* other : {"connection_x", "connection_y", "connection_z"})
        if (axis != other)
            for (const double by : log.steps(other, first))
                CHECK(by == 0.0);
}

} // namespace

TEST_CASE("the rope stays in the viewport while keys drag it, and R brings the first view back", "[window]")
{
    Stage stage({}, "800x500");
    const nlohmann::json start = waitForSubject(stage, "at the start");
    stage.xdotool({"keydown", "Home", "keydown", "Right"});
    stage.waitForLog("the rope to be far up", [](const Log& log) { return log.last("connection_y") > 6.0; });
    CHECK(inside(stage.map()) >= 0.5); // while it moves
    stage.xdotool({"keyup", "Home", "keyup", "Right"});
    const nlohmann::json dragged = waitForSubject(stage, "after Home and Right");
    CHECK(dragged["view"]["follows"] == true);
    CHECK(dragged["camera"]["target"] != start["camera"]["target"]);

    stage.key("r");
    const auto isBack = [&](const nlohmann::json& map)
    {
        bool back = true;
        for (std::size_t axis = 0; axis < 3; ++axis)
            back = back && std::abs(map["camera"]["target"][axis].get<double>() -
                                    start["camera"]["target"][axis].get<double>()) < 0.02;
        return back && std::abs(map["camera"]["distance"].get<double>() - start["camera"]["distance"].get<double>()) <
                           0.02 * start["camera"]["distance"].get<double>();
    };
    stage.waitForMap("the first view", isBack);
    CHECK(inside(stage.freshMap()) == 1.0);
}

TEST_CASE("a view of the user's stays until V, and an arrow leads back to the rope", "[window]")
{
    Stage stage({}, "900x560");
    nlohmann::json map = waitForSubject(stage, "at the start");
    const nlohmann::json picture = map["picture"];
    const double x = picture.at(0).get<double>() + 0.5 * picture.at(2).get<double>();
    const double y = picture.at(1).get<double>() + 0.3 * picture.at(3).get<double>();
    stage.pointAt(x, y);
    stage.input({"mousedown", "2"});
    stage.pointAt(x - 0.4 * picture.at(2).get<double>(), y);
    stage.input({"mouseup", "2"});
    map =
        stage.waitForMap("the user's view", [](const nlohmann::json& now) { return now["view"]["follows"] == false; });
    const nlohmann::json mine = map["camera"];

    stage.xdotool({"keydown", "Left"});
    stage.waitForMap("the arrow at the edge", [](const nlohmann::json& now)
                     { return inside(now) == 0.0 && now["rectangles"].contains("button edge arrow"); });
    stage.xdotool({"keyup", "Left"});
    CHECK(stage.freshMap()["camera"] == mine);
    stage.clickOn("button edge arrow");
    map = waitForSubject(stage, "after a click on the arrow");
    CHECK(map["view"]["follows"] == true);

    // Turned and zoomed, it goes on following.
    stage.pointAt(x, y);
    stage.input({"click", "4"});
    stage.input({"mousedown", "3"});
    stage.pointAt(x + 30.0, y);
    stage.input({"mouseup", "3"});
    CHECK(stage.freshMap()["view"]["follows"] == true);
    stage.input({"mousedown", "2"});
    stage.pointAt(x, y);
    stage.input({"mouseup", "2"});
    stage.waitForMap("the user's view", [](const nlohmann::json& now) { return now["view"]["follows"] == false; });
    stage.key("v");
    stage.waitForMap("a view that follows", [](const nlohmann::json& now) { return now["view"]["follows"] == true; });
    waitForSubject(stage, "after V");
}

TEST_CASE("the axes of the gizmo and the keys turn the view, and the arrow keys turn with it", "[window]")
{
    Stage stage({}, "900x560");
    const auto turned = [&](double yaw, double pitch)
    {
        stage.waitForMap("the view from there",
                         [&](const nlohmann::json& map)
                         {
                             const double wrong = map["camera"]["yaw"].get<double>() - yaw; // or whole turns
                             // Where the rope lies low, the eye stays above the ground and looks down a little.
                             const double lifted = map["camera"]["pitch"].get<double>() - pitch;
                             return std::cos(wrong) > 0.9999 && inside(map) >= 0.5 && lifted > -0.01 && lifted < 0.25;
                         });
    };
    constexpr double quarter = 1.5707963;
    stage.key("2");
    turned(quarter, 0.0);
    dragAlong(stage, "Right", "connection_z", -2.0 * step);
    dragAlong(stage, "Up", "connection_x", -2.0 * step);
    dragAlong(stage, "Home", "connection_y", 2.0 * step);
    stage.key("3");
    turned(0.0, quarter);
    dragAlong(stage, "Right", "connection_x", 2.0 * step);
    stage.clickOn("axis -x");
    turned(-quarter, 0.0);
    dragAlong(stage, "Right", "connection_z", 2.0 * step);
    stage.key("1");
    turned(0.0, 0.0);
    stage.clickOn("axis z"); // it points at the viewer: from the other side
    stage.waitForMap("the back",
                     [](const nlohmann::json& map) { return std::cos(map["camera"]["yaw"].get<double>()) < -0.999; });
    dragAlong(stage, "Left", "connection_x", 2.0 * step);

    // A held key keeps its direction while the view turns.
    const std::size_t first = stage.log().size();
    stage.xdotool({"keydown", "Left"});
    stage.waitForLog("the key", [&](const Log& log)
                     { return log.size() > first && log.steps("connection_x", log.size() - 1)[0] > 0.0; });
    stage.key("2");
    turned(quarter, 0.0);
    stage.xdotool({"keyup", "Left"});
    for (const double by : stage.log().steps("connection_z", first))
        CHECK(by == 0.0);
}

TEST_CASE("scripted arrow keys keep their axes whatever the view", "[window]")
{
    const ScriptedRun run(150,
                          "0.0 press 2\n"
                          "1.5 press Right\n2.0 release Right\n",
                          {"--size", "640x400"});
    CHECK(run.map()["camera"]["yaw"].get<double>() == Approx(1.5707963).epsilon(0.01));
    CHECK(run.log().last("connection_x") == Approx(1.5).epsilon(1e-12)); // half a second at 3 m/s
    CHECK(run.log().last("connection_z") == 0.0);
}
