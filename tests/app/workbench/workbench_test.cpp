#include "catch.hpp"
#include "counting_scene.hpp"

#include "scenes/document/scene_file.hpp"

#include <cmath>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>

using namespace ropewalk;

TEST_CASE("displays of 30, 60 and 144 Hz show the same motion", "[workbench]")
{
    for (const double rate : {30.0, 60.0, 144.0})
    {
        CountingBench bench;
        const int frames = static_cast<int>(2.0 * rate);
        for (int frame = 0; frame < frames; ++frame)
            bench.workbench.advance(1.0 / rate, {});
        INFO(rate << " Hz");
        CHECK(std::abs(bench.scene->ticks - 120) <= 1);
        // 2 s at 6 m/s; a tick is 0.1 m, and the snapshot is a tick behind the present at most.
        CHECK(bench.shownPosition() == Approx(12.0 - 0.1).margin(0.11));
    }
}

TEST_CASE("the snapshot moves evenly between ticks", "[workbench]")
{
    CountingBench bench;
    for (int frame = 0; frame < 20; ++frame)
        bench.workbench.advance(1.0 / 240.0, {});
    double last = bench.shownPosition();
    for (int frame = 0; frame < 40; ++frame)
    {
        bench.workbench.advance(1.0 / 240.0, {});
        CHECK(bench.shownPosition() - last == Approx(6.0 / 240.0).margin(1e-5));
        last = bench.shownPosition();
    }
}

TEST_CASE("a stall of ten seconds is dropped", "[workbench]")
{
    CountingBench bench;
    bench.workbench.advance(1.0 / 60.0, {});
    bench.workbench.advance(10.0, {});
    CHECK(bench.scene->ticks <= 16); // the timestep takes 0.25 s at most: 15 ticks, and the one before
    bench.workbench.advance(std::numeric_limits<double>::quiet_NaN(), {});
    bench.workbench.advance(-1.0, {});
    CHECK(bench.scene->ticks <= 16);
}

TEST_CASE("ticks that cost more than real time leave the window responsive", "[workbench]")
{
    CountingBench bench;
    bench.scene->onAdvance = [&bench] { bench.now += 0.03; };
    bench.workbench.setTickBudget(0.05);
    bench.workbench.advance(0.2, {});
    CHECK(bench.scene->ticks == 2); // the second one ends at 0.06 s, beyond the budget
    bench.workbench.advance(1.0 / 60.0, {});
    CHECK(bench.scene->ticks <= 3);
}

TEST_CASE("of several ticks in one frame the last two make the snapshot", "[workbench]")
{
    CountingBench bench;
    bench.workbench.advance(0.5 / 60.0, {}); // half a tick is left over
    const int before = bench.scene->fills;
    bench.workbench.advance(6.0 / 60.0, {});
    CHECK(bench.scene->ticks == 6);
    CHECK(bench.scene->fills - before == 2);
    CHECK(bench.shownPosition() == Approx(0.1 * 5.5).margin(1e-5)); // 0.1 m a tick, between the fifth and the sixth

    bench.scene->onAdvance = [&bench] { bench.now += 0.03; };
    bench.workbench.advance(0.2, {}); // too slow: two ticks of twelve
    CHECK(bench.scene->ticks == 8);
    CHECK(bench.shownPosition() == Approx(0.8).margin(1e-5));
}

TEST_CASE("slow motion scales the elapsed time", "[workbench]")
{
    CountingBench bench;
    bench.workbench.setSpeed(0.25);
    for (int frame = 0; frame < 240; ++frame)
        bench.workbench.advance(1.0 / 60.0, {});
    CHECK(std::abs(bench.scene->ticks - 60) <= 1);
    bench.workbench.setSpeed(1e9);
    CHECK(bench.workbench.speed() == 16.0);
    bench.workbench.setSpeed(0.0);
    CHECK(bench.workbench.speed() == 1.0 / 64.0);
}

