#include "app/scene_view.hpp"

#include "catch.hpp"
#include "random_states.hpp"

#include "app/view/off_screen.hpp"
#include "scenes/scene.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <vector>

using namespace ropewalk;

namespace
{

const Rectangle viewport{230.0f, 30.0f, 740.0f, 430.0f};
const float aspect = aspectOf(viewport);

Snapshot ropeAt(const glm::vec3& from, const glm::vec3& to)
{
    Snapshot snapshot;
    snapshot.hasGround = true;
    snapshot.groundHeight = -1.5f;
    Polyline& rope = snapshot.polylines.emplace_back();
    for (int i = 0; i < 80; ++i)
        rope.points.push_back(from + (to - from) * (static_cast<float>(i) / 79.0f));
    snapshot.markers.push_back({Marker::Kind::connection, from, 0.03f});
    return snapshot;
}

Snapshot ropeAt(const glm::vec3& from)
{
    return ropeAt(from, from + glm::vec3(4.0f, 0.0f, 0.0f));
}

bool sees(const Camera& camera, const Snapshot& snapshot)
{
    return shareInView(snapshot, camera, aspect) == 1.0f;
}

/// A rope that moves at a velocity for some seconds, then rests for as many; frames come at random intervals.
struct Motion
{
    SceneView view;
    glm::vec3 at{0.0f};
    Snapshot snapshot = ropeAt(at);

    Motion() { view.look(snapshot, viewport, 0.0, false); }
    void run(const glm::vec3& velocity, double seconds, double interval, bool held = false)
    {
        for (double time = 0.0; time < seconds; time += interval)
        {
            at += static_cast<float>(interval) * velocity;
            snapshot = ropeAt(at);
            view.look(snapshot, viewport, interval, held);
        }
    }
};

} // namespace

TEST_CASE("after any motion the subject is in the viewport within two seconds, unless the user has moved the view",
          "[view]")
{
    const RandomStates states(200);
    for (int seed = states.first; seed < states.end(); ++seed)
    {
        CAPTURE(seed);
        std::mt19937 random(static_cast<unsigned>(seed));
        const auto within = [&](float low, float high)
        { return std::uniform_real_distribution<float>(low, high)(random); };
        const auto place = [&](float reach)
        { return glm::vec3(within(-reach, reach), within(-reach, reach), within(-reach, reach)); };
        SceneView view;
        glm::vec3 from(0.0f);
        glm::vec3 to(4.0f, 0.0f, 0.0f);
        Snapshot snapshot = ropeAt(from, to);
        view.look(snapshot, viewport, 0.0, false);
        view.lookFrom(within(-3.1f, 3.1f), within(-1.5f, 1.5f));

        const int moves = 1 + static_cast<int>(within(0.0f, 5.0f));
        for (int move = 0; move < moves; ++move)
        {
            if (within(0.0f, 1.0f) < 0.2f) // it jumps, as at a reset or by a constant
                from += place(30.0f);
            const glm::vec3 velocityOfFrom = place(20.0f);
            const glm::vec3 velocityOfTo = within(0.0f, 1.0f) < 0.5f ? velocityOfFrom : place(20.0f);
            const bool held = within(0.0f, 1.0f) < 0.2f;
            for (float time = 0.0f; time < 2.0f;)
            {
                const float interval = within(1.0f / 144.0f, 1.0f / 10.0f);
                time += interval;
                from += interval * velocityOfFrom;
                to += interval * velocityOfTo;
                snapshot = ropeAt(from, to);
                view.look(snapshot, viewport, static_cast<double>(interval), held);
            }
        }
        for (float time = 0.0f; time < 2.0f;)
        {
            const float interval = within(1.0f / 144.0f, 1.0f / 10.0f);
            time += interval;
            view.look(snapshot, viewport, static_cast<double>(interval), false);
        }
        CHECK(shareInView(snapshot, view.camera, aspect) >= 0.5f);
        CHECK(sees(view.camera, snapshot));
        CHECK_FALSE(offScreen(snapshot, view.camera, aspect).has_value());

        view.camera.pan({50.0f, 0.0f}, aspect);
        view.shifted();
        const glm::vec3 mine = view.camera.eye();
        view.look(snapshot, viewport, 2.0, false);
        CHECK(glm::distance(view.camera.eye(), mine) == 0.0f);
        CHECK(offScreen(snapshot, view.camera, aspect).has_value());
    }
}

