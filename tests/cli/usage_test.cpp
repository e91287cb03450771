#include "catch.hpp"
#include "program.hpp"

#include <ropewalk/version.hpp>

#include <algorithm>

namespace
{

/// What every error has in common: exit code 2, one line, nothing on standard output.
std::string usageError(const std::vector<std::string>& arguments)
{
    const Outcome run = runProgram(arguments);
    CHECK(run.code == 2);
    CHECK(run.out.empty());
    CHECK(std::count(run.error.begin(), run.error.end(), '\n') == 1);
    CHECK(run.error.find("ropewalk: ") == 0);
    CHECK(run.error.back() == '\n');
    return run.error.substr(10, run.error.size() - 11);
}

std::vector<std::string> run(std::vector<std::string> more)
{
    more.insert(more.begin(), {"run", "rope"});
    return more;
}

} // namespace

TEST_CASE("version and help")
{
    const Outcome version = runProgram({"--version"});
    CHECK(version.code == 0);
    CHECK(version.out == "ropewalk " + std::string(ropewalk::version) + "\n");

    const Outcome help = runProgram({"--help"});
    CHECK(help.code == 0);
    CHECK(help.error.empty());
    for (const char* name :
         {"list",         "params",  "run",        "render",    "check",     "--set",      "--size",   "--fullscreen",
          "--ui-scale",   "--theme", "--language", "--paused",  "--speed",   "--no-ui",    "--frames", "--input",
          "--screenshot", "--log",   "--shaders",  "--version", "Examples:", "Exit codes:"})
        CHECK(help.out.find(name) != std::string::npos);

    for (const char* command : {"list", "params", "run", "render", "sweep", "grade", "check", "advise", "card", "knot"})
    {
        const Outcome text = runProgram({command, "--help"});
        CHECK(text.code == 0);
        CHECK(text.out.find(std::string("ropewalk ") + command) != std::string::npos);
        CHECK(text.out.find("Examples:") != std::string::npos);
    }
}

TEST_CASE("a slip in a name is answered with the nearest one")
{
    CHECK(usageError({"rop"}) == "unknown scene or command 'rop'; did you mean 'rope'?");
    CHECK(usageError({"run", "workshop/takle", "--seconds", "1"}) == "unknown preset 'takle'; did you mean 'tackle'?");
    CHECK(usageError({"rnu", "rope"}) == "unknown scene or command 'rnu'; did you mean 'run'?");
    CHECK(usageError({"run", "rpoe", "--seconds", "1"}) == "unknown scene 'rpoe'; did you mean 'rope'?");
    CHECK(usageError({"params", "rpe"}) == "unknown scene 'rpe'; did you mean 'rope'?");
    CHECK(usageError({"check", "rope", "rpe"}) == "unknown scene 'rpe'; did you mean 'rope'?");
    CHECK(usageError(run({"--secnds", "1"})) == "unknown option '--secnds'; did you mean '--seconds'?");
    CHECK(usageError(run({"--seconds", "1", "--set", "gravty=1"})) ==
          "unknown parameter 'gravty'; did you mean 'gravity'?");
    CHECK(usageError({"--zzzzz"}) == "unknown option '--zzzzz'; 'ropewalk --help' shows what is right");
    CHECK(usageError({"list", "x"}) == "'x' is one argument too many; 'ropewalk list --help' shows what is right");
    CHECK(usageError({"--set", "mass=1", "run", "rope", "--seconds", "1"}) ==
          "'--set' stands before the command 'run'; must come after it");
}

TEST_CASE("numbers out of range and nonsense are named")
{
    CHECK(usageError({"run", "rope"}) == "--seconds is missing; must be the time to run, such as --seconds 5");
    CHECK(usageError({"run"}) == "the scene is missing; must be a scene id or file, such as 'ropewalk run rope'");
    for (const char* value : {"-1", "1e300", "nan", "inf", "abc", "1/0", "0x10"})
        CHECK(usageError(run({"--seconds", value})) ==
              "--seconds '" + std::string(value) + "': must be a number, 0 to 1e+09 s");
    CHECK(usageError({"--language", "xx"}) == "--language 'xx': must be en or de");
    CHECK(usageError(run({"--seconds", ""})) == "--seconds is empty; must have a value");
    CHECK(usageError(run({"--seconds", "1e9", "--tick", "1e-3"})) ==
          "--seconds 1e+09: is too long, must be at most 1e+06 at a tick of 0.001 s");
    CHECK(usageError(run({"--seconds", "1", "--tick", "0"})) == "--tick '0': must be a number, 1e-07 to 10 s");
    CHECK(usageError(run({"--seconds", "1", "--tick", "0.003", "--every", "0.01"})) ==
          "--tick 0.003: does not divide --every 0.01; 0.01/4 or 0.01/3 would");
    CHECK(usageError(run({"--seconds", "1", "--max-dt", "5"})) == "max_dt = 5: must be 1e-05 to 0.1 s");
    CHECK(usageError(run({"--seconds", "1", "--set", "mass=-1"})) == "mass = -1: must be 1e-06 to 1000 kg");
    CHECK(usageError(run({"--seconds", "1", "--set", "mass=1\n2"})) ==
          "mass = '1\\n2': must be a number, 1e-06 to 1000 kg");
    CHECK(usageError(run({"--seconds", "1", "--set", "mass"})) ==
          "--set 'mass': must be NAME=VALUE, such as spring_constant=8000");
    CHECK(usageError(run({"--seconds", "1", "--seconds", "2"})).find("--seconds") == 0);
}