TEST_CASE("of a big scene only some moments are saved, enough to go back after a runaway", "[workbench]")
{
    CountingBench bench;
    bench.scene->masses = 1'000'000;
    const int before = bench.scene->saves;
    for (int i = 0; i < 130; ++i)
        bench.workbench.tick({});
    CHECK(bench.scene->saves - before == 3); // at ticks 0, 50, 100: a million masses by 20,000 a tick
    bench.workbench.tickBack();              // from the saved moment before
    CHECK(bench.scene->ticks == 129);
    bench.workbench.tick({});

    bench.workbench.setParameter("speed", "60", 1); // runs away
    bench.workbench.tick({});
    REQUIRE(bench.workbench.divergence());
    CHECK(bench.scene->ticks == 100);
}

TEST_CASE("constants that do not go together are refused", "[workbench]")
{
    CountingBench bench;
    bench.scene->forbidden = 7.0;
    CHECK_THROWS_WITH(bench.workbench.setParameter("speed", "7", 1), "not with the others");
    CHECK(bench.scene->speed == 6.0);
    CHECK_FALSE(bench.workbench.changes().last());
}

TEST_CASE("paused means no ticks, and single ticks go on and back", "[workbench]")
{
    CountingBench bench;
    bench.workbench.setPaused(true);
    bench.workbench.advance(0.1, {});
    CHECK(bench.scene->ticks == 0);

    for (int i = 0; i < 3; ++i)
        bench.workbench.tick({});
    CHECK(bench.scene->ticks == 3);
    CHECK(bench.shownPosition() == Approx(0.3)); // 0.1 m a tick
    CHECK(bench.workbench.recorder().size() == 4);

    bench.workbench.tickBack();
    CHECK(bench.scene->ticks == 2);
    CHECK(bench.shownPosition() == Approx(0.2));
    CHECK(bench.workbench.recorder().size() == 3);
    for (int i = 0; i < 5; ++i)
        bench.workbench.tickBack();
    CHECK(bench.scene->ticks == 0);
    CHECK(bench.workbench.moment().first == 0);
    bench.workbench.advance(0.0, {});
    CHECK(bench.shownPosition() == 0.0);
}

TEST_CASE("a run that was scrubbed back and played on has the bits of one that was not", "[workbench][timeline]")
{
    Controls right;
    right.direction = {1.0, 0.0, 0.0};
    const auto controlsAt = [&](int tick) { return tick < 40 ? right : Controls{}; };
    const auto masses = [](const Workbench& workbench)
    {
        std::vector<std::vector<double>> rows;
        for (std::size_t i = 0; i < workbench.scene().massCount(); ++i)
            rows.push_back(workbench.scene().massRow(i));
        return rows;
    };
    for (const SceneEntry& entry : scenes())
    {
        INFO(entry.info.id);
        Workbench straight(entry.make(), [] { return 0.0; });
        Workbench scrubbed(entry.make(), [] { return 0.0; });
        if (straight.scene().massCount() > History::massesPerTick)
            continue;
        straight.setPaused(true);
        scrubbed.setPaused(true);
        for (int tick = 0; tick < 60; ++tick)
        {
            straight.tick(controlsAt(tick));
            scrubbed.tick(controlsAt(tick));
        }
        const auto end = masses(straight);
        REQUIRE(masses(scrubbed) == end);

        scrubbed.seek(0);
        CHECK(scrubbed.scene().time() == 0.0);
        CHECK(scrubbed.moment().first == 0);
        CHECK(scrubbed.recorded().recording().ticks == 60);
        CHECK(scrubbed.recorder().size() == 1);
        scrubbed.seek(60);
        CHECK_FALSE(scrubbed.replay());
        CHECK(masses(scrubbed) == end);
        CHECK(scrubbed.recorder().size() == straight.recorder().size());
        CHECK(scrubbed.snapshot().time == straight.snapshot().time);

        scrubbed.seek(35);
        scrubbed.seek(25);
        scrubbed.seek(30);
        for (int tick = 30; tick < 60; ++tick)
            scrubbed.tick(controlsAt(tick));
        CHECK(masses(scrubbed) == end);
        CHECK(scrubbed.moment().first == 60);
        CHECK_FALSE(scrubbed.replay());
        CHECK(scrubbed.recorder().size() == straight.recorder().size());
    }
}