TEST_CASE("the view rests while nothing leaves it, and comes to rest without going back", "[view]")
{
    Motion motion;
    const Camera start = motion.view.camera;
    motion.run({0.05f, 0.05f, 0.0f}, 2.0, 1.0 / 60.0);
    CHECK(motion.view.camera.target == start.target);
    CHECK(motion.view.camera.distance == Approx(start.distance).epsilon(1e-6));

    // 3 m/s, as the keys move a rope: hardly a tip of it leaves the viewport, and the eye soon has its speed.
    std::vector<glm::vec3> eyes;
    const auto go = [&](const glm::vec3& velocity, int frames)
    {
        for (int i = 0; i < frames; ++i)
        {
            motion.run(velocity, 0.5 / 60.0, 1.0 / 60.0);
            eyes.push_back(motion.view.camera.eye());
            CHECK(shareInView(motion.snapshot, motion.view.camera, aspect) > 0.9f);
        }
    };
    go({3.0f, 0.0f, 0.0f}, 240);
    CHECK(60.0f * (eyes[239].x - eyes[238].x) == Approx(3.0f).epsilon(0.01));
    go(glm::vec3(0.0f), 120);
    float fastest = 0.0f;
    for (std::size_t i = 2; i < eyes.size(); ++i)
    {
        const float before = 60.0f * (eyes[i - 1].x - eyes[i - 2].x);
        const float after = 60.0f * (eyes[i].x - eyes[i - 1].x);
        CHECK(after > -1e-3f); // never back
        fastest = std::max(fastest, after);
        // A spring of w = 6 /s that follows a goal which starts or stops at v changes its speed by at most w^2 v dt
        // times its lag 2/w: 2 w v / 60 s.
        CHECK(std::abs(after - before) < 2.0f * 6.0f * 3.0f / 60.0f);
    }
    CHECK(fastest < 1.3f * 3.0f);
    CHECK(60.0f * std::abs(eyes.back().x - eyes[eyes.size() - 2].x) < 1e-3f);
}

TEST_CASE("the view is the same at any rate of frames", "[view]")
{
    const auto after = [](double rate)
    {
        Motion motion;
        motion.run({3.0f, 2.0f, 0.0f}, 2.0, 1.0 / rate);
        motion.run({0.0f, 0.0f, -4.0f}, 1.0, 1.0 / rate);
        return motion.view.camera.eye();
    };
    // Half a frame of 4 m/s at the slower rate.
    CHECK(glm::distance(after(120.0), after(30.0)) < 0.5f * 4.0f / 30.0f);
}

TEST_CASE("the view goes back when the subject grows, and comes nearer when it has been small for a while", "[view]")
{
    SceneView view;
    Snapshot snapshot = ropeAt({0.0f, 0.0f, 0.0f}, {4.0f, 0.0f, 0.0f});
    const auto rest = [&](int frames)
    {
        for (int i = 0; i < frames; ++i)
            view.look(snapshot, viewport, 1.0 / 60.0, false);
    };
    rest(1);
    const float start = view.camera.distance;
    snapshot = ropeAt({0.0f, 0.0f, 0.0f}, {20.0f, 0.0f, 0.0f});
    rest(120);
    CHECK(sees(view.camera, snapshot));
    CHECK(view.camera.distance > 3.0f * start);
    snapshot = ropeAt({0.0f, 0.0f, 0.0f}, {4.0f, 0.0f, 0.0f});
    rest(60);
    CHECK(view.camera.distance > 3.0f * start); // it may grow again
    rest(180);
    CHECK(view.camera.distance == Approx(start).epsilon(0.02));
}

TEST_CASE("a rope that comes into the scene does not throw the view back farther than to show it", "[view]")
{
    SceneView view;
    Snapshot snapshot = ropeAt({0.0f, 0.0f, 0.0f}, {4.0f, 0.0f, 0.0f});
    view.look(snapshot, viewport, 0.0, false);
    snapshot.polylines.push_back(ropeAt({0.0f, 0.0f, 0.0f}, {1.0f, 3.0f, 0.0f}).polylines.front());
    float farthest = 0.0f;
    for (int i = 0; i < 300; ++i)
    {
        view.look(snapshot, viewport, 1.0 / 60.0, false);
        farthest = std::max(farthest, view.camera.distance);
    }
    CHECK(sees(view.camera, snapshot));
    CHECK(farthest <= 1.01f * view.camera.distance);
}

