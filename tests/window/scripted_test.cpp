#include "stage.hpp"

#include "catch.hpp"

#include <fstream>

using namespace windowtest;

namespace
{

/// Width and height in a PNG's first bytes.
std::pair<unsigned, unsigned> sizeOfPng(const std::filesystem::path& file)
{
    const std::string bytes = textOf(file);
    REQUIRE(bytes.size() > 24);
    CHECK(bytes.substr(1, 3) == "PNG");
    const auto number = [&bytes](std::size_t at)
    {
        unsigned value = 0;
        for (std::size_t i = at; i < at + 4; ++i)
            value = value << 8U | static_cast<unsigned char>(bytes[i]);
        return value;
    };
    return {number(16), number(20)};
}

} // namespace

TEST_CASE("a number of frames runs exactly so many, the same each time", "[window]")
{
    const Display display;
    const TemporaryFolder folder;
    std::ofstream(folder.path() / "input.txt") << "0.5 press Right\n"
                                                  "1.5 release Right\n"
                                                  "1.6 press Space # pause\n"
                                                  "1.8 press Space\n"
                                                  "1.9 press F1\n";
    std::string first;
    for (int run = 0; run < 2; ++run)
    {
        CHECK(runProgram({"--frames", "120", "--input", "input.txt", "--screenshot", "picture.png", "--size", "640x480",
                          "--log", "log.csv", "--ui-map", "map.json"},
                         folder, {{"DISPLAY", display.name()}}) == 0);
        INFO(textOf(folder.path() / "output.txt"));
        CHECK(textOf(folder.path() / "output.txt").empty());
        const std::string text = textOf(folder.path() / "log.csv");
        if (run == 1)
            CHECK(text == first);
        first = text;
    }
    CHECK(sizeOfPng(folder.path() / "picture.png") == std::pair(640U, 480U));

    const Log log(first);
    // 120 frames, 12 of them paused; the held key moves the end by 3 m in its second to the last bit.
    CHECK(log.last("time") == Approx(108.0 / 60.0));
    CHECK(log.last("connection_x") == Approx(3.0).epsilon(1e-12));
    CHECK(nlohmann::json::parse(textOf(folder.path() / "map.json"))["open"]["help"] == true);
}

TEST_CASE("scripted velocities and a scene without panels", "[window]")
{
    const Display display;
    const TemporaryFolder folder;
    std::ofstream(folder.path() / "input.txt") << "0 move 0 1 -2\n0.5 move 0 0 0\n";
    CHECK(runProgram({"--frames", "45", "--no-ui", "--input", "input.txt", "--log", "log.csv", "--size", "320x200",
                      "--screenshot", "picture.png", "--set", "spring_constant=5000"},
                     folder, {{"DISPLAY", display.name()}}) == 0);
    const Log log(textOf(folder.path() / "log.csv"));
    CHECK(log.last("connection_y") == Approx(0.5));
    CHECK(log.last("connection_z") == Approx(-1.0));
    CHECK(log.last("spring_constant") == 5000.0);
    CHECK(sizeOfPng(folder.path() / "picture.png") == std::pair(320U, 200U));
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