TEST_CASE("what is ahead is forgotten when a constant changes, and scrubbing pauses", "[workbench][timeline]")
{
    CountingBench bench;
    for (int i = 0; i < 20; ++i)
        bench.workbench.advance(1.0 / 60.0, {});
    const int ticks = bench.scene->ticks;
    bench.workbench.seek(ticks - 10);
    CHECK(bench.workbench.paused());
    CHECK(bench.scene->ticks == ticks - 10);
    CHECK(bench.workbench.recorded().recording().ticks == ticks);
    bench.workbench.setParameter("speed", "7", 1);
    CHECK(bench.workbench.recorded().recording().ticks == ticks - 10);
    bench.workbench.seek(ticks - 5);
    CHECK(bench.scene->ticks == ticks - 10);
}

TEST_CASE("the run before a change is a ghost beside the new run, at the same time", "[workbench][ghost]")
{
    CountingBench bench;
    const auto advance = [&bench](int frames)
    {
        for (int i = 0; i < frames; ++i)
            bench.workbench.advance(1.0 / 60.0, {});
    };
    const auto ghostPosition = [&bench]
    {
        const std::span<const Polyline> ghost = bench.workbench.ghost();
        return ghost.empty() ? -1.0 : static_cast<double>(ghost[0].points[0].x);
    };
    bench.workbench.setGhostShown(true);
    advance(61);
    CHECK_FALSE(bench.workbench.hasGhost());
    bench.workbench.setParameter("speed", "12", 1);
    bench.workbench.setParameter("speed", "18", 1); // the run of two constants in between is no ghost
    CHECK(bench.workbench.hasGhost());
    bench.workbench.reset();
    CHECK(bench.workbench.hasGhost());
    advance(30);
    // 6 m/s then and 18 m/s now, at the same time.
    CHECK(bench.shownPosition() == Approx(18.0 * bench.workbench.snapshot().time));
    CHECK(ghostPosition() == Approx(6.0 * bench.workbench.snapshot().time));

    bench.workbench.seek(bench.workbench.moment().first - 12);
    bench.workbench.advance(0.0, {});
    CHECK(ghostPosition() == Approx(6.0 * bench.workbench.snapshot().time));
    bench.workbench.setPaused(false);

    SECTION("until its run ended")
    {
        advance(60);
        CHECK(ghostPosition() == -1.0);
    }
    SECTION("the next change makes a ghost of the present run")
    {
        advance(30);
        bench.workbench.setParameter("speed", "24", 2);
        bench.workbench.reset();
        advance(30);
        CHECK(ghostPosition() == Approx(18.0 * bench.workbench.snapshot().time));
    }
    SECTION("only where it is wanted")
    {
        bench.workbench.setGhostShown(false);
        advance(1);
        CHECK(ghostPosition() == -1.0);
    }
    SECTION("of another scene there is none")
    {
        bench.workbench.selectScene("gravity");
        CHECK_FALSE(bench.workbench.hasGhost());
    }
}

TEST_CASE("no run of a big scene is kept", "[workbench][ghost]")
{
    CountingBench bench;
    bench.scene->masses = Ghost::mostMasses + 1;
    CHECK_FALSE(bench.workbench.keepsGhost());
    for (int i = 0; i < 60; ++i)
        bench.workbench.tick({});
    bench.workbench.setParameter("speed", "12", 1);
    CHECK_FALSE(bench.workbench.hasGhost());
}

