#include "catch.hpp"

#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

using rope::RopeIntegrator;
using rope::RopeSettings;
using rope::RopeSimulation;
using rope::Vec3;

namespace
{

constexpr double frame = 1.0 / 60.0;

bool finite(const RopeSimulation& sim)
{
    return std::all_of(sim.masses().begin(), sim.masses().end(),
                       [](const rope::Mass& m)
                       {
                           const double sum = glm::dot(m.position, m.position) + glm::dot(m.velocity, m.velocity);
                           return std::isfinite(sum);
                       });
}

double scaleOfEnergy(const RopeSettings& s) // [J] from lying level to hanging down
{
    return s.mass * 9.81 * s.springLength * s.massCount * (s.massCount - 1) / 2.0;
}

} // namespace

TEST_CASE("a released rope swings and does not blow up at any stiffness", "[implicit]")
{
    RopeSettings settings;
    settings.integrator =
        GENERATE(RopeIntegrator::implicit_euler, RopeIntegrator::implicit_midpoint, RopeIntegrator::energy_momentum);
    const double h = GENERATE(1.0 / 60.0, 1.0 / 30.0);
    settings.springConstant = GENERATE(1e4, 1e7);
    settings.mass = GENERATE(0.05, 1e-3);
    const bool friction = GENERATE(true, false);
    settings.groundHeight = -1000.0;
    if (!friction)
        settings.springFriction = settings.airFriction = 0.0;
    CAPTURE(static_cast<int>(settings.integrator), h, settings.springConstant, settings.mass, friction);
    RopeSimulation sim(settings);
    const double before = sim.totalEnergy();
    double farthest = 0.0;
    for (int i = 0; i < static_cast<int>(20.0 / h); ++i)
    {
        sim.step(h);
        farthest = std::min(farthest, sim.masses().back().position.x);
        REQUIRE(sim.totalEnergy() - before < 0.03 * scaleOfEnergy(settings));
        REQUIRE_FALSE(sim.runawayMass());
    }
    if (!friction || settings.mass > 0.01)
        CHECK(farthest < -0.2); // it went to the other side; the light one creeps through the air
}

TEST_CASE("the energy-momentum method keeps the energy of a swinging rope at one step a frame", "[implicit]")
{
    RopeSettings settings;
    settings.groundHeight = -1000.0;
    settings.springFriction = settings.airFriction = 0.0;
    const auto lost = [&](RopeIntegrator integrator)
    {
        settings.integrator = integrator;
        RopeSimulation sim(settings);
        const double before = sim.totalEnergy();
        for (int i = 0; i < 600; ++i)
            sim.step(frame);
        return (before - sim.totalEnergy()) / scaleOfEnergy(settings);
    };
    CHECK(std::abs(lost(RopeIntegrator::energy_momentum)) < 1e-4);
    CHECK(lost(RopeIntegrator::implicit_euler) == Approx(0.8).margin(0.05));
}

TEST_CASE("the damped swing loses its energy as the explicit one at a tiny step does", "[implicit]")
{
    RopeSettings settings;
    settings.groundHeight = -1000.0;
    RopeSimulation explicitly(settings);
    settings.integrator = GENERATE(RopeIntegrator::implicit_midpoint, RopeIntegrator::energy_momentum);
    RopeSimulation sim(settings);
    for (int second = 1; second <= 5; ++second)
    {
        for (int i = 0; i < 500; ++i)
            explicitly.step(0.002);
        for (int i = 0; i < 60; ++i)
            sim.step(frame);
        CAPTURE(second);
        CHECK(sim.totalEnergy() == Approx(explicitly.totalEnergy()).margin(0.05 * scaleOfEnergy(settings)));
    }
}

