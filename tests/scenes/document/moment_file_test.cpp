#include "catch.hpp"
#include "scene_bits.hpp"

#include "scenes/document/scene_file.hpp"
#include "scenes/hosts.hpp"
#include "scenes/scene_constants.hpp"

#include <rope/fixed_timestep.hpp>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace ropewalk;

namespace
{

constexpr double tick = rope::FixedTimestep::usualTick;

void run(Scene& scene, int ticks, const Controls& controls = {})
{
    for (int i = 0; i < ticks; ++i)
        scene.advance(tick, controls);
}

std::string errorOf(const std::string& json)
{
    try
    {
        parseScene(json, "s.json");
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "no error";
}

std::string pendulum(const std::string& moment)
{
    return "{\"ropewalk\": 1, \"scene\": \"spring_pendulum\",\n\"moment\": {" + moment + "}}";
}

} // namespace

TEST_CASE("a scene goes on from the moment of its file with the same bits, and R goes back there", "[moment]")
{
    using Settings = std::vector<std::pair<const char*, const char*>>;
    const auto [id, settings] = GENERATE(table<const char*, Settings>(
        {{"rope", {}},
         {"rope", {{"payout_speed", "1.5"}}},
         {"rope", {{"payout_speed", "-0.6"}, {"insertion", "article"}}},
         {"rope", {{"integrator", "implicit_euler"}, {"pin_free_end", "true"}, {"payout_speed", "1"}}},
         {"rope", {{"integrator", "energy_momentum"}}},
         {"rope", {{"integrator", "bdf2"}, {"payout_speed", "1.5"}}},
         {"rope",
          {{"integrator", "bdf2"}, {"rope_radius", "0.03"}, {"contact_friction", "0.4"}, {"self_contact", "true"}}},
         {"rope", {{"torsional_stiffness", "0.2"}, {"bending_stiffness", "0.2"}, {"pin_free_end", "true"}}},
         {"real_rope", {}},
         {"real_rope", {{"payout_speed", "0.8"}, {"turns", "2"}}},
         {"real_rope", {{"surface_friction", "true"}, {"payout_speed", "-0.8"}}},
         {"real_rope", {{"closed", "true"}, {"turns", "3"}}},
         {"deployment", {}},
         {"weightless_deployment", {}},
         {"cloth", {{"columns", "12"}, {"rows", "9"}}},
         {"cloth", {{"columns", "12"}, {"rows", "9"}, {"constraints", "false"}, {"pins", "false"}}},
         {"spring_pendulum", {{"integrator", "velocity_verlet"}}},
         {"constant_velocity", {}},
         {"gravity", {}},
         {"mass_spring", {}}}));
    CAPTURE(id, settings.empty() ? "" : settings.front().second);
    const auto scene = makeScene(id);
    for (const auto& [name, text] : settings)
        scene->parameters().set(name, text);
    scene->reset();
    Controls pulled;
    pulled.direction = {0.7, 0.3, -0.2};
    run(*scene, 50, pulled);

    const std::string text = sceneText(*scene, {.moment = true});
    const auto opened = parseScene(text, "file");
    CHECK(bitsOf(*opened) == bitsOf(*scene));
    CHECK(sceneText(*opened, {.moment = true}) == text);
    CHECK(sceneText(*opened) == sceneText(*scene)); // the constants alone
    const auto begun = bitsOf(*opened);
    run(*scene, 40, pulled);
    run(*opened, 40, pulled);
    CHECK(bitsOf(*opened) == bitsOf(*scene));
    if (const auto book = opened->energyBook())
        CHECK(std::abs(book->imbalance()) <= 1e-9 * book->throughput());
    CHECK_FALSE(opened->divergence());

    opened->reset();
    CHECK(bitsOf(*opened) == begun);
}

TEST_CASE("a rope goes on from a file among solids that have come, gone and glide", "[moment]")
{
    const auto scene = makeScene("real_rope");
    run(*scene, 60);
    auto& host = dynamic_cast<SolidHost&>(*scene);
    SolidList solids = host.wantedSolids();
    solids.erase(solids.begin());
    solids.insert(solids.begin(), host.newSolid(SceneSolid::Shape::sphere));
    solids.back().position.y += 0.4;
    host.setSolids(solids);
    run(*scene, 5);
    const std::string text = sceneText(*scene, {.moment = true});
    const auto opened = parseScene(text, "file");
    CHECK(sceneText(*opened, {.moment = true}) == text);
    run(*scene, 90);
    run(*opened, 90);
    CHECK(bitsOf(*opened) == bitsOf(*scene));
}

TEST_CASE("a file whose constants have changed since the last tick can be opened", "[moment]")
{
    const auto [id, name, value] =
        GENERATE(table<const char*, const char*, const char*>({{"cloth", "columns", "30"},
                                                               {"cloth", "rows", "7"},
                                                               {"rope", "mass_count", "30"},
                                                               {"rope", "integrator", "implicit_euler"},
                                                               {"real_rope", "mass_count", "60"},
                                                               {"real_rope", "length", "1"},
                                                               {"real_rope", "closed", "true"}}));
    CAPTURE(id, name);
    const auto scene = makeScene(id);
    run(*scene, 30);
    scene->parameters().set(name, value);
    const std::string text = sceneText(*scene, {.moment = true});
    const auto opened = parseScene(text, "file");
    CHECK(sceneText(*opened, {.moment = true}) == text);
    run(*opened, 2);
    CHECK_FALSE(opened->divergence());
    if (std::string(name) != "mass_count")
        return;
    run(*opened, 600); // masses go at the free end
    CHECK(opened->massCount() == std::stoul(value));
}

TEST_CASE("a pin of a rope that was reeled in and then closed is in its file", "[moment]")
{
    const auto scene = makeScene("real_rope");
    scene->parameters().set("payout_speed", "-0.5");
    run(*scene, 60);
    scene->parameters().set("closed", "true");
    run(*scene, 1);
    Snapshot snapshot;
    scene->fill(snapshot);
    const rope::Pins pins{{20 + snapshot.polylines.front().identity, Vec3(0.0, 2.0, 0.0)}};
    scene->setPins(pins);
    const auto opened = parseScene(sceneText(*scene, {.moment = true}), "file");
    CHECK(opened->pins() == pins);
    run(*scene, 120);
    run(*opened, 120);
    CHECK(bitsOf(*opened) == bitsOf(*scene));
}

TEST_CASE("lists of a moment that are not of this rope are refused", "[moment]")
{
    const auto moment = [](const std::string& scene, const std::string& list)
    {
        std::string points;
        for (int i = 0; i < 6; ++i)
            points += (i > 0 ? ", [" : "[") + std::to_string(i) + ", 1, 0]";
        return errorOf("{\"ropewalk\": 1, \"scene\": \"" + scene +
                       "\", \"parameters\": {\"mass_count\": 6}, \"moment\": {\"positions\": [" + points +
                       "], \"velocities\": [" + points + "], \"lists\": {" + list + "}}}");
    };
    CHECK(moment("real_rope", "") == "no error");
    CHECK(moment("real_rope", "\"rod_touches\": [1, 2, 3]")
              .find("list rod_touches has 3 numbers: must have a multiple of "
                    "20") != std::string::npos);
    CHECK(moment("real_rope", "\"rod_touchs\": []").find("did you mean 'rod_touches'?") != std::string::npos);
    CHECK(moment("real_rope", "\"rod_restarts\": [0.5, 0, 0, 0, 0, 0]")
              .find("number 0 of list rod_restarts = 0.5: must be whole and 0 to 255") != std::string::npos);
    CHECK(moment("real_rope", "\"rod_past_positions\": [1, 2, 3]")
              .find("list rod_past_positions is of 1 entries: must be of 6") != std::string::npos);
    CHECK(moment("real_rope", "\"rod_self_touches\": [9, 9, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]")
              .find("list rod_self_touches names mass 10: must be below 6") != std::string::npos);
    CHECK(moment("real_rope",
                 "\"rod_self_touches\": [4294967295, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]")
              .find("list rod_self_touches names mass 4294967296: must be below 6") != std::string::npos);
    CHECK(moment("real_rope", "\"solids\": [1]").find("list solids has 1 numbers: must have 76, 19 for each solid") !=
          std::string::npos);
    CHECK(moment("real_rope", "\"rod_twist\": 3").find("list 'rod_twist' is a number; must be a list of numbers") !=
          std::string::npos);
    CHECK(moment("rope", "\"rod_twist\": [3]").find("list rod_twist: this scene goes on from no list") !=
          std::string::npos);
}

TEST_CASE("constants that glide go on gliding in the file", "[moment]")
{
    const auto scene = makeScene("rope");
    run(*scene, 30);
    scene->parameters().set("spring_length", "0.08");
    scene->parameters().set("ground_height", "-1");
    scene->parameters().set("mass_count", "90");
    run(*scene, 5);
    REQUIRE(scene->massCount() > 80);
    const auto opened = parseScene(sceneText(*scene, {.moment = true}), "file");
    run(*scene, 60);
    run(*opened, 60);
    CHECK(bitsOf(*opened) == bitsOf(*scene));
}

TEST_CASE("the moment of a file is among what a user made of the scene", "[moment]")
{
    const auto scene = makeScene("cloth");
    run(*scene, 20);
    const auto opened = parseScene(sceneText(*scene, {.moment = true}), "file");
    const SceneConstants constants = constantsOf(*opened);
    CHECK_FALSE(constants.empty());
    const auto other = makeScene("cloth");
    setConstants(*other, constants);
    other->reset();
    CHECK(bitsOf(*other) == bitsOf(*opened));
    setConstants(*other, {});
    other->reset();
    CHECK(other->time() == 0.0);

    // Another number of columns is not that of the moment: the scene begins at its own beginning.
    opened->parameters().set("columns", "7");
    opened->reset();
    CHECK(opened->time() == 0.0);
    CHECK(opened->massCount() == 7 * 30);
}

TEST_CASE("the view of a file", "[moment]")
{
    const auto scene = makeScene("million");
    const FileView view{{1.0, -0.25, 1.0 / 3.0}, -2.5, 0.125, 7.0};
    const auto opened = parseScene(sceneText(*scene, {.view = view}), "file");
    REQUIRE(opened->fileView());
    CHECK(opened->fileView()->target == view.target);
    CHECK(opened->fileView()->yaw == view.yaw);
    CHECK(opened->fileView()->pitch == view.pitch);
    CHECK(opened->fileView()->distance == view.distance);
    CHECK_FALSE(scene->fileView());
}

TEST_CASE("errors of a moment name the place and what would be right", "[moment]")
{
    CHECK(errorOf(pendulum("\"positions\": [[0, 1, 0], [0, 0, 0]], \"velocities\": [[0, 0, 0], [0, 0, 0]]")) ==
          "no error");
    CHECK(errorOf(pendulum("\"positions\": [[0, 1, 0]], \"velocities\": [[0, 0, 0]]")) ==
          "s.json:2:1: positions has 1 points: must have 2, one for each mass");
    CHECK(errorOf(pendulum("\"positions\": [[0, 1, 0], [0, 0, 0]]")) ==
          "s.json:2:1: velocities has 0 points: must have 2 as positions has");
    CHECK(errorOf(pendulum("\"time\": \"now\"")) == "s.json:2:12: 'time' is a text; must be a number");
    CHECK(errorOf(pendulum("\"time\": -1, \"positions\": [[0, 1, 0], [0, 0, 0]], \"velocities\": []")) ==
          "s.json:2:1: time = -1 s: must be 0 to 1e+10");
    CHECK(errorOf(pendulum("\"positions\": 3")) ==
          "s.json:2:12: 'positions' is a number; must be a list of points [x, y, z]");
    CHECK(errorOf(pendulum("\"positions\": [[0, 1, 0], [0, null, 0]]")) ==
          "s.json:2:12: point 1 of 'positions' must be three numbers [x, y, z]");
    CHECK(errorOf(pendulum("\"velocities\": [[0, 1]]")) ==
          "s.json:2:12: point 0 of 'velocities' must be three numbers [x, y, z]");
    CHECK(errorOf(pendulum("\"positions\": [[0, NaN, 0]]")).find("s.json:2:30: not JSON") == 0);
    CHECK(errorOf(pendulum("\"position\": []")) == "s.json:2:12: unknown key 'position'; did you mean 'positions'?");
    CHECK(errorOf(pendulum("\"positions\": [[0, 1, 0], [0, 0, 0]], \"velocities\": [[0, 0, 0], [0, 0, 0]], "
                           "\"state\": {\"rest_length\": -1}")) == "s.json:2:1: rest_length = -1: must be 0 to 1e+06");
    CHECK(errorOf(R"({"ropewalk": 1, "scene": "million", "moment": {}})")
              .find("s.json:1:37: scene 'million' takes no moment: ") == 0);
    CHECK(errorOf(R"({"ropewalk": 1, "scene": "rope", "moment": []})") ==
          "s.json:1:34: 'moment' is a list; must be an object with positions and velocities");
    CHECK(errorOf(R"({"ropewalk": 1, "scene": "rope", "view": {"yaw": 1, "pitch": 0, "distance": 1}})") ==
          "s.json:1:34: key 'target' of the view is missing");
    CHECK(errorOf(
              R"({"ropewalk": 1, "scene": "rope", "view": {"target": [0, 0, 0], "yaw": 1, "pitch": 0, "distance": 0}})")
              .find("s.json:1:86: distance = 0: must be 0.001 to ") == 0);
    for (const char* id : {"million", "race", "impulse", "wrecking_ball"})
        CHECK_THROWS_WITH(sceneText(*makeScene(id), {.moment = true}),
                          "scene '" + std::string(id) +
                              "' writes no moment: Positions and velocities of masses are not all of its moment.");
}

TEST_CASE("a moment of solids that are there no more is left aside whole", "[file]")
{
    const auto scene = makeScene("real_rope");
    run(*scene, 30);
    const auto opened = parseScene(sceneText(*scene, {true, {}}), "s.json");
    run(*opened, 10);
    auto* host = hostOf<SolidHost>(*opened);
    SolidList solids = host->wantedSolids();
    solids.erase(solids.begin());
    solids.push_back(host->newSolid(SceneSolid::Shape::ring));
    host->setSolids(OwnSolids(solids));
    run(*opened, 10);
    opened->reset();
    run(*opened, 60);
    CHECK_FALSE(opened->divergence());
    const std::string text = sceneText(*opened, {true, {}});
    CHECK(sceneText(*parseScene(text, "s.json"), {true, {}}) == text); // what it writes it reads
}

TEST_CASE("a ring has no reel, and says so", "[file]")
{
    const auto scene = parseScene(R"({"ropewalk": 1, "scene": "real_rope", "parameters": {"closed": true}})", "s.json");
    run(*scene, 3);
    Snapshot snapshot;
    scene->fill(snapshot);
    CHECK(snapshot.polylines.front().identity == 0);
}
