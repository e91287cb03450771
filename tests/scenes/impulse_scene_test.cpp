#include "files/body_list.hpp"
#include "scenes/bodies/impulse_presets.hpp"
#include "scenes/document/scene_file.hpp"
#include "scenes/document/state_hash.hpp"
#include "scenes/scene.hpp"

#include "catch.hpp"

#include <rope/impulse.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

using namespace ropewalk;

namespace
{

std::unique_ptr<Scene> presetScene(const std::string& preset)
{
    std::unique_ptr<Scene> scene = makeScene("impulse");
    scene->parameters().set("preset", preset);
    scene->reset();
    return scene;
}

double diagnostic(const Scene& scene, const char* name)
{
    return scene.diagnostics().find(name)->value();
}

void advance(Scene& scene, int ticks, const Controls& controls = {})
{
    for (int i = 0; i < ticks; ++i)
        scene.advance(1.0 / 60.0, controls);
}

/// What parseScene says of these bodies, without the position in front.
std::string refusal(const std::string& bodies)
{
    try
    {
        parseScene("{\"ropewalk\": 1, \"scene\": \"impulse\", \"bodies\": " + bodies + "}", "f");
    }
    catch (const std::invalid_argument& error)
    {
        const std::string text = error.what();
        return text.substr(text.find(": ") + 2);
    }
    return "";
}

} // namespace

TEST_CASE("the impulse engine agrees with mechanics", "[check][impulse]")
{
    for (const CheckRow& row : makeScene("impulse")->check())
    {
        CAPTURE(row.quantity, row.expected, row.got);
        CHECK(row.passed());
    }
}

TEST_CASE("every preset runs with the same bits, and saved moments go on with them", "[impulse]")
{
    const std::string preset = GENERATE("billiard", "stack", "cradle", "funnel", "dominoes");
    CAPTURE(preset);
    const std::unique_ptr<Scene> first = presetScene(preset);
    const std::unique_ptr<Scene> second = presetScene(preset);
    Controls push;
    push.direction = Vec3(1.0, 0.0, 0.0);
    for (Scene* scene : {first.get(), second.get()})
    {
        advance(*scene, 60);
        advance(*scene, 20, push);
    }
    const std::unique_ptr<SceneState> moment = first->save();
    advance(*first, 30);
    advance(*second, 30);
    const auto same = [&]
    {
        for (std::size_t i = 0; i < first->massCount(); ++i)
            if (first->massRow(i) != second->massRow(i))
                return false;
        return true;
    };
    CHECK(same());
    first->restore(*moment);
    CHECK_FALSE(same());
    advance(*first, 30);
    CHECK(same());
    CHECK_FALSE(first->divergence());
}

TEST_CASE("a saved moment before another preset is laid out lays it out again", "[impulse]")
{
    const std::unique_ptr<Scene> scene = makeScene("impulse");
    advance(*scene, 3);
    const std::string other = GENERATE("preset=stack", "body_count=7");
    CAPTURE(other);
    const std::size_t equals = other.find('=');
    scene->parameters().set(other.substr(0, equals), other.substr(equals + 1));
    const std::unique_ptr<SceneState> moment = scene->save();
    const std::size_t before = scene->massCount();
    advance(*scene, 1);
    const std::uint32_t after = stateHash(*scene);
    REQUIRE(scene->massCount() != before);
    scene->restore(*moment);
    CHECK(scene->massCount() == before);
    advance(*scene, 1);
    CHECK(stateHash(*scene) == after);
}

TEST_CASE("constants that were not changed follow the preset, the others stay", "[impulse]")
{
    const std::unique_ptr<Scene> scene = makeScene("impulse");
    scene->parameters().set("friction", "0.25");
    scene->parameters().set("preset", "cradle");
    CHECK(scene->parameters().at("restitution").text() == "1");
    CHECK(scene->parameters().at("restitution").isDefault());
    CHECK(scene->parameters().at("friction").text() == "0.25");
    CHECK(scene->parameters().at("body_count").text() == "5");
    scene->parameters().at("friction").restoreDefault();
    CHECK(scene->parameters().at("friction").text() == "0");
    const std::string text = sceneText(*scene);
    CHECK(sceneText(*parseScene(text, "copy")) == text);
    CHECK(text.find("restitution") == std::string::npos);
}

TEST_CASE("the keys push the ball and the mouse takes a body", "[impulse]")
{
    const std::unique_ptr<Scene> scene = presetScene("stack");
    const std::size_t ball = scene->massCount() - 1;
    advance(*scene, 60);
    const double start = scene->massRow(ball)[0];
    Controls controls;
    controls.direction = Vec3(-1.0, 0.0, 0.0);
    advance(*scene, 30, controls);
    CHECK(scene->massRow(ball)[3] == Approx(-3.0).margin(0.3));
    CHECK(scene->massRow(ball)[0] < start - 1.0);

    controls = {};
    controls.grab = Controls::Grab{0, 15, Vec3(3.0, 9.0, 0.0)};
    advance(*scene, 240, controls);
    CHECK(scene->massRow(15)[0] == Approx(3.0).margin(0.05));
    CHECK(scene->massRow(15)[1] == Approx(9.0).margin(0.1));
}

