#include "catch.hpp"

#include "app/learning/sweep_bench.hpp"
#include "scenes/document/scene_file.hpp"

#include <chrono>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>

using namespace ropewalk;

namespace
{

SweepPlan planOf(double seconds, int count)
{
    SweepPlan plan;
    plan.playback.text = sceneText(*makeScene("spring_pendulum"), {.beginning = true});
    plan.playback.seconds = seconds;
    plan.variations = {{"mass", 1.0, 2.0, count}};
    plan.columns = {"y"};
    return plan;
}

void waitFor(const SweepBench& bench)
{
    while (bench.busy())
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

} // namespace

TEST_CASE("A sweep beside the window has the rows of one without it", "[sweep]")
{
    SweepBench bench;
    CHECK_FALSE(bench.busy());
    bench.start(planOf(0.5, 4));
    waitFor(bench);
    const std::map<std::size_t, SweepResult> results = bench.results();
    REQUIRE(results.size() == 4);
    const Sweep alone(planOf(0.5, 4));
    for (const auto& [run, result] : results)
        CHECK(bench.sweep()->row(run, result) == alone.row(run, alone.run(run, [] {})));
    CHECK(bench.sweep()->scene(3)->parameters().find("mass")->number() == 2.0);
    CHECK(results.at(1).opens.starts_with("?scene=spring_pendulum&set=mass=1.3333"));
}

TEST_CASE("A sweep that is stopped keeps its results, and a wrong one leaves it as it is", "[sweep]")
{
    SweepBench bench;
    bench.start(planOf(1000.0, 50));
    bench.stop();
    CHECK_FALSE(bench.busy());
    CHECK(bench.results().size() < 50);
    bench.start(planOf(0.1, 2));
    waitFor(bench);
    SweepPlan wrong = planOf(0.1, 2);
    wrong.variations[0].to = -1.0;
    CHECK_THROWS_AS(bench.start(wrong), std::invalid_argument);
    CHECK(bench.results().size() == 2);
}
