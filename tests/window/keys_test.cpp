#include "stage.hpp"

#include "catch.hpp"

#include <array>
#include <cmath>
#include <csignal>

using namespace windowtest;

namespace
{

using Direction = std::array<double, 3>;

constexpr double tick = 1.0 / 60.0;   ///< [s]
constexpr double step = 3.0 * tick;   ///< [m] in a tick, by the default of connection_speed
constexpr std::size_t someTicks = 10; ///< enough to tell a motion from a rest
constexpr std::array<const char*, 3> place{"connection_x", "connection_y", "connection_z"};

bool near(double value, double expected)
{
    return std::abs(value - expected) < 1e-9 * step;
}

/// Ticks from row `first` on in which the connection point moved by exactly one step in `direction`.
std::size_t ticksAlong(const Log& log, std::size_t first, const Direction& direction)
{
    std::size_t count = 0;
    for (std::size_t row = first; row < log.size(); ++row)
    {
        bool along = true;
        for (std::size_t axis = 0; axis < 3; ++axis)
            along = along && near(log.at(row, place[axis]) - log.at(row - 1, place[axis]), direction[axis] * step);
        count += along ? 1 : 0;
    }
    return count;
}

void waitForRest(Stage& stage)
{
    stage.waitForLog(
        "the connection point at rest", [](const Log& log)
        { return log.rests(place[0], someTicks) && log.rests(place[1], someTicks) && log.rests(place[2], someTicks); });
}

void press(Stage& stage, const std::vector<std::string>& keys, const Direction& direction)
{
    const std::size_t first = stage.log().size();
    for (const std::string& key : keys)
        stage.xdotool({"keydown", key});
    const Log log = stage.waitForLog(keys.front(),
                                     [&](const Log& rows) { return ticksAlong(rows, first, direction) >= someTicks; });
    // Each key acts on its own axis at full speed or not at all.
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (const double by : log.steps(place[axis], first))
            CHECK((by == 0.0 || near(by, direction[axis] * step)));
}

} // namespace

TEST_CASE("keys drag the rope's end at 3 m/s until they are released or the window loses the focus", "[window]")
{
    Stage stage;
    const auto drag = [&stage](const std::vector<std::string>& keys, const Direction& direction)
    {
        press(stage, keys, direction);
        for (const std::string& key : keys)
            stage.xdotool({"keyup", key});
        waitForRest(stage);
    };
    drag({"Right"}, {1.0, 0.0, 0.0});
    drag({"Home"}, {0.0, 1.0, 0.0});
    drag({"Up"}, {0.0, 0.0, -1.0}); // away from the viewer
    drag({"Left", "Down"}, {-1.0, 0.0, 1.0});

    press(stage, {"Right"}, {1.0, 0.0, 0.0});
    // The focus goes to whatever lies under the pointer: the empty corner of the screen. The key stays down.
    stage.xdotool({"mousemove", "1390", "890", "windowfocus", "1"});
    waitForRest(stage);
    stage.xdotool({"keyup", "Right"});
    CHECK(stage.log().finite());
}

TEST_CASE("keys pause, tick, go back, reset, and open and close things", "[window]")
{
    Stage stage({}, "800x500");
    const auto waitForTime = [&stage](const std::string& what, double time)
    { stage.waitForLog(what, [time](const Log& log) { return std::abs(log.last("time") - time) < 1e-9; }); };
    stage.key("space");
    const double paused =
        stage.waitForLog("the pause", [](const Log& log) { return log.last("paused") == 1.0; }).last("time");
    stage.freshMap();
    CHECK(stage.log().last("time") == paused);
    stage.key("period");
    waitForTime("one tick", paused + tick);
    stage.key("comma");
    waitForTime("one tick back", paused);
    stage.key("r");
    waitForTime("the reset", 0.0);

    const auto shows = [&stage](const std::string& tool, bool shown)
    {
        stage.waitForMap(tool + (shown ? " open" : " closed"), [&](const nlohmann::json& map)
                         { return map["rectangles"].contains("panel " + tool) == shown; });
    };
    stage.key("a");
    shows("advisor", true);
    stage.key("F2");
    shows("physics", true);
    shows("advisor", false); // there is room for one of them
    stage.key("e");
    shows("card", true);
    stage.key("Escape"); // what is seen goes first
    shows("card", false);
    shows("physics", true);
    stage.key("Escape");
    shows("advisor", true);
    stage.key("Escape");
    shows("advisor", false);

    const auto isOpen = [&stage](const std::string& what, bool open)
    {
        stage.waitForMap(what + (open ? " open" : " closed"),
                         [&](const nlohmann::json& map) { return map["open"][what] == open; });
    };
    stage.key("minus");
    stage.key("minus");
    stage.key("equal");
    stage.waitForMap("half the speed", [](const nlohmann::json& map) { return map["speed"] == 0.5; });
    stage.key("F1");
    isOpen("help", true);
    stage.key("F3");
    isOpen("timings", true);
    stage.key("Tab");
    isOpen("panels", false);
    stage.key("Tab");
    stage.key("c");
    isOpen("tension colours", true);
    stage.key("t");
    isOpen("theory shapes", true);
    stage.key("F4");
    isOpen("theory bench", true);
    stage.key("Escape");
    stage.key("Escape");
    isOpen("help", false);
    isOpen("theory bench", false);
    stage.key("ctrl+o");
    isOpen("scene list", true);
    stage.key("Escape");
    isOpen("scene list", false);
    CHECK(stage.freshMap()["open"]["timings"] == true);

    const std::pair<const char*, std::string> shots[] = {{"ctrl+p", "ropewalk-rope-1.png"},
                                                         {"F12", "ropewalk-rope-2.png"}};
    for (const auto& shot : shots)
    {
        const std::string& file = shot.second;
        stage.key(shot.first);
        stage.waitForMap(file, [&](const nlohmann::json& map)
                         { return map["toasts"].dump().find(file) != std::string::npos; });
        CHECK(std::filesystem::exists(stage.folder() / file));
    }
    CHECK(stage.log().finite());
    stage.key("ctrl+q");
    CHECK(stage.program().wait(10.0) == 0);
    CHECK(stage.complaints().empty());
}

