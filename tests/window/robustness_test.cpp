#include "stage.hpp"

#include "catch.hpp"

#include <csignal>
#include <fstream>

using namespace windowtest;

namespace
{

bool oneLineAbout(const std::string& text, const std::string& word)
{
    return text.rfind("ropewalk: ", 0) == 0 && text.find(word) != std::string::npos &&
           text.find('\n') == text.size() - 1;
}

} // namespace

TEST_CASE("without a usable display the program says so and exits with 3", "[window]")
{
    const TemporaryFolder folder;
    SECTION("no display")
    {
        CHECK(runProgram({}, folder, {{"DISPLAY", std::nullopt}}) == 3);
    }
    SECTION("a display that does not answer")
    {
        CHECK(runProgram({}, folder, {{"DISPLAY", ":12345"}}) == 3);
    }
    SECTION("a display without OpenGL")
    {
        const Display display({"-extension", "GLX"});
        CHECK(runProgram({}, folder, {{"DISPLAY", display.name()}}) == 3);
    }
    const std::string text = textOf(folder.path() / "output.txt");
    INFO(text);
    CHECK(oneLineAbout(text, "ropewalk render"));
}

TEST_CASE("the close button ends the program, and place, size and theme are kept", "[window]")
{
    Stage stage({"--theme", "dark"}, {});
    stage.xdotool({"windowsize", "--sync", stage.window(), "900", "555"});
    stage.waitFor("the new size", [&stage] { return stage.map()["window"] == nlohmann::json::array({900, 555}); });
    stage.key("c");
    stage.waitFor("the tension colours", [&stage] { return stage.map()["open"]["tension colours"] == true; });
    stage.askToClose();
    CHECK(stage.program().wait(10.0) == 0);
    CHECK(stage.complaints().empty());
    CHECK(std::filesystem::exists(stage.folder() / "config" / "ropewalk" / "preferences.json"));

    stage.restart({});
    CHECK(stage.map()["window"] == nlohmann::json::array({900, 555}));
    CHECK(stage.map()["open"]["tension colours"] == true);

    // A signal ends it as the close button does.
    stage.key("c");
    stage.waitFor("the other colours", [&stage] { return stage.map()["open"]["tension colours"] == false; });
    stage.program().signal(SIGTERM);
    CHECK(stage.program().wait(10.0) == 0);

    std::ofstream(stage.folder() / "config" / "ropewalk" / "preferences.json") << "{ broken";
    stage.restart({});
    CHECK(oneLineAbout(stage.complaints(), "preferences"));
    stage.program().signal(SIGINT);
    CHECK(stage.program().wait(10.0) == 0);
}

TEST_CASE("any size is survived: one pixel, hidden and shown again, full screen and back", "[window]")
{
    Stage stage;
    stage.xdotool({"windowsize", stage.window(), "1", "1"});
    stage.waitFor("one pixel", [&stage] { return stage.map()["window"] == nlohmann::json::array({1, 1}); });
    double time = stage.log().last("time");
    stage.waitFor("ticks at one pixel", [&] { return stage.log().last("time") > time; });

    stage.xdotool({"windowsize", stage.window(), "700", "500"});
    stage.waitFor("700x500", [&stage] { return stage.map()["window"] == nlohmann::json::array({700, 500}); });

    stage.xdotool({"windowunmap", stage.window()});
    time = stage.log().last("time");
    stage.waitFor("ticks while hidden", [&] { return stage.log().last("time") > time; });
    stage.xdotool({"windowmap", "--sync", stage.window()});
    stage.focus();

    stage.key("F11");
    stage.waitFor("full screen", [&stage] { return stage.map()["window"] == nlohmann::json::array({1400, 900}); });
    stage.focus();
    stage.key("F11");
    stage.waitFor("the size before", [&stage] { return stage.map()["window"] == nlohmann::json::array({700, 500}); });
    stage.askToClose();
    CHECK(stage.program().wait(10.0) == 0);
    CHECK(stage.complaints().empty());
}

TEST_CASE("a stall does not blow up: the time is dropped", "[window]")
{
    Stage stage;
    stage.xdotool({"keydown", "Right", "sleep", "0.2"});
    stage.program().signal(SIGSTOP);
    const double before = stage.log().last("time");
    constexpr double stall = 10.0;
    sleepFor(stall);
    stage.program().signal(SIGCONT);
    sleepFor(0.5);
    stage.xdotool({"keyup", "Right"});
    const Log log = stage.log();
    // What was dropped is not caught up: far less than the stall has been simulated.
    CHECK(log.last("time") > before);
    CHECK(log.last("time") < before + 0.5 * stall);
    CHECK(log.finite());
    CHECK(log.last("length") < 1.2 * 79 * 0.05);
    CHECK(stage.program().running());
}

TEST_CASE("the display going away is one line and exit code 3", "[window]")
{
    Stage stage;
    stage.display().server().signal(SIGKILL);
    CHECK(stage.program().wait(10.0) == 3);
    INFO(stage.complaints());
    CHECK(oneLineAbout(stage.complaints(), "display"));
}

TEST_CASE("a divergence pauses the program, is told, and ends with a reset", "[window]")
{
    Stage stage({"--set", "spring_constant=1e7", "--set", "auto_steps=false"});
    stage.waitFor("the divergence", [&stage] { return stage.map()["divergence"] != ""; });
    const nlohmann::json map = stage.map();
    INFO(map["divergence"]);
    CHECK(map["paused"] == true);
    CHECK(map["divergence"].get<std::string>().find("mass") != std::string::npos);
    Log log = stage.log();
    CHECK(log.finite());
    CHECK(log.last("paused") == 1.0);

    // With a shorter step it holds.
    stage.key("r");
    stage.waitFor("the reset", [&stage] { return stage.log().size() > 0 && stage.log().last("time") < 0.1; });
    CHECK(stage.log().finite());
    CHECK(stage.program().running());
}
