#include "app/view/mouse_control.hpp"

#include "catch.hpp"

#include <glm/geometric.hpp>

using namespace ropewalk;

namespace
{

const Rectangle viewport{200.0f, 30.0f, 800.0f, 600.0f};

Snapshot ropeAlongX()
{
    Snapshot snapshot;
    snapshot.polylines.resize(1);
    for (int i = 0; i < 5; ++i)
        snapshot.polylines[0].points.emplace_back(0.5f * static_cast<float>(i) - 1.0f, 0.0f, 0.0f);
    snapshot.polylines[0].tension.assign(4, 0.0f);
    return snapshot;
}

glm::vec2 seen(const Camera& camera, const glm::vec3& point)
{
    return windowFromViewport(viewport, glm::vec2(camera.project(point, aspectOf(viewport))));
}

} // namespace

TEST_CASE("window and viewport coordinates", "[mouse]")
{
    CHECK(viewportFromWindow(viewport, {200.0f, 30.0f}) == glm::vec2(-1.0f, 1.0f));
    CHECK(viewportFromWindow(viewport, {1000.0f, 630.0f}) == glm::vec2(1.0f, -1.0f));
    CHECK(windowFromViewport(viewport, {0.0f, 0.0f}) == glm::vec2(600.0f, 330.0f));
}

TEST_CASE("the mass nearest to the cursor is picked, within reach", "[mouse]")
{
    const Camera camera;
    Snapshot snapshot = ropeAlongX();
    snapshot.polylines[0].identity = -3; // a reel has put in three masses
    const glm::vec2 at = seen(camera, snapshot.polylines[0].points[2]) + glm::vec2(6.0f, -5.0f);

    const auto picked = pick(snapshot, camera, viewport, at, 20.0f);
    REQUIRE(picked);
    CHECK(picked->identity == 2 - 3);
    CHECK(picked->position == snapshot.polylines[0].points[2]);
    CHECK_FALSE(pick(snapshot, camera, viewport, at, 5.0f));

    SECTION("never the connection point")
    {
        CHECK_FALSE(pick(snapshot, camera, viewport, seen(camera, snapshot.polylines[0].points[0]), 20.0f));
    }
    SECTION("nothing that is not for grabbing")
    {
        snapshot.polylines[0].grabbable = false;
        CHECK_FALSE(pick(snapshot, camera, viewport, at, 20.0f));
    }
    SECTION("of two at one spot the one in front")
    {
        const glm::vec3 behind = snapshot.polylines[0].points[2];
        const glm::vec3 front = camera.eye() + 0.5f * (behind - camera.eye());
        snapshot.polylines.push_back(snapshot.polylines[0]);
        snapshot.polylines[1].points[3] = front;
        const auto nearest = pick(snapshot, camera, viewport, seen(camera, behind), 20.0f);
        REQUIRE(nearest);
        CHECK(nearest->polyline == 1);
        CHECK(nearest->position == front);
    }
}

TEST_CASE("a point of a surface is picked and pulled, and surfaces count on behind the polylines", "[mouse]")
{
    Camera camera;
    Snapshot snapshot = ropeAlongX();
    Surface& cloth = snapshot.surfaces.emplace_back();
    cloth.columns = 2;
    cloth.rows = 2;
    cloth.points = {{-0.5f, 0.5f, 0.0f}, {0.5f, 0.5f, 0.0f}, {-0.5f, 0.9f, 0.0f}, {0.5f, 0.9f, 0.0f}};

    MouseControl mouse;
    mouse.move(seen(camera, cloth.points[3]), camera, viewport);
    mouse.press(MouseControl::Button::left, false, snapshot, camera, viewport, 20.0f);
    const auto grab = mouse.grab(snapshot, camera, viewport);
    REQUIRE(grab);
    CHECK(grab->polyline == 1);
    CHECK(grab->identity == 3);
    CHECK(glm::length(grab->target - rope::Vec3(cloth.points[3])) < 1e-4);

    cloth.points.resize(2); // laid out anew, smaller
    CHECK_FALSE(mouse.grab(snapshot, camera, viewport));
    cloth.grabbable = false;
    CHECK_FALSE(pick(snapshot, camera, viewport, seen(camera, cloth.points[0]), 5.0f));
}