TEST_CASE("a paused rope follows the keys while time stands, and one tick back takes it back", "[workbench][pose]")
{
    Workbench workbench(makeScene("rope"), [] { return 0.0; });
    for (int i = 0; i < 10; ++i)
        workbench.advance(1.0 / 60.0, {});
    workbench.setPaused(true);
    REQUIRE(workbench.canPose());
    const double time = workbench.scene().time();
    const std::size_t recorded = workbench.recorder().size();
    const std::vector<double> before = workbench.scene().massRow(40);
    // What panels and plots show of the present moment.
    const auto shown = [&workbench](std::size_t diagnostic)
    { return workbench.recorder().value(diagnostic, workbench.recorder().size() - 1); };
    const auto isShown = [&]
    {
        const std::vector<rope::Diagnostic>& rows = workbench.scene().diagnostics().rows();
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (const double value = rows[i].value(); std::isfinite(value) && shown(i) != value)
                return false;
        return true;
    };
    CHECK(isShown());
    workbench.advance(1.0, {}); // nothing is pulled
    CHECK(workbench.scene().massRow(40) == before);

    Controls right;
    right.direction = {1.0, 0.0, 0.0};
    for (int i = 0; i < 30; ++i)
        workbench.advance(1.0 / 60.0, right);
    CHECK(workbench.scene().time() == time);
    CHECK(workbench.recorder().size() == recorded);
    CHECK(isShown());
    // 3 m/s as the user sees it, for half a second; a tick may be due one frame later.
    CHECK(workbench.scene().diagnostics().find("connection_x")->value() == Approx(1.5).margin(0.051));
    workbench.advance(1.0 / 60.0, {}); // lets go
    const std::vector<double> posed = workbench.scene().massRow(40);
    workbench.advance(1.0, {});
    CHECK(workbench.scene().massRow(40) == posed);

    workbench.tickBack();
    CHECK(workbench.scene().massRow(40) == before);
    CHECK(workbench.scene().time() == time);
    CHECK(isShown());
    workbench.setParameter("spring_constant", "5000", 1);
    CHECK(isShown());

    workbench.setPaused(false);
    workbench.advance(1.0 / 60.0 + 1e-9, {});
    CHECK(workbench.scene().time() == Approx(time + 1.0 / 60.0));

    Workbench fixed(makeScene("gravity"), [] { return 0.0; });
    fixed.setPaused(true);
    CHECK_FALSE(fixed.canPose());
    fixed.advance(1.0, right);
    CHECK(fixed.scene().time() == 0.0);
}

TEST_CASE("a divergence pauses and shows the last sound moment", "[workbench]")
{
    CountingBench bench;
    for (int i = 0; i < 40; ++i)
        bench.workbench.advance(1.0 / 60.0, {});
    const int sound = bench.scene->ticks - static_cast<int>(Recorder::ticksUnseen);
    bench.workbench.setParameter("speed", "60", 1);
    bench.workbench.advance(0.1, {});

    CHECK(bench.workbench.paused());
    REQUIRE(bench.workbench.divergence());
    CHECK(bench.workbench.divergence()->text == "mass 7 ran away");
    CHECK(bench.scene->ticks == sound);
    CHECK(bench.shownPosition() == Approx(sound * 0.1)); // 0.1 m a tick
    CHECK(bench.workbench.recorder().time(bench.workbench.recorder().size() - 1) <= sound / 60.0);

    SECTION("reset goes on from the beginning")
    {
        bench.workbench.reset();
        CHECK_FALSE(bench.workbench.divergence());
        CHECK_FALSE(bench.workbench.paused());
        CHECK(bench.scene->ticks == 0);
    }
    SECTION("a changed constant ends it")
    {
        bench.workbench.setParameter("speed", "6", 2);
        CHECK_FALSE(bench.workbench.divergence());
        CHECK_FALSE(bench.workbench.paused());
        bench.workbench.advance(0.1, {});
        CHECK(bench.scene->ticks > sound);
    }
    SECTION("going on without a change says it again")
    {
        bench.workbench.setPaused(false);
        CHECK_FALSE(bench.workbench.divergence());
        bench.workbench.advance(0.1, {});
        CHECK(bench.workbench.divergence());
        CHECK(bench.scene->ticks < sound);
    }
}

