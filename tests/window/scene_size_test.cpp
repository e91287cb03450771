#include "stage.hpp"

#include "catch.hpp"

using namespace windowtest;

namespace
{

constexpr double wanted = 12'500.0; ///< ropes: the default of rope_count
constexpr double least = 600.0;     ///< ropes: the scene's SizeParameter::small

} // namespace

TEST_CASE("the field is fitted to the machine, once", "[window]")
{
    Stage stage({"million"});
    // The whole scene is tried for six frames, at most twice: a size that stays for longer is the one that fits.
    constexpr int longer = 20;
    double settled = 0.0;
    int since = 0;
    const auto stays = [&](const nlohmann::json& map)
    {
        const Log log = stage.log();
        const double count = log.size() > 0 ? log.last("rope_count") : 0.0;
        if (count != settled)
            since = map["frame"];
        settled = count;
        return map["frame"].get<int>() - since > longer;
    };
    stage.waitForMap("a size that stays", stays);
    const Log log = stage.log();
    CHECK(log.at(0, "rope_count") == wanted);
    CHECK(settled >= least);
    CHECK(settled <= wanted);
    CHECK(stage.waitForTicks(longer).last("rope_count") == settled);
    CHECK(stage.complaints().empty());
}

TEST_CASE("who says how many ropes gets them", "[window]")
{
    Stage stage({"million", "--set", "rope_count=150"});
    const Log log = stage.waitForTicks(100); // six frames of at most 15 ticks would end the first try
    for (std::size_t row = 0; row < log.size(); ++row)
        REQUIRE(log.at(row, "rope_count") == 150.0);
}

TEST_CASE("a run of so many frames has the size of the scene on every machine", "[window]")
{
    const ScriptedRun run(2, "", {"million", "--no-ui", "--size", "200x150"});
    CHECK(run.exitCode() == 0);
    CHECK(run.log().last("rope_count") == wanted);
}
