#include "catch.hpp"

#include "scenes/field/fleet_field.hpp"
#include "scenes/scene.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

using rope::Vec3;
using ropewalk::Controls;
using ropewalk::FieldSettings;
using ropewalk::FleetField;
using ropewalk::Scene;
using ropewalk::Snapshot;

namespace
{

constexpr double tick = 1.0 / 60.0;

FieldSettings smallField(int ropes = 60)
{
    FieldSettings settings;
    settings.ropeCount = ropes;
    settings.rope.massCount = 20;
    settings.wind = Vec3(0.0);
    return settings;
}

void run(FleetField& field, int ticks, const Vec3& velocity = Vec3(0.0))
{
    for (int i = 0; i < ticks; ++i)
        field.advance(tick, velocity);
}

std::unique_ptr<Scene> smallScene()
{
    std::unique_ptr<Scene> scene = ropewalk::makeScene("million");
    scene->parameters().set("rope_count", "60");
    scene->parameters().set("mass_count", "20");
    scene->reset();
    return scene;
}

} // namespace

TEST_CASE("a million masses by default", "[million]")
{
    CHECK(ropewalk::makeScene("million")->massCount() == 1'000'000);
    CHECK(FleetField(smallField(1)).rowCount() == 1);
    CHECK(FleetField(smallField(7)).ropeCount() == 7);
}

TEST_CASE("each row does what the nearest did, later by the delay times its distance", "[million]")
{
    FieldSettings settings = smallField();
    settings.combDelay = 0.37;
    FleetField field(settings);
    std::vector<Vec3> begin;
    for (int rope = 0; rope < field.ropeCount(); ++rope)
        begin.push_back(field.connectionPosition(rope));

    const Vec3 velocity(2.0, 0.5, -1.0);
    REQUIRE(field.rowCount() >= 5);
    for (int i = 1; i <= 90; ++i)
    {
        field.advance(tick, i <= 30 ? velocity : Vec3(0.0)); // half a second
        const double t = i * tick;
        for (int rope = 0; rope < field.ropeCount(); ++rope)
        {
            const double late = settings.combDelay * field.rowDistance(field.rowOf(rope));
            const Vec3 expected = begin[static_cast<std::size_t>(rope)] + std::clamp(t - late, 0.0, 0.5) * velocity;
            CAPTURE(i, rope, late);
            CHECK(glm::distance(field.connectionPosition(rope), expected) < 1e-9);
        }
    }
}

TEST_CASE("gusts run downwind through the field as fast as the wind", "[million]")
{
    FieldSettings settings = smallField(400);
    settings.wind = Vec3(4.0, 0.0, 0.0);
    settings.gustiness = 0.5;
    FleetField field(settings);
    int west = 0;
    int east = 0;
    for (int rope = 1; rope < field.ropeCount(); ++rope)
    {
        const double x = field.connectionPosition(rope).x;
        west = x < field.connectionPosition(west).x ? rope : west;
        east = x > field.connectionPosition(east).x ? rope : east;
    }
    // The eastern rope feels the western rope's wind some time later: the shift under which the two agree best.
    std::vector<double> there;
    std::vector<double> here;
    for (int i = 0; i < 900; ++i)
    {
        field.advance(tick, Vec3(0.0));
        there.push_back(field.wind(west).x);
        here.push_back(field.wind(east).x);
        CHECK(field.wind(west).x >= 4.0 * (1.0 - settings.gustiness) - 1e-9);
        CHECK(field.wind(west).x <= 4.0 * (1.0 + settings.gustiness) + 1e-9);
    }
    double best = std::numeric_limits<double>::max();
    int shift = 0;
    for (int s = 0; s < 400; ++s)
    {
        double sum = 0.0;
        for (int i = 0; i < 500; ++i)
            sum += std::abs(here[static_cast<std::size_t>(i + s)] - there[static_cast<std::size_t>(i)]);
        if (sum < best)
        {
            best = sum;
            shift = s;
        }
    }
    const double apart = field.connectionPosition(east).x - field.connectionPosition(west).x;
    CHECK(shift * tick * 4.0 == Approx(apart).margin(2.5)); // the fleets' edges are ragged
    CHECK(best / 500.0 < 0.02);
}

TEST_CASE("without wind and keys the field stands still where it is laid out", "[million]")
{
    FieldSettings settings = smallField();
    FleetField field(settings);
    const Vec3 tip = field.position(31, 19);
    // (N-1) L + (m g / k) N (N-1)/2 with N = 20; buoyancy 2 turns gravity round.
    const double length = 19.0 * settings.rope.springLength +
                          settings.rope.mass * 9.81 / settings.rope.springConstant * 20.0 * 19.0 / 2.0;
    CHECK(tip.y - field.connectionPosition(31).y == Approx(length).epsilon(1e-6));
    run(field, 120);
    CHECK(glm::distance(field.position(31, 19), tip) < 1e-4);
}