TEST_CASE("the view is the user's until it is reset", "[view]")
{
    Motion motion;
    const Camera start = motion.view.camera;
    motion.view.camera.orbit(0.7f, 0.2f);
    motion.view.camera.pan({0.1f, 0.0f}, aspect);
    motion.view.shifted();
    CHECK_FALSE(motion.view.follows());
    const Camera mine = motion.view.camera;
    motion.run({3.0f, 0.0f, 0.0f}, 4.0, 1.0 / 60.0);
    CHECK(motion.view.camera.target == mine.target);
    CHECK_FALSE(sees(motion.view.camera, motion.snapshot));

    motion.view.showAll();
    motion.run(glm::vec3(0.0f), 2.0, 1.0 / 60.0);
    CHECK(motion.view.follows());
    CHECK(motion.view.camera.yaw == Approx(mine.yaw)); // framing does not turn
    CHECK(sees(motion.view.camera, motion.snapshot));

    motion.view.reset();
    motion.run(glm::vec3(0.0f), 2.0, 1.0 / 60.0);
    CHECK(motion.view.camera.yaw == Approx(start.yaw).margin(1e-3));
    CHECK(motion.view.camera.pitch == Approx(start.pitch).margin(1e-3));

    motion.view.camera.pan({9.0f, 9.0f}, aspect);
    motion.view.shifted();
    motion.snapshot = ropeAt(glm::vec3(0.0f));
    motion.view.open({}); // at once
    motion.view.look(motion.snapshot, viewport, 1.0 / 60.0, false);
    CHECK(motion.view.follows());
    CHECK(glm::distance(motion.view.camera.eye(), start.eye()) < 1e-3f);
}

TEST_CASE("a view that the user has turned goes on following, from that angle", "[view]")
{
    Motion motion;
    motion.view.camera.orbit(0.7f, 0.2f);
    motion.view.turned();
    const Camera mine = motion.view.camera;
    CHECK(motion.view.follows());
    motion.run({3.0f, 0.0f, 0.0f}, 4.0, 1.0 / 60.0);
    CHECK(sees(motion.view.camera, motion.snapshot));
    CHECK(motion.view.camera.yaw == mine.yaw);
    CHECK(motion.view.camera.pitch == mine.pitch);

    // It is kept for the next time, and opens so.
    REQUIRE(motion.view.kept().has_value());
    CHECK(motion.view.kept()->follows);
    SceneView again;
    again.open(motion.view.kept());
    again.look(motion.snapshot, viewport, 1.0 / 60.0, false);
    CHECK(again.follows());
    CHECK(again.camera.yaw == Approx(mine.yaw));
    CHECK(sees(again.camera, motion.snapshot));
    motion.view.reset();
    motion.run(glm::vec3(0.0f), 2.0, 1.0 / 60.0);
    CHECK_FALSE(motion.view.kept().has_value());
}

TEST_CASE("a zoomed view keeps its distance and follows what the user looks at", "[view]")
{
    // At the connection point, at the other end of the rope, and back from it.
    for (const float end : {0.0f, 4.0f})
    {
        CAPTURE(end);
        Motion motion;
        const auto place = [&] { return motion.view.camera.project(motion.at + glm::vec3(end, 0.0f, 0.0f), aspect); };
        const glm::vec2 at(place());
        motion.view.camera.zoom(0.2f, at, aspect);
        motion.view.zoomed(motion.snapshot, at);
        const float distance = place().z;
        motion.run(glm::vec3(0.0f), 3.0, 1.0 / 60.0);
        CHECK(motion.view.follows());
        CHECK_FALSE(sees(motion.view.camera, motion.snapshot)); // the view does not go back
        CHECK(glm::distance(glm::vec2(place()), at) < 0.2f);
        for (const glm::vec3& velocity : {glm::vec3(3.0f, 0.0f, 0.0f), glm::vec3(-2.0f, 3.0f, 1.0f)})
        {
            motion.run(velocity, 3.0, 1.0 / 60.0);
            CHECK(std::abs(place().x) < 1.0f);
            CHECK(std::abs(place().y) < 1.0f);
            CHECK(place().z == Approx(distance).epsilon(0.1));
        }
        // Far away, all of it is seen again, and that distance stays too.
        motion.view.camera.zoom(20.0f, glm::vec2(0.0f), aspect);
        motion.view.zoomed(motion.snapshot, glm::vec2(0.0f));
        motion.run(glm::vec3(0.0f), 4.0, 1.0 / 60.0);
        CHECK(motion.view.camera.distance == Approx(20.0f * distance).epsilon(0.1));
        motion.run({30.0f, 0.0f, 0.0f}, 3.0, 1.0 / 60.0);
        motion.run(glm::vec3(0.0f), 2.0, 1.0 / 60.0);
        CHECK(sees(motion.view.camera, motion.snapshot));
    }
}

