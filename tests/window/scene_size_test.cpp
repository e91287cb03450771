#include "stage.hpp"

#include "catch.hpp"

#include <algorithm>

using namespace windowtest;

namespace
{

constexpr double wanted = 12'500.0; ///< ropes, of the scene by itself
constexpr double least = 600.0;     ///< ropes, of the first measurement

} // namespace

TEST_CASE("the field is fitted to the machine, once", "[window]")
{
    Stage stage({"million"}, "640x400");
    // Settled: as many ropes as before for three simulated seconds. Each try starts the scene anew.
    stage.waitFor(
        "a size that stays", [&] { return stage.log().size() > 0 && stage.log().last("time") > 3.0; }, 90.0);
    const Log log = stage.log();
    CHECK(log.at(1, "rope_count") == least); // row 0 is of the scene before it is tried smaller
    const double settled = log.last("rope_count");
    CHECK(settled >= least);
    CHECK(settled <= wanted);
    stage.waitFor(
        "two seconds more", [&] { return stage.log().last("time") > 5.0; }, 60.0);
    CHECK(stage.log().last("rope_count") == settled);
    CHECK(stage.complaints().empty());
}

TEST_CASE("who says how many ropes gets them", "[window]")
{
    Stage stage({"million", "--set", "rope_count=150"}, "640x400");
    stage.waitFor(
        "two seconds of it", [&] { return stage.log().size() > 0 && stage.log().last("time") > 2.0; }, 60.0);
    const Log log = stage.log();
    for (std::size_t row = 0; row < log.size(); ++row)
        REQUIRE(log.at(row, "rope_count") == 150.0);
}

TEST_CASE("a run of so many frames has the size of the scene on every machine", "[window]")
{
    const Display display;
    const TemporaryFolder folder;
    CHECK(runProgram({"million", "--frames", "2", "--no-ui", "--size", "200x150", "--log", "log.csv"}, folder,
                     {{"DISPLAY", display.name()}}, 120.0) == 0);
    CHECK(Log(textOf(folder.path() / "log.csv")).last("rope_count") == wanted);
}
