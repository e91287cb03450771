#include "png_size.hpp"
#include "stage.hpp"

#include "catch.hpp"

#include <cmath>

using namespace windowtest;

TEST_CASE("a number of frames runs exactly so many, the same each time", "[window]")
{
    const std::string script = "0.5 press Right\n"
                               "1.5 release Right\n"
                               "1.6 press Space # pause\n"
                               "1.8 press Space\n"
                               "1.9 press F1\n";
    const std::vector<std::string> options{"--screenshot", "picture.png", "--size", "320x240"};
    const ScriptedRun run(120, script, options);
    CHECK(run.exitCode() == 0);
    CHECK(run.complaints().empty());
    CHECK(pngSize(run.folder() / "picture.png") == std::pair(320.0, 240.0));
    // 120 frames, 12 of them paused; the held key moves the end by 3 m in its second to the last bit.
    CHECK(run.log().last("time") == Approx(108.0 / 60.0));
    CHECK(run.log().last("connection_x") == Approx(3.0).epsilon(1e-12));
    CHECK(run.map()["open"]["help"] == true);
    const ScriptedRun again(120, script, options);
    CHECK(again.logText() == run.logText());
    CHECK(textOf(again.folder() / "picture.png") == textOf(run.folder() / "picture.png"));
}

TEST_CASE("a picture of the panels does not depend on the machine's speed", "[window]")
{
    // The race has the costs of its lanes in a table, the million its speed in the status bar; F3 opens the timings.
    const auto picture = [](const std::vector<std::string>& options)
    {
        const ScriptedRun run(20, "0.1 press F3\n", options);
        CHECK(run.exitCode() == 0);
        return textOf(run.folder() / "picture.png");
    };
    const std::vector<std::vector<std::string>> scenes{{"rope"}, {"race"}, {"million", "--set", "rope_count=100"}};
    for (std::vector<std::string> options : scenes)
    {
        INFO(options.front());
        options.insert(options.end(), {"--screenshot", "picture.png", "--size", "1280x720"});
        CHECK(picture(options) == picture(options));
    }
}

TEST_CASE("each key drags the rope's end along its axis, two keys along both", "[window]")
{
    const ScriptedRun run(150,
                          "0.0 press Right\n0.5 release Right\n"
                          "0.5 press Up\n1.0 release Up\n"
                          "1.0 press Home\n1.5 release Home\n"
                          "1.5 press Left\n1.5 press Down\n2.0 release Left\n2.0 release Down\n"
                          "2.0 press End\n2.5 release End\n",
                          {"--no-ui", "--size", "320x200"});
    const Log log = run.log();
    REQUIRE(log.size() == 151); // the beginning, and a row a tick
    // 3 m/s for the 30 ticks of half a second: 1.5 m.
    const auto isAt = [&log](std::size_t row, double x, double y, double z)
    {
        CAPTURE(row);
        CHECK(log.at(row, "connection_x") == Approx(x).margin(1e-12));
        CHECK(log.at(row, "connection_y") == Approx(y).margin(1e-12));
        CHECK(log.at(row, "connection_z") == Approx(z).margin(1e-12));
    };
    isAt(30, 1.5, 0.0, 0.0);
    isAt(60, 1.5, 0.0, -1.5);
    isAt(90, 1.5, 1.5, -1.5);
    isAt(120, 0.0, 1.5, 0.0);
    isAt(150, 0.0, 0.0, 0.0);
    for (const char* column : {"connection_x", "connection_y", "connection_z"})
        for (const double by : log.steps(column))
            CHECK((by == 0.0 || std::abs(by) == Approx(3.0 / 60.0).epsilon(1e-9)));
}

TEST_CASE("a scene is copied and pasted as text", "[window]")
{
    const ScriptedRun run(50,
                          "0.1 press LeftControl\n0.1 press C\n0.1 release LeftControl\n"
                          "0.2 press Space\n"
                          "0.7 press LeftControl\n0.7 press V\n0.7 release LeftControl\n",
                          {"--paused", "--set", "spring_constant=8000", "--size", "640x400"});
    CHECK(run.exitCode() == 0);
    const std::string toasts = run.map()["toasts"].dump();
    CHECK(toasts.find("Opened the scene") != std::string::npos); // the word about the copy went with the scene before
    const Log log = run.log();
    CHECK(log.last("spring_constant") == 8000.0);
    // Half a second had gone when the pasted scene began anew, for the eight frames that are left.
    CHECK(log.last("time") == Approx(8.0 / 60.0));
}

TEST_CASE("scripted velocities and a scene without panels", "[window]")
{
    const ScriptedRun run(
        45, "0 move 0 1 -2\n0.5 move 0 0 0\n",
        {"--no-ui", "--size", "320x200", "--screenshot", "picture.png", "--set", "spring_constant=5000"});
    CHECK(run.exitCode() == 0);
    CHECK(run.log().last("connection_y") == Approx(0.5)); // half a second at 1 m/s, and at -2 m/s
    CHECK(run.log().last("connection_z") == Approx(-1.0));
    CHECK(run.log().last("spring_constant") == 5000.0);
    CHECK(pngSize(run.folder() / "picture.png") == std::pair(320.0, 200.0));
}

TEST_CASE("what cannot be read or written is one line and exit code 2", "[window]")
{
    const Display display;
    const TemporaryFolder folder;
    const std::vector<std::vector<std::string>> wrong{{"--input", "missing.txt"},
                                                      {"--log", "missing/log.csv"},
                                                      {"--set", "spring_konstant=1"},
                                                      {"--set", "spring_constant=-1"},
                                                      {"no_such_scene"}};
    for (const std::vector<std::string>& options : wrong)
    {
        INFO(options.back());
        CHECK(runProgram(options, folder, {{"DISPLAY", display.name()}}) == 2);
        const std::string text = textOf(folder.path() / "output.txt");
        INFO(text);
        CHECK(text.rfind("ropewalk: ", 0) == 0);
        CHECK(text.find('\n') == text.size() - 1);
    }
}
