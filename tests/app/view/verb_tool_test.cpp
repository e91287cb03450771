// The verbs of the workshop with the mouse, from the place that is clicked to what becomes of the set-up.
#include "app/view/mouse_control.hpp"
#include "app/view/verb_tool.hpp"
#include "app/workbench/workbench.hpp"

#include "catch.hpp"

#include "scenes/document/scene_file.hpp"
#include "scenes/document/state_hash.hpp"
#include "scenes/set_up/set_up_solid.hpp"

#include <fmt/format.h>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

using namespace ropewalk;

namespace
{

/// A rope between two posts, with a box and pulleys beside it.
constexpr const char* yard = R"({"ropewalk": 1, "scene": "workshop",
  "solids": [{"name": "post1", "shape": "post", "position": [-1, 0.75, 0], "radius": 0.05, "length": 1.5},
             {"name": "post2", "shape": "post", "position": [1, 0.75, 0], "radius": 0.05, "length": 1.5},
             {"name": "box1", "shape": "box", "position": [0, 0.1, 0], "size": [0.3, 0.2, 0.3]},
             {"name": "top", "shape": "pulley", "position": [-0.5, 2, 0], "axis": [0, 0, 1], "radius": 0.08},
             {"name": "low", "shape": "pulley", "position": [0, 1.2, 0], "axis": [0, 0, 1], "radius": 0.08},
             {"name": "stalk", "shape": "post", "position": [0, 1.29, -0.06], "radius": 0.01, "length": 0.2}],
  "ropes": [{"name": "fall", "path": [[-0.6, 1, 0], [0.6, 1, 0]], "length": 1.2, "mass_count": 31}],
  "holds": [{"rope": "fall", "end": "first", "at": [-0.6, 1, 0]}]})";

/// A mouse at the workbench.
class Builder
{
public:
    explicit Builder(const std::string& text = yard) : bench(parseScene(text, "yard"), [] { return 0.0; })
    {
        camera.frame(bench.snapshot(), aspectOf(viewport));
    }

    const SetUpHost& host() const { return *hostOf<SetUpHost>(bench.scene()); }
    const SetUp& setUp() const { return *host().wantedSetUp(); }
    MouseLook look(const Vec3& at) const
    {
        const glm::vec2 seen(camera.project(glm::vec3(at), aspectOf(viewport)));
        return {host(), bench.snapshot(), camera, viewport, windowFromViewport(viewport, seen), 12.0f};
    }
    void click(const Vec3& at)
    {
        verb.look(look(at));
        const std::string line = verb.press(host());
        drag();
        const std::string measured = verb.release();
        for (const std::string& each : {line, measured})
            if (!each.empty())
            {
                bench.perform(each);
                verb.performed();
            }
    }
    void enter()
    {
        if (const std::string line = verb.finish(host()); !line.empty())
            bench.perform(line);
    }
    Vec3 mass(std::size_t line, std::size_t number) const
    {
        return Vec3(bench.snapshot().polylines[line].points[number]);
    }
    Vec3 eye(const char* solid, const char* name) const
    {
        return host().positionOf(SolidPlace{solid, Vec3(0.0), name});
    }
    void seconds(double time)
    {
        for (int i = 0; i < static_cast<int>(60.0 * time); ++i)
            bench.tick({});
    }

    Workbench bench;
    Camera camera;
    Rectangle viewport{0.0f, 0.0f, 900.0f, 700.0f};
    VerbTool verb;
    float dragged = 0.0f; ///< [pixel] down while the button is pressed

private:
    void drag()
    {
        if (!verb.target() || dragged == 0.0f)
            return;
        MouseLook down = look(verb.target()->position);
        down.cursor.y += dragged;
        verb.look(down);
    }
};

} // namespace

TEST_CASE("A weight hangs where the rope is clicked, and more the farther it is dragged", "[workshop]")
{
    Builder builder;
    builder.verb.begin(MouseVerb::hang);
    builder.click(builder.mass(0, 15));
    REQUIRE(builder.setUp().ties.size() == 1);
    const SetUpSolid* weight = solidNamed(builder.setUp(), "weight1");
    REQUIRE(weight);
    CHECK(weight->mass == 5.0);
    CHECK(std::get<RopePlace>(builder.setUp().ties[0].a).along == Approx(0.6));
    CHECK_FALSE(builder.verb.verb());

    builder.bench.undo();
    CHECK(builder.setUp().ties.empty());
    CHECK_FALSE(solidNamed(builder.setUp(), "weight1"));

    builder.dragged = 80.0f;
    builder.verb.begin(MouseVerb::hang);
    builder.click(builder.mass(0, 15));
    REQUIRE(solidNamed(builder.setUp(), "weight1"));
    CHECK(solidNamed(builder.setUp(), "weight1")->mass > 10.0);
}