TEST_CASE("a single tick on while diverged does nothing", "[workbench]")
{
    CountingBench bench;
    bench.workbench.setParameter("speed", "60", 1);
    bench.workbench.tick({});
    REQUIRE(bench.workbench.divergence());
    bench.workbench.tick({});
    CHECK(bench.scene->ticks == 0);
}

TEST_CASE("a scene whose file is beyond what a picture holds runs away, is shown and pulled, and lives", "[workbench]")
{
    double now = 0.0;
    Workbench bench(parseScene(R"({"ropewalk": 1, "scene": "rope", "parameters": {"mass_count": 3}, "moment": {
                        "positions": [[0, 0, 0], [1e300, 0, 0], [0.1, 0, 0]],
                        "velocities": [[0, 0, 0], [0, 0, 0], [0, 0, 0]]}})",
                               "far.json"),
                    [&now] { return now += 1e-4; });
    Controls pull;
    pull.grab = Controls::Grab{0, 2, Vec3(1.0, 1.0, 0.0)};
    for (const bool paused : {false, true})
    {
        bench.setPaused(paused);
        for (int changes = 0; changes < 3; ++changes)
        {
            for (int frame = 0; frame < 3; ++frame)
                bench.advance(1.0 / 60.0, pull);
            CHECK(bench.divergence());
            bench.showRunaway();
            bench.advance(1.0 / 60.0, pull);
            bench.setParameter("mass", std::to_string(0.1 + 0.01 * changes), changes); // forgets the runaway
            CHECK(bench.paused() == paused);
        }
    }
}

TEST_CASE("undo and redo of constants", "[workbench]")
{
    CountingBench bench;
    Workbench& workbench = bench.workbench;
    CHECK_FALSE(workbench.changes().last());
    // One drag of a slider is one step back.
    workbench.setParameter("speed", "7", 1);
    workbench.setParameter("speed", "8", 1);
    workbench.setParameter("speed", "9", 2);
    workbench.setParameter("speed", "9", 3);
    CHECK(bench.scene->speed == 9.0);
    workbench.undo();
    CHECK(bench.scene->speed == 8.0);
    workbench.undo();
    CHECK(bench.scene->speed == 6.0);
    CHECK_FALSE(workbench.changes().last());
    workbench.undo();
    workbench.redo();
    CHECK(bench.scene->speed == 8.0);
    workbench.redo();
    CHECK(bench.scene->speed == 9.0);
    CHECK_FALSE(workbench.changes().next());

    workbench.undo();
    workbench.setParameter("speed", "5", 4);
    CHECK_FALSE(workbench.changes().next());
    workbench.undo();
    CHECK(bench.scene->speed == 8.0);

    CHECK_THROWS_AS(workbench.setParameter("speed", "1e9", 5), std::invalid_argument);
    CHECK_THROWS_AS(workbench.setParameter("spede", "1", 5), std::invalid_argument);
    CHECK(bench.scene->speed == 8.0);
}

TEST_CASE("keys act in every tick, and the listener hears of each", "[workbench]")
{
    CountingBench bench;
    int heard = 0;
    bench.workbench.setTickListener([&heard](const Scene&) { ++heard; });
    Controls controls;
    controls.direction = Vec3(1.0, 0.0, 0.0);
    bench.workbench.advance(0.05 + 1e-6, controls);
    CHECK(bench.scene->ticks == 3);
    CHECK(heard == 3);
    CHECK(bench.scene->lastControls.direction.x == 1.0);
    bench.workbench.setPaused(true);
    CHECK(heard == 4);
}

TEST_CASE("the mass under the mouse is marked in the snapshot", "[workbench]")
{
    CountingBench bench;
    bench.workbench.setHint(Marker{Marker::Kind::grabbed, glm::vec3(1.0f)});
    bench.workbench.advance(0.0, {});
    REQUIRE(bench.workbench.snapshot().markers.size() == 1);
    bench.workbench.setHint(std::nullopt);
    bench.workbench.advance(0.0, {});
    CHECK(bench.workbench.snapshot().markers.empty());
}