TEST_CASE("a grabbed mass is pulled in the plane that faces the camera", "[mouse]")
{
    Camera camera;
    camera.orbit(0.7f, 0.3f);
    const Snapshot snapshot = ropeAlongX();
    const glm::vec3 mass = snapshot.polylines[0].points[3];
    MouseControl mouse;
    mouse.move(seen(camera, mass), camera, viewport);
    REQUIRE(mouse.hint(snapshot, camera, viewport, 20.0f));
    mouse.press(MouseControl::Button::left, false, snapshot, camera, viewport, 20.0f);
    CHECK(mouse.busy());

    const auto still = mouse.grab(snapshot, camera, viewport);
    REQUIRE(still);
    CHECK(still->identity == 3);
    CHECK(glm::length(glm::vec3(still->target) - mass) < 1e-3f);

    mouse.move(seen(camera, mass) + glm::vec2(60.0f, -40.0f), camera, viewport);
    const auto pulled = mouse.grab(snapshot, camera, viewport);
    REQUIRE(pulled);
    const glm::vec3 target(pulled->target);
    CHECK(glm::length(seen(camera, target) - mouse.cursor()) < 0.1f);
    CHECK(camera.project(target, aspectOf(viewport)).z ==
          Approx(camera.project(mass, aspectOf(viewport)).z).epsilon(1e-4));

    SECTION("the grab ends when the mass has gone")
    {
        Snapshot shorter = snapshot;
        shorter.polylines[0].points.resize(3);
        CHECK_FALSE(mouse.grab(shorter, camera, viewport));
    }
    SECTION("released")
    {
        mouse.release(MouseControl::Button::left);
        CHECK_FALSE(mouse.grab(snapshot, camera, viewport));
    }
    SECTION("the window loses the focus")
    {
        mouse.releaseAll();
        CHECK_FALSE(mouse.busy());
    }
}

TEST_CASE("two presses soon after each other at one spot are a double click", "[mouse]")
{
    Camera camera;
    MouseControl mouse;
    mouse.move({100.0f, 100.0f}, camera, viewport);
    CHECK_FALSE(mouse.isSecondPress(1.0));
    CHECK(mouse.isSecondPress(1.3));
    CHECK_FALSE(mouse.isSecondPress(1.5)); // a third press begins anew
    CHECK_FALSE(mouse.isSecondPress(2.0)); // too late
    mouse.move({110.0f, 100.0f}, camera, viewport);
    CHECK_FALSE(mouse.isSecondPress(2.1)); // elsewhere
    mouse.move({113.0f, 100.0f}, camera, viewport);
    CHECK(mouse.isSecondPress(2.2)); // a hand does not hold quite still
}

TEST_CASE("a click on a pinned mass leaves it where it is, and a drag takes it along without a jump", "[mouse]")
{
    Camera camera;
    Snapshot snapshot = ropeAlongX();
    const glm::vec3 at = snapshot.polylines[0].points[3];
    snapshot.handles.push_back({.position = at, .radius = 0.1f, .pin = 3});
    MouseControl mouse;
    const glm::vec2 beside = seen(camera, at) + glm::vec2(4.0f, 0.0f);
    mouse.move(beside, camera, viewport);
    mouse.press(MouseControl::Button::left, false, snapshot, camera, viewport, 20.0f);
    mouse.move(beside + glm::vec2(2.0f, 0.0f), camera, viewport);
    CHECK(mouse.holds());
    CHECK_FALSE(mouse.pull(snapshot, camera, viewport));
    mouse.move(beside + glm::vec2(50.0f, 20.0f), camera, viewport);
    const auto pull = mouse.pull(snapshot, camera, viewport);
    REQUIRE(pull);
    CHECK(glm::length(seen(camera, glm::vec3(pull->target)) - seen(camera, at) - glm::vec2(50.0f, 20.0f)) < 0.1f);
}

