// What theory says of rods, against values that were computed in other ways (tests/data/real_rope.json).
#include "catch.hpp"
#include "reference.hpp"

#include <rope/rod_theory.hpp>
#include <rope/rope_by_length.hpp>
#include <rope/rope_simulation.hpp>
#include <rope/writhe.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using rope::BentShape;
using rope::CantileverLoad;
using rope::Vec3;

namespace
{

constexpr double pi = std::numbers::pi;

nlohmann::json item(const std::string& id)
{
    return referenceItem(id, "real_rope.json");
}

} // namespace

TEST_CASE("The elastica under its weight is that of the boundary-value problem", "[rod]")
{
    const auto* const id = GENERATE("bend.gravity.0.1", "bend.gravity.1", "bend.gravity.8", "bend.gravity.50",
                                    "bend.gravity.300", "bend.gravity.1000");
    CAPTURE(id);
    const nlohmann::json reference = item(id);
    const double limpness = reference["inputs"]["Gamma_wL3_over_B"].get<double>();
    // In other units than those of the reference.
    const CantileverLoad load{.bendingStiffness = 8.0 * 3.0 / limpness, .length = 2.0, .weight = 3.0};
    const BentShape shape = *rope::elastica(load);
    const nlohmann::json& expected = reference["expected"];
    CHECK_THAT(shape.reach() / 2.0, WithinRel(expected["tip_x_over_L"].get<double>(), 1e-6));
    CHECK_THAT(shape.droop() / 2.0, WithinRel(expected["tip_drop_over_L"].get<double>(), 1e-6));
    CHECK_THAT(shape.tipAngle, WithinRel(expected["tip_angle_rad"].get<double>(), 1e-6));
    CHECK_THAT(*rope::stiffnessOfDroop(load, shape.droop() / shape.reach()), WithinRel(load.bendingStiffness, 1e-6));
}

TEST_CASE("The elastica under a load is that of the elliptic integrals", "[rod]")
{
    const auto* const id =
        GENERATE("bend.tip.0.2", "bend.tip.1.5", "bend.tip.4", "bend.tip.8", "bend.tip.12", "bend.tip.15");
    CAPTURE(id);
    const nlohmann::json reference = item(id);
    const double load = reference["inputs"]["alpha_PL2_over_B"].get<double>();
    const BentShape shape = *rope::elastica({.bendingStiffness = 1.0, .length = 1.0, .tipLoad = load});
    const nlohmann::json& expected = reference["expected"];
    CHECK_THAT(shape.reach(), WithinRel(expected["tip_x_over_L"].get<double>(), 1e-7));
    CHECK_THAT(shape.droop(), WithinRel(expected["tip_drop_over_L"].get<double>(), 1e-7));
    CHECK_THAT(shape.tipAngle, WithinRel(expected["tip_angle_rad"].get<double>(), 1e-7));
    CHECK_THAT(shape.curvature.front(), WithinRel(expected["root_curvature_times_L"].get<double>(), 1e-7));
}

TEST_CASE("The chain of rigid edges is a rod at rest, and nears the elastica", "[rod]")
{
    const auto [weight, tipLoad] = GENERATE(table<double, double>({{5.0, 0.0}, {0.0, 4.0}, {20.0, 3.0}}));
    CAPTURE(weight, tipLoad);
    const CantileverLoad load{.bendingStiffness = 1.0, .length = 1.0, .weight = weight, .tipLoad = tipLoad};
    const BentShape chain = *rope::bentChain(load, 40);
    rope::RopeByLength settings;
    settings.massCount = 41;
    settings.massPerLength = std::max(weight, 1e-3) / 9.81;
    settings.gravity = Vec3(0.0, weight > 0.0 ? -9.81 : 0.0, 0.0);
    settings.bendingStiffness = 1.0;
    settings.axialStiffness = 1e9;
    rope::RopeSimulation rod(settings);
    rod.clamp(rope::RopeEnd::first, {1.0, 0.0, 0.0});
    rod.setForce(40, {0.0, -tipLoad, 0.0});
    REQUIRE(rod.rest());
    for (std::size_t i = 0; i <= 40; ++i)
    {
        CHECK_THAT(rod.masses()[i].position.x, WithinAbs(chain.points[i].x, 1e-6));
        CHECK_THAT(rod.masses()[i].position.y, WithinAbs(chain.points[i].y, 1e-6));
        CHECK_THAT(rod.curvature(i), WithinAbs(chain.curvature[i], 1e-5));
    }
    // The largest distance of their points is of order 2.
    const auto distance = [&load](int edges)
    {
        const BentShape polygon = *rope::bentChain(load, edges);
        const BentShape curve = *rope::elastica(load, edges);
        double largest = 0.0;
        for (std::size_t i = 0; i < curve.points.size(); ++i)
            largest = std::max(largest, glm::distance(polygon.points[i], curve.points[i]));
        return largest;
    };
    CHECK_THAT(distance(40) / distance(80), WithinRel(4.0, 0.1));
}

