#include "catch.hpp"
#include "reference.hpp"

#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>
#include <rope/statics.hpp>

#include <algorithm>
#include <cmath>

using rope::RopeIntegrator;
using rope::RopeSettings;
using rope::RopeSimulation;
using rope::Vec3;

namespace
{

RopeSettings hung(RopeIntegrator integrator, double span)
{
    RopeSettings settings;
    settings.integrator = integrator;
    settings.groundHeight = -1000.0;
    settings.airFriction = 0.3;
    settings.pinFreeEnd = true;
    settings.freeEndPosition = {span, 0.0, 0.0};
    return settings;
}

void run(RopeSimulation& sim, double seconds)
{
    for (long i = std::lround(seconds / sim.longestStep()); i > 0; --i)
        sim.step(sim.longestStep());
}

double fastestMass(const RopeSimulation& sim)
{
    double fastest = 0.0;
    for (const rope::Mass& mass : sim.masses())
        fastest = std::max(fastest, glm::length(mass.velocity));
    return fastest;
}

const auto everyIntegrator = {RopeIntegrator::semi_implicit_euler, RopeIntegrator::implicit_euler,
                              RopeIntegrator::implicit_midpoint, RopeIntegrator::energy_momentum, RopeIntegrator::bdf2};

} // namespace

TEST_CASE("a rope pinned at both ends settles in the catenary", "[pinned]")
{
    const int span = GENERATE(1, 2, 3);
    const auto integrator = GENERATE(values(everyIntegrator));
    CAPTURE(span, static_cast<int>(integrator));
    RopeSimulation sim(hung(integrator, span));
    run(sim, 30.0);
    const nlohmann::json value = referenceItem("B.cat." + std::to_string(span), "theory_reference.json").at("value");
    double lowest = 0.0;
    for (const rope::Mass& mass : sim.masses())
        lowest = std::min(lowest, mass.position.y);
    CHECK(-lowest == Approx(value.at("sag").get<double>()).margin(1e-6));
    CHECK(sim.tension(39) == Approx(value.at("H").get<double>()).margin(1e-4));
    CHECK(sim.tension(0) == Approx(value.at("T_first").get<double>()).margin(1e-4));
    CHECK(sim.tension(78) == Approx(value.at("T_last").get<double>()).margin(1e-4));
    CHECK(sim.masses().back().position == Vec3(span, 0.0, 0.0));
    CHECK(sim.masses().back().velocity == Vec3(0.0));
    CHECK_FALSE(sim.runawayMass());
}

TEST_CASE("a pin that is switched on, moved or switched off makes nothing jump", "[pinned]")
{
    const auto integrator = GENERATE(values(everyIntegrator));
    CAPTURE(static_cast<int>(integrator));
    RopeSettings settings = hung(integrator, 2.0);
    settings.pinFreeEnd = false;
    RopeSimulation sim(settings);
    run(sim, 0.7); // s: the rope swings
    const auto longestStride = [&sim](double seconds)
    {
        double longest = 0.0;
        for (long i = std::lround(seconds / sim.longestStep()); i > 0; --i)
        {
            const Vec3 before = sim.masses().back().position;
            sim.step(sim.longestStep());
            longest = std::max(longest, glm::distance(before, sim.masses().back().position));
        }
        return longest / sim.longestStep();
    };
    settings.pinFreeEnd = true;
    sim.setSettings(settings);
    CHECK(longestStride(5.0) <= 3.0 * (1.0 + 1e-12)); // 3 m/s: the bound in glideVelocity
    CHECK(sim.masses().back().position == settings.freeEndPosition);
    settings.freeEndPosition = {-1.0, 0.5, 1.0};
    sim.setSettings(settings);
    CHECK(longestStride(5.0) <= 3.0 * (1.0 + 1e-12));
    CHECK(sim.masses().back().position == settings.freeEndPosition);
    settings.pinFreeEnd = false;
    sim.setSettings(settings);
    CHECK(longestStride(2.0) < 20.0); // m/s: the end of a rope of 3.95 m that falls and whips
    CHECK(sim.masses().back().position.y < -1.0);
    CHECK_FALSE(sim.runawayMass());
}

