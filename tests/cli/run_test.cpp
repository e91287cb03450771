#include "catch.hpp"
#include "program.hpp"

#include <sys/stat.h>

#include <fmt/format.h>

#include <algorithm>

TEST_CASE("run writes time, diagnostics and the chosen masses as CSV")
{
    const Outcome run = runProgram({"run", "rope", "--seconds", "0.5", "--tick", "0.002", "--masses", "1,10,78-79"});
    CHECK(run.code == 0);
    CHECK(run.error.empty());
    const Csv csv(run.out);
    CHECK(csv.columns().front() == "time");
    CHECK(csv.columns()[1] == "kinetic_energy");
    const std::vector<std::string> tail(csv.columns().end() - 24, csv.columns().end()); // six columns of four masses
    CHECK(std::vector<std::string>(tail.begin(), tail.begin() + 6) ==
          std::vector<std::string>{"x1", "y1", "z1", "vx1", "vy1", "vz1"});
    CHECK(tail[6] == "x10");
    CHECK(tail[12] == "x78");
    CHECK(tail.back() == "vz79");
    REQUIRE(csv.rows() == 251); // 0.5 s / 2 ms, and the start
    for (std::size_t row = 0; row < csv.rows(); ++row)
        CHECK(csv.number(row, "time") == static_cast<double>(row) * 0.002);
    // Mass 10 after 250 steps of 2 ms, by the source tutorial's equations in another program.
    CHECK(csv.number(250, "x10") == Approx(0.3558056356238226).margin(1e-9));
    CHECK(csv.number(250, "y10") == Approx(-0.39763932891136566).margin(1e-9));
    CHECK(csv.cell(1, "time") == "0.002");
    CHECK(csv.cell(50, "time") == "0.10000000000000001"); // 17 significant digits
}

TEST_CASE("rows stand at 0, S, 2S ... and at the end")
{
    struct Row
    {
        std::vector<std::string> options;
        std::size_t rows;
        double secondTime;
        double lastTime;
    };
    const Row expected = GENERATE(values<Row>({{{"--seconds", "1"}, 61, 1.0 / 60.0, 1.0},
                                               {{"--seconds", "1", "--every", "0.1"}, 11, 0.1, 1.0},
                                               {{"--seconds", "1", "--every", "0.01"}, 101, 0.01, 1.0},
                                               {{"--seconds", "1", "--every", "1/4"}, 5, 0.25, 1.0},
                                               {{"--seconds", "0.25", "--every", "0.1"}, 4, 0.1, 0.25},
                                               {{"--seconds", "0.05", "--every", "0.1"}, 2, 0.05, 0.05},
                                               {{"--seconds", "0.3", "--tick", "0.1"}, 4, 0.1, 0.3}}));
    std::vector<std::string> arguments{"run", "rope"};
    arguments.insert(arguments.end(), expected.options.begin(), expected.options.end());
    const Outcome run = runProgram(arguments);
    CHECK(run.code == 0);
    const Csv csv(run.out);
    REQUIRE(csv.rows() == expected.rows);
    CHECK(csv.number(0, "time") == 0.0);
    CHECK(csv.number(1, "time") == expected.secondTime);
    CHECK(csv.number(csv.rows() - 1, "time") == Approx(expected.lastTime).epsilon(1e-12));
}

TEST_CASE("zero seconds give the beginning alone")
{
    const Csv csv(runProgram({"run", "rope", "--seconds", "0"}).out);
    REQUIRE(csv.rows() == 1);
    CHECK(csv.number(0, "kinetic_energy") == 0.0);
    CHECK(csv.number(0, "mass_count") == 80.0);
}

TEST_CASE("two runs give the same bytes, on standard output and in a file")
{
    const WorkFolder folder;
    const std::vector<std::string> arguments{"run", "rope", "--seconds", "2", "--every", "0.1", "--masses", "0-79"};
    const Outcome first = runProgram(arguments);
    std::vector<std::string> toFile = arguments;
    toFile.insert(toFile.end(), {"--output", "\xc3\xb6 x.csv"});
    const Outcome second = runProgram(toFile);
    CHECK(second.code == 0);
    CHECK(second.out.empty());
    CHECK(first.out == folder.read("\xc3\xb6 x.csv"));
    CHECK(folder.files() == std::vector<std::string>{"\xc3\xb6 x.csv"});
}

