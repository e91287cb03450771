#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>

#include "catch.hpp"

#include <glm/geometric.hpp>

#include <cmath>

using rope::EnergyLine;
using rope::RopeIntegrator;
using rope::RopeSettings;
using rope::RopeSimulation;
using rope::Vec3;

namespace
{

constexpr double span = 4.0 / 60.0; // [s] of motion in one tick of the user's

} // namespace

TEST_CASE("time, weight and reel stand while a rope is posed", "[pose]")
{
    RopeSettings settings;
    settings.integrator = GENERATE(RopeIntegrator::semi_implicit_euler, RopeIntegrator::implicit_euler,
                                   RopeIntegrator::energy_momentum, RopeIntegrator::bdf2);
    settings.payoutSpeed = 1.0;
    RopeSimulation sim(settings);
    sim.setBooks(true);
    const std::size_t count = sim.masses().size();
    for (int i = 0; i < 60; ++i)
    {
        sim.setConnectionVelocity({-0.5, 0.0, 0.0});
        sim.pose(span);
    }
    CHECK(sim.time() == 0.0);
    CHECK(sim.masses().size() == count);
    CHECK(sim.connectionPosition().x == Approx(-0.5 * 60.0 * span)); // speed times motion
    for (const rope::Mass& mass : sim.masses())
    {
        CHECK(mass.velocity == Vec3(0.0));
        CHECK(std::abs(mass.position.y) < 1e-9); // in a second it would have fallen 4.9 m
    }
    // The rope is towed along: what its elasticity keeps and nothing else is the work of the hand.
    CHECK(sim.energyLine(EnergyLine::connection) ==
          Approx(sim.totalEnergy() - RopeSimulation(settings).totalEnergy()).margin(1e-9));
    CHECK(std::abs(sim.energyBook().imbalance()) < 1e-9);
    CHECK(sim.masses().back().position.x == Approx(79 * 0.05 - 2.0).margin(0.3));
}

TEST_CASE("a posed mass does not go through the ground", "[pose]")
{
    RopeSettings settings;
    settings.groundHeight = -0.5;
    RopeSimulation sim(settings);
    sim.setBooks(true);
    for (int i = 0; i < 120; ++i)
    {
        sim.grab(40, {2.0, -3.0, 0.0});
        sim.pose(span);
        REQUIRE_FALSE(sim.runawayMass());
    }
    // The grab pulls with at most m 4/dt; the ground's spring k and the masses beside it hold against it.
    const double deepest = settings.mass * 4.0 / sim.longestStep() / settings.groundRepulsion;
    for (const rope::Mass& mass : sim.masses())
        CHECK(mass.position.y > settings.groundHeight - deepest);
    CHECK(std::abs(sim.energyBook().imbalance()) < 1e-9 * sim.energyBook().throughput());
    sim.release();
    sim.advance(2.0);
    CHECK_FALSE(sim.runawayMass());
    CHECK(std::abs(sim.energyBook().imbalance()) < 1e-9 * sim.energyBook().throughput());
}
