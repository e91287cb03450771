// Any moment of a recording is there again, and from each of them a run may fork.

#include "counting_scene.hpp"

#include "scenes/document/scene_file.hpp"
#include "scenes/document/state_hash.hpp"

#include "catch.hpp"

#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <vector>

using namespace ropewalk;

namespace
{

Controls grabAt(double x)
{
    Controls controls;
    controls.grab = Controls::Grab{0, 30, {x, 2.0, 0.25}};
    return controls;
}

/// A workbench with a rope, whose hash after each tick is known.
struct Hashed
{
    Hashed() : bench(makeScene("rope"), [] { return 0.0; }) { hashes.push_back(stateHash(bench.scene())); }

    void run(int ticks, const Controls& controls = {})
    {
        for (int i = 0; i < ticks; ++i)
        {
            bench.tick(controls);
            hashes.push_back(stateHash(bench.scene()));
        }
    }

    Workbench bench;
    std::vector<std::uint32_t> hashes; ///< by tick
};

/// Ten minutes of a scene that computes at ten times real time.
struct TenMinutes : CountingBench
{
    TenMinutes()
    {
        scene->onAdvance = [this] { now += 1.0 / 600.0; };
        workbench.setTickBudget(1e9);
        for (int i = 0; i < ticks; ++i)
            workbench.tick({});
    }
    static constexpr int ticks = 36000;
};

} // namespace

TEST_CASE("each tick of a run is there again, whatever was done in it", "[recording][seek]")
{
    Hashed rope;
    rope.run(30);
    rope.bench.setParameter("mass", "0.02", 1);
    rope.run(700, grabAt(1.0));
    rope.bench.setParameter("mass_count", "30", 2);
    rope.run(40);
    rope.bench.reset();
    rope.run(100, grabAt(0.5));
    rope.bench.undo();
    rope.run(20);
    const auto end = static_cast<long long>(rope.hashes.size()) - 1;
    std::mt19937 random(7);
    for (int i = 0; i < 60; ++i)
    {
        const long long tick = static_cast<long long>(random()) % (end + 1);
        CAPTURE(i, tick);
        rope.bench.seek(tick);
        CHECK(rope.bench.moment().first == tick);
        CHECK(stateHash(rope.bench.scene()) == rope.hashes[static_cast<std::size_t>(tick)]);
        CHECK(rope.bench.replayParted().empty());
    }
    rope.bench.seek(end);
    CHECK_FALSE(rope.bench.replay());
    CHECK(rope.bench.branches().empty());
}

TEST_CASE("a jump of ten minutes takes a quarter of a second where a scene computes at ten times real time",
          "[recording][seek]")
{
    TenMinutes bench;
    std::mt19937 random(3);
    for (int i = 0; i < 50; ++i)
    {
        const long long tick = static_cast<long long>(random()) % TenMinutes::ticks;
        const double told = bench.workbench.secondsTo(tick);
        const double before = bench.now;
        bench.workbench.seek(tick);
        CHECK(bench.scene->ticks == tick);
        CHECK(bench.now - before <= Workbench::longestJump);
        CHECK(told == Approx(bench.now - before).margin(1e-6));
    }
}

