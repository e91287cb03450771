#include "catch.hpp"

#include "scenes/snapshot.hpp"

#include <initializer_list>

using ropewalk::Snapshot;

namespace
{

Snapshot lineAt(std::initializer_list<float> xs, int identity)
{
    Snapshot snapshot;
    auto& line = snapshot.polylines.emplace_back();
    for (const float x : xs)
        line.points.emplace_back(x, 0.0f, 0.0f);
    line.tension.assign(line.points.size() - 1, xs.size() > 2 ? 4.0f : 2.0f);
    line.identity = identity;
    return snapshot;
}

} // namespace

TEST_CASE("a snapshot between two moments lies between them")
{
    Snapshot before = lineAt({0.0f, 1.0f, 2.0f}, 0);
    before.time = 1.0;
    Snapshot after = lineAt({1.0f, 3.0f, 6.0f}, 0);
    after.time = 2.0;
    after.polylines[0].tension = {8.0f, 0.0f};
    Snapshot mixed;
    ropewalk::mix(before, after, 0.25f, mixed);
    CHECK(mixed.time == Approx(1.25));
    CHECK(mixed.polylines[0].points[0].x == Approx(0.25f));
    CHECK(mixed.polylines[0].points[1].x == Approx(1.5f));
    CHECK(mixed.polylines[0].points[2].x == Approx(3.0f));
    CHECK(mixed.polylines[0].tension[0] == Approx(5.0f));
    CHECK(mixed.polylines[0].tension[1] == Approx(3.0f));
    ropewalk::mix(before, after, 0.0f, mixed);
    CHECK(mixed.polylines[0].points == before.polylines[0].points);
    ropewalk::mix(before, after, 1.0f, mixed);
    CHECK(mixed.polylines[0].points == after.polylines[0].points);
}

TEST_CASE("points go by identity while a reel inserts behind the first")
{
    // The masses at 1 and 2 moved by 0.5; one was inserted at 0.75.
    const Snapshot before = lineAt({0.0f, 1.0f, 2.0f}, 0);
    const Snapshot after = lineAt({0.0f, 0.75f, 1.5f, 2.5f}, -1);
    Snapshot mixed;
    ropewalk::mix(before, after, 0.5f, mixed);
    const auto& points = mixed.polylines[0].points;
    REQUIRE(points.size() == 4);
    CHECK(points[0].x == Approx(0.0f));
    CHECK(points[1].x == Approx(0.5f)); // along with its neighbour
    CHECK(points[2].x == Approx(1.25f));
    CHECK(points[3].x == Approx(2.25f));
}

TEST_CASE("points that grow at the free end move along with their neighbour")
{
    const Snapshot before = lineAt({0.0f, 1.0f}, 0);
    const Snapshot after = lineAt({0.0f, 2.0f, 3.0f, 4.0f}, 0);
    Snapshot mixed;
    ropewalk::mix(before, after, 0.5f, mixed);
    const auto& points = mixed.polylines[0].points;
    CHECK(points[1].x == Approx(1.5f));
    CHECK(points[2].x == Approx(2.5f));
    CHECK(points[3].x == Approx(3.5f));
}

TEST_CASE("snapshots of different things can be mixed")
{
    const Snapshot empty;
    const Snapshot line = lineAt({0.0f, 1.0f}, 0);
    Snapshot mixed = lineAt({5.0f, 6.0f, 7.0f}, 3);
    ropewalk::mix(empty, line, 0.5f, mixed);
    CHECK(mixed.polylines[0].points == line.polylines[0].points);
    ropewalk::mix(line, empty, 0.5f, mixed);
    CHECK(mixed.polylines.empty());
    Snapshot filled = line;
    filled.clear();
    CHECK(filled.polylines.empty());
}

TEST_CASE("everything that moves is mixed from the last two snapshots", "[snapshot]")
{
    Snapshot before;
    before.surfaces.push_back({{{0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}}, 2, 1, true});
    before.solids.push_back(ropewalk::SpatialShape::sphere({0.0f, 2.0f, 0.0f}, 0.5f, {}));
    before.labels.push_back({{4.0f, 0.0f, 0.0f}, "before"});
    before.planarShapes.push_back({{0.0f, 0.0f}, 0.0f, 1.0f, 0, 0, 7, false});

    Snapshot after = before;
    after.surfaces[0].points[1] = {1.0f, 4.0f, 0.0f};
    after.solids[0].position = {0.0f, 4.0f, 0.0f};
    after.labels[0] = {{8.0f, 0.0f, 0.0f}, "after"};
    after.planarShapes[0].position = {4.0f, 8.0f};
    after.planarShapes[0].angle = 1.0f;

    Snapshot result;
    ropewalk::mix(before, after, 0.25f, result);
    CHECK(result.surfaces[0].points[1] == glm::vec3(1.0f, 1.0f, 0.0f));
    CHECK(result.solids[0].position == glm::vec3(0.0f, 2.5f, 0.0f));
    CHECK(result.labels[0].position == glm::vec3(5.0f, 0.0f, 0.0f));
    CHECK(result.labels[0].text == "after");
    CHECK(result.planarShapes[0].position == glm::vec2(1.0f, 2.0f));
    CHECK(result.planarShapes[0].angle == 0.25f);

    SECTION("another body or another cloth is not a moved one")
    {
        after.planarShapes[0].identity = 8;
        after.surfaces[0].points.emplace_back(2.0f);
        after.surfaces[0].columns = 3;
        ropewalk::mix(before, after, 0.25f, result);
        CHECK(result.planarShapes[0].position == after.planarShapes[0].position);
        CHECK(result.surfaces[0].points == after.surfaces[0].points);
    }
    SECTION("what was not there before stands where it is")
    {
        ropewalk::mix(Snapshot{}, after, 0.25f, result);
        CHECK(result.surfaces[0].points == after.surfaces[0].points);
        CHECK(result.solids[0].position == after.solids[0].position);
        ropewalk::mix(after, Snapshot{}, 0.25f, result);
        CHECK(result.surfaces.empty());
        CHECK(result.solids.empty());
        CHECK(result.labels.empty());
        CHECK(result.planarShapes.empty());
    }
}
