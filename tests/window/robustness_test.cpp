#include "stage.hpp"

#include "catch.hpp"

#include <csignal>
#include <fstream>
#include <functional>

#include <sys/stat.h>

using namespace windowtest;

namespace
{

bool oneLineAbout(const std::string& text, const std::string& word)
{
    return text.rfind("ropewalk: ", 0) == 0 && text.find(word) != std::string::npos &&
           text.find('\n') == text.size() - 1;
}

std::function<bool(const nlohmann::json&)> isWindow(int width, int height)
{
    return [width, height](const nlohmann::json& map) {
        return map["window"] == nlohmann::json::array({width, height});
    };
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
    const auto tensionColours = [](const nlohmann::json& map) { return map["open"]["tension colours"] == true; };
    Stage stage({"--theme", "dark"}, {});
    stage.xdotool({"windowsize", "--sync", stage.window(), "900", "555"});
    stage.waitForMap("the new size", isWindow(900, 555));
    stage.key("c");
    stage.waitForMap("the tension colours", tensionColours);
    stage.askToClose();
    CHECK(stage.program().wait(10.0) == 0);
    CHECK(stage.complaints().empty());
    CHECK(std::filesystem::exists(stage.folder() / "config" / "ropewalk" / "preferences.json"));

    stage.restart({});
    CHECK(isWindow(900, 555)(stage.map()));
    CHECK(tensionColours(stage.map()));

    // A signal ends it as the close button does, also that of a terminal that is closed.
    const std::filesystem::path preferences = stage.folder() / "config" / "ropewalk" / "preferences.json";
    stage.key("c");
    stage.waitForMap("the other colours", std::not_fn(tensionColours));
    stage.program().signal(SIGHUP);
    CHECK(stage.program().wait(10.0) == 0);
    CHECK(nlohmann::json::parse(textOf(preferences))["tension_colours"] == false);

    std::ofstream(preferences) << "{ broken";
    stage.restart({});
    CHECK(oneLineAbout(stage.complaints(), "preferences"));
    CHECK(stage.map()["toasts"].dump().find("preferences.json.bad") != std::string::npos);
    stage.program().signal(SIGTERM);
    CHECK(stage.program().wait(10.0) == 0);
    CHECK(textOf(preferences)[0] == '{');
    CHECK(textOf(preferences) != "{ broken");
    CHECK(textOf(preferences.string() + ".bad") == "{ broken");
}

TEST_CASE("preferences that are a pipe or a folder keep no window from opening", "[window]")
{
    const TemporaryFolder folder;
    const Display display;
    const std::filesystem::path preferences = folder.path() / "config" / "ropewalk" / "preferences.json";
    std::filesystem::create_directories(preferences.parent_path());
    SECTION("a pipe")
    {
        REQUIRE(mkfifo(preferences.c_str(), 0600) == 0);
    }
    SECTION("a folder")
    {
        std::filesystem::create_directory(preferences);
    }
    Command command;
    command.arguments = {ROPEWALK_PROGRAM, "--size", "320x200", "--ui-map", "map.json"};
    command.environment = {{"DISPLAY", display.name()},
                           {"WAYLAND_DISPLAY", std::nullopt},
                           {"LIBGL_ALWAYS_SOFTWARE", "1"},
                           {"XDG_CONFIG_HOME", (folder.path() / "config").string()}};
    command.folder = folder.path();
    command.output = folder.path() / "output.txt";
    Process program(command);
    while (program.running() && !std::filesystem::exists(folder.path() / "map.json"))
        sleepFor(0.01);
    program.signal(SIGTERM);
    CHECK(program.wait(10.0) == 0);
    CHECK(oneLineAbout(textOf(folder.path() / "output.txt"), "preferences"));
    CHECK_FALSE(std::filesystem::is_regular_file(preferences));
}

TEST_CASE("a signal ends the program while its frame waits for a display that stands still", "[window]")
{
    const TemporaryFolder folder;
    Display display;
    Command command;
    command.arguments = {ROPEWALK_PROGRAM, "--size", "320x200"};
    command.environment = {{"DISPLAY", display.name()},
                           {"WAYLAND_DISPLAY", std::nullopt},
                           {"LIBGL_ALWAYS_SOFTWARE", "1"},
                           {"XDG_CONFIG_HOME", (folder.path() / "config").string()}};
    command.folder = folder.path();
    command.output = folder.path() / "output.txt";
    Process program(command);
    Command search;
    search.arguments = {"xdotool", "search", "--sync", "--onlyvisible", "--name", "Ropewalk"};
    search.environment = {{"DISPLAY", display.name()}};
    search.folder = folder.path();
    search.output = folder.path() / "search.txt";
    run(search, 60.0);
    sleepFor(1.0); // its frames have begun
    display.server().signal(SIGSTOP);
    sleepFor(0.2); // a frame waits by now
    program.signal(GENERATE(SIGTERM, SIGHUP, SIGINT));
    CHECK(program.wait(10.0) == 0);
    display.server().signal(SIGCONT);
    CHECK(nlohmann::json::parse(textOf(folder.path() / "config" / "ropewalk" / "preferences.json"))["theme"] ==
          "light");
    CHECK(textOf(folder.path() / "output.txt").empty());
}

TEST_CASE("a log that cannot be written to its end is a line and exit code 1, and leaves the old one", "[window]")
{
    const TemporaryFolder folder;
    const Display display;
    std::ofstream(folder.path() / "log.csv") << "old";
    Command command;
    // 16 blocks of 512 bytes: a limit on the size of files stands for a full disk.
    command.arguments = {"/bin/sh", "-c", "ulimit -f 16; exec \"$0\" --frames 60 --size 320x200 --log log.csv",
                         ROPEWALK_PROGRAM};
    command.environment = {{"DISPLAY", display.name()},
                           {"WAYLAND_DISPLAY", std::nullopt},
                           {"LIBGL_ALWAYS_SOFTWARE", "1"},
                           {"MESA_SHADER_CACHE_DISABLE", "true"}};
    command.folder = folder.path();
    command.output = folder.path() / "output.txt";
    Process program(command);
    CHECK(program.wait(60.0) == 1);
    CHECK(oneLineAbout(textOf(folder.path() / "output.txt"), "log.csv: cannot be written: File too large"));
    CHECK(textOf(folder.path() / "log.csv") == "old");
}

TEST_CASE("any size is survived: one pixel, hidden and shown again, full screen and back", "[window]")
{
    Stage stage;
    stage.xdotool({"windowsize", stage.window(), "1", "1"});
    stage.waitForMap("one pixel", isWindow(1, 1));
    stage.waitForTicks(1);

    stage.xdotool({"windowsize", stage.window(), "700", "500"});
    stage.waitForMap("700x500", isWindow(700, 500));

    stage.xdotool({"windowunmap", "--sync", stage.window()});
    stage.waitForTicks(1);
    stage.xdotool({"windowmap", "--sync", stage.window()});
    stage.focus();

    stage.key("F11");
    stage.waitForMap("full screen", isWindow(1400, 900)); // of the test's screen, see Display
    stage.focus();
    stage.key("F11");
    stage.waitForMap("the size before", isWindow(700, 500));
    stage.askToClose();
    CHECK(stage.program().wait(10.0) == 0);
    CHECK(stage.complaints().empty());
}

TEST_CASE("a stall does not blow up: the time is dropped", "[window]")
{
    Stage stage;
    stage.xdotool({"keydown", "Right"});
    stage.waitForLog("motion", [](const Log& log) { return log.last("connection_x") > 0.1; });
    stage.program().signal(SIGSTOP);
    const double before = stage.log().last("time");
    // The one wait for the clock: the program's own clock goes on meanwhile.
    constexpr double stall = 2.0;
    sleepFor(stall);
    stage.program().signal(SIGCONT);
    const Log log = stage.waitForTicks(2);
    stage.xdotool({"keyup", "Right"});
    // What was dropped is not caught up: far less than the stall has been simulated.
    CHECK(log.last("time") > before);
    CHECK(log.last("time") < before + 0.5 * stall);
    CHECK(log.finite());
    CHECK(log.last("length") < 1.2 * 79 * 0.05); // 79 segments of the default length, and a fifth more
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
    // 185 times the stable step: the rope is gone in the first ticks.
    const std::vector<std::string> stiff{"--set",  "spring_constant=1e7", "--set", "auto_steps=false", "--size",
                                         "640x400"};
    const ScriptedRun diverged(30, "", stiff);
    const nlohmann::json map = diverged.map();
    INFO(map["divergence"]);
    CHECK(map["paused"] == true);
    CHECK(map["divergence"].get<std::string>().find("mass") != std::string::npos);
    CHECK(diverged.log().finite());
    CHECK(diverged.log().last("paused") == 1.0);

    const ScriptedRun reset(31, "0.5 press R", stiff); // frame 30 is the one that resets
    CHECK(reset.log().last("time") < 0.1);
    CHECK(reset.log().finite());
    CHECK(reset.exitCode() == 0);
}
