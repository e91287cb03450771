#include "catch.hpp"

#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

using rope::RopeIntegrator;
using rope::RopeSettings;
using rope::RopeSimulation;
using rope::Vec3;

namespace
{

/// Without friction, gravity and ground.
RopeSettings bare(RopeIntegrator integrator, int masses)
{
    RopeSettings settings;
    settings.integrator = integrator;
    settings.massCount = masses;
    settings.springFriction = 0.0;
    settings.airFriction = 0.0;
    settings.gravity = Vec3(0.0);
    settings.groundHeight = -1000.0;
    return settings;
}

Vec3 angularMomentum(const RopeSimulation& sim) // about the connection point
{
    Vec3 sum(0.0);
    for (const rope::Mass& mass : sim.masses())
        sum += mass.mass * glm::cross(mass.position - sim.connectionPosition(), mass.velocity);
    return sum;
}

constexpr double frame = 1.0 / 60.0;

} // namespace

TEST_CASE("one mass on a spring moves as the formula of its integrator says", "[implicit]")
{
    const auto integrator =
        GENERATE(RopeIntegrator::implicit_euler, RopeIntegrator::implicit_midpoint, RopeIntegrator::energy_momentum);
    const double k = GENERATE(10.0, 1e4, 1e7);
    CAPTURE(static_cast<int>(integrator), k);
    RopeSettings settings = bare(integrator, 2);
    settings.springLength = 1.0;
    settings.springConstant = k;
    const double omega = std::sqrt(k / settings.mass);
    const double wh = omega * frame;
    // Small enough that the spring never turns over.
    const double amplitude = 0.1 / (1.0 + wh);
    double x = amplitude;
    double v = 0.3 * amplitude * omega;
    RopeSimulation sim(settings);
    sim.setFreeEnd({1.0 + x, 0.0, 0.0}, {v, 0.0, 0.0});

    for (int i = 0; i < 100; ++i)
    {
        sim.step(frame);
        double next = 0.0;
        if (integrator == RopeIntegrator::implicit_euler) // v+ = (v - w²h x)/(1 + w²h²)
            next = (v - omega * wh * x) / (1.0 + wh * wh);
        else // the trapezoid: a turn by 2 atan(wh/2) in the phase plane
            next = ((1.0 - wh * wh / 4.0) * v - omega * wh * x) / (1.0 + wh * wh / 4.0);
        x += frame * (integrator == RopeIntegrator::implicit_euler ? next : 0.5 * (v + next));
        v = next;
        REQUIRE(sim.masses()[1].position.x - 1.0 == Approx(x).margin(1e-9 * amplitude));
        REQUIRE(sim.masses()[1].velocity.x == Approx(v).margin(1e-9 * amplitude * omega));
    }
}

TEST_CASE("friction of any size brakes without reversing", "[implicit]")
{
    const auto integrator =
        GENERATE(RopeIntegrator::implicit_euler, RopeIntegrator::implicit_midpoint, RopeIntegrator::energy_momentum);
    const double friction = GENERATE(0.001, 0.05, 1.0, 100.0);
    CAPTURE(static_cast<int>(integrator), friction);
    RopeSettings settings = bare(integrator, 2);
    settings.springConstant = 0.0;
    settings.airFriction = friction;
    RopeSimulation sim(settings);
    sim.setFreeEnd({1.0, 0.0, 0.0}, {1.0, -2.0, 3.0});
    const double z = friction * frame / settings.mass;
    const double factor = integrator == RopeIntegrator::implicit_euler ? 1.0 / (1.0 + z) : std::exp(-z);
    for (int i = 1; i <= 5; ++i)
    {
        sim.step(frame);
        CHECK(sim.masses()[1].velocity.x == Approx(std::pow(factor, i)).epsilon(1e-10).margin(1e-14));
        CHECK(sim.masses()[1].velocity.y == Approx(-2.0 * std::pow(factor, i)).epsilon(1e-10).margin(1e-14));
    }
}

TEST_CASE("the ground's friction and absorption of any size brake without reversing", "[implicit]")
{
    const auto integrator =
        GENERATE(RopeIntegrator::implicit_euler, RopeIntegrator::implicit_midpoint, RopeIntegrator::energy_momentum);
    CAPTURE(static_cast<int>(integrator));
    RopeSettings settings = bare(integrator, 2);
    settings.springConstant = 0.0;
    settings.groundHeight = 0.0;
    settings.groundRepulsion = 0.0;
    settings.groundFriction = 1000.0;
    settings.groundAbsorption = 1000.0;
    RopeSimulation sim(settings);
    sim.setFreeEnd({1.0, -0.5, 0.0}, {5.0, -5.0, -5.0});
    sim.step(frame);
    const Vec3 v = sim.masses()[1].velocity;
    CHECK(v.x >= 0.0);
    CHECK(v.x < 0.02);
    CHECK(v.z == -v.x);
    CHECK(v.y == -v.x);

    // Masses that rise are free of absorption.
    sim.setFreeEnd({1.0, -0.5, 0.0}, {0.0, 5.0, 0.0});
    sim.step(frame);
    CHECK(sim.masses()[1].velocity.y == Approx(5.0));
}