TEST_CASE("a saved rope goes on with the same bits", "[implicit]")
{
    RopeSettings settings;
    settings.integrator = RopeIntegrator::energy_momentum;
    settings.payoutSpeed = 1.0;
    RopeSimulation sim(settings);
    for (int i = 0; i < 60; ++i)
        sim.step(frame);
    const RopeSimulation saved = sim;
    for (int i = 0; i < 60; ++i)
        sim.step(frame);
    RopeSimulation again;
    again = saved;
    for (int i = 0; i < 60; ++i)
        again.step(frame);
    REQUIRE(again.masses().size() == sim.masses().size());
    for (std::size_t i = 0; i < sim.masses().size(); ++i)
    {
        CHECK(again.masses()[i].position == sim.masses()[i].position);
        CHECK(again.masses()[i].velocity == sim.masses()[i].velocity);
    }
}

TEST_CASE("the reel pays out and takes in at one step a frame", "[implicit][reel]")
{
    RopeSettings settings;
    settings.integrator =
        GENERATE(RopeIntegrator::implicit_euler, RopeIntegrator::implicit_midpoint, RopeIntegrator::energy_momentum);
    settings.groundHeight = -1000.0;
    settings.airFriction = 0.2;
    settings.insertion = GENERATE(rope::Insertion::consistent, rope::Insertion::article);
    CAPTURE(static_cast<int>(settings.integrator), static_cast<int>(settings.insertion));
    RopeSimulation sim(settings);
    for (int i = 0; i < 1800; ++i)
        sim.advance(frame);
    const double rest = sim.restLength();
    for (const double speed : {0.7, -0.7, 20.0, -20.0})
    {
        settings.payoutSpeed = speed;
        sim.setSettings(settings);
        double highest = 0.0;
        for (int i = 0; i < 60; ++i)
        {
            sim.advance(frame);
            for (std::size_t j = 0; j < sim.springs().size(); ++j)
                highest = std::max(highest, sim.tension(j));
        }
        CAPTURE(speed);
        CHECK(finite(sim));
        CHECK_FALSE(sim.runawayMass());
        if (std::abs(speed) < 1.0 && settings.insertion == rope::Insertion::consistent)
            CHECK(highest < 120.0); // it weighs 42 N; turning round by 1.4 m/s adds sqrt(k m) times that, 31 N
    }
    CHECK(sim.restLength() == Approx(rest).epsilon(1e-9));
}

TEST_CASE("a slowly paid out rope hangs as its weight says", "[implicit][reel]")
{
    RopeSettings settings;
    settings.integrator = GENERATE(RopeIntegrator::implicit_euler, RopeIntegrator::energy_momentum);
    settings.groundHeight = -1000.0;
    settings.airFriction = 0.2;
    settings.payoutSpeed = 0.05;
    RopeSimulation sim(settings);
    for (int i = 0; i < 2400; ++i)
        sim.advance(frame);
    settings.payoutSpeed = 0.0;
    sim.setSettings(settings);
    for (int i = 0; i < 1200; ++i)
        sim.advance(frame);
    CHECK(sim.restLength() == Approx(79 * 0.05 + 2.0));
    CHECK(sim.masses().size() > 115);
    const double weight = static_cast<double>(sim.masses().size() - 1) * settings.mass * 9.81;
    CHECK(sim.tension(0) == Approx(weight).epsilon(1e-3));
}

TEST_CASE("a hand lifts a rope of eight hundred masses and lets go of none", "[implicit][grab]")
{
    RopeSettings settings;
    settings.integrator = RopeIntegrator::implicit_euler;
    settings.massCount = GENERATE(80, 800);
    settings.springConstant = 1e6;
    settings.groundHeight = -1000.0;
    RopeSimulation sim(settings);
    for (int i = 0; i < 600; ++i)
        sim.step(frame);
    const std::size_t held = sim.masses().size() - 1;
    const Vec3 target = sim.masses()[held].position + Vec3(1.0, 2.0, 0.5);
    sim.grab(held, target);
    for (int i = 0; i < 600; ++i)
        sim.step(frame);
    CHECK(glm::distance(sim.masses()[held].position, target) < 0.05);

    sim.grab(held, {1e6, 1e6, 0.0});
    for (int i = 0; i < 300; ++i)
        sim.step(frame);
    CHECK(finite(sim));
    CHECK(sim.length() < 2.0 * sim.restLength());
}