TEST_CASE("a message stays short however long the argument is")
{
    const std::string text(100'000, 'x');
    const std::vector<std::vector<std::string>> slips{
        {text},
        {"run", text},
        {"run", text + ".json", "--seconds", "1"},
        {text, "run", "rope", "--seconds", "1"},
        {"--" + text},
        run({"--seconds", text}),
        run({"--seconds", "1", "--set", text}),
        run({"--seconds", "1", "--set", text + "=1"}),
        run({"--seconds", "1", "--set", "mass=" + text}),
        run({"--seconds", "1", "--set", "mass=1" + std::string(100'000, '0')}),
        run({"--seconds", "1", "--set", "gravity=51." + std::string(100'000, '0') + ",0,0"}),
        run({"--seconds", "1", "--masses", text}),
        run({"--seconds", "1", "--preset", text}),
        run({"--seconds", "1", "--input", text}),
        run({"--seconds", "1", "--output", text}),
        run({"--seconds", "1", "--output", text + "/x.csv"}),
        {"render", "rope", "--seconds", "0", "--output", "x.png", "--size", text},
        {"render", "rope", "--seconds", "0", "--output", text},
        {"check", text},
        {"check", "--theory", text},
        {"card", text},
        {"knot", text},
        {"card", "--format", text},
        {"advise", "--length", text},
        {"advise", "--length", "4", "--mass", "4", "--material", text},
        {"params", text},
        {"list", text},
        {"--size", text},
        {"--theme", text},
        {"--log", text},
        {"--input", text},
    };
    for (const std::vector<std::string>& slip : slips)
    {
        const std::string error = usageError(slip);
        INFO(error.substr(0, 200));
        CHECK(error.size() < 1000);
    }
}

TEST_CASE("masses that are not there are named")
{
    const auto error = [](const std::string& masses) {
        return usageError(run({"--seconds", "1", "--masses", masses}));
    };
    CHECK(error("80") == "--masses '80': there is no mass 80; there are 80, 0 to 79");
    CHECK(error("0-1000000000").find("there is no mass 1000000000") != std::string::npos);
    CHECK(error("1,1") == "--masses '1,1': mass 1 is named twice; must be named once");
    for (const char* masses : {"1,,2", "1,", ",1", "a", "-1", "5-3", "1-", "1.5", "99999999999999"})
        CHECK(error(masses) == "--masses '" + std::string(masses) +
                                   "': must be numbers of masses separated by commas, or ranges, such as 0,10,70-79");
}

TEST_CASE("options of the window are checked before it opens")
{
    const std::string size = "must be WIDTHxHEIGHT in pixels, each 1 to 8192, such as 1280x720";
    for (const char* value : {"0x0", "99999x99999", "10", "x", "1x", "-1x5", "1x2x3", "1 x2"})
        CHECK(usageError({"--size", value}) == "--size '" + std::string(value) + "': " + size);
    CHECK(usageError({"--theme", "blue"}) == "--theme 'blue': must be light or dark");
    CHECK(usageError({"--speed", "0"}) == "--speed '0': must be a number, 0.015625 to 16");
    CHECK(usageError({"--frames", "0"}) == "--frames '0': must be a whole number, 1 to 10000000");
    CHECK(usageError({"--ui-scale", "100"}) == "--ui-scale '100': must be a number, 0.5 to 4");
    CHECK(usageError({"--set", "x"}).find("--set 'x': must be NAME=VALUE") == 0);
    CHECK(usageError({"rope", "--set", "sping_constant=1", "--frames", "1"}) ==
          "unknown parameter 'sping_constant'; did you mean 'spring_constant'?");
}

TEST_CASE("files that cannot be used are named")
{
    const WorkFolder folder;
    std::filesystem::create_directory("folder");
    folder.write("bad.json", "{\n  \"ropewalk\": 1,\n  \"scene\": \"rope\",\n  \"parameters\": {\"mass\": \"x\"}\n}\n");
    folder.write("big.json", std::string(17'000'000, ' '));
    folder.write("bad.txt", "0 press Right\n1 pres Right\n");
    const auto error = [](const std::string& scene) { return usageError({"run", scene, "--seconds", "0"}); };
    CHECK(error("bad.json") == "bad.json:4:18: 'mass' is a text; must be a number, 1e-06 to 1000");
    CHECK(error("big.json") == "big.json: is too large, must be at most 16384 KiB");
    CHECK(error("none.json") == "none.json: cannot be read: No such file or directory");
    CHECK(error("folder") == "folder: is a folder, must be a file");
    CHECK(error("/dev/null").find("/dev/null:1:1: not JSON") == 0);
    CHECK(usageError(run({"--seconds", "1", "--input", "bad.txt"})) ==
          "bad.txt:2: unknown word 'pres'; did you mean 'press'?");
    CHECK(usageError(run({"--seconds", "1", "--input", "none"})) == "none: cannot be read: No such file or directory");
    CHECK(usageError(run({"--seconds", "1", "--output", "none/x.csv"})) ==
          "none/x.csv: cannot be written: No such file or directory");
    CHECK(usageError(run({"--seconds", "1", "--output", "folder"})) == "folder: cannot be written: Is a directory");
    CHECK(usageError({"render", "rope", "--seconds", "1", "--output", "none/x.png"}) ==
          "none/x.png: cannot be written: No such file or directory");
    CHECK(usageError({"render", "rope", "--seconds", "1"}) ==
          "one of --output, --video and --gltf is needed: a file, such as --output rope.png");
    CHECK(folder.files() == std::vector<std::string>{"bad.json", "bad.txt", "big.json", "folder"});
}