TEST_CASE("a handle is taken before masses, and pulled in the view's plane or along the ground", "[mouse]")
{
    Camera camera;
    camera.orbit(0.4f, 0.3f);
    Snapshot snapshot = ropeAlongX();
    const glm::vec3 end = snapshot.polylines[0].points[0];
    snapshot.handles.push_back({end, 0.1f});
    // Within the ball a mass may be nearer to the cursor.
    snapshot.polylines[0].points[1] = end + glm::vec3(0.05f, 0.0f, 0.0f);
    const auto onBall = pick(snapshot, camera, viewport, seen(camera, snapshot.polylines[0].points[1]), 20.0f);
    REQUIRE(onBall);
    CHECK(onBall->handle == std::size_t{0});
    // Beside it the nearest wins.
    const auto beside = pick(snapshot, camera, viewport, seen(camera, snapshot.polylines[0].points[2]), 20.0f);
    REQUIRE(beside);
    CHECK_FALSE(beside->handle);

    MouseControl mouse;
    mouse.move(seen(camera, end), camera, viewport);
    mouse.press(MouseControl::Button::left, false, snapshot, camera, viewport, 20.0f);
    CHECK(mouse.holds());
    CHECK_FALSE(mouse.grab(snapshot, camera, viewport));
    const glm::vec2 to = seen(camera, end) + glm::vec2(60.0f, 40.0f);
    mouse.move(to, camera, viewport);
    const auto inView = mouse.pull(snapshot, camera, viewport);
    REQUIRE(inView);
    CHECK(inView->handle == 0);
    CHECK(glm::length(seen(camera, glm::vec3(inView->target)) - to) < 0.1f);

    SECTION("along the ground from where it is now")
    {
        mouse.pullIn(DragPlane::ground, camera, viewport);
        const auto same = mouse.pull(snapshot, camera, viewport);
        REQUIRE(same);
        CHECK(glm::length(same->target - inView->target) < 1e-3);
        // Up in the picture is away, as far as it would be up.
        const auto metresUp = [&](const glm::vec2& cursor)
        {
            const auto facing = dragTarget(camera, viewport, cursor, glm::vec3(inView->target));
            return glm::length(glm::vec3(*facing) - glm::vec3(inView->target));
        };
        mouse.move(to - glm::vec2(0.0f, 50.0f), camera, viewport);
        const auto away = mouse.pull(snapshot, camera, viewport);
        REQUIRE(away);
        const rope::Vec3 way = away->target - inView->target;
        CHECK(way.y == Approx(0.0).margin(1e-4));
        CHECK(glm::length(way) == Approx(metresUp(mouse.cursor())).epsilon(1e-3));
        CHECK(glm::dot(glm::vec3(way), camera.target - camera.eye()) > 0.0f);
    }
    SECTION("seen from above, the ground faces the camera")
    {
        camera.orbit(0.0f, 10.0f); // as far as it goes, almost straight down
        const auto facing = dragTarget(camera, viewport, to, end);
        const auto ground = dragTarget(camera, viewport, to, end, DragPlane::ground);
        REQUIRE(facing);
        REQUIRE(ground);
        CHECK(ground->y == end.y);
        CHECK(glm::length(*facing - *ground) < 0.1f * glm::length(*facing - end));
    }
    SECTION("until it is gone or let go")
    {
        CHECK_FALSE(mouse.pull(Snapshot{}, camera, viewport));
        mouse.release(MouseControl::Button::left);
        CHECK_FALSE(mouse.pull(snapshot, camera, viewport));
    }
}