TEST_CASE("a load on the free end and a connection point that moves", "[implicit][load]")
{
    RopeSettings settings;
    settings.integrator =
        GENERATE(RopeIntegrator::implicit_euler, RopeIntegrator::implicit_midpoint, RopeIntegrator::energy_momentum);
    settings.groundHeight = -1000.0;
    settings.airFriction = 0.2;
    CAPTURE(static_cast<int>(settings.integrator));
    RopeSimulation sim(settings);
    sim.setLoad(100.0);
    for (int i = 0; i < 60; ++i)
        sim.step(frame);
    sim.setConnectionVelocity({0.0, 1.0, 0.0});
    for (int i = 0; i < 60; ++i)
        sim.step(frame);
    CHECK(sim.connectionPosition().y == Approx(1.0));
    CHECK(sim.masses()[0].velocity.y == 1.0);
    sim.setConnectionVelocity(Vec3(0.0));
    settings.airFriction = 20.0;
    sim.setSettings(settings);
    for (int i = 0; i < 12'000; ++i)
        sim.step(0.1);
    CHECK(sim.tension(0) == Approx(9.81 * (100.0 + 79 * 0.05)).epsilon(1e-3));
}

TEST_CASE("a mass lies on the ground as deep as its weight presses it", "[implicit]")
{
    RopeSettings settings;
    settings.integrator =
        GENERATE(RopeIntegrator::implicit_euler, RopeIntegrator::implicit_midpoint, RopeIntegrator::energy_momentum);
    CAPTURE(static_cast<int>(settings.integrator));
    RopeSimulation sim(settings);
    for (int i = 0; i < 1200; ++i)
        sim.step(frame);
    CHECK(sim.masses().back().position.y == Approx(-1.5 - 0.05 * 9.81 / 100.0).margin(1e-5));
}

TEST_CASE("nothing that the rows allow makes a value that is not finite", "[implicit]")
{
    std::mt19937 random(7);
    const auto pick = [&random](int count) { return static_cast<int>(random() % static_cast<unsigned>(count)); };
    for (int run = 0; run < 300; ++run)
    {
        RopeSettings settings;
        rope::Parameters rows;
        settings.describe(rows);
        std::string changes;
        for (rope::Parameter& row : rows.rows())
        {
            if (row.name() == "mass_count")
                settings.massCount = 2 + pick(40);
            else if (row.name() == "max_mass_count")
                settings.maxMassCount = 2 + pick(80);
            else if (std::holds_alternative<rope::Parameter::Choice>(row.field()))
                row.parse(row.choices()[static_cast<std::size_t>(pick(static_cast<int>(row.choices().size())))]);
            else if (double* const* number = std::get_if<double*>(&row.field()))
            {
                const int how = pick(6); // mostly the default
                if (how == 0)
                    **number = row.minimum();
                else if (how == 1)
                    **number = row.maximum();
                else if (how == 2)
                    **number = row.minimum() + (row.maximum() - row.minimum()) * 1e-3 * pick(1001);
            }
            if (!row.isDefault())
                changes += row.name() + "=" + row.text() + " ";
        }
        settings.integrator = static_cast<RopeIntegrator>(1 + run % 3);
        CAPTURE(run, changes);
        RopeSimulation sim(settings);
        sim.setLoad(run % 7 == 0 ? 1e4 : 0.0);
        for (int i = 0; i < 120; ++i)
        {
            if (i == 30)
                sim.setConnectionVelocity(settings.connectionSpeed * Vec3(1.0, -1.0, 1.0));
            if (i == 60)
                sim.setConnectionVelocity(Vec3(0.0));
            if (i == 70 && run % 2 == 0)
                sim.grab(sim.masses().size() / 2, {3.0, 3.0, 3.0});
            if (i == 100)
                sim.release();
            sim.step(frame);
        }
        CHECK(finite(sim));
    }
}
