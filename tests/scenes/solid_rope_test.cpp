#include "scenes/constant_presets.hpp"
#include "scenes/hosts.hpp"
#include "scenes/scene.hpp"

#include "catch.hpp"

#include "rope/distance/segment_distance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

// The rope of the source tutorial with a thickness, as the switch above its constants gives it.

using namespace ropewalk;

namespace
{

constexpr double tick = 1.0 / 60.0; // [s]

void press(Scene& scene)
{
    const std::optional<SolidSwitch> solid = solidSwitch(scene);
    REQUIRE(solid);
    for (const auto& [name, value] : solid->pressed.values)
        scene.parameters().set(name, value);
}

std::unique_ptr<Scene> solidRope()
{
    std::unique_ptr<Scene> scene = makeScene("rope");
    press(*scene);
    scene->reset();
    return scene;
}

/// [diameters] between the lines of the nearest strands: edges farther apart along the rope than half a turn of its
/// radius.
double nearestStrands(const Scene& scene)
{
    std::vector<rope::Vec3> points;
    for (std::size_t i = 0; i < scene.massCount(); ++i)
    {
        const std::vector<double> row = scene.massRow(i);
        points.emplace_back(row[0], row[1], row[2]);
    }
    const double radius = scene.parameters().find("rope_radius")->number();
    const double segment = scene.parameters().find("spring_length")->number();
    const auto apart = static_cast<std::size_t>(std::ceil(std::numbers::pi * radius / segment)) + 1;
    const auto edge = [&](std::size_t i) { return rope::Segment{points[i], points[i + 1] - points[i]}; };
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i + 1 < points.size(); ++i)
        for (std::size_t j = i + apart; j + 1 < points.size(); ++j)
        {
            if (glm::distance(points[i], points[j]) > least + 2.5 * segment)
                continue;
            const rope::SegmentPlaces places = rope::nearestPlaces(edge(i), edge(j), 0.0);
            least = std::min(least, glm::distance(edge(i).at(places.first), edge(j).at(places.second)));
        }
    return least / (2.0 * radius);
}

/// At each tick the strands keep 0.9 diameters, and the least of all is returned.
double runApart(Scene& scene, double seconds, const Controls& controls = {})
{
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < std::lround(seconds / tick); ++i)
    {
        scene.advance(tick, controls);
        least = std::min(least, nearestStrands(scene));
        INFO("at " << scene.time() << " s");
        REQUIRE(least > 0.9);
        REQUIRE_FALSE(scene.divergence());
    }
    return least;
}

/// As the lesson says: the rope lies, and then half a metre a second comes out.
void payOut(double seconds)
{
    const std::unique_ptr<Scene> scene = solidRope();
    runApart(*scene, 3.0);
    const std::size_t before = scene->massCount();
    scene->parameters().set("payout_speed", "0.5");
    runApart(*scene, seconds);
    CHECK(static_cast<double>(scene->massCount() - before) == Approx(0.5 * seconds / 0.05).margin(1.0));
    CHECK(scene->diagnostics().find("touching_itself")->value() > 20.0); // it is a heap
}

} // namespace

TEST_CASE("the strands of a solid rope keep apart: let fall, and swept along the floor", "[solid]")
{
    const std::unique_ptr<Scene> scene = solidRope();
    runApart(*scene, 20.0);
    CHECK(scene->diagnostics().find("kinetic_energy")->value() < 1e-3);
    Controls controls;
    const auto sweep = [&](double x, double y, double z, double seconds)
    {
        controls.velocity = rope::Vec3(x, y, z);
        runApart(*scene, seconds, controls);
    };
    sweep(0.0, -1.4, 0.0, 1.0); // down to the floor
    for (int round = 0; round < 3; ++round)
    {
        sweep(1.0, 0.0, 0.0, 1.0);
        sweep(0.0, 0.0, 1.0, 1.0);
        sweep(-1.5, 0.0, 0.0, 1.0);
        sweep(0.3, 0.0, -1.2, 1.0);
    }
}

TEST_CASE("the strands of a solid rope keep apart while it is paid out", "[solid]")
{
    payOut(25.0);
}

TEST_CASE("a rope that lies in itself begins anew when it gets a thickness, one that does not goes on", "[solid]")
{
    const std::unique_ptr<Scene> scene = makeScene("rope");
    SECTION("on the floor")
    {
        for (int i = 0; i < 360; ++i)
            scene->advance(tick, {});
        press(*scene);
        scene->advance(tick, {});
        CHECK(scene->time() == Approx(tick));
        runApart(*scene, 3.0);
        CHECK(scene->diagnostics().find("lowest_point")->value() > -1.5 + 0.9 * 0.02);
    }
    SECTION("in the air")
    {
        for (int i = 0; i < 12; ++i)
            scene->advance(tick, {});
        press(*scene);
        scene->advance(tick, {});
        CHECK(scene->time() == Approx(13.0 * tick));
    }
}

TEST_CASE("the switch of a solid rope goes on and off, and off are the source tutorial's constants", "[solid][presets]")
{
    const std::unique_ptr<Scene> scene = makeScene("rope");
    CHECK_FALSE(solidSwitch(*scene)->on);
    press(*scene);
    CHECK(solidSwitch(*scene)->on);
    CHECK(holds(valuesOf(constantPreset("solid"), *scene), *scene));
    CHECK_FALSE(hostOf<RemarkHost>(*scene)->remark());
    scene->parameters().set("rope_radius", "0.015");
    CHECK(solidSwitch(*scene)->on); // another thickness is one too
    press(*scene);
    CHECK_FALSE(solidSwitch(*scene)->on);
    for (const rope::Parameter& row : scene->parameters().rows())
        CHECK(row.isDefault());
    for (const char* const id : {"million", "real_rope", "cloth", "wrecking_ball"})
        CHECK_FALSE(solidSwitch(*makeScene(id)));
}

TEST_CASE("a solid rope gets more masses where there is room for them", "[solid]")
{
    const std::unique_ptr<Scene> scene = solidRope();
    runApart(*scene, 3.0);
    scene->parameters().set("mass_count", "140");
    runApart(*scene, 4.0);
    CHECK(scene->massCount() == 140);
    scene->parameters().set("mass_count", "20");
    runApart(*scene, 4.0);
    CHECK(scene->massCount() == 20);
}