TEST_CASE("A second click with Hold lets go, also of an end and where the place has many digits", "[workshop]")
{
    std::string text = yard;
    text.replace(text.find("31"), 2, "32"); // segments of 38.7097 mm
    Builder builder(text);
    const auto hold = [&builder](std::size_t mass)
    {
        builder.verb.begin(MouseVerb::hold);
        builder.click(builder.mass(0, mass));
    };
    hold(14);
    REQUIRE(builder.setUp().holds.size() == 2);
    CHECK(builder.setUp().holds[1].rope.along == Approx(14 * 1.2 / 31).epsilon(1e-5));
    hold(31);
    REQUIRE(builder.setUp().holds.size() == 3);
    CHECK(builder.setUp().holds[2].rope.end == rope::RopeEnd::last);
    hold(14);
    CHECK(builder.setUp().holds.size() == 2);
    hold(31);
    CHECK(builder.setUp().holds.size() == 1);
}

TEST_CASE("An end is tied to a box, and both ends of a rope are a ring", "[workshop]")
{
    Builder builder;
    const auto tie = [&builder](const Vec3& a, const Vec3& b)
    {
        builder.verb.begin(MouseVerb::tie);
        builder.click(a);
        builder.click(b);
        return builder.setUp().ties.back();
    };
    const SetUpTie toBox = tie(builder.mass(0, 30), builder.eye("box1", "top"));
    CHECK(toBox.a == Place(RopePlace{"fall", rope::RopeEnd::last}));
    CHECK(toBox.b == Place(SolidPlace{"box1", Vec3(0.0), "top"}));
    builder.bench.undo();
    CHECK(builder.setUp().ties.empty());

    const SetUpTie ring = tie(builder.mass(0, 0), builder.mass(0, 30));
    CHECK(ring.a == Place(RopePlace{"fall", rope::RopeEnd::first}));
    CHECK(ring.b == Place(RopePlace{"fall", rope::RopeEnd::last}));

    // On its surface, where no eye is near.
    const SetUpTie beside = tie(builder.mass(0, 10), Vec3(0.1, 0.06, 0.15));
    const auto& place = std::get<SolidPlace>(beside.b);
    CHECK(place.solid == "box1");
    CHECK(place.eye.empty());
    CHECK(std::abs(place.at.z - 0.15) < 0.01);
}

TEST_CASE("A rope is cut and joined again, and undo goes back to the moment before", "[workshop]")
{
    Builder builder;
    builder.seconds(0.2);
    builder.verb.begin(MouseVerb::cut);
    const std::vector<glm::vec3> whole = builder.bench.snapshot().polylines[0].points;
    builder.click(builder.mass(0, 15));
    builder.bench.tick({});
    REQUIRE(builder.bench.snapshot().polylines.size() == 2);

    builder.bench.undo();
    REQUIRE(builder.bench.snapshot().polylines.size() == 1);
    CHECK(builder.bench.snapshot().polylines[0].points == whole);
    builder.bench.redo();
    REQUIRE(builder.bench.snapshot().polylines.size() == 2);

    builder.seconds(0.1);
    builder.verb.begin(MouseVerb::tie);
    builder.click(builder.mass(0, builder.bench.snapshot().polylines[0].points.size() - 1));
    builder.click(builder.mass(1, 0));
    CHECK(builder.setUp().ties.empty());
    builder.seconds(2.0);
    CHECK(builder.bench.snapshot().polylines.size() == 1);
}