TEST_CASE("the view stays above the ground when the rope has sunk into it, and comes down again", "[view]")
{
    Motion motion;
    const Camera start = motion.view.camera;
    const auto rest = [&](const glm::vec3& from, const glm::vec3& to, float ground)
    {
        motion.snapshot = ropeAt(from, to);
        for (int i = 0; i < 300; ++i)
        {
            motion.view.look(motion.snapshot, viewport, 1.0 / 60.0, false);
            REQUIRE(motion.view.camera.eye().y > ground);
        }
        CHECK(sees(motion.view.camera, motion.snapshot));
    };
    rest(glm::vec3(0.0f), {0.2f, -98.0f, 0.0f}, -1.5f);
    CHECK(motion.view.camera.pitch > start.pitch);
    rest(glm::vec3(0.0f), {4.0f, 0.0f, 0.0f}, -1.5f);
    CHECK(motion.view.camera.pitch == Approx(start.pitch).margin(1e-3));

    // From below, where the user wants to be.
    motion.view.lookFrom(0.0f, -0.5f);
    motion.snapshot = ropeAt(glm::vec3(0.0f), {0.2f, -20.0f, 0.0f});
    for (int i = 0; i < 300; ++i)
        motion.view.look(motion.snapshot, viewport, 1.0 / 60.0, false);
    CHECK(motion.view.camera.eye().y < -1.5f);
    CHECK(sees(motion.view.camera, motion.snapshot));
}

TEST_CASE("the view turns the shorter way to an axis", "[view]")
{
    Motion motion;
    motion.view.lookFrom(3.0f, 0.0f);
    motion.run(glm::vec3(0.0f), 2.0, 1.0 / 60.0);
    motion.view.lookFrom(-3.0f, 1.5707963f);
    for (int i = 0; i < 120; ++i)
    {
        motion.run(glm::vec3(0.0f), 0.5 / 60.0, 1.0 / 60.0);
        REQUIRE(std::cos(motion.view.camera.yaw) < std::cos(3.0f) + 1e-3f); // through the back, never the front
    }
    CHECK(std::cos(motion.view.camera.yaw) == Approx(std::cos(-3.0)).margin(1e-4));
    CHECK(std::sin(motion.view.camera.yaw) == Approx(std::sin(-3.0)).margin(1e-3));
    CHECK(motion.view.camera.pitch == Approx(1.5707963).margin(1e-3));
    CHECK(sees(motion.view.camera, motion.snapshot));
}

TEST_CASE("a constant that makes the subject much larger frames it again, in a view of the user too", "[view]")
{
    for (const bool changed : {false, true})
    {
        SceneView view;
        Snapshot snapshot = ropeAt({0.0f, 0.0f, 0.0f}, {4.0f, 0.0f, 0.0f});
        view.look(snapshot, viewport, 0.0, false);
        view.camera.orbit(0.4f, 0.1f);
        view.shifted();
        if (changed)
            view.constantsChanged();
        snapshot = ropeAt({0.0f, 0.0f, 0.0f}, {16.0f, 0.0f, 0.0f});
        for (int i = 0; i < 120; ++i)
            view.look(snapshot, viewport, 1.0 / 60.0, false);
        CHECK(sees(view.camera, snapshot) == changed);
        CHECK_FALSE(view.follows());
    }
}