TEST_CASE("halving the step divides the error by the order of the integrator", "[implicit]")
{
    const auto integrator =
        GENERATE(RopeIntegrator::implicit_euler, RopeIntegrator::implicit_midpoint, RopeIntegrator::energy_momentum);
    CAPTURE(static_cast<int>(integrator));
    const auto tip = [](RopeIntegrator way, double h)
    {
        RopeSettings settings = bare(way, 6);
        settings.gravity = {0.0, -9.81, 0.0};
        settings.springConstant = 200.0;
        settings.springFriction = 0.05;
        settings.airFriction = 0.01;
        RopeSimulation sim(settings);
        sim.setConnectionVelocity({0.3, 0.0, 0.2});
        for (long i = std::lround(0.4 / h); i > 0; --i)
            sim.step(h);
        return sim.masses().back().position;
    };
    const Vec3 truth = tip(RopeIntegrator::implicit_midpoint, 2e-5);
    REQUIRE(glm::distance(truth, tip(RopeIntegrator::semi_implicit_euler, 2e-6)) < 1e-4);
    const double h = integrator == RopeIntegrator::implicit_euler ? 2e-4 : 1e-3;
    const double coarse = glm::distance(tip(integrator, h), truth);
    const double fine = glm::distance(tip(integrator, 0.5 * h), truth);
    CAPTURE(coarse, fine);
    const double order = std::log2(coarse / fine);
    if (integrator == RopeIntegrator::implicit_euler)
        CHECK(order == Approx(1.0).margin(0.1));
    else
        CHECK(order == Approx(2.0).margin(0.15));
}

TEST_CASE("the energy-momentum method keeps energy and angular momentum", "[implicit]")
{
    RopeSettings settings = bare(RopeIntegrator::energy_momentum, 12);
    RopeSimulation sim(settings);
    sim.setFreeEnd(sim.masses().back().position, {0.0, 3.0, 2.0});
    const double energy = sim.totalEnergy();
    const Vec3 spin = angularMomentum(sim);
    for (int i = 0; i < 600; ++i)
        sim.step(frame);
    CHECK(sim.totalEnergy() == Approx(energy).epsilon(1e-4));
    CHECK(glm::distance(angularMomentum(sim), spin) < 1e-4 * glm::length(spin));

    SECTION("friction along the springs takes energy and leaves angular momentum")
    {
        settings.springFriction = 0.2;
        settings.frictionDirection = rope::FrictionDirection::axial;
        RopeSimulation damped(settings);
        damped.setFreeEnd(damped.masses().back().position, {0.0, 3.0, 2.0});
        for (int i = 0; i < 600; ++i)
            damped.step(frame);
        CHECK(damped.totalEnergy() < 0.9 * energy);
        CHECK(glm::distance(angularMomentum(damped), spin) < 1e-4 * glm::length(spin));
    }
    SECTION("the ground gives back what it took")
    {
        settings.gravity = {0.0, -9.81, 0.0};
        settings.groundHeight = -0.2;
        settings.groundFriction = settings.groundAbsorption = 0.0;
        RopeSimulation bouncing(settings);
        const double before = bouncing.totalEnergy();
        double deepest = 0.0;
        for (int i = 0; i < 600; ++i)
        {
            bouncing.step(frame);
            deepest = std::max(deepest, bouncing.groundEnergy());
        }
        CHECK(deepest > 0.1);
        CHECK(bouncing.totalEnergy() == Approx(before).margin(1e-4));
    }
}

TEST_CASE("a hanging rope stretches as its weight says at steps of a tenth of a second", "[implicit][statics]")
{
    const auto integrator =
        GENERATE(RopeIntegrator::implicit_euler, RopeIntegrator::implicit_midpoint, RopeIntegrator::energy_momentum);
    const int n = GENERATE(80, 800, 8000);
    CAPTURE(static_cast<int>(integrator), n);
    RopeSettings settings = bare(integrator, n);
    settings.gravity = {0.0, -9.81, 0.0};
    settings.springFriction = 0.2;
    settings.springConstant = 1e5; // softer, eight thousand masses would reach the lowest ground there is
    // The slowest lengthwise swing has the quarter wave length of the rope; this friction is critical for it.
    const double omega = std::numbers::pi / (2.0 * n - 1.0) * std::sqrt(settings.springConstant / settings.mass);
    settings.airFriction = 2.0 * omega * settings.mass;
    RopeSimulation sim(settings);
    std::vector<Vec3> straight;
    for (int i = 0; i < n; ++i)
        straight.emplace_back(0.0, -i * settings.springLength, 0.0);
    sim.layOut(straight);
    for (double t = 0.0; t < 16.0 / omega + 10.0; t += 0.1)
        sim.step(0.1);

    const double stretch = settings.mass * 9.81 / settings.springConstant * n * (n - 1.0) / 2.0;
    const double percent = 100.0 * (sim.length() - sim.restLength()) / sim.restLength();
    CHECK(percent == Approx(100.0 * stretch / sim.restLength()).margin(0.01));
    CHECK(sim.tension(0) == Approx((n - 1) * settings.mass * 9.81).epsilon(1e-4));
}

TEST_CASE("one step a frame, and no limit", "[implicit]")
{
    RopeSettings settings;
    settings.integrator = RopeIntegrator::energy_momentum;
    RopeSimulation sim(settings);
    CHECK(sim.advance(frame) == 1);
    CHECK(sim.stableStep() == std::numeric_limits<double>::infinity());
    settings.implicitMaxDt = 0.004;
    sim.setSettings(settings);
    CHECK(sim.advance(frame) == 5);
    settings.integrator = RopeIntegrator::semi_implicit_euler;
    sim.setSettings(settings);
    CHECK(sim.advance(frame) == 9);
}
