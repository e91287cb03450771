#include "catch.hpp"
#include "counting_scene.hpp"

#include <limits>

using namespace ropewalk;

namespace
{

constexpr double tick = 1.0 / 60.0; // [s]

} // namespace

TEST_CASE("within the budget of steps a tick covers its time", "[budget]")
{
    CountingBench bench;
    bench.workbench.setTickBudget(std::numeric_limits<double>::infinity());
    bench.scene->longest = tick / 500.0;
    bench.workbench.tick({});
    CHECK(bench.scene->spans == std::vector<double>{tick});
    CHECK(bench.workbench.stepsPerTick() == 500);
    CHECK(bench.workbench.timeShare() == 1.0);
    CHECK(bench.workbench.stepLength() == Approx(tick / 500.0));
}

TEST_CASE("beyond the budget of steps time is slowed, and the steps stay as short as the scene needs them", "[budget]")
{
    CountingBench bench;
    bench.scene->longest = tick / 2380.0;
    bench.workbench.setTickBudget(std::numeric_limits<double>::infinity());
    bench.workbench.tick({});
    CHECK(bench.workbench.stepsNeeded() == 2380.0);
    CHECK(bench.workbench.stepsPerTick() == 500);
    CHECK(bench.covered() == Approx(tick * 500.0 / 2380.0));
    CHECK(bench.workbench.stepLength() <= bench.scene->longest * (1.0 + 1e-9));
    CHECK(bench.workbench.timeShare() == Approx(500.0 / 2380.0));
    CHECK_FALSE(bench.workbench.slowedByCost());

    bench.workbench.setStepBudget(5000);
    bench.workbench.tick({});
    CHECK(bench.workbench.stepsPerTick() == 2380);
    CHECK(bench.workbench.timeShare() == 1.0);
    bench.workbench.setStepBudget(0); // at least one
    bench.workbench.tick({});
    CHECK(bench.workbench.stepsPerTick() == 1);
}

TEST_CASE("slowed time has as many ticks, and the reached speed says how slow it is", "[budget]")
{
    CountingBench bench;
    bench.workbench.setTickBudget(std::numeric_limits<double>::infinity());
    bench.scene->longest = tick / 1000.0;
    for (int frame = 0; frame < 600; ++frame)
        bench.workbench.advance(tick, {});
    CHECK(std::abs(bench.scene->ticks - 600) <= 1);
    CHECK(bench.covered() == Approx(5.0).margin(0.01)); // half of 600 ticks: 500 steps of 1000
    CHECK(bench.workbench.reachedSpeed() == Approx(0.5).margin(0.01));

    // Slow motion on top: half the ticks, each as short as before.
    bench.workbench.setSpeed(0.5);
    const int before = bench.scene->ticks;
    for (int frame = 0; frame < 60; ++frame)
        bench.workbench.advance(tick, {});
    CHECK(std::abs(bench.scene->ticks - before - 30) <= 1);
    CHECK(bench.scene->spans.back() == Approx(0.5 * tick));
}

TEST_CASE("a tick that costs too much ends early", "[budget]")
{
    CountingBench bench;
    bench.workbench.setTickBudget(0.05);
    bench.scene->longest = tick / 400.0;
    // A millisecond a step: 400 ms a tick.
    const auto costly = [&bench](double h) { bench.now += 1e-3 * std::ceil(h / bench.scene->longest * (1.0 - 1e-9)); };
    bench.scene->onSpan = costly;
    for (int frame = 0; frame < 20; ++frame)
    {
        const double begin = bench.now;
        bench.workbench.advance(tick, {});
        CHECK(bench.now - begin <= 0.1); // the budget, and a last piece no longer than it
        if (bench.workbench.ticksCovered() > 0.0)
            CHECK(bench.workbench.stepLength() <= bench.scene->longest * (1.0 + 1e-9));
    }
    CHECK(bench.workbench.slowedByCost());
    CHECK(bench.workbench.timeShare() < 0.2); // 0.05 s of 0.4 s is 0.125
    CHECK(bench.workbench.timeShare() > 0.01);
    CHECK(bench.workbench.stepsPerTick() == Approx(400.0 * bench.workbench.timeShare()).margin(1.0));

    // A cheap tick goes in one piece again, with the bits of a run without a window.
    bench.scene->onSpan = {};
    bench.scene->longest = 0.002;
    for (int i = 0; i < 200; ++i)
        bench.workbench.tick({});
    CHECK(bench.scene->spans.back() == tick);
    CHECK(bench.workbench.timeShare() == 1.0);
}