TEST_CASE("pinned, the rope still grows, is reeled, loaded and pulled", "[pinned]")
{
    const auto integrator = GENERATE(values(everyIntegrator));
    const int what = GENERATE(0, 1, 2, 3, 4, 5);
    CAPTURE(static_cast<int>(integrator), what);
    RopeSettings settings = hung(integrator, 2.0);
    settings.airFriction = 0.6;
    RopeSimulation sim(settings);
    run(sim, 5.0);
    switch (what)
    {
    case 0:
        settings.massCount = 100;
        break;
    case 1:
        settings.massCount = 50;
        break;
    case 2:
        settings.payoutSpeed = 0.5;
        settings.maxMassCount = 100;
        break;
    case 3:
        settings.payoutSpeed = -0.5;
        settings.minMassCount = 55;
        break;
    case 4:
        sim.setLoad(5.0);
        break;
    default:
        sim.grab(40, {1.0, -1.0, 0.5});
    }
    sim.setSettings(settings);
    run(sim, 4.0);
    CHECK(glm::distance(sim.masses().back().position, settings.freeEndPosition) < 1e-3);
    CHECK_FALSE(sim.runawayMass());
    if (what == 5)
    {
        CHECK(glm::distance(sim.masses()[40].position, Vec3(1.0, -1.0, 0.5)) < 0.1);
        sim.grab(79, {0.0, 0.0, 0.0});
        CHECK_FALSE(sim.grabbed()); // a pinned mass cannot be grabbed
        sim.release();
    }
    run(sim, 20.0);
    CHECK(sim.masses().back().position == settings.freeEndPosition);
    CHECK(sim.masses().size() == (what == 0 || what == 2 ? 100u : what == 1 ? 50u : what == 3 ? 55u : 80u));
    const auto rest = rope::suspendedChain(rope::Chain::of(sim.masses(), sim.springs()), Vec3(0.0),
                                           settings.freeEndPosition, settings.gravity);
    REQUIRE(rest);
    CHECK(fastestMass(sim) < 1e-4);
    for (std::size_t i = 0; i < rest->positions.size(); ++i)
        REQUIRE(glm::distance(rest->positions[i], sim.masses()[i].position) < 1e-4);
}

TEST_CASE("a few masses between two supports find their balance", "[pinned]")
{
    const auto integrator = GENERATE(values(everyIntegrator));
    const int masses = GENERATE(3, 4, 5, 6, 7);
    CAPTURE(static_cast<int>(integrator), masses);
    RopeSettings settings = hung(integrator, 0.0);
    settings.massCount = masses;
    settings.freeEndPosition = {0.04 * (masses - 1), -0.01, 0.02};
    RopeSimulation sim(settings);
    run(sim, 20.0);
    const auto rest = rope::suspendedChain(rope::Chain::of(sim.masses(), sim.springs()), Vec3(0.0),
                                           settings.freeEndPosition, settings.gravity);
    REQUIRE(rest);
    for (std::size_t i = 0; i < rest->positions.size(); ++i)
        REQUIRE(glm::distance(rest->positions[i], sim.masses()[i].position) < 1e-9);
    for (std::size_t j = 0; j < rest->tension.size(); ++j)
        REQUIRE(sim.tension(j) == Approx(rest->tension[j]).margin(1e-6));
}

TEST_CASE("a pinned end has no step limit of its own", "[pinned]")
{
    // One free mass between two pinned ones moves against the stiffness 2 k: the limit is 2 / sqrt(2 k / m).
    RopeSettings settings = hung(RopeIntegrator::semi_implicit_euler, 0.1);
    settings.massCount = 3;
    settings.airFriction = settings.springFriction = 0.0;
    const double exact = 2.0 / std::sqrt(2.0 * settings.springConstant / settings.mass);
    const double found = RopeSimulation(settings).stableStep();
    CHECK(found == Approx(exact).epsilon(5e-4)); // to 0.05 %, and never above it
    CHECK(found <= exact);
    settings.pinFreeEnd = false;
    CHECK(RopeSimulation(settings).stableStep() < exact);
    // With two masses, both pinned, no mass is free.
    settings.pinFreeEnd = true;
    settings.massCount = 2;
    RopeSimulation none(settings);
    CHECK(std::isinf(none.stableStep()));
    settings.integrator = GENERATE(values(everyIntegrator));
    none.setSettings(settings);
    run(none, 6.0);
    CHECK(none.masses().back().position == settings.freeEndPosition);
}

TEST_CASE("pinned at both ends, a rope keeps its energy", "[pinned]")
{
    RopeSettings settings = hung(RopeIntegrator::energy_momentum, 2.0);
    settings.airFriction = settings.springFriction = 0.0;
    settings.freeEndPosition = {3.95, 0.0, 0.0}; // where it is laid out
    RopeSimulation sim(settings);
    const double energy = sim.totalEnergy();
    run(sim, 10.0);
    CHECK(sim.totalEnergy() == Approx(energy).margin(1e-2)); // J: the error of Newton's method in 600 steps
}
