#include "catch.hpp"

#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

using rope::EnergyBook;
using rope::EnergyLine;
using rope::Insertion;
using rope::MomentumBook;
using rope::MomentumLine;
using rope::RopeIntegrator;
using rope::RopeSettings;
using rope::RopeSimulation;
using rope::Vec3;

namespace
{

constexpr RopeIntegrator integrators[] = {RopeIntegrator::semi_implicit_euler, RopeIntegrator::implicit_euler,
                                          RopeIntegrator::implicit_midpoint, RopeIntegrator::energy_momentum,
                                          RopeIntegrator::bdf2};

RopeSimulation booked(const RopeSettings& settings)
{
    RopeSimulation sim(settings);
    sim.setBooks(true);
    return sim;
}

double relativeImbalance(const RopeSimulation& sim)
{
    const EnergyBook book = sim.energyBook();
    return std::abs(book.imbalance()) / book.throughput();
}

/// Of linear and angular momentum, the larger imbalance.
double relativeMomentumImbalance(const RopeSimulation& sim)
{
    const MomentumBook book = sim.momentumBook();
    return std::max(glm::length(book.linear.imbalance()) / book.linear.throughput(),
                    glm::length(book.angular.imbalance()) / book.angular.throughput());
}

/// A short, soft rope that swings without friction and far above the ground. Steps of 2 ms resolve all its motions: the
/// fastest mode has w h < 2 sqrt(200/0.05) 0.002 = 0.25.
RopeSettings freeRope(double dt)
{
    RopeSettings settings;
    settings.massCount = 10;
    settings.springConstant = 200.0;
    settings.springFriction = settings.airFriction = 0.0;
    settings.groundHeight = -1000.0;
    settings.maxDt = settings.implicitMaxDt = dt;
    return settings;
}

/// Five seconds in which everything happens that a book has a line for. The stiffness stays within the step limit.
void liveThrough(RopeSimulation& sim)
{
    RopeSettings settings = sim.settings();
    for (int tick = 0; tick < 300; ++tick)
    {
        if (tick == 60)
            sim.setConnectionVelocity({1.0, 0.5, -0.3});
        if (tick == 120)
            sim.setConnectionVelocity({0.5, -3.0, 0.0}); // down, and then along the ground
        if (tick == 150)
            sim.grab(40, {1.0, 1.0, 0.5});
        if (tick == 200)
        {
            sim.release();
            settings.payoutSpeed = 1.0;
            settings.springConstant = 8000.0;
            settings.mass = 0.06;
            settings.gravity = {0.5, -8.0, 0.0};
            settings.groundHeight = -1.3;
            sim.setSettings(settings);
        }
        if (tick == 230)
        {
            settings.springLength = 0.06;
            settings.massCount = 85;
            settings.frictionDirection = rope::FrictionDirection::axial;
            sim.setSettings(settings);
        }
        if (tick == 250)
        {
            settings.payoutSpeed = -1.5;
            settings.pinFreeEnd = true;
            settings.freeEndPosition = {3.0, -0.5, 0.2};
            sim.setSettings(settings);
        }
        sim.advance(1.0 / 60.0);
    }
}

} // namespace

TEST_CASE("the books of a rope balance through everything that can happen to it", "[books]")
{
    for (const RopeIntegrator integrator : integrators)
        for (const Insertion insertion : {Insertion::consistent, Insertion::article})
        {
            CAPTURE(static_cast<int>(integrator), static_cast<int>(insertion));
            RopeSettings settings;
            settings.integrator = integrator;
            settings.insertion = insertion;
            RopeSimulation sim = booked(settings);
            liveThrough(sim);
            const EnergyBook book = sim.energyBook();
            for (std::size_t i = 0; i < book.lines.size(); ++i)
            {
                const auto line = static_cast<EnergyLine>(i);
                CAPTURE(rope::energyLines[i].name, book.amount(line));
                if (book.unused[i])
                {
                    CHECK(book.amount(line) == 0.0);
                    continue;
                }
                if (line == EnergyLine::sway && integrator != RopeIntegrator::semi_implicit_euler)
                    CHECK(book.amount(line) == 0.0);
                else
                    CHECK(book.amount(line) != 0.0); // something happened on every line
                if (rope::energyLines[i].loss)
                    CHECK(book.amount(line) > 0.0);
                CHECK(sim.energyLine(line) == Approx(book.amount(line)).margin(1e-12));
            }
            CHECK(sim.totalEnergy() == Approx(book.now[0] + book.now[1] + book.now[2] + book.now[3]));
            // Rounding alone: 1e-12 of a turnover of some 300 J and 300 kg m/s.
            CHECK(relativeImbalance(sim) < 1e-12);
            CHECK(relativeMomentumImbalance(sim) < 1e-12);
        }
}

