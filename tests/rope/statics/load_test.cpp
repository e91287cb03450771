#include "catch.hpp"

#include <rope/impulse.hpp>
#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>

#include <limits>
#include <vector>

using rope::RopeSettings;
using rope::RopeSimulation;
using rope::Vec3;

namespace
{

std::vector<Vec3> straightDown(const RopeSettings& settings)
{
    std::vector<Vec3> positions;
    for (int i = 0; i < settings.massCount; ++i)
        positions.emplace_back(0.0, -i * settings.springLength, 0.0);
    return positions;
}

} // namespace

TEST_CASE("a load of 100 masses stretches the rope as its weight says", "[statics][load]")
{
    RopeSettings settings;
    settings.groundHeight = -1000.0;
    settings.airFriction = 5.0;
    RopeSimulation sim(settings);
    const double limit = sim.stableStep();
    sim.layOut(straightDown(settings));
    sim.setLoad(5.0);
    CHECK(sim.masses().back().mass == 5.05);
    CHECK(sim.stableStep() >= limit);
    for (int i = 0; i < 20'000; ++i)
        sim.step(0.002);
    CHECK(sim.tension(0) == Approx((79 * 0.05 + 5.0) * 9.81).margin(1e-6));
    // (m N (N - 1)/2 + (N - 1) M) g / k
    const double stretch = (0.05 * 80 * 79 / 2 + 79 * 5.0) * 9.81 / 1e4;
    CHECK(sim.length() - sim.restLength() == Approx(stretch).margin(1e-9));
    CHECK_FALSE(sim.runawayMass());
}

TEST_CASE("the load stays at the free end while masses come and go", "[reel][load]")
{
    RopeSettings settings;
    settings.groundHeight = -1000.0;
    settings.massCount = GENERATE(2, 40);
    RopeSimulation sim(settings);
    sim.layOut(straightDown(settings));
    sim.setLoad(2.0);
    const auto change = GENERATE(0, 1, 2, 3);
    if (change < 2)
        settings.payoutSpeed = change == 0 ? 1.0 : -1.0;
    else
        settings.massCount = change == 2 ? 60 : 20;
    sim.setSettings(settings);
    for (int i = 0; i < 1000; ++i)
        sim.step(0.001);
    for (std::size_t i = 0; i + 1 < sim.masses().size(); ++i)
        REQUIRE(sim.masses()[i].mass == 0.05);
    CHECK(sim.masses().back().mass == 2.05);
}

TEST_CASE("a load or a layout that cannot be is refused", "[load]")
{
    RopeSimulation sim;
    CHECK_THROWS_WITH(sim.setLoad(-1.0), "load = -1 kg: must be finite and not below 0");
    CHECK_THROWS_WITH(sim.layOut({Vec3(0.0)}), "layout of 1 positions: must have 80, one for each mass");
    std::vector<Vec3> positions(80, Vec3(0.0));
    positions[7].y = std::numeric_limits<double>::infinity();
    CHECK_THROWS_WITH(sim.layOut(positions), "position 7 of the layout: must be finite");
    CHECK(sim.masses()[7].position.x == 7 * 0.05); // nothing has changed
}

TEST_CASE("a body takes another mass and another velocity while it moves", "[impulse][load]")
{
    rope::BodyDefinition ball;
    ball.radius = 0.5;
    ball.mass = 2.0;
    rope::BodyDefinition ground;
    ground.vertices = rope::box(10.0, 1.0).vertices;
    ground.mass = 0.0;
    ground.position = {0.0, -5.0};
    rope::ImpulseSettings settings;
    settings.gravity = Vec3(0.0);
    rope::ImpulseSimulation sim({ball, ground}, settings);
    sim.setVelocity(0, {3.0, 4.0});
    sim.setVelocity(1, {3.0, 4.0});
    sim.setMass(0, 6.0);
    sim.setMass(1, 6.0);
    CHECK(sim.bodies()[0].inertia == Approx(0.5 * 6.0 * 0.25));
    CHECK(sim.kineticEnergy() == Approx(75.0));
    CHECK(sim.bodies()[1].fixed());
    CHECK_THROWS_WITH(sim.setMass(0, 0.0), "mass = 0 kg: must be finite and above 0");
    sim.step(0.1);
    CHECK(sim.bodies()[0].position.x == Approx(0.3));
}