TEST_CASE("A second rope goes from post to post, and round what is between them", "[workshop]")
{
    Builder builder;
    builder.verb.begin(MouseVerb::newRope);
    builder.click(builder.eye("post1", "last"));
    builder.click(Vec3(0.0, 1.2, 0.02)); // the pulley, which hides an end of the stalk
    builder.click(builder.eye("post2", "last"));
    builder.enter();
    REQUIRE(builder.setUp().ropes.size() == 2);
    const std::vector<Stop>& path = builder.setUp().ropes[1].path;
    REQUIRE(path.size() == 3);
    CHECK(path[0] == Stop(SolidPlace{"post1", Vec3(0.0), "last"}));
    CHECK(path[1] == Stop(RoundStop{"low", RoundStop::Side::left})); // under it: it is below the straight way
    CHECK(path[2] == Stop(SolidPlace{"post2", Vec3(0.0), "last"}));
    builder.bench.undo();
    CHECK(builder.setUp().ropes.size() == 1);
}

TEST_CASE("A rope is led over pulleys in the order of the clicks", "[workshop]")
{
    Builder builder;
    builder.verb.begin(MouseVerb::runOver);
    builder.click(builder.mass(0, 10));
    builder.click(Vec3(-0.5, 2.0, 0.02));
    builder.click(Vec3(0.0, 1.2, 0.02));
    CHECK(builder.verb.verb() == MouseVerb::runOver); // until Enter
    builder.enter();
    CHECK_FALSE(builder.verb.verb());
    const std::vector<Stop>& path = builder.setUp().ropes[0].path;
    REQUIRE(path.size() == 4);
    CHECK(std::get<RoundStop>(path[1]).solid == "top");
    CHECK(std::get<RoundStop>(path[2]).solid == "low");
    CHECK(builder.setUp().ropes[0].length > 1.2); // it was too short for that
}

TEST_CASE("Two ropes are wound at once, and each tick of it is there again", "[workshop][recording]")
{
    Builder builder;
    builder.bench.perform("new_rope 0 2 0.5 1 2 0.5");
    std::vector<std::uint32_t> hashes;
    const auto run = [&](int ticks)
    {
        for (int i = 0; i < ticks; ++i)
        {
            hashes.push_back(stateHash(builder.bench.scene()));
            builder.bench.tick({});
        }
    };
    const auto points = [&](std::size_t line) { return builder.bench.snapshot().polylines[line].points.size(); };
    const auto wind = [&](std::size_t line, std::size_t number, float down)
    {
        builder.dragged = down; // 0.05 m/s slower every 10 pixels, from 0.3 m/s on
        builder.verb.begin(MouseVerb::wind);
        builder.click(builder.mass(line, number));
    };
    run(10);
    const std::size_t first = points(0);
    const std::size_t second = points(1);
    wind(0, 0, 0.0f);
    wind(1, second - 1, 100.0f);
    CHECK(builder.setUp().ropes[0].payoutSpeed == Approx(0.3));
    CHECK(builder.setUp().ropes[1].payoutSpeed == Approx(-0.2));
    CHECK(builder.setUp().ropes[1].reel == rope::RopeEnd::last);
    run(60);
    CHECK(points(0) > first);
    CHECK(points(1) < second);

    builder.bench.undo(); // of the second reel
    run(30);
    CHECK_FALSE(builder.setUp().ropes[1].reel);
    CHECK(builder.setUp().ropes[0].reel == rope::RopeEnd::first);
    CHECK(points(1) == second);
    builder.bench.redo();
    run(30);
    CHECK(builder.setUp().ropes[1].reel == rope::RopeEnd::last);
    CHECK(points(1) < second);
    builder.bench.perform("cut fall 0.6");
    run(20);
    for (const long long tick : {5LL, 69LL, 40LL, 145LL, 11LL, 110LL})
    {
        CAPTURE(tick);
        builder.bench.seek(tick);
        CHECK(stateHash(builder.bench.scene()) == hashes[static_cast<std::size_t>(tick)]);
    }
    CHECK(builder.bench.replayParted().empty());
}

TEST_CASE("A verb says why it takes nothing", "[workshop]")
{
    Builder builder;
    builder.verb.begin(MouseVerb::cut);
    builder.click(Vec3(0.9, 1.9, 0.0));
    CHECK(builder.verb.refused());
    CHECK(builder.verb.line() == "No rope was crossed");
    CHECK(builder.bench.changes().last() == nullptr);
    builder.verb.begin(MouseVerb::wind);
    builder.verb.look(builder.look(builder.mass(0, 15)));
    CHECK_FALSE(builder.verb.target()); // not an end
    builder.verb.look(builder.look(builder.mass(0, 0)));
    CHECK(builder.verb.target());
}

