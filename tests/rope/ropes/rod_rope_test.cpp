// A rope that twists, has a radius or goes by BDF2: a rod takes its steps.
#include "catch.hpp"

#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using rope::RopeIntegrator;
using rope::RopeSettings;
using rope::RopeSimulation;
using rope::Vec3;

namespace
{

constexpr double tick = 1.0 / 60.0;

RopeSettings thick()
{
    RopeSettings settings;
    settings.massCount = 40;
    settings.bendingStiffness = 0.01;
    settings.ropeRadius = 0.02;
    settings.contactFriction = 0.4;
    settings.selfContact = true;
    settings.implicitMaxDt = 1.0 / 240.0;
    return settings;
}

/// All that a rod may be, and all that may happen to it.
RopeSettings everything()
{
    RopeSettings settings = thick();
    settings.torsionalStiffness = 0.02;
    settings.pinFreeEnd = true;
    settings.freeEndPosition = {1.0, -0.3, 0.2};
    settings.groundHeight = -0.8;
    settings.payoutSpeed = 0.6;
    return settings;
}

void live(RopeSimulation& sim, int ticks)
{
    for (int i = 0; i < ticks; ++i)
    {
        const double t = sim.time();
        sim.setConnectionVelocity({-0.6 * std::sin(2.0 * t), 0.0, 0.8 * std::cos(2.0 * t)});
        sim.advance(tick);
    }
}

bool sameMotion(const RopeSimulation& a, const RopeSimulation& b)
{
    return std::equal(a.masses().begin(), a.masses().end(), b.masses().begin(), b.masses().end(),
                      [](const rope::Mass& one, const rope::Mass& other)
                      { return one.position == other.position && one.velocity == other.velocity; });
}

double lowest(const RopeSimulation& sim)
{
    double low = sim.masses().front().position.y;
    for (const rope::Mass& mass : sim.masses())
        low = std::min(low, mass.position.y);
    return low;
}

} // namespace

TEST_CASE("a rope by BDF2 hangs as its springs say", "[rod_rope]")
{
    RopeSettings settings;
    settings.integrator = RopeIntegrator::bdf2;
    settings.groundHeight = -1000.0;
    settings.airFriction = 0.2;
    RopeSimulation sim(settings);
    sim.advance(40.0);
    const double n = settings.massCount;
    const double weight = settings.mass * 9.81;
    CHECK_THAT(
        sim.length(),
        WithinAbs((n - 1.0) * settings.springLength + weight / settings.springConstant * n * (n - 1.0) / 2.0, 1e-8));
    CHECK_THAT(sim.tension(0), WithinRel((n - 1.0) * weight, 1e-7));
    CHECK(sim.stableStep() > 1e9);
}

TEST_CASE("BDF2 is of order 2 and keeps a swing", "[rod_rope]")
{
    const auto tip = [](RopeIntegrator integrator, double h)
    {
        RopeSettings settings;
        settings.massCount = 8;
        settings.springConstant = 200.0;
        settings.springFriction = 0.5;
        settings.bendingStiffness = 0.002;
        settings.groundHeight = -1000.0;
        settings.integrator = integrator;
        settings.implicitMaxDt = h;
        RopeSimulation sim(settings);
        sim.advance(0.3);
        return sim.masses().back().position;
    };
    const Vec3 truth = tip(RopeIntegrator::energy_momentum, 1e-5);
    const double coarse = glm::distance(tip(RopeIntegrator::bdf2, 2e-3), truth);
    const double fine = glm::distance(tip(RopeIntegrator::bdf2, 1e-3), truth);
    CAPTURE(coarse, fine);
    CHECK(fine < 1e-4);
    CHECK(coarse / fine > 3.2);
    CHECK(coarse / fine < 4.8);
}

