#include "catch.hpp"
#include "program.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace
{

/// Four runs of a short rope.
std::vector<std::string> sweep(const std::vector<std::string>& more = {})
{
    std::vector<std::string> all{
        "sweep",     "rope", "--vary",    "mass_count=10..20:2", "--vary", "air_friction=0..0.5:2",
        "--seconds", "0.2",  "--columns", "length,max_tension"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

std::string usageError(const std::vector<std::string>& arguments)
{
    const Outcome run = runProgram(arguments);
    CHECK(run.code == 2);
    CHECK(run.out.empty());
    CHECK(std::count(run.error.begin(), run.error.end(), '\n') == 1);
    return run.error.substr(10, run.error.size() - 11);
}

} // namespace

TEST_CASE("a row of a sweep has the numbers of the run with its constants")
{
    const Outcome all = runProgram(sweep({"--statistic", "max"}));
    REQUIRE(all.code == 0);
    CHECK(all.error.empty());
    const Csv rows(all.out);
    CHECK(rows.columns() == std::vector<std::string>{"run", "runs", "mass_count", "air_friction", "length_max",
                                                     "max_tension_max", "outcome", "opens"});
    REQUIRE(rows.rows() == 4);
    CHECK(rows.cell(1, "air_friction") == "0.5"); // the last constant goes fastest
    CHECK(rows.cell(2, "mass_count") == "20");
    CHECK(rows.cell(3, "opens") == "?scene=rope&set=mass_count=20&set=air_friction=0.5");
    const Csv run(
        runProgram({"run", "rope", "--seconds", "0.2", "--set", "mass_count=20", "--set", "air_friction=0.5"}).out);
    double most = 0.0;
    double sum = 0.0;
    for (std::size_t row = 0; row < run.rows(); ++row)
    {
        most = std::max(most, run.number(row, "max_tension"));
        sum += run.number(row, "max_tension");
    }
    CHECK(rows.number(3, "max_tension_max") == most);
    const auto last = static_cast<double>(run.rows());
    CHECK(Csv(runProgram(sweep({"--statistic", "mean"})).out).number(3, "max_tension_mean") == sum / last);
    CHECK(Csv(runProgram(sweep()).out).cell(3, "max_tension_last") == run.cell(run.rows() - 1, "max_tension"));
    CHECK(Csv(runProgram(sweep({"--statistic", "min", "--from", "0.2"})).out).cell(3, "max_tension_min") ==
          run.cell(run.rows() - 1, "max_tension"));
}

TEST_CASE("constants of a sweep that go together have the same value")
{
    const Csv rows(runProgram({"sweep", "workshop", "--set", "preset=tackle", "--vary",
                               "top1.axle_friction+top2.axle_friction=0.1..0.2:2", "--seconds", "0", "--columns",
                               "bodies", "--input", "/dev/null"})
                       .out);
    CHECK(rows.cell(1, "top1.axle_friction+top2.axle_friction") == "0.2");
    CHECK(rows.cell(1, "opens") == "ropewalk workshop --set preset=tackle --set top1.axle_friction=0.2 "
                                   "--set top2.axle_friction=0.2 --input /dev/null");
}

TEST_CASE("jobs and shards change no byte of a sweep")
{
    const WorkFolder folder;
    const std::string whole = runProgram(sweep({"--jobs", "1"})).out;
    CHECK(runProgram(sweep({"--jobs", "3"})).out == whole);
    for (const char* part : {"1", "2", "3"})
        CHECK(runProgram(sweep({"--shard", std::string(part) + "/3", "--output", std::string(part) + ".csv"})).code ==
              0);
    CHECK(folder.files() == std::vector<std::string>{"1.csv", "2.csv", "3.csv"});
    CHECK(runProgram({"sweep", "--merge", "3.csv", "1.csv", "2.csv"}).out == whole);
    CHECK(usageError({"sweep", "--merge", "3.csv", "1.csv"}) == "--merge: 1 of 4 runs are missing, the first is run 2");
    folder.write("other.csv", "run,runs,outcome\n");
    CHECK(usageError({"sweep", "--merge", "1.csv", "other.csv"}) ==
          "other.csv: has other columns than 1.csv; must be of the same sweep");
    std::string changed = folder.read("1.csv");
    changed[changed.find("\n1,4,10") + 5] = '2';
    folder.write("changed.csv", changed);
    CHECK(usageError({"sweep", "--merge", "1.csv", "changed.csv"}) ==
          "changed.csv: run 1 is another one than in 1.csv; must be of the same sweep");
    folder.write("cut.csv", whole.substr(0, whole.size() - 3));
    CHECK(
        usageError({"sweep", "--merge", "cut.csv"}) ==
        "cut.csv: line 5 is no row of that sweep; must begin with the number of its run and of all runs, which are 4");
}

TEST_CASE("a sweep goes on after an interruption")
{
    const WorkFolder folder;
    const std::vector<std::string> arguments{"sweep",     "rope", "--vary",    "mass_count=20..80:4",
                                             "--seconds", "300",  "--columns", "length",
                                             "--jobs",    "1",    "--tick",    "0.1",
                                             "--output",  "s.csv"};
    std::string command = "\"$P\"";
    for (const std::string& argument : arguments)
        command += ' ' + argument;
    const Outcome interrupted =
        runShell(command + " & until grep -q '^1,' s.csv.part; do sleep 0.01; done 2> /dev/null;"
                           " kill -INT $!; wait $!");
    CHECK(interrupted.code == 130);
    CHECK(interrupted.error.find("of 4 runs are kept in s.csv.part; the same command goes on from there") !=
          std::string::npos);
    CHECK(folder.files() == std::vector<std::string>{"s.csv.part"});

    std::string journal = folder.read("s.csv.part");
    journal.replace(journal.find("\n1,4,20,"), 8, "\n1,4,kept,");
    folder.write("s.csv.part", journal.substr(0, journal.find('\n', journal.find("kept")) + 1) + "3,4,cut o");
    std::vector<std::string> other = arguments;
    other[5] = "299";
    CHECK(usageError(other) ==
          "s.csv.part: holds the rows of another sweep, or of other files; remove it, or choose another --output");

    CHECK(runProgram(arguments).code == 0);
    CHECK(folder.files() == std::vector<std::string>{"s.csv"});
    std::string rows = folder.read("s.csv");
    REQUIRE(rows.find("\n1,4,kept,") != std::string::npos); // this run was not repeated
    rows.replace(rows.find("kept"), 4, "20");
    const std::vector<std::string> toOutput(arguments.begin(), arguments.end() - 2);
    CHECK(runProgram(toOutput).out == rows);
}

TEST_CASE("a run of a sweep that ends early says so in its row")
{
    const std::vector<std::string> sweep{
        "sweep", "rope",      "--vary", "max_dt=0.002..0.01:2", "--set", "auto_steps=false", "--seconds",
        "1",     "--columns", "length"};
    const Outcome run = runProgram(sweep);
    CHECK(run.code == 0);
    CHECK(run.out.find("\n1,2,0.002,") != std::string::npos);
    CHECK(run.out.find(",ended,") != std::string::npos);
    CHECK(run.out.find(",\"the rope diverged at t = 0.033 s, first at mass 1: ") != std::string::npos);
}

TEST_CASE("errors of a sweep name what is wrong before the work")
{
    CHECK(usageError({"sweep", "rope", "--seconds", "1"}) ==
          "--vary is missing; must be NAME=FROM..TO:COUNT, such as mass_count=20..80:4");
    CHECK(usageError({"sweep", "rope", "--seconds", "1", "--vary", "mass_count=20"}) ==
          "--vary 'mass_count=20': must be NAME=FROM..TO:COUNT, such as mass_count=20..80:4");
    CHECK(usageError({"sweep", "rope", "--seconds", "1", "--vary", "mass_count=a..2:2"}) ==
          "--vary mass_count 'a': must be a number, such as 4, 0.02 or 1/60");
    CHECK(usageError({"sweep", "rope", "--seconds", "1", "--vary", "mass_count=2..9:0"}) ==
          "--vary mass_count '0': must be a whole number, 1 to 1000000");
    CHECK(usageError({"sweep", "rope", "--seconds", "1", "--vary", "mass_cuont=2..9:2"}) ==
          "unknown parameter 'mass_cuont'; did you mean 'mass_count'?");
    CHECK(usageError({"sweep", "rope", "--seconds", "1", "--vary", "mass_count=2..3:2", "--vary",
                      "mass_count=4..5:2"}) == "--vary mass_count: is given twice; must be given once");
    CHECK(usageError({"sweep", "rope", "--seconds", "1", "--vary", "mass=1..2:2000", "--vary",
                      "mass_count=4..5:2000"}) == "--vary mass_count: makes more than 1,000,000 runs; must be fewer");
    CHECK(usageError({"sweep", "rope", "--seconds", "1", "--vary", "mass=1..2:2", "--columns", "length,max_tensoin"}) ==
          "--columns: unknown column 'max_tensoin'; did you mean 'max_tension'?");
    CHECK(usageError(sweep({"--output", "none/x.csv"})) ==
          "none/x.csv.part: cannot be written: No such file or directory");
    CHECK(usageError(sweep({"--shard", "3/2"})) == "--shard '3/2': must be K/N, part K of N, such as 1/8");
    CHECK(usageError(sweep({"--from", "0.3"})) == "--from 0.3: must be at most the end, 0.2 s");
}