TEST_CASE("scripted input drags the end of the rope")
{
    const WorkFolder folder;
    folder.write("in.txt", "0 press Right   # held for one second\n1 release Right\n1 press Home\n1.5 release Home\n");
    const Csv keys(runProgram({"run", "rope", "--seconds", "2", "--input", "in.txt"}).out);
    // A key drags at connection_speed = 3 m/s: 1.5 m in 0.5 s. A row is 1/60 s.
    CHECK(keys.number(30, "connection_x") == Approx(1.5).margin(1e-9));
    CHECK(keys.number(60, "connection_x") == Approx(3.0).margin(1e-9));
    CHECK(keys.number(120, "connection_x") == Approx(3.0).margin(1e-9));
    CHECK(keys.number(120, "connection_y") == Approx(1.5).margin(1e-9));

    folder.write("in.txt", "1/2 move 1 0 -2\n1 move 0 0 0\n");
    const Csv moves(runProgram({"run", "rope", "--seconds", "2", "--every", "0.5", "--input", "in.txt"}).out);
    // 1 m/s along x and -2 m/s along z from 0.5 s to 1 s.
    CHECK(moves.number(1, "connection_x") == 0.0);
    CHECK(moves.number(4, "connection_x") == Approx(0.5).margin(1e-9));
    CHECK(moves.number(4, "connection_z") == Approx(-1.0).margin(1e-9));
}

TEST_CASE("constants are set by option, by file, and by option over the file")
{
    const WorkFolder folder;
    folder.write("s.json", R"({"ropewalk": 1, "scene": "rope", "parameters": {"mass_count": 20, "mass": 0.1}})");
    const auto count = [](std::vector<std::string> arguments)
    {
        arguments.insert(arguments.end(), {"--seconds", "0"});
        return Csv(runProgram(arguments).out).number(0, "mass_count");
    };
    CHECK(count({"run", "rope", "--set", "mass_count=30"}) == 30.0);
    CHECK(count({"run", "s.json"}) == 20.0);
    CHECK(count({"run", "s.json", "--set", "mass_count=40"}) == 40.0);
    CHECK(count({"run", "--set", "mass_count=40", "--set", "mass=1", "s.json"}) == 40.0);
    CHECK(count({"run", "rope", "--set=mass_count=1e2"}) == 100.0);
}

TEST_CASE("a run does not replace what it reads")
{
    const WorkFolder folder;
    const std::string scene = R"({"ropewalk": 1, "scene": "rope"})";
    folder.write("s.json", scene);
    folder.write("d.txt", "0 press Right\n");
    for (const std::vector<std::string>& options : {std::vector<std::string>{"run", "s.json", "--output", "./s.json"},
                                                    {"run", "rope", "--input", "d.txt", "--output", "d.txt"},
                                                    {"render", "s.json", "--video", "s.json"}})
    {
        std::vector<std::string> arguments = options;
        arguments.insert(arguments.end(), {"--seconds", "0"});
        const Outcome run = runProgram(arguments);
        CHECK(run.code == 2);
        CHECK(run.error.find(": the run reads this file and would replace it\n") != std::string::npos);
    }
    CHECK(folder.read("s.json") == scene);
    CHECK(folder.read("d.txt") == "0 press Right\n");
    CHECK(runProgram({"render", "rope", "--seconds", "0", "--output", "a.jpg"}).error ==
          "ropewalk: a.jpg: a picture's name ends in .png\n");
}

TEST_CASE("a mass that the reel takes in leaves empty cells")
{
    const Outcome run = runProgram({"run", "rope", "--seconds", "3", "--every", "1", "--masses", "0,9", "--set",
                                    "mass_count=10", "--set", "payout_speed=-0.1"});
    CHECK(run.code == 0);
    const Csv csv(run.out);
    CHECK_FALSE(csv.cell(0, "x9").empty());
    CHECK(csv.number(3, "mass_count") < 10.0);
    CHECK(csv.cell(3, "x9").empty());
    CHECK(csv.cell(3, "vz9").empty());
    CHECK_FALSE(csv.cell(3, "x0").empty());
}

TEST_CASE("a mass that is paid out later has empty cells until then")
{
    const Outcome run =
        runProgram({"run", "deployment", "--seconds", "1.5", "--every", "0.5", "--masses", "0-20", "--tick", "0.01"});
    REQUIRE(run.code == 0);
    const Csv csv(run.out);
    for (std::size_t row = 0; row < csv.rows(); ++row)
    {
        const auto last = static_cast<std::size_t>(csv.number(row, "mass_count"));
        INFO("row " << row << ", " << last << " masses out");
        for (std::size_t mass = 0; mass <= 20; ++mass)
            CHECK(csv.cell(row, fmt::format("y{}", mass)).empty() == (mass > last));
    }
    CHECK(csv.number(csv.rows() - 1, "mass_count") > csv.number(0, "mass_count"));
    CHECK(runProgram({"run", "deployment", "--seconds", "1", "--masses", "21"}).code == 2);
}

TEST_CASE("a diverged run keeps its rows and says when, which mass and the step limit")
{
    const WorkFolder folder;
    const Outcome run = runProgram({"run", "rope", "--seconds", "5", "--tick", "0.01", "--max-dt", "0.01", "--output",
                                    "x.csv", "--masses", "0-79"});
    CHECK(run.code == 1);
    CHECK(run.error.find("ropewalk: the rope diverged at t = ") == 0);
    CHECK(run.error.find("any of these helps: auto_steps = true, max_dt = ") != std::string::npos);
    CHECK(run.error.find("mass ") != std::string::npos);
    CHECK(run.error.find("stable") != std::string::npos);
    CHECK(std::count(run.error.begin(), run.error.end(), '\n') == 1);
    const std::string text = folder.read("x.csv");
    CHECK(text.find("nan") == std::string::npos);
    CHECK(text.find("inf") == std::string::npos);
    const Csv csv(text);
    CHECK(csv.rows() > 1);
    CHECK(csv.rows() < 501); // of all 5 s / 10 ms, and the start
}

