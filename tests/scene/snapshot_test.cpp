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

TEST_CASE("the picture between two moments lies between them")
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

TEST_CASE("pictures of different things can be mixed")
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
