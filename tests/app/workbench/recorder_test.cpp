#include "app/workbench/recorder.hpp"

#include "catch.hpp"
#include "counting_scene.hpp"

#include <cmath>

using namespace ropewalk;

TEST_CASE("the recorder keeps the latest samples, oldest first", "[recorder]")
{
    CountingScene scene;
    Recorder recorder;
    const auto extra = 100;
    for (int i = 0; i < static_cast<int>(Recorder::capacity) + extra; ++i)
    {
        scene.ticks = i;
        scene.position = i;
        recorder.record(scene);
    }
    REQUIRE(recorder.size() == Recorder::capacity);
    CHECK(recorder.time(0) == Approx(extra / 60.0));
    CHECK(recorder.value(0, 0) == extra);
    CHECK(recorder.value(0, recorder.size() - 1) == Recorder::capacity + extra - 1);

    SECTION("going back drops what came later, also across the ring's seam")
    {
        const double time = (Recorder::capacity + 50) / 60.0;
        scene.ticks = static_cast<int>(Recorder::capacity) + 50;
        recorder.goTo(scene);
        CHECK(recorder.size() == Recorder::capacity - 49);
        CHECK(recorder.time(recorder.size() - 1) == Approx(time));
        // And on again they come back, until something new is recorded.
        scene.ticks = static_cast<int>(Recorder::capacity) + extra - 1;
        recorder.goTo(scene);
        CHECK(recorder.size() == Recorder::capacity);
        CHECK(recorder.value(0, recorder.size() - 1) == Recorder::capacity + extra - 1);
        scene.ticks = static_cast<int>(Recorder::capacity) + 50;
        recorder.goTo(scene);
        scene.ticks = 9999;
        recorder.record(scene);
        CHECK(recorder.time(recorder.size() - 1) == Approx(9999 / 60.0));
    }
    SECTION("a scene that begins anew leaves no sample of before")
    {
        const int beginnings = recorder.beginnings();
        for (const int tick : {1, 2})
        {
            scene.ticks = tick;
            scene.position = -tick;
            recorder.record(scene);
        }
        REQUIRE(recorder.size() == 2);
        CHECK(recorder.beginnings() == beginnings + 1);
        CHECK(recorder.time(0) == Approx(1 / 60.0));
        CHECK(recorder.value(0, 0) == -1.0);
        CHECK(recorder.value(0, 1) == -2.0);

        scene.ticks = 500; // back to a moment before it began anew
        recorder.goTo(scene);
        REQUIRE(recorder.size() == 1);
        CHECK(recorder.time(0) == Approx(500 / 60.0));
    }
    SECTION("clear")
    {
        recorder.clear();
        CHECK(recorder.size() == 0);
        recorder.record(scene);
        CHECK(recorder.size() == 1);
    }
}

TEST_CASE("a scene whose free end comes or goes is recorded anew", "[recorder]")
{
    struct WithAnEnd : CountingScene
    {
        bool has = false;
        std::size_t massCount() const override { return has ? 1 : 0; }
        std::vector<double> massRow(std::size_t) const override { return {1.0, 2.0, 3.0, 0.0, 0.0, 0.0}; }
    } scene;
    Recorder recorder;
    for (const bool has : {false, true, false})
    {
        scene.has = has;
        recorder.fit(scene);
        recorder.goTo(scene); // at the same moment
        CHECK(recorder.size() == 1);
        REQUIRE(scene.freeEnd().has_value() == has);
    }
}

TEST_CASE("columns whose names remain keep their past when others come", "[recorder]")
{
    struct Growing : CountingScene
    {
        void grow()
        {
            diagnostics_ = rope::Diagnostics();
            diagnostics_.add("new", "", "Came.", [] { return 7.0; });
            diagnostics_.add("position", "m", "Along x.", [this] { return position; });
        }
    } scene;
    Recorder recorder;
    for (int i = 0; i < 5; ++i)
    {
        scene.ticks = i;
        scene.position = i;
        recorder.record(scene);
    }
    const int beginnings = recorder.beginnings();
    const int layouts = recorder.layouts();
    scene.grow();
    recorder.fit(scene);
    REQUIRE(recorder.size() == 5);
    CHECK(recorder.value(1, 2) == 2.0);
    CHECK(std::isnan(recorder.value(0, 2)));
    CHECK(recorder.value(0, 4) == 7.0);
    CHECK(recorder.beginnings() == beginnings);
    CHECK(recorder.layouts() == layouts + 1);
}