TEST_CASE("a constant is found, changed and left by keys alone, and then they move the rope again", "[window]")
{
    Stage stage({}, "1000x600");
    const auto keysOn = [&stage](const std::string& panel, const std::string& item)
    {
        stage.waitForMap("the keys on " + panel + " " + item, [&](const nlohmann::json& map)
                         { return map["keys"]["panel"] == panel && (item.empty() || map["keys"]["item"] == item); });
    };
    const double before = stage.waitForTicks(1).last("spring_constant");
    stage.key("ctrl+f");
    keysOn("panel parameters", "field filter");
    for (int i = 0; i < 3; ++i)
        stage.freshMap(); // the field takes letters two frames later
    stage.input({"type", "spring constant"});
    stage.key("Tab");
    keysOn("panel parameters", "slider spring_constant");
    stage.key("Right");
    const double more =
        stage.waitForLog("another constant", [&](const Log& log) { return log.last("spring_constant") != before; })
            .last("spring_constant");
    CHECK(more > before);
    CHECK(stage.log().rests("connection_x", someTicks)); // the rope did not get the key
    stage.key("Return");
    stage.waitForMap("an entry", [](const nlohmann::json& map) { return map["keys"]["typed"] == true; });
    for (int i = 0; i < 3; ++i)
        stage.freshMap();
    stage.input({"type", "5000"});
    stage.key("Return");
    stage.waitForLog("the typed number", [](const Log& log) { return log.last("spring_constant") == 5000.0; });

    stage.key("Escape");
    keysOn("", "");
    press(stage, {"Right"}, {1.0, 0.0, 0.0});
    stage.xdotool({"keyup", "Right"});
    waitForRest(stage);
    CHECK(stage.log().last("spring_constant") == 5000.0);
    press(stage, {"i"}, {0.0, 1.0, 0.0});
    stage.xdotool({"keyup", "i"});
    waitForRest(stage);

    stage.key("F6");
    keysOn("panel parameters", "");
    stage.key("F10");
    keysOn("panel menu", "menu File");
    stage.key("Right");
    keysOn("panel menu", "menu Scene");
    stage.key("Right");
    keysOn("panel menu", "menu Run");
    stage.key("Return");
    stage.waitForMap("the open menu", [](const nlohmann::json& map) { return map["keys"]["item"] == "item Pause"; });
    stage.key("Return");
    stage.waitForLog("the pause", [](const Log& log) { return log.last("paused") == 1.0; });
    keysOn("", "");
    stage.key("Alt_L");
    keysOn("panel menu", "");
    stage.key("Escape");
    keysOn("", "");
    stage.key("n");
    stage.waitForMap("the next scene", [](const nlohmann::json& map) { return map["scene"] != "rope"; });
    stage.key("shift+n");
    stage.waitForMap("the scene before", [](const nlohmann::json& map) { return map["scene"] == "rope"; });
}

TEST_CASE("what is typed into one frame after the key that opens a field goes into the field", "[window]")
{
    Stage stage({"--paused"}, "900x560");
    const auto only = [&stage](const std::string& wanted, const std::string& other)
    {
        stage.waitForMap(wanted + " alone",
                         [&](const nlohmann::json& map)
                         {
                             const nlohmann::json& shown = map["rectangles"];
                             return shown.contains("slider " + wanted) && !shown.contains("slider " + other);
                         });
    };
    stage.freshMap();
    stage.program().signal(SIGSTOP);
    stage.xdotool({"key", "ctrl+f"});
    stage.xdotool({"type", "spring constant"});
    stage.program().signal(SIGCONT);
    only("spring_constant", "air_friction");
    stage.program().signal(SIGSTOP);
    stage.xdotool({"key", "ctrl+a"});
    stage.xdotool({"type", "air"});
    stage.program().signal(SIGCONT);
    only("air_friction", "spring_constant");
    // No letter was a command.
    const nlohmann::json map = stage.freshMap();
    CHECK(map["open"]["help"] == false);
    CHECK(stage.log().last("paused") == 1.0);
}