TEST_CASE("keyframes of large states thin out evenly, and the bar says how long a jump takes", "[recording][seek]")
{
    CountingBench bench;
    bench.scene->masses = 120'000; // 48 MB each: five fit, and two of them are the history's
    bench.scene->onAdvance = [&bench] { bench.now += 0.05; };
    bench.workbench.setTickBudget(1e9);
    for (int i = 0; i < 400; ++i)
        bench.workbench.tick({});
    double longest = 0.0;
    for (int tick = 0; tick < 400; ++tick)
        longest = std::max(longest, bench.workbench.secondsTo(tick));
    CHECK(longest > 2.0);
    CHECK(longest < 10.0); // of 20 s: at least two of the three that fit are behind the beginning

    bench.workbench.seek(399 - 40); // more than a quarter of a second
    REQUIRE(bench.workbench.seekGoal() == 359);
    CHECK(bench.workbench.moment().first < 359);
    SECTION("it goes on in the next frames")
    {
        for (int frame = 0; frame < 400 && bench.workbench.seekGoal(); ++frame)
            bench.workbench.advance(1.0 / 60.0, {});
        CHECK(bench.scene->ticks == 359);
        CHECK(bench.workbench.paused());
    }
    SECTION("it is left where it is")
    {
        bench.workbench.stopSeeking();
        const int here = bench.scene->ticks;
        bench.workbench.advance(1.0 / 60.0, {});
        CHECK(bench.scene->ticks == here);
        CHECK(bench.workbench.moment().first == here);
    }
}

TEST_CASE("moments of large states that are gone back to are bounded, and each tick is there again",
          "[recording][seek]")
{
    CountingBench bench;
    bench.scene->masses = 40'000; // 16 MB each
    bench.scene->onAdvance = [&bench] { bench.now += 0.05; };
    bench.workbench.setTickBudget(1e9);
    std::vector<double> positions{0.0}; // by tick
    const auto run = [&](int ticks)
    {
        for (int i = 0; i < ticks; ++i)
        {
            bench.workbench.tick({});
            positions.push_back(bench.workbench.divergence() ? -1.0 : bench.scene->position); // -1: it ran away
        }
    };
    for (int i = 0; i < 30; ++i)
    {
        run(50);
        bench.workbench.setParameter("speed", "60", 0); // it runs away, back to half a second before
        run(1);
        REQUIRE(bench.workbench.divergence());
        bench.workbench.setParameter("speed", std::to_string(i), 1);
    }
    run(50);
    CHECK(bench.workbench.savedBytes() <= Workbench::mostSavedBytes);
    const std::string script = bench.workbench.recorded().recording().script;
    std::mt19937 random(9);
    for (int i = 0; i < 60; ++i)
    {
        const std::size_t tick = random() % positions.size();
        CAPTURE(tick);
        bench.workbench.seek(static_cast<long long>(tick), 1e9);
        if (positions[tick] >= 0.0)
            CHECK(bench.scene->position == positions[tick]);
    }
    CHECK(bench.workbench.replayParted().empty());
    CHECK(bench.workbench.recorded().recording().script == script);
}

TEST_CASE("who does something in the past forks, and the branch is gone back to", "[recording][seek]")
{
    Hashed rope;
    rope.run(60);
    rope.bench.setParameter("mass", "0.02", 1);
    rope.run(60, grabAt(1.0));
    const std::string script = rope.bench.recorded().recording().script;

    rope.bench.seek(40);
    rope.bench.setParameter("mass", "0.06", 2);
    for (int i = 0; i < 50; ++i)
        rope.bench.tick({});
    CHECK(rope.bench.recorded().recording().script == "+40 set mass 0.06\n");
    const std::uint32_t other = stateHash(rope.bench.scene());
    REQUIRE(rope.bench.branches().size() == 1);
    CHECK(rope.bench.branches()[0].last == "Mouse pulls mass 30");

    rope.bench.goToBranch(0);
    CHECK(rope.bench.recorded().recording().script == script);
    CHECK(stateHash(rope.bench.scene()) == rope.hashes.back());
    CHECK(rope.bench.scene().parameters().find("mass")->number() == 0.02);
    rope.bench.seek(80);
    CHECK(stateHash(rope.bench.scene()) == rope.hashes[80]);
    REQUIRE(rope.bench.branches().size() == 1);
    CHECK(rope.bench.branches()[0].last == "Mass 0.05 → 0.06 kg");

    rope.bench.goToBranch(0);
    CHECK(stateHash(rope.bench.scene()) == other);
    CHECK(rope.bench.moment().first == 90);
    rope.bench.goToBranch(0);
    CHECK(stateHash(rope.bench.scene()) == rope.hashes.back());
}