TEST_CASE("keeping books changes no bit of the motion", "[books]")
{
    for (const RopeIntegrator integrator : integrators)
    {
        RopeSettings settings;
        settings.integrator = integrator;
        RopeSimulation with = booked(settings);
        RopeSimulation without(settings);
        liveThrough(with);
        liveThrough(without);
        REQUIRE(with.masses().size() == without.masses().size());
        for (std::size_t i = 0; i < with.masses().size(); ++i)
        {
            REQUIRE(with.masses()[i].position == without.masses()[i].position);
            REQUIRE(with.masses()[i].velocity == without.masses()[i].velocity);
        }
    }
    CHECK(RopeSimulation().energyBook().throughput() == 0.0);
}

TEST_CASE("the energy that semi-implicit Euler makes shrinks with the square of the step, its sway with the step",
          "[books]")
{
    const auto after = [](double dt)
    {
        RopeSimulation sim = booked(freeRope(dt));
        for (long i = std::lround(1.0 / dt); i > 0; --i)
            sim.step(dt);
        return sim.energyBook();
    };
    const EnergyBook coarse = after(0.001);
    const EnergyBook fine = after(0.0005);
    const EnergyBook finest = after(0.00025);
    CHECK(coarse.amount(EnergyLine::integrator) / fine.amount(EnergyLine::integrator) == Approx(4.0).epsilon(0.03));
    CHECK(fine.amount(EnergyLine::integrator) / finest.amount(EnergyLine::integrator) == Approx(4.0).epsilon(0.01));
    CHECK(fine.amount(EnergyLine::sway) / finest.amount(EnergyLine::sway) == Approx(2.0).epsilon(0.1));
    // With nothing else at work, the two are the whole change of the energy.
    CHECK(fine.now[0] + fine.now[1] + fine.now[2] ==
          Approx(fine.amount(EnergyLine::integrator) + fine.amount(EnergyLine::sway)).margin(1e-13));
}