TEST_CASE("A stroke across a rope cuts it where it crosses", "[workshop]")
{
    Builder builder;
    builder.verb.begin(MouseVerb::cut);
    const Vec3 middle = builder.mass(0, 15);
    builder.verb.look(builder.look(middle + Vec3(0.0, 0.3, 0.0)));
    CHECK(builder.verb.press(builder.host()).empty());
    CHECK(builder.verb.stroke());
    builder.verb.look(builder.look(middle + Vec3(0.0, 0.2, 0.0)));
    CHECK_FALSE(builder.verb.target()); // it does not cross yet
    builder.verb.look(builder.look(middle - Vec3(0.0, 0.3, 0.0)));
    REQUIRE(builder.verb.target());
    CHECK(builder.verb.release() == "cut fall 0.6");

    builder.verb.look(builder.look(middle + Vec3(0.0, 0.3, 0.0)));
    builder.verb.press(builder.host());
    CHECK(builder.verb.release().empty());
    CHECK(builder.verb.refused());
}

TEST_CASE("What a verb would take of a rope says how long the rope is, until it is cut", "[workshop]")
{
    Builder builder;
    builder.verb.begin(MouseVerb::hang);
    builder.verb.look(builder.look(builder.mass(0, 15)));
    REQUIRE(builder.verb.target());
    CHECK(builder.verb.target()->whole == Approx(1.2));
    builder.bench.perform("cut fall 0.4");
    builder.bench.tick({});
    REQUIRE(builder.bench.snapshot().polylines.size() == 2);
    builder.verb.look(builder.look(builder.mass(0, 5)));
    REQUIRE(builder.verb.target());
    CHECK(builder.verb.target()->whole == 0.0);
}

TEST_CASE("A ruler measures between places that move", "[workshop]")
{
    Builder builder;
    builder.verb.begin(MouseVerb::measure);
    builder.click(builder.eye("post1", "last"));
    builder.click(builder.mass(0, 30));
    REQUIRE(builder.verb.taken().size() == 2);
    const std::string before = builder.verb.measure();
    CHECK(before == fmt::format("{:.3f} m", glm::distance(builder.eye("post1", "last"), builder.mass(0, 30))));
    builder.seconds(0.3); // that end falls
    builder.verb.look(builder.look(Vec3(0.0)));
    CHECK(builder.verb.measure() != before);
    builder.bench.perform("delete fall");
    builder.verb.look(builder.look(Vec3(0.0)));
    CHECK(builder.verb.taken().empty());
}

TEST_CASE("Points of space are on the grid where there is one", "[workshop]")
{
    CHECK(onGrid(Vec3(0.12, -0.38, 1.0), 0.25) == Vec3(0.0, -0.5, 1.0));
    CHECK(onGrid(Vec3(0.12, -0.38, 1.0), 0.0) == Vec3(0.12, -0.38, 1.0));
    Builder builder;
    builder.verb.begin(MouseVerb::newRope);
    MouseLook look = builder.look(Vec3(0.53, 1.77, 0.0));
    look.grid = 0.25;
    builder.verb.look(look);
    REQUIRE(builder.verb.target());
    CHECK(builder.verb.target()->position.y == 1.75);
}

TEST_CASE("A weight under its rope is what is under the mouse", "[workshop]")
{
    Builder builder;
    builder.bench.perform("hang fall 0.6 5");
    builder.seconds(0.1);
    const SetUpSolid& weight = builder.setUp().solids.back();
    CHECK(thingUnder(builder.look(builder.host().positionOf(SolidPlace{weight.name, Vec3(0.0), {}}))) == weight.name);
    CHECK(thingUnder(builder.look(builder.mass(0, 5))) == "fall");
}

TEST_CASE("The eye of a block is taken, and not the rope that runs round it behind", "[workshop]")
{
    constexpr const char* hung = R"({"ropewalk": 1, "scene": "workshop",
      "solids": [{"name": "block", "shape": "block", "position": [0, 1, 0], "radius": 0.06}],
      "ropes": [{"name": "fall", "path": [[-0.06, 2, 0], {"round": "block", "side": "left"}, [0.06, 2, 0]]}]})";
    Builder builder;
    builder.bench.useScene(parseScene(hung, "hung"));
    builder.camera.frame(builder.bench.snapshot(), aspectOf(builder.viewport));
    builder.verb.begin(MouseVerb::tie);
    builder.verb.look(builder.look(builder.eye("block", "bottom")));
    REQUIRE(builder.verb.target());
    CHECK(builder.verb.target()->place == Place(SolidPlace{"block", Vec3(0.0), "bottom"}));
    builder.verb.look(builder.look(builder.mass(0, 5)));
    REQUIRE(builder.verb.target());
    CHECK(std::holds_alternative<RopePlace>(builder.verb.target()->place));
}

