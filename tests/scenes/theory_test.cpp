#include "scenes/scene.hpp"

#include "catch.hpp"
#include "scene_runs.hpp"

#include "text/text.hpp"

#include <cmath>
#include <memory>
#include <string>

using namespace ropewalk;

namespace
{

std::unique_ptr<Scene> ropeOverNothing(double airFriction)
{
    std::unique_ptr<Scene> scene = makeScene("rope");
    scene->parameters().set("ground_height", "-100");
    scene->parameters().set("air_friction", text::numberText(airFriction));
    scene->reset();
    return scene;
}

/// Every prediction is met, and there is one for every energy, tension and highest or lowest point.
void checkAtRest(const Scene& scene, double margin)
{
    for (const rope::Diagnostic& row : scene.diagnostics().rows())
    {
        CAPTURE(row.name);
        const std::optional<double> value = scene.predicted(row.name);
        if (value)
            CHECK(row.value() == Approx(*value).margin(margin));
        if (row.name.ends_with("tension") || row.name.ends_with("_point"))
            CHECK(value);
    }
    for (const char* energy : {"kinetic_energy", "potential_energy", "elastic_energy", "total_energy"})
        CHECK(scene.predicted(energy));
}

} // namespace

TEST_CASE("a rope settles at what the scene predicts", "[theory]")
{
    const std::unique_ptr<Scene> scene = ropeOverNothing(0.3);
    const bool pinned = GENERATE(false, true);
    CAPTURE(pinned);
    if (pinned)
        scene->parameters().set("pin_free_end", "true");
    runFor(*scene, 40.0);
    checkAtRest(*scene, 1e-6);
    CHECK(scene->predicted("stretch"));
    CHECK_FALSE(scene->predicted("mass_count"));
    // At once with other constants, also while nothing moves.
    const double length = *scene->predicted("length");
    scene->parameters().set("spring_constant", "5000");
    CHECK(*scene->predicted("length") > length + 0.01);
    runFor(*scene, 30.0);
    CHECK(valueOf(*scene, "length") == Approx(*scene->predicted("length")).margin(1e-6));
}

TEST_CASE("a rope on the ground: only its lowest point is predicted", "[theory]")
{
    const std::unique_ptr<Scene> scene = makeScene("rope");
    CHECK_FALSE(scene->predicted("length"));
    CHECK_FALSE(scene->predicted("top_tension"));
    CHECK(scene->naturalFrequencies().empty());
    runFor(*scene, 25.0);
    CHECK(valueOf(*scene, "lowest_point") == Approx(*scene->predicted("lowest_point")).margin(1e-6));
    Snapshot snapshot;
    scene->fillTheory(snapshot);
    CHECK(snapshot.theory.empty());
}

TEST_CASE("natural frequencies of the scenes", "[theory]")
{
    const std::unique_ptr<Scene> hanging = ropeOverNothing(0.02);
    const std::vector<double> frequencies = hanging->naturalFrequencies();
    REQUIRE(frequencies.size() >= 5);
    // The discrete elastic chain, computed independently.
    const double omega[] = {1.848670796763386, 4.274152865481328, 6.7073838699272095, 9.143047004032372,
                            11.58019738177316};
    for (std::size_t n = 0; n < 5; ++n)
        CHECK(frequencies[n] == Approx(omega[n] / 6.283185307179586).epsilon(1e-9));
    // Changed while nothing moves.
    hanging->parameters().set("gravity", "0,-2.4525,0");
    CHECK(hanging->naturalFrequencies()[0] < 0.51 * frequencies[0]);
    hanging->parameters().set("gravity", "0,0,0");
    CHECK(hanging->naturalFrequencies().empty());

    CHECK(makeScene("mass_spring")->naturalFrequencies() ==
          std::vector<double>{std::sqrt(2.0) / 6.283185307179586476925286766559});
    // L = 5 m, m g / k = 1.22625 m: the swing is slower than the bounce.
    const std::vector<double> pendulum = makeScene("spring_pendulum")->naturalFrequencies();
    REQUIRE(pendulum.size() == 2);
    CHECK(pendulum[0] == Approx(std::sqrt(9.81 / 6.22625) / 6.283185307179586));
    CHECK(pendulum[1] == Approx(std::sqrt(8.0) / 6.283185307179586));
    CHECK(makeScene("deployment")->naturalFrequencies().size() == 2); // two masses are out
    CHECK(makeScene("cloth")->naturalFrequencies().empty());
}