TEST_CASE("What no rod does has no shape", "[rod]")
{
    CHECK_FALSE(rope::elastica({.bendingStiffness = 0.0, .weight = 1.0}));
    CHECK_FALSE(rope::elastica({.bendingStiffness = 1e-9, .weight = 1.0}));
    CHECK_FALSE(rope::elastica({.bendingStiffness = 1.0, .weight = -1.0}));
    CHECK_FALSE(rope::bentChain({.bendingStiffness = 1.0, .weight = 1.0}, 1));
    CHECK_FALSE(rope::stiffnessOfDroop({.weight = 1.0}, 0.0));
    CHECK_FALSE(rope::stiffnessOfDroop({}, 0.5));
    CHECK_THAT(rope::elastica({.bendingStiffness = 1.0})->reach(), WithinRel(1.0, 1e-12));
}

TEST_CASE("The torque under which a clamped rope leaves its line", "[rod]")
{
    for (const std::string id : {"twist.clamped.0", "twist.clamped.5", "twist.clamped.50", "twist.clamped.500"})
    {
        CAPTURE(id);
        const nlohmann::json reference = item(id);
        const double pull = reference["inputs"].value("T_L2_over_B", 0.0);
        CHECK_THAT(rope::clampedTorque(pull), WithinRel(reference["expected"]["M_L_over_B"].get<double>(), 1e-8));
    }
    CHECK(rope::clampedTorque(-40.0) == 0.0); // Euler's load is 39.48
    CHECK(rope::clampedTorque(-39.0) > 0.0);
    CHECK(rope::clampedTorque(-39.0) < 2.0);
    // Nothing jumps where the roots fall together.
    CHECK_THAT(rope::clampedTorque(2e-3), WithinAbs(rope::clampedTorque(0.0), 1e-3));
}

TEST_CASE("The localized helix", "[rod]")
{
    const auto* const id = GENERATE("twist.helix.a", "twist.helix.b");
    CAPTURE(id);
    const nlohmann::json reference = item(id);
    const nlohmann::json& inputs = reference["inputs"];
    const nlohmann::json& expected = reference["expected"];
    const double stiffness = inputs["B"].get<double>();
    const double pull = inputs["T"].get<double>();
    const auto helix = rope::localizedHelix(stiffness, pull, inputs["M"].get<double>());
    REQUIRE(helix);
    CHECK_THAT(helix->largestAngle(), WithinRel(expected["largest_angle_to_axis_rad"].get<double>(), 1e-8));
    CHECK_THAT(helix->decayLength, WithinRel(expected["decay_length"].get<double>(), 1e-8));
    CHECK_THAT(helix->endShortening(), WithinRel(expected["end_shortening"].get<double>(), 1e-8));
    CHECK_THAT(helix->endRotation(), WithinRel(expected["extra_end_rotation_rad"].get<double>(), 1e-8));
    // The points are nearer to each other by the shortening.
    const double length = 20.0 * helix->decayLength;
    const std::vector<Vec3> points = helix->points(length, 4000);
    CHECK_THAT(length - points.back().x, WithinRel(helix->endShortening(), 1e-4));
    CHECK_FALSE(rope::localizedHelix(stiffness, pull, expected["M_critical"].get<double>() * 1.001));
    CHECK_FALSE(rope::localizedHelix(stiffness, 0.0, 0.0));
}

TEST_CASE("The writhe of a rope between clamps is that of the ring which closes it far away", "[rod]")
{
    // A right-handed coil in the middle of a line; a wide one turns back, a narrow one does not.
    const double width = GENERATE(0.05, 0.2, 0.5);
    CAPTURE(width);
    std::vector<Vec3> points;
    constexpr int count = 240;
    for (int i = 0; i <= count; ++i)
    {
        const double s = -1.0 + 2.0 * i / count;
        const double fall = std::pow(std::cos(0.5 * pi * s), 4);
        points.emplace_back(s, width * fall * std::cos(4.0 * pi * s), width * fall * std::sin(4.0 * pi * s));
    }
    std::vector<Vec3> ring{Vec3(-1e6, 0.0, 0.0)};
    ring.insert(ring.end(), points.begin(), points.end());
    for (const Vec3& corner : {Vec3(1e6, 0.0, 0.0), Vec3(1e6, 1e6, 0.0), Vec3(-1e6, 1e6, 0.0)})
        ring.push_back(corner);
    const double expected = rope::writhe(ring);
    CHECK(expected > 0.02);
    CHECK_THAT(rope::writheBetween(points, {1.0, 0.0, 0.0}), WithinAbs(expected, 1e-6));
    std::vector<Vec3> mirrored = points;
    for (Vec3& point : mirrored)
        point.z = -point.z;
    CHECK_THAT(rope::writheBetween(mirrored, {1.0, 0.0, 0.0}), WithinAbs(-expected, 1e-6));
    CHECK_THAT(rope::writheBetween({points.begin(), points.begin() + 1}, {1.0, 0.0, 0.0}), WithinAbs(0.0, 1e-15));
}
