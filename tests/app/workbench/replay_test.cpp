// A recording in the window.

#include "app/workbench/workbench.hpp"

#include "scenes/document/state_hash.hpp"
#include "scenes/scene.hpp"

#include "catch.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

using namespace ropewalk;

namespace
{

constexpr double tick = TickRunner::tickLength; // [s]

Controls grabAt(double x)
{
    Controls controls;
    controls.grab = Controls::Grab{0, 30, {x, 2.0, 0.25}};
    return controls;
}

void run(Workbench& bench, int ticks, const Controls& controls = {})
{
    for (int i = 0; i < ticks; ++i)
        bench.tick(controls);
}

void playOut(Workbench& bench)
{
    while (bench.replay())
        bench.tick({});
}

/// A rope of which a constant was changed, that was pulled, and went back.
struct Played
{
    Played() : bench(makeScene("rope"), [] { return 0.0; })
    {
        run(bench, 30);
        bench.setParameter("mass", "0.02", 1);
        run(bench, 20, grabAt(1.0));
        bench.seek(40);
        bench.undo();
        run(bench, 70);
    }
    Workbench bench;
};

} // namespace

TEST_CASE("a recording plays in the window as it was, and then stands still", "[recording]")
{
    const Played played;
    Workbench bench(makeScene("gravity"), [] { return 0.0; });
    bench.play(played.bench.recorded().recording());
    REQUIRE(bench.replay().has_value());
    int frames = 0;
    for (; bench.replay() && frames < 200; ++frames)
        bench.advance(tick, {});
    CHECK(frames == 111);
    CHECK(bench.paused());
    CHECK(bench.replayParted().empty());
    CHECK(stateHash(bench.scene()) == stateHash(played.bench.scene()));
    CHECK(bench.recorded().recording().script == played.bench.recorded().recording().script);
    bench.undo(); // of the opening
    CHECK(bench.scene().info().id == "gravity");
}

TEST_CASE("who does something during a replay goes on from there, and that is the recording", "[recording]")
{
    const Played played;
    Workbench bench(makeScene("rope"), [] { return 0.0; });
    bench.play(played.bench.recorded().recording());
    run(bench, 35);
    REQUIRE(bench.replay().has_value());
    bench.setParameter("mass_count", "30", 1);
    CHECK_FALSE(bench.replay().has_value());
    run(bench, 40, grabAt(0.5));
    const std::string& script = bench.recorded().recording().script;
    CHECK(script.starts_with("+30 set mass 0.02\n+0 grab 0 30 1 2 0.25\n+5 set mass_count 30\n+0 by -5000 0 0\n"));
    Workbench again(makeScene("rope"), [] { return 0.0; });
    again.play(bench.recorded().recording());
    playOut(again);
    CHECK(again.replayParted().empty());
    CHECK(stateHash(again.scene()) == stateHash(bench.scene()));
}

TEST_CASE("a pull and a reset during a replay end it too", "[recording]")
{
    const Played played;
    for (const int way : {0, 1, 2})
    {
        Workbench bench(makeScene("rope"), [] { return 0.0; });
        bench.play(played.bench.recorded().recording());
        run(bench, 10);
        if (way == 0)
            bench.advance(tick, grabAt(1.0));
        else if (way == 1)
            bench.reset();
        else
            bench.endReplay();
        CHECK_FALSE(bench.replay().has_value());
        run(bench, 60);
        Workbench again(makeScene("rope"), [] { return 0.0; });
        again.play(bench.recorded().recording());
        playOut(again);
        CHECK(again.replayParted().empty());
        CHECK(stateHash(again.scene()) == stateHash(bench.scene()));
    }
}

TEST_CASE("a pause or a step back does not end a replay", "[recording]")
{
    const Played played;
    Workbench bench(makeScene("rope"), [] { return 0.0; });
    bench.play(played.bench.recorded().recording());
    bench.advance(tick, {});
    bench.setPaused(true);
    bench.advance(tick, {});
    bench.setPaused(false);
    CHECK(bench.replay().has_value());
    bench.tickBack();
    CHECK(bench.replay().has_value());
}

TEST_CASE("an edit of a constant by a slider is one event a tick", "[recording]")
{
    Workbench bench(makeScene("rope"), [] { return 0.0; });
    bench.setPaused(true);
    for (const char* mass : {"0.01", "0.015", "0.02"})
        bench.setParameter("mass", mass, 1);
    CHECK(bench.recorded().recording().script == "+0 set mass 0.02\n");
    CHECK(bench.captions().size() == 1);
    run(bench, 3);
    bench.setParameter("mass", "0.03", 2);
    run(bench, 3);
    CHECK(bench.recorded().recording().script == "+0 set mass 0.02\n+3 set mass 0.03\n");
    REQUIRE(bench.captions().size() == 1); // one drag
    CHECK(bench.captions()[0].tick == 0);
    CHECK(bench.captions()[0].text == "Mass 0.05 → 0.03 kg");
}