TEST_CASE("right turns, middle or Shift and right shift, the wheel zooms at the cursor", "[mouse]")
{
    Camera camera;
    const Camera before = camera;
    const Snapshot snapshot = ropeAlongX();
    MouseControl mouse;
    mouse.move({600.0f, 330.0f}, camera, viewport);

    SECTION("turn")
    {
        mouse.press(MouseControl::Button::right, false, snapshot, camera, viewport, 20.0f);
        mouse.move({700.0f, 350.0f}, camera, viewport);
        CHECK(camera.yaw < before.yaw); // the scene follows the mouse to the right
        CHECK(camera.pitch > before.pitch);
        CHECK(camera.target == before.target);
        mouse.release(MouseControl::Button::right);
        const float yaw = camera.yaw;
        mouse.move({600.0f, 330.0f}, camera, viewport);
        CHECK(camera.yaw == yaw);
    }
    SECTION("shift")
    {
        const bool shiftRight = GENERATE(true, false);
        const auto button = shiftRight ? MouseControl::Button::right : MouseControl::Button::middle;
        mouse.press(button, shiftRight, snapshot, camera, viewport, 20.0f);
        const glm::vec2 origin = seen(camera, camera.target);
        const glm::vec3 target = camera.target;
        mouse.move({650.0f, 310.0f}, camera, viewport);
        CHECK(camera.yaw == before.yaw);
        CHECK(glm::length(seen(camera, target) - origin - glm::vec2(50.0f, -20.0f)) < 0.1f);
    }
    SECTION("zoom")
    {
        mouse.move({800.0f, 200.0f}, camera, viewport);
        const auto under = dragTarget(camera, viewport, mouse.cursor(), camera.target);
        REQUIRE(under);
        mouse.scroll(2.0f, camera, viewport);
        CHECK(camera.distance < before.distance);
        CHECK(glm::length(seen(camera, *under) - mouse.cursor()) < 0.1f);
        Camera touchpad = before;
        for (int i = 0; i < 20; ++i)
            mouse.scroll(0.1f, touchpad, viewport);
        CHECK(touchpad.distance == Approx(camera.distance).epsilon(1e-4));
    }
}

TEST_CASE("a solid is taken wherever it is seen, and masses on it where the cursor is on them", "[mouse]")
{
    const auto kind = GENERATE(SpatialShape::Kind::sphere, SpatialShape::Kind::bar, SpatialShape::Kind::post,
                               SpatialShape::Kind::box, SpatialShape::Kind::ring);
    CAPTURE(static_cast<int>(kind));
    const Camera camera;
    Snapshot snapshot;
    SpatialShape shape{.kind = kind, .radius = 0.3f, .length = 0.8f, .thickness = 0.1f, .size = {0.6f, 0.8f, 0.2f}};
    shape.axes = {{1.0f, 0.0f, 0.0f}, {0.0f, 0.0f, -1.0f}, {0.0f, 1.0f, 0.0f}}; // its axis points away
    shape.identity = 3;
    snapshot.spatialShapes.push_back(shape);
    snapshot.handles.push_back({glm::vec3(1.0f, 0.0f, 0.0f)});
    snapshot.handles.push_back({.position = shape.position, .radius = 0.3f, .solid = 3});

    const auto at = [&](const glm::vec3& point)
    { return pick(snapshot, camera, viewport, seen(camera, point), 20.0f); };
    const auto isSolid = [](const std::optional<Pick>& picked) { return picked && picked->handle == 1u; };
    const glm::vec3 near(0.29f, 0.0f, 0.0f);
    CHECK(isSolid(at(near)));
    CHECK(isSolid(at({0.0f, 0.0f, 0.0f})) == (kind != SpatialShape::Kind::ring)); // through a ring one sees the rest
    CHECK_FALSE(at({-0.7f, 0.0f, 0.0f}));
    CHECK(at({1.0f, 0.0f, 0.0f})->handle == 0u);

    // A rope in front of it, and one behind it.
    snapshot.polylines.resize(1);
    for (const float z : {0.0f, 1.0f, -1.0f})
        snapshot.polylines[0].points.emplace_back(0.29f, 0.0f, z);
    snapshot.polylines[0].tension.assign(2, 0.0f);
    const std::optional<Pick> front = at({0.29f, 0.0f, 1.0f});
    REQUIRE(front);
    CHECK_FALSE(front->handle);
    CHECK(front->identity == 1);
    CHECK(isSolid(at(near)));
}