TEST_CASE("the books of a rope that a rod steps balance", "[rod_rope][books]")
{
    RopeSettings settings = everything();
    settings.integrator = GENERATE(RopeIntegrator::semi_implicit_euler, RopeIntegrator::implicit_euler);
    RopeSimulation sim(settings);
    sim.setBooks(true);
    live(sim, 120);
    settings.payoutSpeed = -0.5;
    settings.pinFreeEnd = false;
    settings.massCount = 35;
    settings.groundHeight = -0.6;
    sim.setSettings(settings);
    sim.setPins({{20, Vec3(0.3, -0.2, 0.1)}});
    sim.grab(30, {0.5, 0.3, 0.0});
    live(sim, 60);
    settings.ropeRadius = 0.0;
    sim.setSettings(settings);
    live(sim, 30);
    const rope::EnergyBook book = sim.energyBook();
    CHECK(std::abs(book.imbalance()) < 1e-11 * book.throughput());
    const rope::MomentumBook momentum = sim.momentumBook();
    CHECK(glm::length(momentum.linear.imbalance()) < 1e-11 * momentum.linear.throughput());
    CHECK(glm::length(momentum.angular.imbalance()) < 1e-11 * momentum.angular.throughput());
    CHECK(book.gained(rope::EnergyLine::ground_friction) < 0.0);
    CHECK_FALSE(sim.runawayMass());
}

TEST_CASE("a copy of a rope goes on with its twist, its touches and its past", "[rod_rope]")
{
    RopeSimulation sim(everything());
    live(sim, 100);
    REQUIRE_FALSE(sim.touches().empty());
    REQUIRE(sim.twist() != 0.0);
    const RopeSimulation saved = sim;
    live(sim, 100);
    RopeSimulation back = saved;
    live(back, 100);
    CHECK(sameMotion(sim, back));
    CHECK(sim.twist() == back.twist());
    CHECK(sim.touches().size() == back.touches().size());
    RopeSimulation assigned{RopeSettings{}};
    assigned = saved;
    live(assigned, 100);
    CHECK(sameMotion(sim, assigned));
}

TEST_CASE("a written moment keeps a rope's twist", "[rod_rope]")
{
    RopeSimulation sim(everything());
    live(sim, 100);
    RopeSimulation begun(sim.settings());
    begun.beginAt(sim.written());
    REQUIRE(sim.twist() != 0.0);
    CHECK_THAT(begun.twist(), WithinRel(sim.twist(), 1e-12));
}

TEST_CASE("a thick rope lies on the ground by its radius, and a touch gives way as a segment", "[rod_rope]")
{
    RopeSettings settings = thick();
    settings.airFriction = 0.3;
    settings.groundHeight = -settings.ropeRadius; // the connection point is as high as the rope lies
    settings.groundRepulsion = 1.0;               // of no account
    RopeSimulation sim(settings);
    sim.advance(4.0);
    const double depth = settings.mass * 9.81 / settings.springConstant;
    for (std::size_t i = 8; i < sim.masses().size(); ++i)
        CHECK_THAT(sim.masses()[i].position.y, WithinAbs(-depth, 0.2 * depth));
    CHECK(sim.groundEnergy() == 0.0);
    // Coulomb: towed at the height at which it lies, it pulls back with mu times its weight.
    for (int i = 0; i < 240; ++i)
    {
        sim.setConnectionVelocity({-0.5, 0.0, 0.0});
        sim.advance(tick);
    }
    const double loads = settings.mass * 9.81 * (settings.massCount - 1);
    const double air = settings.airFriction * 0.5 * (settings.massCount - 1);
    CHECK_THAT(sim.tension(0), WithinRel(settings.contactFriction * loads + air, 0.02));
}

TEST_CASE("with its radius at 0 a rope lies on the source tutorial's ground", "[rod_rope]")
{
    RopeSettings settings;
    settings.integrator = RopeIntegrator::bdf2;
    RopeSimulation sim(settings);
    sim.advance(20.0);
    CHECK_THAT(sim.masses().back().position.y,
               WithinAbs(settings.groundHeight - settings.mass * 9.81 / settings.groundRepulsion, 1e-6));
    CHECK(sim.touches().empty());
}

TEST_CASE("the torque of a rope between two supports is C times its twist by its length", "[rod_rope]")
{
    RopeSettings settings = everything();
    settings.ropeRadius = 0.0;
    settings.payoutSpeed = 0.0;
    RopeSimulation sim(settings);
    live(sim, 200);
    REQUIRE(std::abs(sim.twist()) > 0.05);
    // Each end holds the angle in the middle of its segment.
    const double length = sim.restLength() - settings.springLength;
    CHECK_THAT(sim.torque(), WithinRel(settings.torsionalStiffness * sim.twist() / length, 1e-12));
    CHECK_THAT(sim.twistEnergy(), WithinRel(0.5 * sim.torque() * sim.twist(), 1e-12));
    settings.pinFreeEnd = false;
    sim.setSettings(settings);
    CHECK(sim.torque() == 0.0);
    settings.pinFreeEnd = true;
    sim.setSettings(settings);
    CHECK_THAT(sim.torque(), WithinAbs(0.0, 1e-15)); // it is held as it is
}

