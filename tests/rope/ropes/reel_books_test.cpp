#include "catch.hpp"

#include <rope/deployment.hpp>
#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>

#include <algorithm>
#include <cmath>

using rope::EnergyBook;
using rope::EnergyLine;
using rope::Insertion;
using rope::MomentumBook;
using rope::MomentumLine;
using rope::RopeSettings;
using rope::RopeSimulation;

// Books of ropes and threads that are paid out and taken in.

namespace
{

double relativeImbalance(const RopeSimulation& sim)
{
    const EnergyBook book = sim.energyBook();
    return std::abs(book.imbalance()) / book.throughput();
}

} // namespace

TEST_CASE("winding does the work of the tension", "[books]")
{
    // Feeding with the speed s has the power -T (1 + strain/2) s, or -T s where the stiffness does not follow the rest
    // length: dU/dl of U = k (r - l)^2/2 with k = EA/l, or with a fixed k.
    for (const Insertion insertion : {Insertion::consistent, Insertion::article})
    {
        RopeSettings settings;
        settings.massCount = 20;
        settings.groundHeight = -1000.0;
        settings.airFriction = 0.3;
        settings.springFriction = 0.0; // its work on the flow would be the reel's as well
        settings.insertion = insertion;
        RopeSimulation sim(settings);
        for (int i = 0; i < 10'000; ++i)
            sim.step(settings.maxDt);
        settings.payoutSpeed = 0.1;
        sim.setSettings(settings);
        sim.setBooks(true);
        const auto power = [&]
        {
            const double tension = sim.tension(0);
            const double strain = sim.segmentLength(0) / sim.springs()[0].restLength - 1.0;
            return -tension * (insertion == Insertion::consistent ? 1.0 + 0.5 * strain : 1.0) * 0.1;
        };
        double work = 0.0;
        for (int i = 0; i < 100; ++i) // 2 cm, no mass comes out
        {
            const double before = power();
            sim.step(settings.maxDt);
            work += 0.5 * settings.maxDt * (before + power());
        }
        CHECK((insertion == Insertion::article) ==
              (sim.netInsertions() > 0)); // `article` inserts at once, without tension
        if (insertion == Insertion::consistent)
            CHECK(sim.energyLine(EnergyLine::reel) == Approx(work).epsilon(1e-4));
        CHECK(relativeImbalance(sim) < 1e-12);
    }
}

TEST_CASE("the books of a deployed thread agree with the reference", "[books]")
{
    // E.article in the reference data, 10 s in steps of 1e-4 s: energies at both ends, the work of feed and insertion,
    // the loss by damping, and what the finite steps make.
    const auto deployed = [](Insertion insertion, double dt, double seconds)
    {
        rope::DeploymentSettings settings;
        settings.insertion = insertion;
        settings.maxDt = dt;
        rope::DeploymentSimulation sim(settings);
        sim.setBooks(true);
        for (long i = std::lround(seconds / dt); i > 0; --i)
            sim.step(dt);
        const EnergyBook book = sim.energyBook();
        const MomentumBook momentum = sim.momentumBook();
        CHECK(std::abs(book.imbalance()) < 1e-10);
        CHECK(glm::length(momentum.linear.imbalance()) < 1e-11);
        CHECK(glm::length(momentum.angular.imbalance()) < 1e-10);
        CHECK(glm::distance(momentum.linear.gained(MomentumLine::reel), sim.reel().insertedMomentum()) < 1e-12);
        return book;
    };
    const EnergyBook book = deployed(Insertion::article, 1e-4, 10.0);
    CHECK(book.start[0] + book.start[1] + book.start[2] == Approx(1.772853185595561));
    CHECK(book.now[0] + book.now[1] + book.now[2] == Approx(-125.55763797847493).epsilon(1e-6));
    CHECK(book.amount(EnergyLine::reel) == Approx(-85.28156785463884 - 0.0013199927329536898).epsilon(1e-6));
    CHECK(book.amount(EnergyLine::air) == Approx(42.07731766522289).epsilon(1e-6));
    CHECK(book.amount(EnergyLine::integrator) + book.amount(EnergyLine::sway) ==
          Approx(0.029714348524194634).epsilon(1e-3));
    for (const Insertion insertion : {Insertion::article, Insertion::consistent})
    {
        const double coarse = deployed(insertion, 1e-4, 2.0).amount(EnergyLine::integrator);
        const double fine = deployed(insertion, 5e-5, 2.0).amount(EnergyLine::integrator);
        CHECK(coarse / fine == Approx(2.0).epsilon(0.05)); // the reel turns before the forces: order 1
    }
}

TEST_CASE("a rope of two masses gets a third and loses it again while its reel turns", "[books]")
{
    RopeSettings settings;
    settings.massCount = 2;
    settings.groundHeight = -1000.0;
    RopeSimulation sim(settings);
    sim.setBooks(true);
    settings.payoutSpeed = 0.5;
    const double atStart = sim.restLength();
    double out = 0.0;
    for (const int count : {2, 3, 2})
    {
        settings.massCount = count;
        sim.setSettings(settings);
        for (int i = 0; i < 20; ++i)
        {
            sim.step(sim.longestStep());
            out += settings.payoutSpeed * sim.longestStep();
            REQUIRE(relativeImbalance(sim) < 1e-12);
        }
        CHECK(sim.restLength() == Approx(atStart + (count - 2) * settings.springLength + out).epsilon(1e-9));
    }
}
