#include "catch.hpp"

#include "render/camera.hpp"
#include "render/pieces/drawn_ground.hpp"
#include "render/subject.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

using namespace ropewalk;

namespace
{

Camera someCamera()
{
    Camera camera;
    camera.target = {0.3f, -0.7f, 1.9f};
    camera.yaw = 0.8f;
    camera.pitch = 0.4f;
    camera.distance = 5.0f;
    return camera;
}

} // namespace

TEST_CASE("camera looks along -z at yaw 0, from above at positive pitch")
{
    Camera camera;
    camera.pitch = 0.0f;
    CHECK(glm::distance(camera.eye(), {0.0f, 0.0f, camera.distance}) < 1e-5f);
    const glm::vec3 right = camera.project({1.0f, 0.0f, 0.0f}, 1.5f);
    CHECK(right.x > 0.0f);
    CHECK(right.y == Approx(0.0f).margin(1e-6));
    CHECK(right.z == Approx(camera.distance));
    CHECK(camera.project({0.0f, 1.0f, 0.0f}, 1.5f).y > 0.0f);
    CHECK(camera.project({0.0f, 0.0f, 9.0f}, 1.5f).z < 0.0f);
    camera.pitch = 0.5f;
    CHECK(camera.eye().y > 0.0f);
}

TEST_CASE("project and ray are inverse")
{
    const Camera camera = someCamera();
    for (const glm::vec2 at : {glm::vec2(0.0f, 0.0f), glm::vec2(0.9f, -0.8f), glm::vec2(-0.3f, 0.6f)})
    {
        const Ray ray = camera.ray(at, 1.7f);
        CHECK(glm::length(ray.direction) == Approx(1.0f));
        const glm::vec3 back = camera.project(ray.origin + 3.0f * ray.direction, 1.7f);
        CHECK(back.x == Approx(at.x).margin(1e-5));
        CHECK(back.y == Approx(at.y).margin(1e-5));
    }
}

TEST_CASE("project agrees with the matrices the picture is drawn with")
{
    const Camera camera = someCamera();
    const glm::vec4 clip = camera.projection(1.7f) * camera.view() * glm::vec4(1.0f, 0.2f, 0.4f, 1.0f);
    const glm::vec3 place = camera.project({1.0f, 0.2f, 0.4f}, 1.7f);
    CHECK(clip.x / clip.w == Approx(place.x).margin(1e-5));
    CHECK(clip.y / clip.w == Approx(place.y).margin(1e-5));
    CHECK(clip.w == Approx(place.z));
}

TEST_CASE("zoom keeps what is under the cursor in place")
{
    Camera camera = someCamera();
    const glm::vec2 at(0.6f, -0.4f);
    const Ray before = camera.ray(at, 1.5f);
    const glm::vec3 forward = glm::normalize(camera.target - before.origin);
    const glm::vec3 point = before.origin + before.direction * (camera.distance / glm::dot(before.direction, forward));
    camera.zoom(0.3f, at, 1.5f);
    CHECK(camera.distance == Approx(1.5f));
    CHECK(camera.project(point, 1.5f).x == Approx(at.x).margin(1e-4));
    CHECK(camera.project(point, 1.5f).y == Approx(at.y).margin(1e-4));

    camera.zoom(1e-9f, {0.0f, 0.0f}, 1.5f);
    CHECK(camera.distance == Approx(0.02f));
    camera.zoom(1e9f, {0.0f, 0.0f}, 1.5f);
    CHECK(camera.distance == Approx(500.0f));
}

TEST_CASE("pan moves the picture at the target by what it is told")
{
    Camera camera = someCamera();
    const glm::vec3 point = camera.target;
    camera.pan({0.25f, -0.1f}, 1.5f);
    CHECK(camera.project(point, 1.5f).x == Approx(0.25f));
    CHECK(camera.project(point, 1.5f).y == Approx(-0.1f));
}

TEST_CASE("orbit stops before it turns over")
{
    Camera camera;
    camera.orbit(0.0f, 9.0f);
    CHECK(camera.pitch == Approx(std::numbers::pi / 2.0));
    CHECK(glm::distance(camera.axes().up, {0.0f, 0.0f, -1.0f}) < 1e-6f); // seen from above, "away" is up
    camera.orbit(100.0f, -99.0f);
    CHECK(camera.pitch == Approx(-std::numbers::pi / 2.0));
    CHECK(std::abs(camera.yaw) <= 3.1416f);
}