TEST_CASE("a changed layout lays the field out anew and keeps the time", "[million]")
{
    FieldSettings settings = smallField();
    FleetField field(settings);
    run(field, 30, {1.0, 0.0, 0.0});
    settings.ropeCount = 33;
    settings.rope.massCount = 12;
    field.setSettings(settings);
    CHECK(field.ropeCount() == 33);
    CHECK(field.massCount() == 12);
    CHECK(field.time() == Approx(0.5));
    run(field, 30);
    CHECK(field.time() == Approx(1.0));
    CHECK_FALSE(field.runawayRope().has_value());

    settings.ropeCount = 100'000;
    settings.rope.massCount = 80;
    CHECK_THROWS_WITH(field.setSettings(settings),
                      "rope_count = 100000: must be at most 50000 with 80 masses a rope, as 8000000 masses would take "
                      "about 380 MB, and 0.0096 s a step");
    CHECK(field.ropeCount() == 33);
}

TEST_CASE("constants that are pulled from end to end throw no connection point about", "[million]")
{
    FieldSettings settings = smallField();
    FleetField field(settings);
    double fastest = 0.0;
    for (int i = 0; i < 240; ++i)
    {
        settings.combDelay = i / 20 % 2 == 0 ? 1.0 : 0.0;
        settings.rope.groundHeight = i / 60 % 2 == 0 ? 2.0 : -2.0;
        field.setSettings(settings);
        std::vector<Vec3> before;
        for (int rope = 0; rope < field.ropeCount(); ++rope)
            before.push_back(field.connectionPosition(rope));
        field.advance(tick, {3.0, 0.0, 0.0});
        for (int rope = 0; rope < field.ropeCount(); ++rope)
            fastest = std::max(
                fastest, glm::distance(field.connectionPosition(rope), before[static_cast<std::size_t>(rope)]) / tick);
    }
    // 1.5 times the keys' speed while the comb delay shrinks, and 1.5 m/s of the rising ground.
    CHECK(fastest < 3.0 * 1.5 + 1.5);
}

TEST_CASE("the field goes back to a saved moment, bit for bit", "[million]")
{
    const std::unique_ptr<Scene> scene = smallScene();
    Controls controls;
    controls.direction = Vec3(1.0, 0.0, 0.5);
    for (int i = 0; i < 20; ++i)
        scene->advance(tick, controls);
    const auto state = scene->save();
    const auto go = [&]
    {
        for (int i = 0; i < 20; ++i)
            scene->advance(tick, Controls{});
        std::vector<double> all;
        for (std::size_t mass = 0; mass < scene->massCount(); ++mass)
            for (const double value : scene->massRow(mass))
                all.push_back(value);
        return all;
    };
    const std::vector<double> first = go();
    scene->restore(*state);
    CHECK(scene->time() == Approx(20.0 * tick));
    CHECK(go() == first);
}

TEST_CASE("beyond its step limit the field says which mass ran away", "[million]")
{
    const std::unique_ptr<Scene> scene = smallScene();
    CHECK(scene->stableStep() == Approx(0.00219).epsilon(0.01));
    scene->parameters().set("spring_constant", "20000");
    scene->parameters().set("auto_steps", "false");
    CHECK(scene->stableStep() < 0.0016); // twice the stiffness: 1 / sqrt(2) of the step
    std::string text;
    for (int i = 0; i < 120 && text.empty(); ++i)
    {
        scene->advance(tick, Controls{});
        if (const auto divergence = scene->divergence())
        {
            CHECK(divergence->mass < scene->massCount());
            text = divergence->text;
        }
    }
    CHECK(text.find("beyond the stable") != std::string::npos);
}

TEST_CASE("energies of the field are those of its ropes", "[million]")
{
    // The sums take 64 ropes at most; they are exact for a field of 60.
    const std::unique_ptr<Scene> scene = smallScene();
    Controls controls;
    controls.direction = Vec3(1.0, 0.0, 0.0);
    for (int i = 0; i < 20; ++i)
        scene->advance(tick, controls);
    double kinetic = 0.0;
    for (std::size_t mass = 0; mass < scene->massCount(); ++mass)
    {
        const std::vector<double> row = scene->massRow(mass);
        kinetic += 0.5 * 0.05 * (row[3] * row[3] + row[4] * row[4] + row[5] * row[5]);
    }
    REQUIRE(kinetic > 1.0);
    CHECK(scene->diagnostics().find("kinetic_energy")->value() == Approx(kinetic));
}

TEST_CASE("a big field shows fewer points a rope, a small one all", "[million]")
{
    Snapshot snapshot;
    const std::unique_ptr<Scene> scene = smallScene();
    scene->fill(snapshot);
    CHECK(snapshot.field.ropeCount == 60);
    CHECK(snapshot.field.pointsPerRope == 20);

    FieldSettings settings;
    FleetField(settings).fill(snapshot.field);
    CHECK(snapshot.field.ropeCount == 12'500);
    CHECK(snapshot.field.pointsPerRope == 21); // every fourth of 80
    CHECK(snapshot.field.xyz.size() == 3u * 12'500u * 21u);
}