TEST_CASE("the end of a recording goes on as it was, and a step back forks no run in which nothing was done",
          "[recording][seek]")
{
    Hashed straight;
    Hashed stepped;
    straight.run(30, grabAt(1.0));
    stepped.run(20, grabAt(1.0));
    for (int i = 0; i < 5; ++i)
        stepped.bench.tickBack();
    CHECK(stepped.bench.moment().first == 15);
    stepped.bench.setPaused(false);
    for (int i = 0; i < 15; ++i)
        stepped.bench.tick(i < 5 ? Controls{} : grabAt(1.0));
    CHECK_FALSE(stepped.bench.replay());
    CHECK(stateHash(stepped.bench.scene()) == straight.hashes.back());
    CHECK(stepped.bench.branches().empty());
    CHECK(stepped.bench.recorded().recording().hashes == straight.bench.recorded().recording().hashes);
}

TEST_CASE("a change where a step back has led stays when the end is sought, and more is changed there",
          "[recording][seek]")
{
    Hashed rope;
    rope.run(30);
    rope.bench.seek(20);
    rope.bench.setParameter("mass", "0.02", 1);
    rope.bench.reset();
    rope.bench.seek(20);
    REQUIRE_FALSE(rope.bench.replay());
    rope.bench.setParameter("mass", "0.03", 2);
    rope.bench.tick({});
    const std::uint32_t then = stateHash(rope.bench.scene());
    rope.bench.tick({});
    rope.bench.seek(10);
    rope.bench.seek(21);
    CHECK(stateHash(rope.bench.scene()) == then);
}

TEST_CASE("a replay that loops begins again", "[recording][seek]")
{
    Hashed rope;
    rope.run(20);
    rope.bench.setParameter("mass", "0.02", 1);
    rope.run(20);
    rope.bench.setLooping(true);
    rope.bench.playAgain();
    for (int i = 0; i < 100; ++i)
        rope.bench.advance(TickRunner::tickLength, {});
    REQUIRE(rope.bench.replay());
    CHECK(rope.bench.replayParted().empty());
    rope.bench.seek(7);
    CHECK(stateHash(rope.bench.scene()) == rope.hashes[7]);
}

TEST_CASE("captions say what was done, with pauses and the speed of time", "[recording][seek]")
{
    Workbench bench(makeScene("rope"), [] { return 0.0; });
    const auto run = [&bench](int ticks)
    {
        for (int i = 0; i < ticks; ++i)
            bench.tick({});
    };
    run(10);
    for (const char* constant : {"11000", "12000", "14000"})
    {
        bench.setParameter("spring_constant", constant, 1);
        run(1);
    }
    run(60);
    bench.setParameter("integrator", "implicit_euler", 2);
    bench.setSpeed(0.25);
    bench.setPaused(true);
    bench.undo();
    bench.usePreset(constantPresets().front());
    bench.setPin(7, Vec3(0.0, 1.0, 0.0));
    bench.reset();
    std::vector<std::string> texts;
    for (const Caption& caption : bench.captions())
        texts.push_back(caption.text);
    CAPTURE(texts);
    REQUIRE(texts.size() == 8);
    CHECK(texts[0] == "Spring constant 10 → 14 kN/m");
    CHECK(texts[1].starts_with("Integrator "));
    CHECK(texts[2] == "Speed x0.25");
    CHECK(texts[3] == "Paused");
    CHECK(texts[4].starts_with("Integrator "));
    CHECK(texts[6] == "Mass 7 pinned");
    CHECK(texts[7] == "Back to the beginning");
}

