#include "catch.hpp"
#include "reference.hpp"

#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>

#include <cmath>
#include <string>

using rope::RopeSettings;
using rope::RopeSimulation;

namespace
{

RopeSettings chainOf(const nlohmann::json& setup)
{
    RopeSettings settings;
    settings.massCount = setup.at("N").get<int>();
    settings.springConstant = setup.at("k").get<double>();
    settings.mass = setup.at("m").get<double>();
    settings.springFriction = setup.at("c").get<double>();
    settings.airFriction = setup.at("air").get<double>();
    settings.gravity = rope::Vec3(0.0);
    settings.groundHeight = -1000.0;
    return settings;
}

/// True when a disturbance of 1e-7 dt grows beyond 1e-4 of the rope's length within 6000 steps.
bool explodes(RopeSettings settings, double dt)
{
    settings.maxDt = dt;
    RopeSimulation sim(settings);
    sim.setConnectionVelocity({1e-7, 0.0, 0.0});
    sim.step(dt);
    sim.setConnectionVelocity({0.0, 0.0, 0.0});
    const double rest = sim.restLength();
    for (int i = 0; i < 6000; ++i)
    {
        sim.step(dt);
        if (!(std::abs(sim.length() - rest) < 1e-4 * rest))
            return true;
    }
    return false;
}

} // namespace

TEST_CASE("the stable step is a tight bound below the exact limit", "[step limit]")
{
    const std::string id = GENERATE("C.default", "C.undamped", "C.p1", "C.p2", "C.p3", "C.p4", "C.p5", "C.p6");
    CAPTURE(id);
    const nlohmann::json item = referenceItem(id);
    const double exact = item.at("value").at("dt_max").get<double>();
    const RopeSettings settings = chainOf(item.at("setup"));

    const double bound = RopeSimulation(settings).stableStep();
    CHECK(bound <= exact * (1.0 + 1e-9));
    CHECK(bound >= 0.98 * exact); // by 0.05 % in general, less where the search ends early

    // A straight rope moves linearly along itself: 1 % below the limit nothing grows, 1 % above it everything does.
    CHECK_FALSE(explodes(settings, 0.99 * exact));
    CHECK(explodes(settings, 1.01 * exact));
}

TEST_CASE("a grabbed mass keeps the step stable and follows its target", "[grab]")
{
    RopeSettings settings;
    settings.groundHeight = -1000.0;
    RopeSimulation sim(settings);
    for (int i = 0; i < 2000; ++i)
        sim.step(0.002);
    const rope::Vec3 target(1.0, -1.0, 0.5);
    sim.grab(40, target);
    REQUIRE(sim.grabbed() == std::size_t{40});
    CHECK(sim.stableStep() >= settings.maxDt);
    for (int i = 0; i < 10'000; ++i)
    {
        sim.step(0.002);
        REQUIRE_FALSE(sim.runawayMass());
    }
    CHECK(glm::distance(sim.masses()[40].position, target) < 0.05);
    sim.release();
    CHECK_FALSE(sim.grabbed());

    SECTION("the connection point and masses that do not exist are not grabbed")
    {
        sim.grab(0, target);
        CHECK_FALSE(sim.grabbed());
        sim.grab(80, target);
        CHECK_FALSE(sim.grabbed());
    }
    SECTION("a far target pulls with a bounded force")
    {
        sim.grab(79, {1e6, 1e6, 0.0});
        for (int i = 0; i < 5000; ++i)
        {
            sim.step(0.002);
            REQUIRE_FALSE(sim.runawayMass());
        }
    }
}

TEST_CASE("a step beyond the limit is noticed as a runaway", "[step limit]")
{
    RopeSettings settings;
    settings.springConstant = 20'000.0; // twice the default: the stable step is 1/sqrt(2) of 2.2 ms
    RopeSimulation sim(settings);
    bool noticed = false;
    for (int i = 0; i < 2000 && !noticed; ++i)
    {
        sim.step(0.002);
        noticed = sim.runawayMass().has_value();
    }
    CHECK(noticed);
}

TEST_CASE("a rope that fell apart and is pulled together has not run away, and comes to rest", "[step limit]")
{
    // Without stiffness it falls apart: in 30 s by hundreds of metres in air (terminal speed m g/b = 24.5 m/s), by
    // g t^2/2 = 4.4 km without air, or by a metre down to the ground.
    const auto [seconds, air, ground] =
        GENERATE(table<double, double, bool>({{30.0, 0.02, false}, {30.0, 0.0, false}, {5.0, 0.02, true}}));
    CAPTURE(seconds, air, ground);
    RopeSettings settings;
    settings.springConstant = 0.0;
    settings.airFriction = air;
    if (!ground)
        settings.groundRepulsion = settings.groundFriction = settings.groundAbsorption = 0.0;
    RopeSimulation sim(settings);
    sim.setBooks(true);
    while (sim.time() < seconds)
        sim.advance(1.0 / 60.0);
    CHECK(sim.length() > (ground ? 5.0 : 600.0));

    settings.springConstant = 10'000.0;
    sim.setSettings(settings);
    REQUIRE_FALSE(sim.runawayMass());
    const double released = sim.elasticEnergy();
    for (int i = 0; i < 300; ++i)
    {
        sim.advance(1.0 / 60.0);
        REQUIRE_FALSE(sim.runawayMass());
        // The energy that was there. The integrator may change it by a third: the steps are far from small.
        CHECK(sim.kineticEnergy() + sim.elasticEnergy() < 1.3 * released);
        CHECK(std::abs(sim.energyLine(rope::EnergyLine::integrator)) < 0.3 * released);
    }
    if (ground)
    {
        CHECK(sim.kineticEnergy() < 0.1);
        CHECK(sim.longestStep() == settings.maxDt); // calm again
    }
}

TEST_CASE("what runs away after constants were changed is noticed as early", "[step limit]")
{
    const auto stepsToNotice = [](RopeSimulation& sim)
    {
        int steps = 0;
        for (; steps < 20'000 && !sim.runawayMass(); ++steps)
            sim.step(0.002);
        return steps;
    };
    RopeSettings stiff;
    stiff.springConstant = 20'000.0;
    RopeSimulation fromTheBeginning(stiff);
    const int expected = stepsToNotice(fromTheBeginning);

    // Now the constants change while the rope moves and has energy.
    RopeSimulation changed;
    while (changed.time() < 0.5)
        changed.step(0.002);
    changed.setSettings(stiff);
    const int found = stepsToNotice(changed);
    CAPTURE(expected, found);
    CHECK(found < expected + 100);

    // Another change of constants does not excuse the runaway.
    stiff.springConstant = 19'000.0;
    changed.setSettings(stiff);
    CHECK(changed.runawayMass());
}
