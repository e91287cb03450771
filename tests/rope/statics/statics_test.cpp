#include "catch.hpp"
#include "reference.hpp"

#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>

using rope::RopeSettings;
using rope::RopeSimulation;
using rope::Vec3;

TEST_CASE("a hanging rope stretches as its weight says", "[statics]")
{
    // Spring j (0 is the top one) carries the N - 1 - j masses below it: stretch (N - 1 - j) m g / k.
    RopeSettings settings;
    settings.groundHeight = -1000.0;
    settings.airFriction = 0.2; // near critical for the slowest swing (1.85 rad/s): at rest soonest
    RopeSimulation sim(settings);
    for (int i = 0; i < 20'000; ++i)
        sim.step(0.002);

    const nlohmann::json value = referenceItem("B.hang.default").at("value");
    CHECK(sim.length() == Approx(value.at("length").get<double>()).margin(1e-9));
    CHECK(sim.tension(0) == Approx(value.at("tension_top").get<double>()).margin(1e-5));
    CHECK(sim.elasticEnergy() == Approx(value.at("PE_spring").get<double>()).margin(1e-6));
    for (std::size_t j = 0; j < sim.springs().size(); ++j)
        CHECK(sim.segmentLength(j) - 0.05 == Approx(value.at("stretch").at(j).get<double>()).margin(1e-9));
    for (std::size_t i = 0; i < sim.masses().size(); ++i)
        CHECK(sim.masses()[i].position.y == Approx(value.at("y").at(i).get<double>()).margin(1e-8));
}

TEST_CASE("a rope at rest sinks into the ground by its weight over the repulsion", "[statics]")
{
    RopeSimulation sim;
    for (int i = 0; i < 10'000; ++i)
        sim.step(0.002);
    const nlohmann::json value = referenceItem("B.ground.rest").at("value");
    CHECK(sim.masses().back().position.y == Approx(value.at("y").get<double>()).margin(1e-6));
}

TEST_CASE("energy of the damped swing", "[energy]")
{
    // Reference: within 0.3 J at any step up to 2 ms, although positions are chaotic by then.
    RopeSettings settings;
    settings.groundHeight = -1000.0;
    RopeSimulation sim(settings);
    const double initial = sim.totalEnergy();
    const nlohmann::json value = referenceItem("Dm.energy.damped").at("value").at("E_rel");
    int second = 0;
    for (const int at : {1, 2, 5, 10, 20, 40})
    {
        for (; second < at; ++second)
            for (int i = 0; i < 500; ++i)
                sim.step(0.002);
        CAPTURE(at);
        CHECK(sim.totalEnergy() - initial == Approx(value.at(std::to_string(at)).get<double>()).margin(0.3));
    }
}

TEST_CASE("coincident masses feel no spring", "[spring]")
{
    const rope::Spring spring{0, 1, 100.0, 1.0, 0.5};
    CHECK(spring.force(Vec3(0.0), Vec3(0.0), rope::FrictionDirection::full) == Vec3(0.0));
    CHECK(spring.force(Vec3(0.0), Vec3(2.0, 0.0, 0.0), rope::FrictionDirection::full) == Vec3(-1.0, 0.0, 0.0));
    // F = -k (r - L) d/r - c w
    const Vec3 f = spring.force(Vec3(0.0, 3.0, 0.0), Vec3(1.0, 1.0, 0.0), rope::FrictionDirection::full);
    CHECK(f == Vec3(-0.5, -200.5, 0.0));
    const Vec3 axial = spring.force(Vec3(0.0, 3.0, 0.0), Vec3(1.0, 1.0, 0.0), rope::FrictionDirection::axial);
    CHECK(axial == Vec3(0.0, -200.5, 0.0));
}
