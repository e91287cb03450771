#include "catch.hpp"
#include "counting_scene.hpp"

#include <limits>
#include <string>
#include <vector>

using namespace ropewalk;

// A tick that is too much for a frame goes on in the next ones, and is the same tick.

namespace
{

constexpr double tick = 1.0 / 60.0; // [s]

/// A bench whose ticks are of `steps` steps of `cost` seconds each.
struct SteppingBench : CountingBench
{
    SteppingBench(int steps, double cost)
    {
        scene->longest = tick / steps;
        scene->onStep = [this, cost] { now += cost; };
        workbench.setTickListener([this](const Scene&) { ++told; });
    }
    /// So many frames of a window that draws 60 a second.
    void frames(int count)
    {
        for (int i = 0; i < count; ++i)
        {
            workbench.advance(tick, controls);
            ended += workbench.ticksEnded();
        }
    }

    Controls controls;
    int ended = 0; ///< ticks
    int told = 0;  ///< calls of the listener
};

} // namespace

TEST_CASE("within the budgets a tick ends in its frame", "[budget]")
{
    SteppingBench bench(500, 0.0);
    bench.workbench.tick({});
    CHECK(bench.scene->spans == std::vector<double>{tick});
    CHECK(bench.workbench.stepsPerTick() == 500);
    CHECK(bench.workbench.timeShare() == 1.0);
    CHECK(bench.workbench.stepLength() == Approx(tick / 500.0));
    CHECK(bench.workbench.recorder().size() == 2);
}

TEST_CASE("beyond the budget of steps a tick takes several frames, and is whole", "[budget]")
{
    SteppingBench bench(2380, 0.0);
    CHECK(bench.workbench.stepsNeeded() == 2380.0);
    bench.frames(4);
    CHECK(bench.ended == 0);
    CHECK(bench.told == 0);
    CHECK(bench.workbench.recorder().size() == 1);
    bench.frames(1); // 5 x 500 steps are enough
    CHECK(bench.ended == 1);
    CHECK(bench.told == 1);
    CHECK(bench.workbench.stepsPerTick() == 2380);
    CHECK(bench.workbench.timeShare() == Approx(500.0 / 2380.0));
    CHECK_FALSE(bench.workbench.slowedByCost());
    bench.frames(595);
    CHECK(bench.ended == 600 * 500 / 2380); // the steps that a tick leaves over are the next one's
    for (const double span : bench.scene->spans)
        CHECK(span == tick);

    bench.workbench.setStepBudget(5000);
    bench.frames(10);
    CHECK(bench.ended == 126 + 11); // the one that was under way, and ten
    CHECK(bench.workbench.timeShare() == 1.0);
    bench.workbench.setStepBudget(0);
    CHECK(bench.workbench.stepBudget() == 1);
}

TEST_CASE("the reached speed says how slow slowed time is", "[budget]")
{
    SteppingBench bench(1000, 0.0);
    bench.frames(600);
    CHECK(bench.ended == 300);
    CHECK(bench.workbench.reachedSpeed() == Approx(0.5).margin(0.02));

    // Slow motion on top: a tick is due in every second frame, and takes both.
    bench.workbench.setSpeed(0.5);
    bench.frames(120);
    CHECK(std::abs(bench.ended - 360) <= 1);
    CHECK(bench.workbench.reachedSpeed() == Approx(0.5).margin(0.02));
}

TEST_CASE("a tick that costs too much is parked, and goes on in the next frame", "[budget]")
{
    SteppingBench bench(400, 1e-3); // 0.4 s
    bench.workbench.setTickBudget(0.05);
    for (int frame = 0; frame < 400; ++frame)
    {
        const double begin = bench.now;
        bench.frames(1);
        CHECK(bench.now - begin <= 0.0511); // the budget, and the step in which it ends
    }
    CHECK(bench.ended == 400 / 8);
    CHECK(bench.workbench.slowedByCost());
    CHECK(bench.workbench.timeShare() == Approx(0.125).margin(0.02));
    CHECK(bench.workbench.stepsPerTick() == 400);
    CHECK(bench.workbench.stepCost() == Approx(1e-3));

    bench.scene->onStep = {};
    bench.frames(200);
    CHECK(bench.workbench.timeShare() == 1.0);
    CHECK(bench.workbench.reachedSpeed() > 0.95);
}

TEST_CASE("one step may take longer than the budget: then a frame does that step", "[budget]")
{
    SteppingBench bench(4, 0.2);
    bench.workbench.setTickBudget(0.05);
    bench.frames(8);
    CHECK(bench.ended == 2);
    CHECK(bench.now == Approx(8 * 0.2));
}

TEST_CASE("while a tick is parked the picture goes evenly from the tick before to the last one", "[budget]")
{
    SteppingBench bench(4, 0.2); // a tick takes four frames, in which the scene moves 0.1 m
    bench.workbench.setTickBudget(0.05);
    bench.frames(12);
    double last = bench.shownPosition();
    for (int frame = 0; frame < 12; ++frame)
    {
        bench.frames(1);
        CHECK(bench.shownPosition() - last == Approx(0.1 / 4.0).margin(1e-6));
        last = bench.shownPosition();
    }
}

