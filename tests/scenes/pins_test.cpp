#include "catch.hpp"
#include "scene_runs.hpp"

#include "scenes/document/scene_file.hpp"
#include "scenes/scene_constants.hpp"

#include <rope/fixed_timestep.hpp>
#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>

#include <glm/geometric.hpp>

#include <cmath>
#include <stdexcept>
#include <string>

using namespace ropewalk;

namespace
{

constexpr double tick = rope::FixedTimestep::usualTick;

Vec3 positionOf(const Scene& scene, std::size_t mass)
{
    const std::vector<double> row = scene.massRow(mass);
    return {row[0], row[1], row[2]};
}

std::string errorOf(const std::string& pins, const std::string& scene = "rope")
{
    try
    {
        parseScene("{\"ropewalk\": 1, \"scene\": \"" + scene + "\",\n\"pins\": " + pins + "}", "s.json");
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "no error";
}

void checkBooks(const Scene& scene)
{
    const rope::EnergyBook energy = *scene.energyBook();
    CHECK(std::abs(energy.imbalance()) < 1e-9 * energy.throughput());
    const rope::MomentumBook momentum = *scene.momentumBook();
    CHECK(glm::length(momentum.linear.imbalance()) < 1e-9 * momentum.linear.throughput());
    CHECK(glm::length(momentum.angular.imbalance()) < 1e-9 * momentum.angular.throughput());
}

} // namespace

TEST_CASE("a pinned mass of the rope comes to rest at its place, and a fixed pin does no work", "[pins]")
{
    const char* integrator = GENERATE("semi_implicit_euler", "implicit_euler", "implicit_midpoint", "energy_momentum");
    CAPTURE(integrator);
    const auto scene = makeScene("rope");
    scene->parameters().set("integrator", integrator);
    scene->parameters().set("ground_height", "-100");
    scene->reset();
    runFor(*scene, 0.7);
    const Vec3 at = positionOf(*scene, 40);
    const double before = scene->stableStep();
    scene->setPins({{40, at}, {60, at + Vec3(0.4, 0.3, 0.1)}});
    CHECK(scene->stableStep() >= before * (1.0 - 1e-3)); // what is held takes freedom away
    runFor(*scene, 5.0);
    // It glides like a critically damped spring of 8 rad/s: of 10 m/s (10/8) e^-40 is left.
    CHECK(glm::distance(positionOf(*scene, 40), at) < 1e-12);
    CHECK(glm::distance(positionOf(*scene, 60), at + Vec3(0.4, 0.3, 0.1)) < 1e-12);
    CHECK_FALSE(scene->divergence());
    checkBooks(*scene);

    const double work = scene->energyBook()->gained(rope::EnergyLine::connection);
    const Vec3 impulse = scene->momentumBook()->linear.gained(rope::MomentumLine::connection);
    runFor(*scene, 1.0);
    CHECK(scene->energyBook()->gained(rope::EnergyLine::connection) == Approx(work).margin(1e-9));
    // Three supports carry the rope: within 30 % in a second in which it still swings.
    const double weight = 80 * 0.05 * 9.81;
    CHECK((scene->momentumBook()->linear.gained(rope::MomentumLine::connection) - impulse).y ==
          Approx(weight).epsilon(0.3));

    // The hand lifts both supports by a metre: the middle of the rope goes up with them.
    scene->setPins({{40, at + Vec3(0.0, 1.0, 0.0)}, {60, at + Vec3(0.4, 1.3, 0.1)}});
    runFor(*scene, 3.0);
    CHECK(scene->energyBook()->gained(rope::EnergyLine::connection) > work + 0.05 * 20 * 9.81);
    checkBooks(*scene);

    scene->setPins({});
    runFor(*scene, 0.5);
    CHECK(positionOf(*scene, 60).y < at.y + 1.2); // it falls
    CHECK_FALSE(scene->divergence());
    checkBooks(*scene);
}

TEST_CASE("below a pin the rope hangs from it", "[pins]")
{
    rope::RopeSettings settings;
    settings.groundHeight = -1000.0;
    settings.airFriction = 0.2;
    rope::RopeSimulation sim(settings);
    sim.setPins({{60, {1.0, -1.0, 0.0}}});
    for (int i = 0; i < 20'000; ++i)
        sim.step(settings.maxDt);
    CHECK(sim.masses()[60].position == Vec3(1.0, -1.0, 0.0));
    const double m = settings.mass;
    const double g = 9.81;
    // N - 1 - k masses hang from mass k: T = (N - 1 - k) m g, and each segment is longer by its tension.
    const double n = 80 - 1 - 60;
    CHECK(sim.tension(60) == Approx(n * m * g).epsilon(1e-6));
    const double length = n * settings.springLength + m * g / settings.springConstant * n * (n + 1.0) / 2.0;
    CHECK(sim.masses().back().position.y == Approx(-1.0 - length).epsilon(1e-6));
}

TEST_CASE("a pin stays with its mass while the reel inserts and takes off others", "[pins]")
{
    const auto scene = makeScene("rope");
    scene->parameters().set("payout_speed", "1.5");
    scene->reset();
    runFor(*scene, 1.0);
    const auto inserted = static_cast<int>(scene->massCount()) - 80;
    REQUIRE(inserted > 10);
    const Vec3 at = positionOf(*scene, 40);
    scene->setPins({{40 - inserted, at}});
    runFor(*scene, 2.0);
    const std::size_t now = 40 - static_cast<std::size_t>(inserted) + scene->massCount() - 80;
    CHECK(now > 60);
    CHECK(glm::distance(positionOf(*scene, now), at) < 1e-6);

    // Reeled in beyond it, the pin waits.
    scene->parameters().set("payout_speed", "-5");
    runFor(*scene, 3.0);
    CHECK(scene->massCount() < 60);
    CHECK_FALSE(scene->divergence());
    checkBooks(*scene);
}

TEST_CASE("a pinned or grabbed mass of a thread goes to its place while others come out, and the books balance",
          "[pins]")
{
    const char* integrator = GENERATE("semi_implicit_euler", "forward_euler");
    CAPTURE(integrator);
    const auto scene = makeScene("deployment");
    scene->parameters().set("integrator", integrator);
    scene->reset();
    runFor(*scene, 1.0);
    const std::size_t out = scene->massCount();
    REQUIRE(out > 4);
    const auto shift = static_cast<int>(out) - 3; // the anchor and two masses were there at the start
    const Vec3 at = positionOf(*scene, out - 1) + Vec3(0.3, 0.4, 0.0);
    CHECK(scene->canPin(0, 2));
    CHECK_FALSE(scene->canPin(0, -shift)); // the anchor
    scene->setPins({{2, at}});             // the last mass
    const Vec3 target = positionOf(*scene, out - 2) + Vec3(0.5, 0.2, 0.1);
    Controls controls;
    controls.grab = Controls::Grab{.polyline = 0, .identity = static_cast<int>(out) - 2 - shift, .target = target};
    for (int i = 0; i < 150; ++i)
        scene->advance(tick, controls);
    const std::size_t now = scene->massCount();
    REQUIRE(now > out);
    CHECK(glm::distance(positionOf(*scene, now - 1), at) < 1e-6); // 8 rad/s, critically damped: e^-20
    CHECK(glm::distance(positionOf(*scene, now - 2), target) < 1e-6);
    CHECK(scene->energyBook()->gained(rope::EnergyLine::grab) != 0.0);
    CHECK(scene->momentumBook()->linear.gained(rope::MomentumLine::grab) != Vec3(0.0));
    checkBooks(*scene);

    const double work = scene->energyBook()->gained(rope::EnergyLine::grab);
    scene->setPins({});
    runFor(*scene, 1.0);
    CHECK(scene->energyBook()->gained(rope::EnergyLine::grab) == work);
    CHECK(positionOf(*scene, now - 1).y < at.y - 1.0); // it falls
    CHECK_FALSE(scene->divergence());
    checkBooks(*scene);
}

TEST_CASE("a pinned mass of the cloth stays, and falls when it is free again", "[pins]")
{
    const auto scene = makeScene("cloth");
    runFor(*scene, 1.0);
    constexpr int mass = 29 * 30 + 15; // in the middle of the lower edge
    const Vec3 at = positionOf(*scene, mass) + Vec3(0.1, 0.3, 0.2);
    scene->setPins({{mass, at}});
    CHECK_FALSE(scene->canPin(0, 0)); // a pinned corner
    CHECK(scene->canPin(0, mass));
    runFor(*scene, 4.0);
    CHECK(glm::distance(positionOf(*scene, mass), at) < 1e-9);
    CHECK_FALSE(scene->divergence());
    scene->setPins({});
    runFor(*scene, 1.0);
    CHECK(positionOf(*scene, mass).y < at.y - 0.1);
}

TEST_CASE("a pinned mass of the crane's rope holds against the ball", "[pins]")
{
    const auto scene = makeScene("wrecking_ball");
    runFor(*scene, 0.5);
    const Vec3 at = positionOf(*scene, 12);
    CHECK(scene->canPin(0, 12));
    CHECK_FALSE(scene->canPin(0, 30)); // the ball
    CHECK_FALSE(scene->canPin(4, 3));  // a body
    scene->setPins({{12, at}});
    runFor(*scene, 3.0);
    CHECK(glm::distance(positionOf(*scene, 12), at) < 1e-9);
    CHECK_FALSE(scene->divergence());
}

TEST_CASE("after R a scene starts from its own beginning and its pins lead the masses to their places", "[pins]")
{
    const char* id = GENERATE("rope", "cloth", "wrecking_ball");
    CAPTURE(id);
    const auto scene = makeScene(id);
    runFor(*scene, 0.6);
    const Vec3 at = positionOf(*scene, 20) + Vec3(0.2, 0.1, 0.0);
    scene->setPins({{20, at}});
    runFor(*scene, 0.5);
    scene->reset();
    CHECK(scene->time() == 0.0);
    CHECK(positionOf(*scene, 20) == positionOf(*makeScene(id), 20));
    for (int i = 0; i < 240; ++i)
    {
        scene->advance(tick, {});
        REQUIRE_FALSE(scene->divergence());
    }
    CHECK(glm::distance(positionOf(*scene, 20), at) < 1e-6);
}

TEST_CASE("pins are part of what a user made of the scene, and of its file", "[pins]")
{
    const auto scene = makeScene("rope");
    scene->setPins({{33, {1.25, -0.5, 0.0}}, {7, {0.1, 0.2, -0.0}}});
    CHECK(sceneText(*scene) == "{\n  \"ropewalk\": 1,\n  \"scene\": \"rope\",\n  \"parameters\": {},\n  \"pins\": [\n"
                               "    {\"mass\": 7, \"at\": [0.1, 0.2, -0.0]},\n"
                               "    {\"mass\": 33, \"at\": [1.25, -0.5, 0]}\n  ]\n}\n");
    const auto opened = parseScene(sceneText(*scene), "file");
    CHECK(opened->pins() == scene->pins());
    CHECK(sceneText(*opened) == sceneText(*scene));

    const SceneConstants constants = constantsOf(*opened);
    CHECK_FALSE(constants.empty());
    const auto other = makeScene("rope");
    setConstants(*other, constants);
    CHECK(constantsOf(*other) == constants);
    setConstants(*other, {});
    CHECK(other->pins().empty());

    // A saved moment keeps the present pins.
    const auto saved = scene->save();
    scene->setPins({{7, {0.0, 1.0, 0.0}}});
    scene->restore(*saved);
    runFor(*scene, 4.0);
    CHECK(glm::distance(positionOf(*scene, 7), Vec3(0.0, 1.0, 0.0)) < 1e-6);

    // A moment in the file knows where the pinned masses are.
    const auto again = parseScene(sceneText(*scene, {.moment = true}), "file");
    runFor(*scene, 1.0);
    runFor(*again, 1.0);
    for (std::size_t mass = 0; mass < scene->massCount(); ++mass)
        CHECK(again->massRow(mass) == scene->massRow(mass));
}

TEST_CASE("errors of pins name the place and what would be right", "[pins]")
{
    CHECK(errorOf(R"([{"mass": 7, "at": [1, 2, 3]}])") == "no error");
    CHECK(errorOf(R"([7])") == "s.json:2:1: pin 0 is a number; must be an object: {\"mass\": 7, \"at\": [x, y, z]}");
    CHECK(errorOf(R"([{"mass": 7}])") == "s.json:2:10: key 'at' of pin 0 is missing");
    CHECK(errorOf("[{\"mass\": 7, \"at\": [1, 2, 3]},\n {\"mass\": 1.5, \"at\": [1, 2, 3]}]") ==
          "s.json:3:2: 'mass' of pin 1 must be a whole number, the index of a mass");
    CHECK(errorOf(R"([{"mass": 7, "at": [1, 2]}])") == "s.json:2:10: 'at' of pin 0 must be three numbers [x, y, z]");
    CHECK(errorOf(R"([{"mass": 7, "at": [1, 2, 3000]}])") == "s.json:2:10: 'at' of pin 0: must be -1000 to 1000 m");
    CHECK(errorOf(R"([{"mas": 7, "at": [1, 2, 3]}])") == "s.json:2:10: unknown key 'mas'; did you mean 'mass'?");
    CHECK(errorOf(R"([{"mass": 7, "at": [1, 2, 3]}, {"mass": 7, "at": [1, 2, 4]}])") ==
          "s.json:2:1: mass 7 has two pins: must have one");
    CHECK(errorOf(R"([{"mass": 7, "at": [1, 2, 3]}])", "million") == "s.json:2:1: scene 'million' takes no pins");
    CHECK(errorOf(R"({})") == "s.json:2:1: 'pins' is an object; must be a list of pins");
}
