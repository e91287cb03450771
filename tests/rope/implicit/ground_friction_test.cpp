#include "catch.hpp"
#include "random_states.hpp"
#include "rope/stability/random_ropes.hpp"

#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>

#include <array>

// Friction and absorption of the ground only take energy. tests/random_states.hpp says how to try more states.

using rope::EnergyBook;
using rope::EnergyLine;
using rope::RopeIntegrator;
using rope::RopeSettings;
using rope::RopeSimulation;
using rope::Vec3;

namespace
{

constexpr std::array implicitIntegrators{RopeIntegrator::implicit_euler, RopeIntegrator::implicit_midpoint,
                                         RopeIntegrator::energy_momentum};

/// The energy that friction and absorption of the ground have made, as a part of all that went through the books.
double madeByGround(const RopeSimulation& sim)
{
    const EnergyBook book = sim.energyBook();
    const double most = std::max(book.gained(EnergyLine::ground_friction), book.gained(EnergyLine::ground_absorption));
    return most <= 0.0 ? 0.0 : most / book.throughput();
}

} // namespace

TEST_CASE("a light rope on rough ground gains nothing from it", "[implicit]")
{
    for (const RopeIntegrator integrator : implicitIntegrators)
    {
        RopeSettings settings;
        settings.integrator = integrator;
        settings.mass = 1e-5;
        settings.groundHeight = 0.0;
        settings.airFriction = 0.0;
        settings.groundFriction = 30.0;
        RopeSimulation sim(settings);
        sim.setBooks(true);
        for (int tick = 0; tick < 180; ++tick)
        {
            sim.advance(1.0 / 60.0);
            CAPTURE(integrator, tick);
            REQUIRE(madeByGround(sim) < 1e-14);
            REQUIRE(sim.length() < 5.0); // 3.95 m at rest
        }
    }
}

TEST_CASE("in no state does friction of the ground make energy in an implicit step", "[implicit]")
{
    double most = 0.0; // that it has taken
    const RandomStates states(2000);
    for (int seed = states.first; seed < states.end(); ++seed)
    {
        Sliders sliders(static_cast<unsigned>(seed) + 9'000'000);
        RopeSettings settings = sliders.rope();
        settings.massCount = 2 + static_cast<int>(sliders.uniform(0.0, 40.0));
        settings.groundHeight = sliders.uniform(-1.0, 0.5);
        settings.payoutSpeed = 0.0;
        if (sliders.chance(0.5))
            settings.airFriction = 0.0;
        settings.integrator = implicitIntegrators[static_cast<std::size_t>(seed) % implicitIntegrators.size()];
        RopeSimulation sim(settings);
        sim.setBooks(true);
        if (sliders.chance(0.4))
            sim.grab(1 + static_cast<std::size_t>(sliders.uniform(0.0, settings.massCount - 1.001)),
                     sliders.vector(3.0));
        if (sliders.chance(0.5))
            sim.setConnectionVelocity(sliders.vector(3.0));
        double made = 0.0;
        runTicks(sim, 0.5, 3e4,
                 [&]
                 {
                     made = std::max(made, madeByGround(sim));
                     return true;
                 });
        most = std::max(most, sim.energyLine(EnergyLine::ground_friction));
        CAPTURE(seed, settings.integrator, settings.mass, settings.groundFriction, settings.groundAbsorption);
        REQUIRE(made < 1e-12);
    }
    CHECK(most > 1.0); // ropes have slid
}
