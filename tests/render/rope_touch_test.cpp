// What touches a rope keeps light from it: the points beside the place know the direction to it.
#include "catch.hpp"

#include "render/pieces/curve_points.hpp"

#include <cmath>
#include <limits>

using namespace ropewalk;

namespace
{

/// A straight rope along x with a point each 20 mm.
Snapshot straight()
{
    Snapshot snapshot;
    Polyline line;
    line.radius = 0.01f;
    for (int i = 0; i < 6; ++i)
        line.points.emplace_back(0.02f * static_cast<float>(i), 0.0f, 0.0f);
    snapshot.polylines.push_back(line);
    return snapshot;
}

std::vector<CurvePoint> packed(const Snapshot& snapshot)
{
    CurvePoints points;
    points.pack(snapshot, {});
    return points.points();
}

} // namespace

TEST_CASE("the points beside a touch know where it is, and how the other strand runs", "[touch]")
{
    Snapshot snapshot = straight();
    const glm::vec3 up(0.0f, 1.0f, 0.0f);
    snapshot.polylines[0].touches.push_back({2, 0.25f, up, {0.0f, 0.0f, 1.0f}}); // across
    const std::vector<CurvePoint> points = packed(snapshot);
    for (std::size_t i : {0u, 1u, 4u, 5u})
        CHECK(points[i].touch == PackedTouch{});
    // In 8 radii: 5 mm ahead of point 2, 15 mm behind point 3.
    CHECK(points[2].touch == PackedTouch{0, 127, 0, static_cast<std::int8_t>(std::lround(127.0f * 0.5f / 8.0f))});
    CHECK(points[3].touch == PackedTouch{0, 127, 0, static_cast<std::int8_t>(std::lround(-127.0f * 1.5f / 8.0f))});
    CHECK(points[2].crossing[0] == -127); // cos of twice a right angle
    CHECK(points[2].crossing[1] == 0);
    CHECK(points[2].otherTouch == PackedTouch{});
}

TEST_CASE("of touches on one side the nearest counts, and one on the other side has a place of its own", "[touch]")
{
    Snapshot snapshot = straight();
    const glm::vec3 up(0.0f, 1.0f, 0.0f);
    const glm::vec3 along(1.0f, 0.0f, 0.0f);
    auto& touches = snapshot.polylines[0].touches;
    touches.push_back({1, 0.1f, up, along});
    touches.push_back({2, 0.1f, up, along});
    touches.push_back({2, 0.2f, -up, glm::vec3(0.0f)}); // a solid
    const CurvePoint point = packed(snapshot)[2];
    CHECK(point.touch[1] == 127);
    CHECK(point.touch[3] == std::lround(127.0f * 0.2f / 8.0f));
    CHECK(point.crossing[0] == 127); // it runs along the rope
    CHECK(point.otherTouch[1] == -127);
    CHECK(point.crossing[2] == 0); // a solid has no course
    CHECK(point.crossing[3] == 0);
}

TEST_CASE("a touch that cannot be is left out", "[touch]")
{
    Snapshot snapshot = straight();
    const float none = std::numeric_limits<float>::quiet_NaN();
    auto& touches = snapshot.polylines[0].touches;
    touches.push_back({2, none, {0.0f, 1.0f, 0.0f}, glm::vec3(0.0f)});
    touches.push_back({2, 0.5f, {none, 1.0f, 0.0f}, glm::vec3(0.0f)});
    touches.push_back({99, 0.5f, {0.0f, 1.0f, 0.0f}, glm::vec3(0.0f)});
    for (const CurvePoint& point : packed(snapshot))
        CHECK(point.touch == PackedTouch{});
}