TEST_CASE("frame shows all points and the ground near below them")
{
    Snapshot snapshot;
    snapshot.hasGround = true;
    snapshot.groundHeight = -1.2f;
    Polyline rope;
    rope.points = {{0.0f, 0.0f, 0.0f}, {2.0f, -0.3f, 1.0f}, {4.0f, 0.2f, -1.0f}};
    snapshot.polylines.push_back(rope);
    for (const float aspect : {0.5f, 1.0f, 1.78f})
        for (const float yaw : {0.0f, 1.2f, 3.0f})
            for (const float pitch : {-0.3f, 0.2f, 1.4f})
            {
                Camera camera;
                camera.yaw = yaw;
                camera.pitch = pitch;
                camera.frame(snapshot, aspect);
                float widest = 0.0f;
                const auto check = [&](const glm::vec3& point)
                {
                    const glm::vec3 place = camera.project(point, aspect);
                    REQUIRE(place.z > 0.0f);
                    REQUIRE(std::abs(place.x) < 0.95f);
                    REQUIRE(std::abs(place.y) < 0.95f);
                    widest = std::max({widest, std::abs(place.x), std::abs(place.y)});
                };
                for (glm::vec3 point : rope.points)
                {
                    check(point);
                    point.y = drawnGroundHeight(snapshot);
                    check(point);
                }
                CHECK(widest > 0.4f);
            }
}

TEST_CASE("frame leaves out ground that is far below, and leaves the camera alone in an empty scene")
{
    Snapshot snapshot;
    Camera camera;
    camera.frame(snapshot, 1.5f);
    CHECK(camera.distance == Camera().distance);

    snapshot.hasGround = true;
    snapshot.groundHeight = -1000.0f;
    Polyline rope;
    rope.points = {{0.0f, 0.0f, 0.0f}, {0.0f, -4.0f, 0.0f}};
    snapshot.polylines.push_back(rope);
    camera.frame(snapshot, 1.5f);
    CHECK(camera.distance < 20.0f);
}

TEST_CASE("frame is made for the subject, not for furniture, a long floor or a mark alone")
{
    Snapshot snapshot;
    Camera without;
    snapshot.polylines.emplace_back().points = {{0.0f, 0.0f, 0.0f}, {0.0f, -1.0f, 0.0f}};
    without.frame(snapshot, 1.5f);
    snapshot.furniture.push_back({.position = {0.0f, -5.0f, 0.0f}, .radius = 4.0f});
    Camera with;
    with.frame(snapshot, 1.5f);
    CHECK(with.distance == without.distance);
    CHECK(with.target == without.target);

    snapshot.planarShapes.push_back({.radius = 0.2f});
    without.frame(snapshot, 1.5f);
    snapshot.planarShapes.push_back({.position = {0.0f, -1.2f}, .radius = 30.0f, .fixed = true});
    with.frame(snapshot, 1.5f);
    CHECK(with.distance == without.distance);

    Snapshot reeledIn;
    reeledIn.polylines.emplace_back().points = {{0.0f, 0.0f, 0.0f}, {0.0f, -0.01f, 0.0f}};
    reeledIn.markers.push_back({Marker::Kind::connection, glm::vec3(0.0f), 0.04f});
    with.frame(reeledIn, 1.5f);
    const glm::vec3 border = with.project(0.04f * with.axes().up, 1.5f);
    CHECK(border.y < 0.2f); // the mark fills a fifth of the height at most
}

TEST_CASE("keep moves the eye no more than it must")
{
    constexpr float aspect = 1.5f;
    Camera camera;
    camera.pitch = 0.0f;
    const auto place = [&](const glm::vec3& point) { return camera.project(point, aspect); };
    const Box inside{{-0.5f, -0.5f, -0.5f}, {0.5f, 0.5f, 0.5f}};
    const glm::vec3 start = camera.eye();
    camera.keep(inside, aspect);
    CHECK(glm::distance(camera.eye(), start) < 1e-5f);

    // Out on the right: shifted until its nearer face touches 85 % of the half width, and no farther.
    const Box right{{4.5f, -0.5f, -0.5f}, {5.5f, 0.5f, 0.5f}};
    camera.keep(right, aspect);
    CHECK(place({5.5f, 0.0f, 0.5f}).x == Approx(0.85f));
    CHECK(camera.eye().y == Approx(start.y).margin(1e-5));
    CHECK(camera.eye().z == Approx(start.z));

    // Too large: back until both faces do.
    const Box large{{-20.0f, -1.0f, 0.0f}, {20.0f, 1.0f, 0.0f}};
    camera.keep(large, aspect);
    CHECK(place({20.0f, 0.0f, 0.0f}).x == Approx(0.85f));
    CHECK(place({-20.0f, 0.0f, 0.0f}).x == Approx(-0.85f));
}