TEST_CASE("two runs are compared at the same tick, and the first difference is named", "[recording][compare]")
{
    Hashed rope;
    rope.run(30);
    rope.bench.setSpeed(2.0); // moves nothing
    rope.run(30);
    rope.bench.setParameter("mass", "0.02", 1);
    rope.run(60);
    const Recording recording = rope.bench.recorded().recording();

    Workbench bench(makeScene("rope"), [] { return 0.0; });
    bench.compareWith(recording);
    REQUIRE(bench.other());
    const auto advance = [&bench](int ticks)
    {
        for (int i = 0; i < ticks; ++i)
        {
            bench.tick({});
            bench.advance(0.0, {});
        }
    };
    bench.setPaused(true);
    advance(60);
    CHECK(bench.other()->difference() == "The same run so far");
    CHECK_FALSE(bench.ghost().empty());
    CHECK(bench.ghost()[0].points.size() == bench.snapshot().polylines[0].points.size());
    advance(5);
    const std::string difference = bench.other()->difference();
    CAPTURE(difference);
    CHECK(difference.starts_with(
        "Until 1.00 s (tick 60) the same; here: nothing; there: Mass 0.05 → 0.02 kg. At 1.02 s: "));
    CHECK(bench.other()->scene().time() == Approx(bench.scene().time()));
    bench.seek(30);
    bench.advance(0.0, {});
    CHECK(bench.other()->scene().time() == Approx(bench.scene().time()));
    CHECK(bench.other()->recorder().size() > 1);
    bench.endComparison();
    CHECK_FALSE(bench.other());
    bench.selectScene("gravity");
    CHECK_THROWS_WITH(bench.compareWith(recording), "the recording is one of scene 'rope', and this is 'gravity': only "
                                                    "runs of one scene are compared");
}

TEST_CASE("a part of a recording is a recording with the same hashes", "[recording][part]")
{
    Hashed rope;
    rope.run(90);
    rope.bench.setParameter("mass", "0.02", 1);
    rope.run(100, grabAt(1.0));
    rope.bench.reset();
    rope.run(60);
    const std::uint32_t end = stateHash(rope.bench.scene());
    for (const auto& [from, until] : {std::pair(130LL, 200LL), {0LL, 100LL}, {60LL, 250LL}})
    {
        CAPTURE(from, until);
        const Recording part = rope.bench.part(from, until);
        CHECK(part.ticks == until - from / 60 * 60);
        Workbench again(makeScene("rope"), [] { return 0.0; });
        again.play(part);
        while (again.replay())
            again.tick({});
        CHECK(again.replayParted().empty());
        if (until == 250)
            CHECK(stateHash(again.scene()) == end);
    }
    CHECK(stateHash(rope.bench.scene()) == end);
    CHECK_FALSE(rope.bench.replay());
}

TEST_CASE("of a recording that lasts longer than an hour the oldest part goes", "[recording][part][long]")
{
    Workbench bench(makeScene("rope"), [] { return 0.0; });
    bench.setParameter("mass_count", "5", 1);
    bench.reset();
    for (int i = 0; i < Recording::mostTicks + 3000; ++i)
    {
        if (i % 5000 == 0)
            bench.setParameter("mass", i % 2000 == 0 ? "0.01" : "0.02", 2 + i);
        bench.tick({});
    }
    const Recording& recording = bench.recorded().recording();
    CHECK(recording.ticks == Recording::mostTicks + 3000 - 36000);
    CHECK(bench.recorded().complete());
    const std::uint32_t end = stateHash(bench.scene());
    const long long middle = 100'020;
    const std::uint32_t hash = recording.hashes[static_cast<std::size_t>(middle / 60 - 1)];
    bench.seek(middle);
    CHECK(stateHash(bench.scene()) == hash);
    bench.seek(recording.ticks);
    CHECK(stateHash(bench.scene()) == end);

    const std::string text = recordingText(recording);
    SceneFile file = parseSceneFile(text, "folded");
    Replay replay(file.recording.value());
    while (replay.tick() < 40'000)
    {
        const Controls controls = replay.before(*file.scene, replay.time());
        file.scene->advance(TickRunner::tickLength, controls);
        replay.after(*file.scene);
    }
    CHECK(replay.parted().empty());
}