TEST_CASE("the first tick begins with one step, as nobody knows what it costs", "[budget]")
{
    CountingBench bench;
    bench.workbench.setTickBudget(0.05);
    bench.scene->longest = tick / 9.0;
    bench.scene->onSpan = [&bench](double) { bench.now += 1.2; };
    const auto firstTick = [&bench]
    {
        bench.scene->spans.clear();
        bench.workbench.advance(tick, {});
        REQUIRE(bench.scene->spans.size() == 1);
        CHECK(bench.scene->spans.front() == Approx(tick / 9.0));
        CHECK(bench.workbench.stepCost() == Approx(1.2));
    };
    firstTick();
    bench.workbench.reset();
    firstTick();

    // Cheap steps are counted up: 1 and 2 and 4 of the nine, and what is left.
    bench.scene->onSpan = {};
    bench.workbench.reset();
    bench.scene->spans.clear();
    bench.workbench.tick({});
    REQUIRE(bench.scene->spans.size() == 4);
    CHECK(bench.scene->spans[3] == Approx(tick * 2.0 / 9.0));
    CHECK(bench.workbench.timeShare() == 1.0);
}

TEST_CASE("a step that costs more than the budget is split, and put together again once it is cheap", "[budget]")
{
    CountingBench bench;
    bench.workbench.setTickBudget(0.05);
    bench.scene->longest = tick / 4.0;
    // An implicit step whose cost grows with its length: 0.4 s where it is whole.
    bench.scene->onSpan = [&bench](double h) { bench.now += 0.4 * h / bench.scene->longest; };
    for (int frame = 0; frame < 8; ++frame)
        bench.workbench.tick({});
    const double begin = bench.now;
    bench.workbench.tick({});
    CHECK(bench.now - begin <= 0.1);
    CHECK(bench.workbench.slowedByCost());
    CHECK(bench.workbench.timeShare() > 0.02); // 0.05 s of 1.6 s is 0.03
    CHECK(bench.workbench.stepLength() < 0.25 * bench.scene->longest);

    bench.scene->onSpan = {};
    for (int frame = 0; frame < 200; ++frame)
        bench.workbench.tick({});
    CHECK(bench.scene->spans.back() == tick);
    CHECK(bench.workbench.timeShare() == 1.0);
}

TEST_CASE("a step that costs as much whatever its length stays whole", "[budget]")
{
    CountingBench bench;
    bench.workbench.setTickBudget(0.05);
    bench.scene->longest = tick / 4.0;
    bench.scene->onSpan = [&bench](double) { bench.now += 0.2; };
    for (int frame = 0; frame < 20; ++frame)
        bench.workbench.tick({});
    CHECK(bench.scene->spans.back() == Approx(bench.scene->longest));
    CHECK(bench.workbench.timeShare() == Approx(0.25));
}

TEST_CASE("after a change of a constant the next tick finds out what a step costs", "[budget]")
{
    CountingBench bench;
    bench.workbench.setTickBudget(0.05);
    bench.scene->longest = tick / 100.0;
    for (int frame = 0; frame < 5; ++frame)
        bench.workbench.tick({});
    CHECK(bench.scene->spans.back() == tick);
    bench.workbench.restoreDefaults();
    bench.scene->onSpan = [&bench](double h) { bench.now += 0.04 * h / bench.scene->longest; };
    const double begin = bench.now;
    bench.workbench.tick({});
    CHECK(bench.now - begin <= 0.2);
}

TEST_CASE("steps beyond any count neither overflow nor stop", "[budget]")
{
    CountingBench bench;
    bench.workbench.setTickBudget(std::numeric_limits<double>::infinity());
    bench.scene->longest = 1e-15;
    bench.workbench.advance(tick * 1.5, {});
    CHECK(bench.scene->ticks == 1);
    CHECK(bench.workbench.stepsPerTick() == 500);
    CHECK(bench.workbench.timeShare() > 0.0);
    CHECK(bench.covered() < 1e-9);
    bench.scene->longest = std::numeric_limits<double>::infinity();
    bench.workbench.tick({});
    CHECK(bench.scene->spans.back() == tick);
}