TEST_CASE("a rope is posed, and stays a rope", "[rod_rope][pose]")
{
    RopeSimulation sim(everything());
    live(sim, 30);
    sim.setBooks(true);
    const double time = sim.time();
    const std::size_t count = sim.masses().size();
    for (int i = 0; i < 30; ++i)
    {
        sim.setConnectionVelocity({-0.5, 0.2, 0.0});
        sim.pose(4.0 * tick);
    }
    CHECK(sim.time() == time);
    CHECK(sim.masses().size() == count);
    for (const rope::Mass& mass : sim.masses())
        CHECK(mass.velocity == Vec3(0.0));
    CHECK(std::abs(sim.energyBook().imbalance()) < 1e-9);
    CHECK_FALSE(sim.runawayMass());
}

TEST_CASE("a rope that is paid out lies on the ground and on itself", "[rod_rope][reel]")
{
    RopeSettings settings = thick();
    settings.massCount = 20;
    settings.springLength = 0.03;
    settings.bendingStiffness = 0.001;
    settings.groundHeight = -0.6;
    settings.payoutSpeed = 0.7;
    settings.maxMassCount = 80;
    RopeSimulation sim(settings);
    for (int i = 0; i < 180; ++i)
        sim.advance(tick);
    CHECK(sim.masses().size() == 80);
    CHECK(sim.selfTouches().size() > 5);
    CHECK_FALSE(sim.passed());
    CHECK(lowest(sim) > settings.groundHeight + 0.9 * settings.ropeRadius);
}

TEST_CASE("any change of the constants leaves a rope whole", "[rod_rope]")
{
    RopeSimulation sim(everything());
    sim.setBooks(true);
    RopeSettings settings = everything();
    for (int i = 0; i < 24; ++i)
    {
        settings.ropeRadius = i % 3 == 0 ? 0.0 : 0.02;
        settings.torsionalStiffness = i % 4 < 2 ? 0.0 : 0.05;
        settings.selfContact = i % 2 == 0;
        settings.integrator = static_cast<RopeIntegrator>(i % 5);
        settings.massCount = 2 + 7 * (i % 4);
        settings.springLength = i % 6 < 3 ? 0.05 : 0.04;
        settings.payoutSpeed = i % 5 < 3 ? 1.0 : -1.0;
        settings.insertion = i % 7 < 5 ? rope::Insertion::consistent : rope::Insertion::article;
        settings.pinFreeEnd = i % 8 < 4;
        sim.setSettings(settings);
        live(sim, 20);
        CAPTURE(i);
        REQUIRE_FALSE(sim.runawayMass());
        CHECK(std::abs(sim.energyBook().imbalance()) < 1e-9 * sim.energyBook().throughput());
    }
}

TEST_CASE("a thick rope that is laid out on the ground is let out of it and has not run away", "[rod]")
{
    RopeSettings settings;
    settings.ropeRadius = 0.07;
    settings.groundHeight = 3.0; // the rope is laid out there, half of it within
    RopeSimulation rope(settings);
    for (int i = 0; i < 20; ++i)
    {
        rope.advance(tick);
        CHECK_FALSE(rope.runawayMass().has_value());
    }
    CHECK(rope.masses()[40].position.y > settings.groundHeight + 0.02);
}

TEST_CASE("a step that no iteration solves leaves no energy in the bends that nothing has given", "[rod]")
{
    RopeSettings settings; // segments far too short for such a stiffness
    settings.springLength = 0.00176;
    settings.bendingStiffness = 31.0;
    settings.torsionalStiffness = 0.536;
    settings.gravity = {-30.0, -48.9, -16.0};
    settings.pinFreeEnd = true;
    RopeSimulation rope(settings);
    for (int i = 0; i < 6; ++i)
    {
        rope.advance(tick);
        CHECK_FALSE(rope.runawayMass().has_value());
        CHECK(rope.bendingEnergy() < 10.0); // the springs hold as much; it was 88 kJ
    }
}