TEST_CASE("what changes the scene gives up the parked tick, which begins anew", "[budget]")
{
    SteppingBench bench(4, 0.2);
    bench.workbench.setTickBudget(0.05);
    bench.frames(9); // two whole ticks, and a quarter
    REQUIRE(bench.ended == 2);
    REQUIRE(bench.scene->position == Approx(0.3)); // the scene is within its third tick
    Workbench& workbench = bench.workbench;

    const std::string act =
        GENERATE("constant", "undo", "pause", "grab", "let go", "reset", "back", "settle", "defaults", "close");
    CAPTURE(act);
    if (act == "constant")
    {
        workbench.setParameter("speed", "12", 1);
        CHECK(bench.scene->position == Approx(0.2));
        bench.frames(4);
        CHECK(bench.ended == 3);
        CHECK(bench.scene->lastControls.direction == Vec3(0.0));
        CHECK(workbench.recorder().value(0, 3) == Approx(0.4)); // 0.2 m at 12 m/s
        workbench.undo();
        bench.frames(4);
        CHECK(workbench.recorder().value(0, 4) == Approx(0.5));
    }
    if (act == "pause")
    {
        workbench.setPaused(true);
        CHECK(bench.scene->position == Approx(0.2));
        bench.frames(5);
        CHECK(bench.ended == 2);
        workbench.setPaused(false);
        bench.frames(4);
        CHECK(bench.ended == 3);
    }
    if (act == "grab" || act == "let go")
    {
        // Keys and the mouse's target act from the next tick on, a grab and its end at once.
        bench.controls.direction = {1.0, 0.0, 0.0};
        bench.controls.grab = Controls::Grab{};
        bench.frames(1);
        CHECK(bench.scene->lastControls.grab);
        CHECK(bench.scene->position == Approx(0.3));
        if (act == "let go")
        {
            bench.controls.grab.reset();
            bench.frames(1);
            CHECK_FALSE(bench.scene->lastControls.grab);
        }
        bench.controls.direction = {0.0, 1.0, 0.0};
        bench.frames(3);
        CHECK(bench.ended == 3);
        CHECK(bench.scene->lastControls.direction == Vec3(1.0, 0.0, 0.0));
    }
    if (act == "reset")
    {
        workbench.reset();
        CHECK(bench.scene->position == 0.0);
    }
    if (act == "back")
    {
        workbench.tickBack();
        CHECK(bench.scene->position == Approx(0.1));
        CHECK(workbench.moment().first == 1);
        CHECK(workbench.recorder().size() == 2);
    }
    if (act == "settle")
    {
        workbench.settle();
        CHECK(bench.scene->position == Approx(0.2));
    }
    if (act == "defaults")
    {
        workbench.restoreDefaults();
        CHECK(bench.scene->position == Approx(0.2));
    }
    // "close": the bench goes while the tick is parked
}

TEST_CASE("a single tick of a paused scene may take several frames too", "[budget]")
{
    SteppingBench bench(4, 0.2);
    bench.workbench.setTickBudget(0.05);
    bench.workbench.setPaused(true);
    bench.workbench.tick({});
    CHECK(bench.workbench.recorder().size() == 1);
    bench.frames(3);
    CHECK(bench.workbench.recorder().size() == 2);
    CHECK(bench.shownPosition() == Approx(0.1));
    bench.frames(5);
    CHECK(bench.workbench.recorder().size() == 2);
}

TEST_CASE("of a big scene whose moment before a tick was not saved, the tick ends before a change", "[budget]")
{
    SteppingBench bench(4, 0.0);
    bench.scene->masses = 1'000'000;
    bench.workbench.setTickBudget(0.05);
    bench.frames(4); // cheap: no moment is saved for each
    bench.scene->onStep = [&bench] { bench.now += 0.2; };
    bench.frames(1);
    REQUIRE(bench.ended == 4);
    bench.workbench.setParameter("speed", "12", 1);
    CHECK(bench.workbench.recorder().size() == 6);
    CHECK(bench.scene->position == Approx(0.5));
    // By now they are known to be long.
    const int saves = bench.scene->saves;
    bench.frames(1);
    CHECK(bench.scene->saves == saves + 1);
    bench.workbench.setParameter("speed", "6", 1);
    CHECK(bench.scene->position == Approx(0.5));
}

TEST_CASE("steps beyond any count neither overflow nor stop the window", "[budget]")
{
    SteppingBench bench(1, 0.0);
    bench.scene->longest = 1e-15;
    bench.frames(3);
    CHECK(bench.ended == 0);
    CHECK(bench.workbench.timeShare() > 0.0);
    CHECK(bench.workbench.timeShare() < 1e-9);
    bench.workbench.settle();
    bench.scene->longest = std::numeric_limits<double>::infinity();
    bench.frames(1);
    CHECK(bench.ended == 1);
    CHECK(bench.scene->spans.back() == tick);
}
