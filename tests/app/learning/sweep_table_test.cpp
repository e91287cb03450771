#include "catch.hpp"

#include "cli/sweep_table.hpp"

#include <cmath>
#include <cstddef>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ropewalk;

namespace
{

std::string errorOf(const std::string& text)
{
    try
    {
        readSweepTable(text, "s.csv");
        return "nothing";
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
}

} // namespace

TEST_CASE("The table of a sweep is what the program writes", "[sweep]")
{
    SweepPlan plan;
    plan.playback.scene = "rope";
    plan.playback.seconds = 0.1;
    plan.variations = {{"mass_count", 10.0, 20.0, 2}, {"air_friction", 0.0, 0.5, 2}};
    plan.columns = {"length", "max_tension"};
    plan.statistic = "max";
    const Sweep sweep(plan);
    std::map<std::size_t, SweepResult> results;
    std::string text = sweep.header();
    for (std::size_t run = 0; run < sweep.grid().runs(); ++run)
    {
        results[run] = sweep.run(run, [] {});
        text += sweep.row(run, results[run]);
    }
    const SweepTable read = readSweepTable(text, "sweep.csv");
    const SweepTable table = sweepTable(sweep, results);
    CHECK(read.constants == std::vector<std::string>{"mass_count", "air_friction"});
    CHECK(read.columns == std::vector<std::string>{"length_max", "max_tension_max"});
    CHECK(table.constants == read.constants);
    CHECK(table.columns == read.columns);
    REQUIRE(read.rows.size() == 4);
    REQUIRE(table.rows.size() == 4);
    CHECK(read.rows[2].at == std::vector{20.0, 0.0});
    for (std::size_t run = 0; run < 4; ++run)
    {
        CHECK(read.rows[run].run == run);
        CHECK(read.rows[run].at == table.rows[run].at);
        CHECK(read.rows[run].values == results[run].values);
        CHECK(read.rows[run].outcome == "ended");
        CHECK(read.rows[run].opens == results[run].opens);
    }
}

TEST_CASE("A table of a sweep with marks, missing numbers and slips", "[sweep]")
{
    const std::string header = "run,runs,mass,y_last,outcome,opens\n";
    const SweepTable table = readSweepTable(header + "2,2,1.5,nan,\"ran away, \"\"soon\"\"\",?scene=rope\r\n", "s.csv");
    REQUIRE(table.rows.size() == 1);
    CHECK(table.rows[0].run == 1);
    CHECK(std::isnan(table.rows[0].values[0]));
    CHECK(table.rows[0].outcome == "ran away, \"soon\"");
    CHECK(table.rows[0].opens == "?scene=rope");
    CHECK(errorOf("time,length\n").starts_with("s.csv:1: is no row of names that 'ropewalk sweep' writes"));
    CHECK(errorOf(header + "1,2,1,2,ended\n") == "s.csv:2: has 5 cells; must have 6");
    CHECK(errorOf(header + "1,2,heavy,2,ended,x\n") == "s.csv:2: 'heavy' of mass is no number");
}
