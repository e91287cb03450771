// The rope on solids: its physics against the formula of a heavy rope on a drum and the balance of forces, its solids
// in files and constants, and how they move.
#include "catch.hpp"
#include "scene_runs.hpp"

#include "scenes/constant_presets.hpp"
#include "scenes/document/scene_file.hpp"
#include "scenes/hosts.hpp"
#include "scenes/scene_constants.hpp"

#include "text/text.hpp"
#include <rope/advisor.hpp>
#include <rope/fixed_timestep.hpp>
#include <rope/solid.hpp>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <stdexcept>
#include <string>

using namespace ropewalk;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace
{

constexpr double tick = rope::FixedTimestep::usualTick;

Vec3 positionOf(const Scene& scene, std::size_t mass)
{
    const std::vector<double> row = scene.massRow(mass);
    return {row[0], row[1], row[2]};
}

/// [m], height of the highest mass within 0.1 m of that place along x.
double highestNear(const Scene& scene, double x)
{
    double highest = 0.0;
    for (std::size_t mass = 0; mass < scene.massCount(); ++mass)
        if (const Vec3 at = positionOf(scene, mass); std::abs(at.x - x) < 0.1)
            highest = std::max(highest, at.y);
    return highest;
}

SolidHost& solidsOf(Scene& scene)
{
    return *hostOf<SolidHost>(scene);
}

std::string errorOf(const std::string& solids, const std::string& scene = "real_rope")
{
    try
    {
        parseScene("{\"ropewalk\": 1, \"scene\": \"" + scene + "\",\n\"solids\": " + solids + "}", "s.json");
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "no error";
}

std::vector<double> stateOf(const Scene& scene)
{
    std::vector<double> state{scene.time()};
    for (std::size_t mass = 0; mass < scene.massCount(); ++mass)
        for (const double number : scene.massRow(mass))
            state.push_back(number);
    for (const rope::Diagnostic& row : scene.diagnostics().rows())
        if (const double number = row.value(); !std::isnan(number)) // an open rope has no link
            state.push_back(number);
    return state;
}

SceneSolid sphereAt(const Vec3& position, double radius)
{
    SceneSolid sphere;
    sphere.position = position;
    sphere.radius = radius;
    return sphere;
}

} // namespace

TEST_CASE("The rope lies on its solids and never within them", "[real_rope]")
{
    const auto scene = makeScene("real_rope");
    const double radius = scene->parameters().at("rope_radius").number();
    for (int i = 0; i < 300; ++i)
    {
        scene->advance(tick, {});
        for (const SceneSolid& solid : solidsOf(*scene).wantedSolids())
            for (const rope::SolidBody& body : bodiesOf(solid))
                for (std::size_t mass = 0; mass < scene->massCount(); ++mass)
                    REQUIRE(rope::clearance(body, positionOf(*scene, mass)).distance > 0.5 * radius);
    }
    CHECK(valueOf(*scene, "contact_load") > 2.0);
    CHECK(valueOf(*scene, "touching") > 20.0);
    CHECK_FALSE(scene->divergence());
    // What friction has taken is what the rope no longer has, and neither is negative.
    CHECK(valueOf(*scene, "loss_contact_friction") > 0.0);
    CHECK(valueOf(*scene, "energy_damped") > 0.0);
}

TEST_CASE("The held end lifts the rope with the work that its energy shows", "[real_rope]")
{
    const auto scene = makeScene("real_rope");
    solidsOf(*scene).setSolids(SolidList{});
    scene->parameters().set("damping", "2");
    scene->parameters().set("contact_friction", "0");
    scene->reset();
    runFor(*scene, 15.0);
    const double energy = valueOf(*scene, "total_energy");
    const double work = valueOf(*scene, "work_of_hand");
    const double lost =
        valueOf(*scene, "loss_contact_friction") + valueOf(*scene, "loss_air") + valueOf(*scene, "energy_damped");
    Controls up;
    up.velocity = Vec3(0.0, 0.2, 0.0);
    runFor(*scene, 3.0, up);
    runFor(*scene, 10.0);
    const double brought = valueOf(*scene, "work_of_hand") - work;
    const double losses = valueOf(*scene, "loss_contact_friction") + valueOf(*scene, "loss_air") +
                          valueOf(*scene, "energy_damped") - lost;
    CHECK_THAT(valueOf(*scene, "total_energy") - energy, WithinAbs(brought - losses, 1e-9));
    // 0.6 m more of the rope, of 2.75 N/m, hang from 1.45 to 2.05 m: 2.75 (2.05² - 1.45²)/2 = 2.88 J. The air
    // takes some of the work.
    CHECK_THAT(valueOf(*scene, "total_energy") - energy, WithinRel(2.88, 0.03));
    CHECK(losses > -0.02 * brought);
    CHECK(losses < 0.15 * brought);
    CHECK_THAT(valueOf(*scene, "loss_contact_friction"), WithinAbs(0.0, 1e-12));
}

TEST_CASE("A mass of the rope takes pins, and the end can be let go", "[real_rope]")
{
    const auto scene = makeScene("real_rope");
    CHECK(scene->canPin(0, 60));
    CHECK_FALSE(scene->canPin(0, 0)); // the held end
    scene->setPins({{140, {1.5, 1.4, 0.0}}});
    runFor(*scene, 3.0);
    CHECK(glm::distance(positionOf(*scene, 140), Vec3(1.5, 1.4, 0.0)) < 1e-6);
    scene->setPins({});
    runFor(*scene, 2.0);
    CHECK(positionOf(*scene, 140).y < 0.9); // where it falls on the solids differs with the last digit

    scene->parameters().set("end_held", "false");
    runFor(*scene, 4.0);
    CHECK(positionOf(*scene, 0).y < 0.8);
}

TEST_CASE("Solids of a file come back, also through constants", "[real_rope]")
{
    const std::string text =
        "{\"ropewalk\": 1, \"scene\": \"real_rope\", \"solids\": [\n"
        "{\"shape\": \"sphere\", \"position\": [0, 0.5, 0], \"radius\": 0.2},\n"
        "{\"shape\": \"bar\", \"position\": [1, 1, 0], \"axis\": [0, 0, 1], \"radius\": 0.04, "
        "\"length\": 0.7, \"roughness\": 0},\n"
        "{\"shape\": \"box\", \"position\": [0, 0.2, 1], \"size\": [0.4, 0.3, 0.2], \"angle\": 0.5},\n"
        "{\"shape\": \"ring\", \"position\": [0, 1, 1], \"axis\": [1, 0, 0], \"radius\": 0.3, "
        "\"thickness\": 0.03}]}";
    const auto scene = parseScene(text, "s.json");
    const SolidList& solids = solidsOf(*scene).wantedSolids();
    REQUIRE(solids.size() == 4);
    CHECK(solids[1].roughness == 0.0);
    CHECK(solids[1].axis == Vec3(0.0, 0.0, 1.0));
    CHECK(solids[2].size == Vec3(0.4, 0.3, 0.2));
    CHECK(solids[3].thickness == 0.03);
    const auto again = parseScene(sceneText(*scene), "s.json");
    CHECK(solidsOf(*again).ownSolids() == solidsOf(*scene).ownSolids());

    // Undo, a scene that is left and R go through its constants.
    const SceneConstants constants = constantsOf(*scene);
    const auto other = makeScene("real_rope");
    CHECK(constantsOf(*other).empty());
    setConstants(*other, constants);
    CHECK(constantsOf(*other) == constants);
    Snapshot snapshot;
    other->reset();
    other->fill(snapshot);
    REQUIRE(snapshot.spatialShapes.size() == 4);
    CHECK(snapshot.spatialShapes[3].position == glm::vec3(0.0f, 1.0f, 1.0f));
    setConstants(*other, {});
    CHECK(constantsOf(*other).empty());
    CHECK_FALSE(solidsOf(*other).wantedSolids().empty());

    // A list without solids is one too.
    const auto bare = parseScene(R"({"ropewalk": 1, "scene": "real_rope", "solids": []})", "s.json");
    CHECK(solidsOf(*bare).wantedSolids().empty());
    CHECK(solidsOf(*parseScene(sceneText(*bare), "s.json")).wantedSolids().empty());
}

TEST_CASE("Mistakes in a list of solids name their line and what would be right", "[real_rope]")
{
    CHECK(errorOf("[{\"shape\": \"sphere\", \"position\": [0, 1, 0], \"radius\": 0}]") ==
          "s.json:2:12: solid 0: radius = 0: must be 0.005 to 50");
    CHECK(errorOf("[{\"shape\": \"sphere\", \"position\": [0, 1]}]") ==
          "s.json:2:12: solid 0: 'position' must be three numbers [x, y, z]");
    CHECK(errorOf("[{\"shape\": \"sphere\", \"position\": [0, 200, 0]}]") ==
          "s.json:2:12: solid 0: position = 200: must be -100 to 100");
    CHECK(errorOf("[{\"shape\": \"bar\", \"position\": [0, 1, 0], \"axis\": [0, 0, 0]}]") ==
          "s.json:2:12: solid 0: axis: must be a direction [x, y, z] that is not zero");
    CHECK(errorOf("[{\"shape\": \"ring\", \"position\": [0, 1, 0], \"radius\": 0.1, \"thickness\": 0.2}]") ==
          "s.json:2:12: solid 0: thickness = 0.2: must be below the radius, 0.1");
    for (const auto& [list, part] :
         {std::pair("[3]", "s.json:2:1: solid 0: is a number; must be an object"),
          std::pair("[{\"position\": [0, 0, 0]}]", "key 'shape' is missing"),
          std::pair("[{\"shape\": \"cube\", \"position\": [0, 0, 0]}]", "shape"),
          std::pair("[{\"shape\": \"sphere\"}]", "key 'position' is missing"),
          std::pair("[{\"shape\": \"sphere\", \"position\": [0, 1, 0], \"length\": 1}]", "keys of a sphere are"),
          std::pair("[{\"shape\": \"box\", \"position\": [0, 1, 0], \"angle\": true}]", "must be a number"),
          std::pair("{}", "'solids' is an object; must be a list of solids")})
    {
        CAPTURE(list, errorOf(list));
        CHECK(errorOf(list).find(part) != std::string::npos);
    }
    CHECK(errorOf("[]", "rope") == "s.json:2:1: scene 'rope' takes no solids");
}

TEST_CASE("A solid glides to its place and takes the rope along", "[real_rope]")
{
    const auto scene = makeScene("real_rope");
    SolidList solids{sphereAt({0.0, 0.9, 0.08}, 0.2)};
    solidsOf(*scene).setSolids(solids);
    scene->reset();
    runFor(*scene, 4.0);
    REQUIRE_THAT(highestNear(*scene, 0.0), WithinAbs(1.11, 0.03)); // it lies over the sphere

    solids[0].position.y = 1.2;
    solidsOf(*scene).setSolids(solids);
    scene->advance(tick, {});
    Snapshot snapshot;
    scene->fill(snapshot);
    CHECK(snapshot.spatialShapes[0].position.y < 0.93f); // it does not jump
    runFor(*scene, 3.0);
    scene->fill(snapshot);
    CHECK_THAT(snapshot.spatialShapes[0].position.y, WithinAbs(1.2, 1e-6));
    CHECK_THAT(highestNear(*scene, 0.0), WithinAbs(1.41, 0.03));
    CHECK(valueOf(*scene, "work_of_solids") > 0.2);

    solidsOf(*scene).setSolids(SolidList{}); // removed: the rope falls
    runFor(*scene, 2.0);
    scene->fill(snapshot);
    CHECK(snapshot.spatialShapes.empty());
    CHECK(positionOf(*scene, 80).y < 0.3);
    CHECK_FALSE(scene->divergence());
}

TEST_CASE("Solids turn, a ring with all of its pieces", "[real_rope]")
{
    const auto scene = makeScene("real_rope");
    SceneSolid ring;
    ring.shape = SceneSolid::Shape::ring;
    ring.position = {0.0, 2.5, 0.0};
    ring.radius = 0.3;
    SceneSolid box;
    box.shape = SceneSolid::Shape::box;
    box.position = {2.0, 2.5, 0.0};
    solidsOf(*scene).setSolids(SolidList{ring, box});
    scene->reset();
    runFor(*scene, 0.1);
    ring.axis = Vec3(1.0, 0.0, 0.0);
    ring.position.x = 0.2;
    box.axis = Vec3(0.0, -1.0, 0.0); // half a turn
    box.angle = 1.0;
    solidsOf(*scene).setSolids(SolidList{ring, box});
    runFor(*scene, 5.0);
    Snapshot snapshot;
    scene->fill(snapshot);
    REQUIRE(snapshot.spatialShapes.size() == 2);
    CHECK(glm::distance(snapshot.spatialShapes[0].axes[1], glm::vec3(1.0f, 0.0f, 0.0f)) < 1e-5f);
    const glm::dmat3 wanted = axesOf(box);
    for (int i = 0; i < 3; ++i)
        CHECK(glm::distance(snapshot.spatialShapes[1].axes[i], glm::vec3(wanted[i])) < 1e-5f);
}

TEST_CASE("Axes of a solid go into its axis and angle and come back", "[real_rope]")
{
    SceneSolid box;
    box.shape = SceneSolid::Shape::box;
    for (const Vec3& axis : {Vec3(0.0, 1.0, 0.0), Vec3(1.0, 2.0, -0.5), Vec3(0.0, -1.0, 0.0), Vec3(-0.3, -2.0, 0.4)})
        for (const double angle : {0.0, 1.2, -2.5})
        {
            box.axis = axis;
            box.angle = angle;
            const glm::dmat3 axes = axesOf(box);
            CHECK_THAT(glm::determinant(axes), WithinAbs(1.0, 1e-12));
            CHECK(glm::distance(axes[1], glm::normalize(axis)) < 1e-12);
            SceneSolid turned = box;
            turned.axis = {0.0, 1.0, 0.0};
            setAxes(turned, axes);
            const glm::dmat3 back = axesOf(turned);
            for (int i = 0; i < 3; ++i)
                CHECK(glm::distance(axes[i], back[i]) < 1e-12);
        }
}

TEST_CASE("Going back in time brings the solids back, bit for bit", "[real_rope]")
{
    const auto scene = makeScene("real_rope");
    runFor(*scene, 1.0);
    SolidList solids = solidsOf(*scene).wantedSolids();
    solids[0].position.y += 0.2;
    solids.push_back(sphereAt({1.0, 1.2, 0.1}, 0.1));
    solidsOf(*scene).setSolids(solids);
    runFor(*scene, 0.2);
    const auto saved = scene->save();
    runFor(*scene, 0.5);
    const std::vector<double> after = stateOf(*scene);
    scene->restore(*saved);
    runFor(*scene, 0.5);
    CHECK(stateOf(*scene) == after);
}

TEST_CASE("A real rope has the constants of its material, and segments of at most 1.5 radii", "[real_rope]")
{
    for (const char* id : {"real_rope", "cantilever", "twist"})
    {
        CAPTURE(id);
        const auto scene = makeScene(id);
        REQUIRE(hasRealRope(*scene));
        const RopeKind kind{0.03, "nylon", rope::RopeConstruction::laid};
        const PresetValues values = realRopeValues(*scene, kind);
        REQUIRE(values.refusal.empty());
        SceneConstants constants;
        constants.values = values.values;
        setConstants(*scene, constants);
        const auto number = [&](const char* name) { return scene->parameters().at(name).number(); };
        const rope::RopeMaterial& nylon = rope::ropeMaterial("nylon");
        const double area = std::numbers::pi * 0.015 * 0.015;
        CHECK_THAT(number("mass_per_length"), WithinRel(nylon.density * area, 1e-5));
        CHECK_THAT(number("bending_stiffness"),
                   WithinRel(nylon.youngsModulus * area * std::pow(0.03 / 6.5, 2) / 16.0, 1e-5));
        CHECK_THAT(number("rope_radius"), WithinRel(0.015, 1e-12));
        CHECK(number("length") / (number("mass_count") - 1.0) <= 1.5 * 0.015 * (1.0 + 1e-9));
        CHECK(number("length") / (number("mass_count") - 2.0) > 1.5 * 0.015); // and no more masses than that takes
        scene->reset();
        runFor(*scene, 0.5);
        CHECK_FALSE(scene->divergence());
    }
    CHECK_FALSE(realRopeValues(*makeScene("real_rope"), {0.001, "nylon"}).refusal.empty());
    CHECK_FALSE(realRopeValues(*makeScene("rope"), {}).refusal.empty());
}

TEST_CASE("The rope on solids says what surprises", "[real_rope]")
{
    const auto scene = makeScene("real_rope");
    const auto* host = hostOf<RemarkHost>(*scene);
    CHECK_FALSE(host->remark());
    scene->parameters().set("contact_friction", "3");
    CHECK(host->remark());
    scene->parameters().set("contact_friction", "0.4");
    scene->parameters().set("bending_stiffness", "100"); // EA l² = 12.5 N m2
    const auto remark = host->remark();
    REQUIRE(remark);
    REQUIRE_FALSE(remark->cures.empty());
    for (const Cure& cure : remark->cures)
    {
        const std::string before = scene->parameters().at(cure.parameter).text();
        scene->parameters().set(cure.parameter, cure.value);
        CAPTURE(cure.parameter, cure.value);
        CHECK_FALSE(host->remark());
        scene->parameters().set(cure.parameter, before);
    }
}

namespace
{

/// [m], the shortest distance between masses that are not near each other along the rope.
double narrowest(const Scene& scene, std::size_t apart)
{
    double narrowest = 1e9;
    for (std::size_t i = 0; i < scene.massCount(); ++i)
        for (std::size_t j = i + apart; j < scene.massCount(); ++j)
            narrowest = std::min(narrowest, glm::distance(positionOf(scene, i), positionOf(scene, j)));
    return narrowest;
}

/// A rope that hangs from its reel over an empty floor.
std::unique_ptr<Scene> onReel()
{
    std::unique_ptr<Scene> scene = makeScene("real_rope");
    solidsOf(*scene).setSolids(SolidList{});
    for (const auto& [name, text] :
         {std::pair("rope_radius", "0.02"), std::pair("length", "1.5"), std::pair("mass_count", "51"),
          std::pair("payout_speed", "1.2"), std::pair("max_mass_count", "251"), std::pair("damping", "1")})
        scene->parameters().set(name, text);
    scene->reset();
    return scene;
}

} // namespace

TEST_CASE("a rope that is paid out piles on the floor and on itself", "[real_rope]")
{
    const std::unique_ptr<Scene> scene = onReel();
    CHECK(scene->mostMasses() == 251);
    runFor(*scene, 5.5);
    CHECK(scene->massCount() == 251);
    CHECK_THAT(valueOf(*scene, "paid_out_length"), WithinAbs(250 * 0.03, 1e-9));
    CHECK_FALSE(scene->divergence());
    CHECK(valueOf(*scene, "touching_itself") > 10.0); // 20 or so; a pile is chaotic
    CHECK(valueOf(*scene, "contact_load") > 0.5 * 0.28 * 9.81 * 250 * 0.03);
    CHECK(hostOf<RemarkHost>(*scene)->remark()->text.find("All 251 masses are out") == 0);
    // The strands touch, and none is where another is: edges keep 1.6 radii apart, masses on them no less.
    CHECK(narrowest(*scene, 6) > 1.6 * 0.02);
    for (std::size_t i = 1; i < scene->massCount(); ++i)
        CHECK(positionOf(*scene, i).y > 0.9 * 0.02);
    const rope::EnergyBook book = *scene->energyBook();
    CHECK(std::abs(book.imbalance()) < 1e-9 * book.throughput());
    CHECK(book.gained(rope::EnergyLine::reel) != 0.0);

    scene->parameters().set("payout_speed", "-1");
    runFor(*scene, 2.0);
    CHECK_THAT(valueOf(*scene, "paid_out_length"), WithinAbs(250 * 0.03 - 2.0, 1e-9));
    CHECK_FALSE(scene->divergence());
}

TEST_CASE("a rope on its reel goes back and on again with the same bits", "[real_rope]")
{
    const std::unique_ptr<Scene> scene = onReel();
    runFor(*scene, 1.2);
    const std::unique_ptr<SceneState> saved = scene->save();
    runFor(*scene, 100 * tick);
    const std::vector<double> after = stateOf(*scene);
    scene->restore(*saved);
    runFor(*scene, 100 * tick);
    CHECK(stateOf(*scene) == after);
}

TEST_CASE("pins and the mouse keep their masses while a reel inserts others", "[real_rope]")
{
    const std::unique_ptr<Scene> scene = onReel();
    const Vec3 place(-0.6, 1.3, 0.1);
    scene->setPins({{10, place}});
    CHECK(scene->canPin(0, 20));
    runFor(*scene, 1.0);
    const auto inserted = scene->massCount() - 51;
    REQUIRE(inserted > 20);
    CHECK(glm::distance(positionOf(*scene, 10 + inserted), place) < 0.01);
    Snapshot snapshot;
    scene->fill(snapshot);
    CHECK(snapshot.polylines.front().identity == -static_cast<int>(inserted));
}

TEST_CASE("A ring falls over the solids, and only turns change its link", "[real_rope]")
{
    const auto scene = makeScene("real_rope");
    for (const char* const count : {"6", "150"}) // the fewest, too
    {
        scene->parameters().set("mass_count", count);
        scene->parameters().set("closed", "true");
        scene->parameters().set("turns", "0.5");
        scene->reset();
        runFor(*scene, 1.0);
        CHECK_FALSE(scene->divergence());
        CHECK_THAT(scene->diagnostics().find("link")->value(), WithinAbs(0.5, 1e-5));
    }
}