TEST_CASE("max-dt sets the longest step")
{
    const auto energy = [](const std::string& maxDt) {
        return runProgram({"run", "rope", "--seconds", "0.1", "--max-dt", maxDt}).out;
    };
    CHECK(energy("0.002") == runProgram({"run", "rope", "--seconds", "0.1"}).out);
    CHECK(energy("0.001") != energy("0.002"));
}

TEST_CASE("a reader that has seen enough ends the run without a word")
{
    const Outcome run = runShell("\"$P\" run rope --seconds 60 --masses 0-79 | head -n 1");
    CHECK(run.code == 0);
    CHECK(run.error.empty());
    CHECK(run.out.find("time,") == 0);
    CHECK(runShell("{ \"$P\" run rope --seconds 60 --masses 0-79; echo $? >&2; } | head -n 1").error == "0\n");
}

TEST_CASE("a full disk is an error line")
{
    // A limit on the size of files stands for it.
    const WorkFolder folder;
    folder.write("x", "old");
    for (const char* command : {"run rope --seconds 1 --output x", "render rope --seconds 0 --output x"})
    {
        INFO(command);
        const Outcome file = runShell(std::string("ulimit -f 1; \"$P\" ") + command);
        if (file.code == 3)
            continue; // a machine without any OpenGL
        CHECK(file.code == 1);
        CHECK(file.error == "ropewalk: x: cannot be written: File too large\n");
        CHECK(folder.read("x") == "old");
        CHECK(folder.files() == std::vector<std::string>{"x"});
    }
    if (!std::filesystem::exists("/dev/full"))
        return;
    const Outcome output = runShell("\"$P\" run rope --seconds 1 > /dev/full");
    CHECK(output.code == 1);
    CHECK(output.error == "ropewalk: standard output cannot be written: No space left on device\n");
}

TEST_CASE("an interrupted run leaves no half file")
{
    const WorkFolder folder;
    folder.write("x.csv", "old");
    const Outcome run = runShell("\"$P\" run rope --seconds 1e6 --output x.csv & "
                                 "until ls | grep -q part; do sleep 0.02; done; kill -TERM $!; wait $!");
    CHECK(run.code == 130);
    CHECK(run.error.empty());
    CHECK(folder.read("x.csv") == "old");
    CHECK(folder.files() == std::vector<std::string>{"x.csv"});
}

TEST_CASE("a long tick is interrupted between its steps")
{
    // A single tick of a million steps of 10,000 masses: to its end it would take minutes.
    const WorkFolder folder;
    const Outcome run = runShell("\"$P\" run rope --seconds 10 --tick 10 --every 10 --max-dt 1e-5 "
                                 "--set mass_count=10000 --set max_mass_count=10000 --output x.csv & "
                                 "until ls | grep -q part; do sleep 0.02; done; kill -TERM $!; wait $!");
    CHECK(run.code == 130);
    CHECK(run.error.empty());
    CHECK(folder.files().empty());
}

TEST_CASE("a run that waits for the reader of a pipe is interrupted at once")
{
    const WorkFolder folder;
    REQUIRE(mkfifo("pipe", 0600) == 0);
    // Nobody reads, or somebody reads nothing. The run waits once it catches the signal (the bit 0x4000) and sleeps.
    for (const char* reader : {":", "sleep 60 < pipe & reader=$!"})
    {
        INFO(reader);
        const Outcome run =
            runShell(std::string(reader) + "\n\"$P\" run rope --seconds 1e6 --output pipe & run=$!\n"
                                           "until grep -q '^SigCgt:.*[4-7c-f]...$' /proc/$run/status && "
                                           "grep -q '^State:.S' /proc/$run/status; do sleep 0.02; done\n"
                                           "kill -TERM $run; wait $run; code=$?\n"
                                           "test -z \"$reader\" || kill $reader\n"
                                           "exit $code");
        CHECK(run.code == 130);
        CHECK(run.error.empty());
    }
}

TEST_CASE("bodies make the same motion with and without fused multiply-add in the C library")
{
    // The variable is for glibc; elsewhere both runs are the same anyway.
    for (const char* scene : {"impulse --set preset=funnel --set body_count=60 --seconds 2",
                              "impulse --set preset=cradle --seconds 3", "wrecking_ball --seconds 3"})
    {
        INFO(scene);
        const std::string run = std::string("\"$P\" run ") + scene + " --every 0.1 --masses 0-4";
        const Outcome usual = runShell(run);
        const Outcome old = runShell("GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2,-AVX512F " + run);
        CHECK(usual.code == 0);
        CHECK(usual.out == old.out);
    }
}
