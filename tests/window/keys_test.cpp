#include "stage.hpp"

#include "catch.hpp"

#include <algorithm>
#include <cmath>

using namespace windowtest;

namespace
{

constexpr double tick = 1.0 / 60.0;
constexpr double step = 3.0 * tick; ///< [m] of the connection point in a tick

/// Number of ticks in which the connection point moved; each of them by exactly `expected`.
int movingTicks(const Log& log, const std::string& column, std::size_t first, double expected)
{
    int count = 0;
    for (const double by : log.steps(column, first))
    {
        if (by == 0.0)
            continue;
        ++count;
        CHECK(by == Approx(expected).epsilon(1e-9));
    }
    return count;
}

double spread(const Log& log, const std::string& column, std::size_t first)
{
    double most = 0.0;
    for (const double by : log.steps(column, first))
        most = std::max(most, std::abs(by));
    return most;
}

} // namespace

TEST_CASE("arrow, Home and End keys drag the rope's end at 3 m/s", "[window]")
{
    Stage stage;
    std::size_t first = stage.log().size();

    // Right for a second: 3 m, give or take what the machine's own delays add; on a busy one they may be long, so that
    // the best of three counts. The speed in each tick is exact always.
    Log log = stage.log();
    int ticks = 0;
    for (int attempt = 0; attempt < 3 && std::abs(ticks - 60) > 6; ++attempt)
    {
        first = stage.log().size();
        const double before = stage.log().last("connection_x");
        stage.xdotool({"keydown", "Right", "sleep", "1", "keyup", "Right"});
        sleepFor(0.3);
        log = stage.log();
        ticks = movingTicks(log, "connection_x", first, step);
        CHECK(log.last("connection_x") - before == Approx(ticks * step).epsilon(1e-9));
    }
    INFO("moved in " << ticks << " ticks");
    CHECK(std::abs(ticks - 60) <= 6);
    CHECK(spread(log, "connection_y", first) == 0.0);
    CHECK(spread(log, "connection_z", first) == 0.0);

    // Released: it stays.
    first = log.size();
    sleepFor(0.3);
    CHECK(spread(stage.log(), "connection_x", first) == 0.0);

    first = stage.log().size();
    stage.xdotool({"keydown", "Home", "sleep", "0.2", "keyup", "Home"});
    sleepFor(0.2);
    CHECK(movingTicks(stage.log(), "connection_y", first, step) > 5);

    first = stage.log().size();
    stage.xdotool({"keydown", "Up", "sleep", "0.2", "keyup", "Up"});
    sleepFor(0.2);
    CHECK(movingTicks(stage.log(), "connection_z", first, -step) > 5); // away from the viewer

    // Two keys: diagonal.
    first = stage.log().size();
    stage.xdotool({"keydown", "Left", "keydown", "Down", "sleep", "0.2", "keyup", "Left", "keyup", "Down"});
    sleepFor(0.2);
    log = stage.log();
    const std::vector<double> x = log.steps("connection_x", first);
    const std::vector<double> z = log.steps("connection_z", first);
    int both = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
        both += x[i] < 0.0 && z[i] > 0.0 ? 1 : 0;
    CHECK(both > 5);
    CHECK(log.finite());
}

TEST_CASE("keys are released when the window loses the focus", "[window]")
{
    Stage stage;
    stage.xdotool({"keydown", "Right", "sleep", "0.2"});
    stage.waitFor("the end to move", [&stage] { return stage.log().last("connection_x") > 0.1; });
    // The focus goes to whatever lies under the pointer: the empty corner of the screen.
    stage.xdotool({"mousemove", "1390", "890", "windowfocus", "1"});
    sleepFor(0.3);
    const std::size_t first = stage.log().size();
    sleepFor(0.4);
    const Log log = stage.log();
    REQUIRE(log.size() > first);
    CHECK(spread(log, "connection_x", first) == 0.0);
    stage.xdotool({"keyup", "Right"});
}

TEST_CASE("keys pause, tick, go back, reset, and open and close things", "[window]")
{
    Stage stage;
    stage.key("space");
    stage.waitFor("the pause", [&stage] { return stage.log().last("paused") == 1.0; });
    const double paused = stage.log().last("time");
    sleepFor(0.2);
    CHECK(stage.log().last("time") == paused);

    stage.key("period");
    stage.waitFor("one tick", [&] { return stage.log().last("time") > paused; });
    CHECK(stage.log().last("time") == Approx(paused + tick));
    stage.key("comma");
    stage.waitFor("one tick back", [&] { return stage.log().last("time") <= paused; });
    stage.key("r");
    stage.waitFor("the reset", [&] { return stage.log().last("time") == 0.0; });

    stage.key("minus");
    stage.key("minus");
    stage.key("equal");
    stage.key("F1");
    stage.key("F3");
    stage.key("Tab");
    stage.key("c");
    stage.key("t");
    stage.key("F4");
    nlohmann::json map = stage.freshMap();
    CHECK(map["speed"] == 0.5);
    CHECK(map["open"]["help"] == true);
    CHECK(map["open"]["timings"] == true);
    CHECK(map["open"]["panels"] == false);
    CHECK(map["open"]["tension colours"] == true);
    CHECK(map["open"]["theory shapes"] == true);
    CHECK(map["open"]["theory bench"] == true);

    stage.key("Escape"); // one after another
    stage.key("Escape");
    stage.key("ctrl+o");
    map = stage.freshMap();
    CHECK(map["open"]["help"] == false);
    CHECK(map["open"]["theory bench"] == false);
    CHECK(map["open"]["scene list"] == true);
    stage.key("Escape");
    map = stage.freshMap();
    CHECK(map["open"]["scene list"] == false);
    CHECK(map["open"]["timings"] == true);

    stage.key("ctrl+p");
    stage.waitFor("the picture", [&] { return std::filesystem::exists(stage.folder() / "ropewalk-rope-1.png"); });
    stage.key("F12");
    stage.waitFor("the second picture",
                  [&] { return std::filesystem::exists(stage.folder() / "ropewalk-rope-2.png"); });
    map = stage.freshMap();
    CHECK(map["toasts"].dump().find("ropewalk-rope-2.png") != std::string::npos);

    stage.key("ctrl+q");
    CHECK(stage.program().wait(10.0) == 0);
    CHECK(stage.complaints().empty());
}

TEST_CASE("a scene is copied and pasted as text", "[window]")
{
    Stage stage({"--paused", "--set", "spring_constant=8000"});
    stage.key("ctrl+c");
    stage.waitFor("the copy", [&stage] { return stage.map()["toasts"].dump().find("copied") != std::string::npos; });
    stage.xdotool({"key", "space"});
    stage.waitFor("some ticks", [&stage] { return stage.log().last("time") > 0.1; });
    stage.key("ctrl+v");
    stage.waitFor("the paste", [&stage] { return stage.map()["toasts"].dump().find("pasted") != std::string::npos; });
    CHECK(stage.log().last("spring_constant") == 8000.0);
    CHECK(stage.program().running());
}