TEST_CASE("the energy that semi-implicit Euler makes is bounded: it sways, and does not drift", "[books]")
{
    // 40 s of a small swing, from the hanging rope turned by 0.05 rad. A larger swing would whip: a chaotic motion
    // moves energy between the modes, and for each mode the scheme conserves a different neighbour of the energy.
    const RopeSettings settings = freeRope(0.001);
    RopeSimulation sim(settings);
    std::vector<Vec3> inclined{Vec3(0.0)};
    for (int below = settings.massCount - 1; below > 0; --below)
    {
        const double stretched = settings.springLength + below * settings.mass * 9.81 / settings.springConstant;
        inclined.push_back(inclined.back() + stretched * Vec3(std::sin(0.05), -std::cos(0.05), 0.0));
    }
    sim.layOut(inclined);
    sim.setBooks(true);
    std::vector<double> means;
    double largest = 0.0;
    for (int part = 0; part < 4; ++part)
    {
        double sum = 0.0;
        for (int i = 0; i < 10'000; ++i)
        {
            sim.step(0.001);
            const double made = sim.energyLine(EnergyLine::integrator);
            sum += made;
            largest = std::max(largest, std::abs(made));
        }
        means.push_back(sum / 10'000.0);
    }
    // The bounds are ten times what is measured: w h is at most 0.126, and (w h)^2 of the slow swing far less.
    const double turnedOver = sim.energyBook().throughput();
    CAPTURE(means, largest, turnedOver);
    CHECK(largest < 1e-3 * turnedOver);
    CHECK(std::abs(means.back() - means.front()) < 1e-4 * turnedOver);
}

TEST_CASE("the integrator's line has its closed form", "[books]")
{
    // Let F_V be the forces on a mass that have a potential V, U the energy of a spring and T its tension.
    // Semi-implicit Euler moves by x+ - x = h v+, and so makes in a step
    //     V(x+) - V(x) + h F_V.(v + v+)/2 = sum over the springs of U(r+) - U(r) - T/r d.(d+ - d)
    //                                       - sum over the masses of h/2 F_V.(v+ - v)
    RopeSettings settings = freeRope(0.002);
    settings.massCount = 4;
    settings.airFriction = 0.1;
    settings.springFriction = 0.05;
    RopeSimulation sim = booked(settings);
    double expected = 0.0;
    for (int step = 0; step < 500; ++step)
    {
        const std::vector<rope::Mass> before = sim.masses();
        sim.step(settings.maxDt);
        const std::vector<rope::Mass>& after = sim.masses();
        const auto springForce = [&](std::size_t j)
        {
            const Vec3 d = before[j].position - before[j + 1].position;
            const double r = glm::length(d);
            return -settings.springConstant * (r - settings.springLength) / r * d;
        };
        for (std::size_t i = 0; i < before.size(); ++i)
        {
            Vec3 conservative = settings.mass * settings.gravity;
            if (i + 1 < before.size())
                conservative += springForce(i);
            if (i > 0)
                conservative -= springForce(i - 1);
            const Vec3 kick = i == 0 ? Vec3(0.0) : after[i].velocity - before[i].velocity;
            expected -= 0.5 * settings.maxDt * glm::dot(conservative, kick);
        }
        for (std::size_t j = 0; j + 1 < before.size(); ++j)
        {
            const Vec3 d = before[j].position - before[j + 1].position;
            const Vec3 dAfter = after[j].position - after[j + 1].position;
            const auto energy = [&](const Vec3& along)
            { return 0.5 * settings.springConstant * std::pow(glm::length(along) - settings.springLength, 2); };
            expected += energy(dAfter) - energy(d) + glm::dot(springForce(j), dAfter - d);
        }
    }
    const EnergyBook book = sim.energyBook();
    CHECK(book.amount(EnergyLine::integrator) + book.amount(EnergyLine::sway) == Approx(expected).epsilon(1e-9));
    CHECK(std::abs(expected) > 1e-6);
}

TEST_CASE("implicit Euler loses energy, energy-momentum keeps it", "[books]")
{
    const auto made = [](RopeIntegrator integrator, double dt)
    {
        RopeSettings settings = freeRope(dt);
        settings.integrator = integrator;
        RopeSimulation sim = booked(settings);
        for (long i = std::lround(1.0 / dt); i > 0; --i)
            sim.step(dt);
        CHECK(relativeImbalance(sim) < 1e-12);
        return sim.energyLine(EnergyLine::integrator);
    };
    CHECK(made(RopeIntegrator::implicit_euler, 1.0 / 60.0) < -0.1);
    CHECK(made(RopeIntegrator::implicit_euler, 0.00025) / made(RopeIntegrator::implicit_euler, 0.000125) ==
          Approx(2.0).epsilon(0.15)); // order 1
    CHECK(made(RopeIntegrator::implicit_midpoint, 0.0005) / made(RopeIntegrator::implicit_midpoint, 0.00025) ==
          Approx(4.0).epsilon(0.05));                                     // order 2
    CHECK(std::abs(made(RopeIntegrator::energy_momentum, 0.002)) < 1e-5); // of 0.48 J: the error of Newton's method
}

TEST_CASE("the loss of a mass alone in the air follows the formula", "[books]")
{
    // Two masses joined by a spring of no stiffness: the free one falls through the air. With the air's friction b,
    // v+ = (1 - b h/m) v + h g, and the air takes b h v.(v + v+)/2 in each step.
    RopeSettings settings;
    settings.massCount = 2;
    settings.springConstant = settings.springFriction = 0.0;
    settings.groundHeight = -1000.0;
    settings.airFriction = 0.05;
    RopeSimulation sim = booked(settings);
    double v = 0.0;
    double lost = 0.0;
    for (int i = 0; i < 500; ++i)
    {
        sim.step(settings.maxDt);
        const double next = v + settings.maxDt * (-9.81 - settings.airFriction / settings.mass * v);
        lost += settings.airFriction * settings.maxDt * v * 0.5 * (v + next);
        v = next;
    }
    CHECK(sim.energyLine(EnergyLine::air) == Approx(lost).epsilon(1e-12));
    CHECK(sim.energyLine(EnergyLine::connection) == 0.0);
    CHECK(sim.energyLine(EnergyLine::spring_friction) == 0.0);
    // In 1 s gravity brought -m g t = -0.05 x 9.81 kg m/s; m v of it is left.
    CHECK(sim.momentumBook().linear.gained(MomentumLine::air).y == Approx(0.05 * 9.81 + 0.05 * v));
    // The connection point holds mass 0 up, against its weight.
    CHECK(sim.momentumBook().linear.gained(MomentumLine::connection).y == Approx(0.05 * 9.81));
}

TEST_CASE("lifting a hanging rope at its connection point does the work of its weight", "[books]")
{
    RopeSettings settings;
    settings.massCount = 20;
    settings.groundHeight = -1000.0;
    settings.airFriction = 0.3;
    for (const RopeIntegrator integrator : integrators)
    {
        CAPTURE(static_cast<int>(integrator));
        settings.integrator = integrator;
        settings.implicitMaxDt = settings.maxDt;
        RopeSimulation sim(settings);
        for (int i = 0; i < 10'000; ++i)
            sim.step(settings.maxDt);
        sim.setBooks(true);
        const double height = sim.connectionPosition().y;
        sim.setConnectionVelocity({0.0, 0.1, 0.0});
        for (int i = 0; i < 5000; ++i)
            sim.step(settings.maxDt);
        sim.setConnectionVelocity({0.0, 0.0, 0.0});
        for (int i = 0; i < 5000; ++i)
            sim.step(settings.maxDt);
        const double lifted = sim.connectionPosition().y - height;
        const double weight = settings.massCount * settings.mass * 9.81;
        // Lifting loses energy to the air alone: N b v^2 t of 20 masses at 0.1 m/s for 10 s. Implicit Euler is of
        // order 1.
        const bool firstOrder = integrator == RopeIntegrator::implicit_euler;
        CHECK(sim.energyLine(EnergyLine::connection) ==
              Approx(weight * lifted + sim.energyLine(EnergyLine::air) + sim.energyLine(EnergyLine::spring_friction))
                  .epsilon(firstOrder ? 5e-4 : 1e-4));
        CHECK(sim.energyLine(EnergyLine::air) == Approx(20 * 0.3 * 0.1 * 0.1 * 10.0).epsilon(0.02));
        CHECK(std::abs(sim.energyLine(EnergyLine::integrator)) < (firstOrder ? 5e-3 : 1e-3));
    }
}

TEST_CASE("friction on the whole relative velocity takes angular momentum, along the spring it does not", "[books]")
{
    for (const auto direction : {rope::FrictionDirection::full, rope::FrictionDirection::axial})
    {
        RopeSettings settings = freeRope(0.001);
        settings.springFriction = 0.1;
        settings.frictionDirection = direction;
        RopeSimulation sim = booked(settings);
        sim.setConnectionVelocity({0.0, 0.5, 0.0});
        for (int i = 0; i < 500; ++i)
            sim.step(settings.maxDt);
        const MomentumBook book = sim.momentumBook();
        const double taken = glm::length(book.angular.gained(MomentumLine::spring_friction));
        CHECK(book.linear.gained(MomentumLine::spring_friction) == Vec3(0.0));
        if (direction == rope::FrictionDirection::full)
            CHECK(taken > 1e-4);
        else
            CHECK(taken < 1e-15);
        CHECK(relativeMomentumImbalance(sim) < 1e-13);
    }
}

TEST_CASE("a change of a constant is booked exactly", "[books]")
{
    RopeSimulation sim = booked({});
    sim.advance(0.3);
    const double elastic = sim.elasticEnergy();
    const double kinetic = sim.kineticEnergy();
    RopeSettings settings = sim.settings();
    settings.springConstant *= 0.5; // halves k (r - L)^2/2
    sim.setSettings(settings);
    CHECK(sim.energyLine(EnergyLine::constants) == Approx(-0.5 * elastic));
    settings.mass *= 0.5; // halves m v^2/2 and m g h
    const double gravity = sim.potentialEnergy();
    sim.setSettings(settings);
    CHECK(sim.energyLine(EnergyLine::constants) == Approx(-0.5 * (elastic + kinetic + gravity)));
    sim.setLoad(1.0);
    CHECK(relativeImbalance(sim) < 1e-13);
    sim.advance(0.3);
    sim.setFreeEnd({1.0, 1.0, 1.0}, {1.0, 2.0, 3.0});
    sim.advance(0.1);
    CHECK(relativeImbalance(sim) < 1e-13);
    CHECK(relativeMomentumImbalance(sim) < 1e-12);
    sim.layOut(std::vector<Vec3>(sim.masses().size(), Vec3(0.0)));
    CHECK(sim.energyBook().throughput() == 0.0); // a new layout begins new books
}

TEST_CASE("a saved moment carries the books", "[books]")
{
    RopeSimulation sim = booked({});
    sim.advance(0.5);
    const RopeSimulation saved = sim;
    sim.advance(0.5);
    const double air = sim.energyLine(EnergyLine::air);
    sim = saved;
    CHECK(sim.energyLine(EnergyLine::air) < air);
    sim.advance(0.5);
    CHECK(sim.energyLine(EnergyLine::air) == air);
    CHECK(relativeImbalance(sim) < 1e-12);
}