TEST_CASE("the ring about a solid is as large as the solid, or small under the cursor where that would be large",
          "[mouse]")
{
    Camera camera;
    Snapshot snapshot;
    SpatialShape shape{.kind = SpatialShape::Kind::sphere, .radius = 0.3f};
    shape.identity = 3;
    snapshot.spatialShapes.push_back(shape);
    snapshot.handles.push_back({.position = shape.position, .radius = 0.3f, .solid = 3});
    const glm::vec3 beside(0.2f, 0.0f, 0.0f);
    MouseControl mouse;
    const auto ring = [&](float distance)
    {
        camera.distance = distance;
        mouse.move(seen(camera, beside), camera, viewport);
        return mouse.hint(snapshot, camera, viewport, 20.0f).value();
    };
    CHECK(ring(40.0f).position == shape.position);
    CHECK(ring(40.0f).radius == 0.3f);
    const Marker near = ring(2.0f);
    CHECK(glm::distance(seen(camera, near.position), seen(camera, beside)) < 0.1f);
    CHECK(near.radius < 0.1f);
}

TEST_CASE("the wheel lifts what is held in front of the strands under the cursor, or behind them", "[mouse]")
{
    Camera camera;
    camera.pitch = 0.0f;
    Snapshot snapshot = ropeAlongX();
    snapshot.polylines[0].radius = 0.01f;
    Polyline& other = snapshot.polylines.emplace_back(snapshot.polylines[0]);
    other.radius = 0.03f;
    for (std::size_t i = 0; i < other.points.size(); ++i)
        other.points[i] = {1.5f, static_cast<float>(i) - 2.0f, 0.2f}; // upright, beside the end
    MouseControl mouse;
    mouse.move(seen(camera, snapshot.polylines[0].points[4]), camera, viewport);
    mouse.press(MouseControl::Button::left, false, snapshot, camera, viewport, 20.0f);
    REQUIRE(mouse.holds());
    mouse.move(seen(camera, {1.5f, 0.3f, 0.2f}), camera, viewport);
    const auto depth = [&] { return mouse.grab(snapshot, camera, viewport)->target.z; };
    CHECK(depth() == Approx(0.0).margin(1e-5));
    const float clear = 1.25f * (0.01f + 0.03f);

    REQUIRE(mouse.lift(0.5f, snapshot, camera, viewport, 10.0f)); // half a notch
    CHECK(depth() == Approx(0.0).margin(1e-5));
    mouse.lift(0.5f, snapshot, camera, viewport, 10.0f);
    CHECK(depth() == Approx(0.2 + clear).margin(1e-4));
    mouse.lift(2.0f, snapshot, camera, viewport, 10.0f); // two diameters more
    CHECK(depth() == Approx(0.2 + clear + 0.04).margin(1e-4));
    mouse.lift(-1.0f, snapshot, camera, viewport, 10.0f);
    CHECK(depth() == Approx(0.2 - clear).margin(1e-4));
    mouse.pass(true, snapshot, camera, viewport, 10.0f);
    CHECK(depth() == Approx(0.2 + clear).margin(1e-4));
    mouse.pass(true, snapshot, camera, viewport, 10.0f); // it is there
    CHECK(depth() == Approx(0.2 + clear).margin(1e-4));
    REQUIRE(mouse.lifted(camera, viewport));
    CHECK(mouse.lifted(camera, viewport)->inFront);

    mouse.release(MouseControl::Button::left);
    CHECK_FALSE(mouse.lift(1.0f, snapshot, camera, viewport, 10.0f)); // the wheel zooms
}