TEST_CASE("a scene file lists its own bodies", "[impulse]")
{
    const std::string text = R"({
  "ropewalk": 1,
  "scene": "impulse",
  "parameters": {
    "restitution": 0.5,
    "friction": 0,
    "gravity": [0, 0, 0]
  },
  "bodies": [
    {"shape": "circle", "radius": 1, "mass": 1, "position": [-1, 0], "velocity": [2, 0], "angular_velocity": 0},
    {"shape": "circle", "radius": 1, "mass": 3, "position": [1, 0], "velocity": [-1, 0], "angular_velocity": 0},
    {"shape": "polygon", "vertices": [[0, 0], [1, 1], [1, 0], [0, 1]], "mass": 0, "position": [50, 0], "angle": 0.5}
  ]
}
)";
    const std::unique_ptr<Scene> scene = parseScene(text, "bodies.json");
    CHECK(sceneText(*scene) == text);
    REQUIRE(scene->massCount() == 3);
    CHECK(scene->massColumns() == std::vector<std::string_view>{"x", "y", "angle", "vx", "vy", "w"});
    CHECK(scene->massRow(2) == std::vector<double>{50.0, 0.0, 0.5, 0.0, 0.0, 0.0});
    const double momentum = diagnostic(*scene, "momentum_x");
    advance(*scene, 6);
    // v1 - (1 + E) (v1 - v2) m2 / (m1 + m2) and its partner with E = 0.5; (1 (1.375)^2 + 3 (0.125)^2) / 2 = 0.96875 J.
    CHECK(scene->massRow(0)[3] == Approx(-1.375).margin(1e-12));
    CHECK(scene->massRow(1)[3] == Approx(0.125).margin(1e-12));
    CHECK(diagnostic(*scene, "momentum_x") == Approx(momentum).margin(1e-12));
    CHECK(diagnostic(*scene, "kinetic_energy") == Approx(0.96875).margin(1e-12));
}

TEST_CASE("bodies that cannot be are refused, by number", "[impulse]")
{
    CHECK(refusal(R"([{"shape": "polygon", "vertices": [[0,0],[2,0],[2,1],[1,1],[1,2],[0,2]], "mass": 1}])") ==
          "body 0: polygon is concave: vertex 3 (1, 1) lies inside the hull of the others; must be convex");
    CHECK(refusal(R"([{"shape": "circle", "radius": 1, "mass": 1}, {"shape": "square"}])") ==
          "body 1: shape 'square' is unknown; must be circle or polygon");
    CHECK(refusal(R"([{"shape": "circle", "radios": 1}])") == "body 0: unknown key 'radios'; did you mean 'radius'?");
    CHECK(refusal(R"([{"shape": "circle", "mass": 1}])") == "body 0: key 'radius' is missing; must be a number");
    CHECK(refusal(R"([{"shape": "circle", "radius": 1, "mass": 1, "position": [1, 2, 3]}])") ==
          "body 0: the list of 'position' has 3 numbers; must have two, [x, y]");
    CHECK(refusal(R"([{"shape": "circle", "radius": -1, "mass": 1}])") ==
          "body 0: radius = -1 m: must be 1e-30 to 1e+30 m");
    CHECK(refusal(R"([{"shape": "circle", "radius": "1"}])") == "body 0: 'radius' is a text; must be a number");
    CHECK(refusal(R"([{"shape": "circle", "radius": 1, "radius": 1}])") ==
          "key 'radius' is there twice; must be there once");
    CHECK(refusal("[]") == "'bodies' is empty; must list one body or more");
    CHECK(refusal("{}") == "'bodies' is an object; must be a list of bodies");
    CHECK_THROWS_WITH(
        parseScene(R"({"ropewalk": 1, "scene": "rope", "bodies": [{"shape": "circle", "radius": 1, "mass": 1}]})", "f"),
        "f:1:34: scene 'rope' takes no bodies");
}

TEST_CASE("the snapshot shows every body where it is", "[impulse]")
{
    const std::unique_ptr<Scene> scene = presetScene("cradle");
    Snapshot snapshot;
    scene->fill(snapshot);
    REQUIRE(snapshot.planarShapes.size() == 5);
    CHECK(snapshot.polylines.size() == 5); // the strings
    for (const PlanarShape& shape : snapshot.planarShapes)
    {
        const std::vector<double> row = scene->massRow(static_cast<std::size_t>(shape.identity));
        CHECK(shape.position.x == Approx(row[0]).margin(1e-6));
        CHECK(shape.position.y == Approx(row[1]).margin(1e-6));
        CHECK(shape.radius == Approx(0.1f));
    }
}

TEST_CASE("three thousand bodies in the funnel cost as many times what three hundred do", "[impulse]")
{
    const auto contactsOf = [](int count)
    {
        rope::ImpulseSimulation sim(ropewalk::presetLayout(ropewalk::ImpulsePreset::funnel, count).bodies);
        for (int step = 0; step < 30; ++step)
            sim.step(1.0 / 240.0);
        CHECK_FALSE(sim.runaway());
        return sim.contacts().size();
    };
    // Neighbours in the plane: at most six each, and the walls.
    CHECK(contactsOf(300) <= 4u * 300u);
    CHECK(contactsOf(3000) <= 4u * 3000u);
}
