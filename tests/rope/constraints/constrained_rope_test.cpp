#include "catch.hpp"
#include "reference.hpp"

#include <rope/constrained_rope.hpp>
#include <rope/detail/chain_projection.hpp>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

using rope::ConstrainedRope;
using rope::ConstrainedRopeSettings;
using rope::ConstraintSolver;
using rope::Vec3;

namespace
{

/// A rope at rest. A strong friction of the air brings it there sooner and does not change the state of rest.
ConstrainedRope settled(ConstrainedRopeSettings settings)
{
    settings.airFriction = 1.0;
    ConstrainedRope rope(settings);
    std::vector<Vec3> hung;
    for (int i = 0; i < settings.massCount; ++i)
        hung.emplace_back(0.0, -settings.segmentLength * i, 0.0);
    rope.layOut(hung);
    for (int i = 0; i < 20'000; ++i)
        rope.step(1.0 / 60.0);
    return rope;
}

} // namespace

TEST_CASE("a hung rope stretches by what relaxation leaves uncorrected, as in the reference")
{
    struct Case
    {
        std::string id;
        int iterations;
    };
    const auto c = GENERATE(Case{"G.rest10", 1}, Case{"G.rest10", 10}, Case{"G.rest10", 50}, Case{"G.rest80", 10},
                            Case{"G.rest80", 100});
    const nlohmann::json item = referenceItem(c.id, "constraint_reference.json");
    const double expected = item.at("value").at("weighted_top_down").at(std::to_string(c.iterations)).at("max_strain");
    INFO(c.id << ", " << c.iterations << " sweeps");

    ConstrainedRopeSettings settings;
    settings.massCount = item.at("setup").at("n").get<int>() + 1;
    settings.iterations = c.iterations;
    CHECK(settled(settings).largestStretch() == Approx(expected).epsilon(1e-6));
}

TEST_CASE("a direct projection squares the error in each step, as in the reference")
{
    const std::string id = GENERATE("G.direct10", "G.direct80");
    const nlohmann::json item = referenceItem(id, "constraint_reference.json");
    const nlohmann::json& value = item.at("value");
    const int n = item.at("setup").at("n");
    const double length = item.at("setup").at("L");
    const std::vector<double> lengths(static_cast<std::size_t>(n), length);
    std::vector<double> inverseMasses(lengths.size() + 1, 1.0);
    inverseMasses[0] = 0.0;
    rope::ChainProjection projection;

    SECTION("a straight chain is exact after one")
    {
        // Stretched by 10 %.
        std::vector<Vec3> points;
        for (int i = 0; i <= n; ++i)
            points.emplace_back(0.0, -1.1 * length * i, 0.0);
        CHECK(projection.project(points, inverseMasses, lengths, 0, 0.0) == Approx(0.1).epsilon(1e-12));
        CHECK(projection.project(points, inverseMasses, lengths, 1, 0.0) < 1e-12);
        CHECK(points.back().y == Approx(-length * n).epsilon(1e-12));
    }
    SECTION("a bent one converges quadratically")
    {
        // The bend is that of the reference: segments turned by 0.02 rad each, and up to 1 % too long or short.
        std::vector<Vec3> points = {Vec3(0.0)};
        for (int q = 0; q < n; ++q)
        {
            const double r = length * (1.0 + 0.01 * std::sin(3.0 * q));
            points.push_back(points.back() + r * Vec3(std::cos(0.02 * q), -std::sin(0.02 * q), 0.0));
        }
        const nlohmann::json& residuals = value.at("bent_residuals");
        CHECK(projection.project(points, inverseMasses, lengths, 0, 0.0) ==
              Approx(residuals[0].get<double>()).epsilon(1e-9));
        CHECK(projection.project(points, inverseMasses, lengths, 1, 0.0) ==
              Approx(residuals[1].get<double>()).epsilon(1e-4));
        CHECK(projection.project(points, inverseMasses, lengths, 1, 0.0) < 1e-12);
        CHECK(points.back().x == Approx(value.at("bent_tip")[0].get<double>()).epsilon(1e-9));
        CHECK(points.back().y == Approx(value.at("bent_tip")[1].get<double>()).epsilon(1e-9));
    }
}

TEST_CASE("a direct projection leaves no stretch")
{
    ConstrainedRopeSettings settings;
    settings.solver = ConstraintSolver::direct;
    settings.iterations = 50;
    SECTION("at rest, under any load")
    {
        settings.load = GENERATE(0.0, 1.0, 1000.0);
        CHECK(settled(settings).largestStretch() < 1e-9);
    }
    SECTION("while it swings and whips, and makes no energy")
    {
        settings.load = GENERATE(0.0, 1.0);
        settings.airFriction = 0.0;
        ConstrainedRope rope(settings);
        for (int i = 0; i < 1200; ++i)
        {
            rope.step(1.0 / 60.0);
            REQUIRE(rope.largestStretch() < 1e-9);
            REQUIRE(rope.kineticEnergy() + rope.potentialEnergy() < 0.0); // released level, at rest
        }
    }
}

TEST_CASE("velocities along the constraints change no length to first order")
{
    const std::vector<Vec3> points = {Vec3(0.0), Vec3(0.3, -0.4, 0.0), Vec3(0.5, -0.4, 0.6), Vec3(0.5, 0.1, 0.9)};
    const std::vector<double> inverseMasses = {0.0, 2.0, 1.0, 0.25};
    std::vector<Vec3> velocities = {Vec3(0.1, 0.0, 0.2), Vec3(1.0, 2.0, 3.0), Vec3(-1.0, 0.5, 0.0),
                                    Vec3(0.0, 0.0, 4.0)};
    const std::vector<Vec3> before = velocities;
    rope::ChainProjection projection;
    projection.projectVelocities(points, velocities, inverseMasses);
    CHECK(velocities[0] == before[0]);
    for (std::size_t j = 0; j + 1 < points.size(); ++j)
        CHECK(glm::dot(points[j] - points[j + 1], velocities[j] - velocities[j + 1]) == Approx(0.0).margin(1e-12));
    // The last mass has one segment: its velocity changes along that segment only.
    const Vec3 taken = velocities[3] - before[3];
    CHECK(glm::length(glm::cross(taken, points[2] - points[3])) == Approx(0.0).margin(1e-12));
}

TEST_CASE("the air brakes a falling mass as the implicit formula says")
{
    // The connection point falls with the free mass, so that the constraint has nothing to do:
    // v+ = v / (1 + b h / m) + g h.
    ConstrainedRopeSettings settings;
    settings.massCount = 2;
    settings.airFriction = 0.3;
    ConstrainedRope rope(settings);
    const double h = 1.0 / 60.0;
    double v = 0.0;
    double y = 0.0;
    for (int i = 0; i < 400; ++i)
    {
        v = v / (1.0 + 0.3 * h / 0.05) - 9.81 * h;
        y += v * h;
        rope.setConnectionVelocity(Vec3(0.0, v, 0.0));
        rope.step(h);
        CHECK(rope.masses()[1].position.y == Approx(y).epsilon(1e-12));
    }
    CHECK(v == Approx(-0.05 * 9.81 / 0.3 - 9.81 * h).epsilon(1e-9)); // m g / b, and g h of the last step
}

TEST_CASE("a rope of constraints names the constant that is wrong")
{
    const auto message = [](auto change)
    {
        ConstrainedRopeSettings settings;
        change(settings);
        try
        {
            ConstrainedRope rope(settings);
        }
        catch (const std::invalid_argument& error)
        {
            return std::string(error.what());
        }
        return std::string("accepted");
    };
    CHECK(message([](auto& s) { s.massCount = 1; }) == "mass_count = 1: must be 2 to 1000000");
    CHECK(message([](auto& s) { s.mass = 0.0; }) == "mass = 0: must be finite and above 0");
    CHECK(message([](auto& s) { s.load = -1.0; }) == "load = -1: must be finite and not below 0");
    CHECK(message([](auto& s) { s.iterations = 0; }) == "iterations = 0: must be 1 or more");
    CHECK(message([](auto& s) { s.maxDt = 0.0; }) == "max_dt = 0 s: must be finite and above 0");
    CHECK(message([](auto& s) { s.airFriction = std::numeric_limits<double>::quiet_NaN(); }) ==
          "air_friction = nan: must be finite and not below 0");
    CHECK_THROWS_AS(ConstrainedRope({}).layOut({Vec3(0.0)}), std::invalid_argument);
}