TEST_CASE("pendulum and thread come to rest where their scenes predict", "[theory]")
{
    const std::string id = GENERATE("spring_pendulum", "deployment");
    CAPTURE(id);
    const std::unique_ptr<Scene> scene = makeScene(id);
    if (id == "deployment")
    {
        scene->parameters().set("deployment_speed", "0");
        scene->parameters().set("damping", "0.05");
        scene->parameters().set("max_dt", "0.002");
    }
    else
        scene->parameters().set("integrator", "runge_kutta_4");
    runFor(*scene, 60.0);
    checkAtRest(*scene, 1e-5);
}

TEST_CASE("an elementary simulation's energy stays about what is predicted", "[theory]")
{
    for (const char* id : {"constant_velocity", "gravity", "mass_spring"})
    {
        CAPTURE(id);
        const std::unique_ptr<Scene> scene = makeScene(id);
        const double predicted = *scene->predicted("total_energy");
        runFor(*scene, 2.0);
        CHECK(*scene->predicted("total_energy") == predicted);
        CHECK(valueOf(*scene, "total_energy") == Approx(predicted).epsilon(0.05));
    }
}

TEST_CASE("the shapes of theory lie on the rope that has come to them", "[theory]")
{
    const std::unique_ptr<Scene> scene = ropeOverNothing(0.3);
    const bool pinned = GENERATE(false, true);
    CAPTURE(pinned);
    if (pinned)
        scene->parameters().set("pin_free_end", "true");
    runFor(*scene, 30.0);
    Snapshot snapshot;
    scene->fill(snapshot);
    scene->fillTheory(snapshot);
    REQUIRE(snapshot.theory.size() == (pinned ? 1u : 4u));
    REQUIRE(snapshot.labels.size() == (pinned ? 1u : 2u));
    CHECK(snapshot.labels[0].text.substr(0, 7) == (pinned ? "catenar" : "at rest"));
    for (const Polyline& line : snapshot.theory)
    {
        REQUIRE(line.points.size() == 80);
        REQUIRE(line.tension.size() == 79);
        CHECK_FALSE(line.grabbable);
        for (std::size_t i = 0; i < line.points.size(); ++i)
            REQUIRE(glm::distance(line.points[i], snapshot.polylines[0].points[i]) < 1e-5f);
    }
}

TEST_CASE("the first mode of theory goes with a swinging rope", "[theory]")
{
    // Pulled along slowly, then still: it swings mostly in its first mode.
    const std::unique_ptr<Scene> scene = ropeOverNothing(0.3);
    runFor(*scene, 25.0);
    scene->parameters().set("air_friction", "0.02");
    Controls pull;
    pull.velocity = Vec3(0.5, 0.0, 0.0);
    for (int i = 0; i < 60; ++i)
        scene->advance(1.0 / 60.0, pull);
    runFor(*scene, 8.0);
    float farthest = 0.0f;
    float widest = 0.0f;
    float miss = 0.0f;
    for (int tick = 0; tick < 220; ++tick)
    {
        scene->advance(1.0 / 60.0, {});
        Snapshot snapshot;
        scene->fill(snapshot);
        scene->fillTheory(snapshot);
        REQUIRE(snapshot.theory.size() == 4);
        const float rest = snapshot.theory[0].points.back().x;
        const float now = snapshot.theory[1].points.back().x;
        widest = std::max(widest, std::abs(snapshot.theory[3].points.back().x - rest));
        farthest = std::max(farthest, std::abs(now - rest));
        miss = std::max(miss, std::abs(now - snapshot.polylines[0].points.back().x));
    }
    CHECK(widest > 0.1f);
    CHECK(farthest > 0.9f * widest); // reached within a period, and never passed
    CHECK(farthest < 1.01f * widest);
    CHECK(miss < 0.35f * widest); // the rest of the motion is that of the other modes
}