TEST_CASE("An end that the wheel lifts goes over a strand, or under it", "[workshop]")
{
    constexpr const char* crossing = R"({"ropewalk": 1, "scene": "workshop",
      "parameters": {"gravity": [0, 0, 0], "damping": 4},
      "ropes": [{"name": "line", "path": [[-0.4, 1, 0], [0.4, 1, 0]]},
                {"name": "tail", "path": [[0, 0.4, 0], [0.05, 0.9, 0]], "length": 0.8}],
      "holds": [{"rope": "line", "end": "first", "at": [-0.4, 1, 0]}, {"rope": "line", "end": "last", "at": [0.4, 1, 0]},
                {"rope": "tail", "end": "first", "at": [0, 0.4, 0]}]})";
    const float notch = GENERATE(1.0f, -1.0f);
    Workbench bench(parseScene(crossing, "crossing"), [] { return 0.0; });
    Camera camera;
    camera.pitch = 0.0f;
    camera.frame(bench.snapshot(), 1.0f);
    const Rectangle viewport{0.0f, 0.0f, 800.0f, 800.0f};
    const auto moveTo = [&](MouseControl& mouse, const glm::vec3& at)
    { mouse.move(windowFromViewport(viewport, glm::vec2(camera.project(at, 1.0f))), camera, viewport); };
    MouseControl mouse;
    moveTo(mouse, bench.snapshot().polylines[1].points.back());
    mouse.press(MouseControl::Button::left, false, bench.snapshot(), camera, viewport, 15.0f);
    moveTo(mouse, {0.05f, 1.0f, 0.0f});
    REQUIRE(mouse.lift(notch, bench.snapshot(), camera, viewport, 8.0f));
    for (int i = 0; i < 90; ++i)
    {
        if (i == 45)
            moveTo(mouse, {0.05f, 1.1f, 0.0f}); // across
        Controls controls;
        controls.grab = mouse.grab(bench.snapshot(), camera, viewport);
        bench.tick(controls);
    }
    const glm::vec3 end = bench.snapshot().polylines[1].points.back();
    CHECK(end.y > 1.02f);
    CHECK(notch * end.z > 0.008f);
}

TEST_CASE("What has no way at the present moment is refused, and nothing is changed by it", "[workshop]")
{
    // The block falls past the rope's end beside it: there a rope that ends has no way round it.
    constexpr const char* falling = R"({"ropewalk": 1, "scene": "workshop",
      "solids": [{"name": "wheel", "shape": "block", "position": [0, 1.5, 0], "radius": 0.08, "mass": 1, "moves": "free"}],
      "ropes": [{"name": "line", "path": [[-1, 0.6, 0.3], [0, 0.6, 0.3]], "length": 1.3}],
      "holds": [{"rope": "line", "end": "first", "at": [-1, 0.6, 0.3]},
                {"rope": "line", "end": "last", "at": [0, 0.6, 0.3]}]})";
    Builder builder(falling);
    const SetUp before = builder.setUp();
    builder.seconds(0.434); // it is beside the end now
    CHECK_THROWS_WITH(builder.bench.perform("run_over line wheel left"),
                      Catch::Contains("a stop beside 'wheel' is within the circle"));
    CHECK(builder.setUp() == before);
    CHECK_FALSE(builder.bench.changes().last());
    builder.seconds(0.5); // it goes on

    // Undo has no way back either, until the block is elsewhere.
    builder.bench.reset();
    builder.bench.perform("run_over line wheel left");
    const SetUp over = builder.setUp();
    CHECK(over != before);
    builder.bench.undo();
    CHECK(builder.setUp() == before);
    builder.seconds(0.434);
    CHECK_THROWS(builder.bench.redo());
    CHECK(builder.setUp() == before);
    REQUIRE(builder.bench.changes().next());
    builder.bench.reset();
    builder.bench.redo();
    CHECK(builder.setUp() == over);
}
