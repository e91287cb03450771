#include "app/workbench/scene_thumbnails.hpp"

#include "catch.hpp"
#include "counting_scene.hpp"

#include <limits>
#include <memory>

using namespace ropewalk;

namespace
{

constexpr double forever = std::numeric_limits<double>::infinity();

double now = 0.0; // [s]; makers of scenes are plain functions and can hold no clock

std::unique_ptr<Scene> makeSlow()
{
    auto scene = std::make_unique<CountingScene>();
    scene->onAdvance = [] { now += 0.002; };
    return scene;
}

std::unique_ptr<Scene> makeRunaway()
{
    auto scene = std::make_unique<CountingScene>();
    scene->speed = 60.0;
    return scene;
}

SceneEntry entry(std::unique_ptr<Scene> (*make)(), double time)
{
    return {{"counting", "Test", "Counting", "", 0, time}, make};
}

float positionOf(const Snapshot* snapshot)
{
    REQUIRE(snapshot != nullptr);
    return snapshot->polylines.at(0).points.at(0).x;
}

} // namespace

TEST_CASE("Scenes reach their moments in small bits of time")
{
    SceneMoments moments(
        {entry(makeSlow, 1.0), entry(makeSlow, 0.5)}, [] { return now; }, 0.005);
    int frames = 0;
    while (moments.at(0) == nullptr && frames < 1000)
    {
        const double before = now;
        REQUIRE(moments.work());
        CHECK(now - before < 0.005 + 0.002);
        ++frames;
    }
    CHECK(frames == 20); // three ticks each
    CHECK(positionOf(moments.at(0)) == Approx(6.0f));
    CHECK(moments.at(1) == nullptr);
    while (moments.work())
        ++frames;
    CHECK(frames == 30);
    CHECK(positionOf(moments.at(1)) == Approx(3.0f));
}

TEST_CASE("The moments do not depend on how much time there is")
{
    SceneMoments slow(
        scenes(), [] { return now; }, 0.0); // one tick at a time
    SceneMoments fast(
        scenes(), [] { return now; }, forever);
    while (slow.work())
    {
    }
    std::size_t frames = 0;
    while (fast.work())
        ++frames;
    CHECK(frames == scenes().size());
    for (std::size_t i = 0; i < scenes().size(); ++i)
    {
        INFO(slow.id(i));
        const Snapshot* a = slow.at(i);
        const Snapshot* b = fast.at(i);
        REQUIRE(a != nullptr);
        REQUIRE(b != nullptr);
        CHECK(a->time == Approx(scenes()[i].info.thumbnailTime));
        CHECK(a->time == b->time);
        REQUIRE(a->polylines.size() == b->polylines.size());
        for (std::size_t k = 0; k < a->polylines.size(); ++k)
            CHECK(a->polylines[k].points == b->polylines[k].points);
        REQUIRE(a->planarShapes.size() == b->planarShapes.size());
        for (std::size_t k = 0; k < a->planarShapes.size(); ++k)
            CHECK(a->planarShapes[k].position == b->planarShapes[k].position);
        REQUIRE(a->surfaces.size() == b->surfaces.size());
        for (std::size_t k = 0; k < a->surfaces.size(); ++k)
            CHECK(a->surfaces[k].points == b->surfaces[k].points);
    }
}

TEST_CASE("A scene that runs away is shown at its beginning")
{
    SceneMoments moments(
        {entry(makeRunaway, 1.0)}, [] { return now; }, forever);
    CHECK(moments.work());
    CHECK(positionOf(moments.at(0)) == 0.0f);
    CHECK_FALSE(moments.work());
}