TEST_CASE("what the mouse holds does not flee from the view", "[view]")
{
    Motion motion;
    const Camera start = motion.view.camera;
    motion.run({3.0f, 0.0f, 0.0f}, 3.0, 1.0 / 60.0, true);
    CHECK(motion.view.camera.target == start.target);
    motion.run(glm::vec3(0.0f), 2.0, 1.0 / 60.0, false);
    CHECK(sees(motion.view.camera, motion.snapshot));
}

TEST_CASE("one body that flew away does not take the view along", "[view]")
{
    Snapshot snapshot;
    for (int i = 0; i < 20; ++i)
    {
        PlanarShape& ball = snapshot.planarShapes.emplace_back();
        ball.position = {0.2f * static_cast<float>(i), 0.0f};
        ball.radius = 0.1f;
    }
    SceneView view;
    view.look(snapshot, viewport, 0.0, false);
    snapshot.planarShapes.back().position = {0.0f, -400.0f};
    for (int i = 0; i < 240; ++i)
        view.look(snapshot, viewport, 1.0 / 60.0, false);
    // 19 of the 20 are seen, and large: 3.8 m fill more than half of the width.
    CHECK(shareInView(snapshot, view.camera, aspect) == 1.0f);
    const float left = view.camera.project({0.0f, 0.0f, 0.0f}, aspect).x;
    const float right = view.camera.project({3.6f, 0.0f, 0.0f}, aspect).x;
    CHECK(right - left > 1.0f);
}

TEST_CASE("the first view of every scene holds its subject, and rests", "[view]")
{
    for (const SceneEntry& entry : scenes())
    {
        INFO(entry.info.id);
        const std::unique_ptr<Scene> scene = entry.make();
        Snapshot snapshot;
        scene->fill(snapshot);
        SceneView view;
        view.look(snapshot, viewport, 0.0, false);
        const glm::vec3 start = view.camera.eye();
        CHECK(shareInView(snapshot, view.camera, aspect) >= 0.5f);
        CHECK_FALSE(offScreen(snapshot, view.camera, aspect).has_value());
        view.look(snapshot, viewport, 1.0, false);
        CHECK(glm::distance(view.camera.eye(), start) == Approx(0.0f).margin(1e-4 * glm::length(start)));
    }
}

TEST_CASE("the arrow stands at the edge on the way to what is off screen", "[view]")
{
    Camera camera;
    camera.yaw = camera.pitch = 0.0f; // looks along -z from z = 8
    constexpr float inset = 20.0f;
    const glm::vec2 middle(viewport.x + 0.5f * viewport.width, viewport.y + 0.5f * viewport.height);
    const EdgePlace right = edgePlace(viewport, camera, {100.0f, 0.0f, 0.0f}, inset);
    CHECK(right.position.x == Approx(viewport.x + viewport.width - inset));
    CHECK(right.position.y == Approx(middle.y));
    CHECK(right.direction.x == Approx(1.0f));
    const EdgePlace above = edgePlace(viewport, camera, {0.0f, 100.0f, 0.0f}, inset);
    CHECK(above.position.y == Approx(viewport.y + inset));
    CHECK(above.direction.y == Approx(-1.0f)); // window coordinates have y down
    // Behind the eye and to the left: turning left is the shorter way.
    const EdgePlace behind = edgePlace(viewport, camera, {-1.0f, 0.0f, 50.0f}, inset);
    CHECK(behind.position.x == Approx(viewport.x + inset));
    const EdgePlace corner = edgePlace(viewport, camera, {-50.0f, -50.0f, 0.0f}, inset);
    CHECK(corner.position.y == Approx(viewport.y + viewport.height - inset));
    CHECK(corner.direction.x == Approx(-std::sqrt(0.5f)));

    Snapshot snapshot = ropeAt({3.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f});
    CHECK_FALSE(offScreen(snapshot, camera, aspect).has_value());
    snapshot = ropeAt({9.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}); // its end alone is seen
    REQUIRE(offScreen(snapshot, camera, aspect).has_value());
    CHECK(offScreen(snapshot, camera, aspect)->connection);
    snapshot = ropeAt({19.0f, 0.0f, 0.0f}, {11.0f, 0.0f, 0.0f});
    REQUIRE(offScreen(snapshot, camera, aspect).has_value());
    CHECK_FALSE(offScreen(snapshot, camera, aspect)->connection);
    CHECK(offScreen(snapshot, camera, aspect)->position.x == Approx(15.0f).epsilon(0.01));
}
