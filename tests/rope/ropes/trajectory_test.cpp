#include "catch.hpp"
#include "reference.hpp"

#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>

#include <algorithm>
#include <string>

using rope::RopeSettings;
using rope::RopeSimulation;
using rope::Vec3;

namespace
{

Vec3 vector(const nlohmann::json& v)
{
    return {v.at(0).get<double>(), v.at(1).get<double>(), v.at(2).get<double>()};
}

} // namespace

TEST_CASE("the rope follows the source tutorial's equations", "[trajectory]")
{
    const std::string id = GENERATE("A.i", "A.ii", "A.iii", "A.iv");
    const nlohmann::json reference = referenceItem(id);
    CAPTURE(id);

    RopeSettings settings;
    settings.groundHeight = reference.at("setup").at("gy").get<double>();
    RopeSimulation sim(settings);

    const nlohmann::json& samples = reference.at("value").at("samples");
    auto sample = samples.begin();
    int step = 0;
    for (const nlohmann::json& segment : reference.at("setup").at("connection_segments"))
    {
        sim.setConnectionVelocity(vector(segment.at("vel")));
        for (int i = segment.at("steps").get<int>(); i > 0 && sample != samples.end(); --i)
        {
            sim.step(settings.maxDt);
            if (++step != sample->at("step").get<int>())
                continue;
            // `tol_f64` is the spread between reference runs of other rounding: 1e-15 before the rope meets the ground,
            // and growing after it.
            const double tolerance = std::max(1e-12, sample->at("tol_f64").get<double>());
            for (const auto& [mass, position] : sample->at("pos").items())
            {
                CAPTURE(step, mass);
                const rope::Mass& m = sim.masses()[std::stoul(mass)];
                CHECK(glm::distance(m.position, vector(position)) <= tolerance);
                CHECK(glm::distance(m.velocity, vector(sample->at("vel").at(mass))) <= 100.0 * tolerance);
            }
            ++sample;
        }
    }
    CHECK(sample == samples.end());
}

TEST_CASE("a frame is split into the fewest steps that fit", "[trajectory]")
{
    // ceil(h / longest step)
    CHECK(RopeSimulation::stepCount(0.002, 0.002) == 1);
    CHECK(RopeSimulation::stepCount(0.01, 0.002) == 5);
    CHECK(RopeSimulation::stepCount(0.0021, 0.002) == 2);
    CHECK(RopeSimulation::stepCount(1.0 / 60.0, 0.002) == 9);

    RopeSimulation sim;
    CHECK(sim.advance(1.0 / 60.0) == 9);
    CHECK(sim.time() == Approx(1.0 / 60.0).margin(1e-15));
    CHECK(sim.advance(0.0) == 0);
    CHECK(sim.advance(-1.0) == 0);
}

TEST_CASE("the ground holds the connection point", "[trajectory]")
{
    RopeSimulation sim;
    sim.setConnectionVelocity({0.0, -3.0, 0.0});
    for (int i = 0; i < 600; ++i)
        sim.step(0.002);
    CHECK(sim.connectionPosition().y == -1.5); // the default ground
    CHECK(sim.connectionVelocity().y == 0.0);
    CHECK(sim.masses()[0].position == sim.connectionPosition());

    sim.setConnectionVelocity({0.0, 3.0, 0.0});
    sim.step(0.002);
    CHECK(sim.connectionPosition().y == Approx(-1.494)); // -1.5 m + 3 m/s x 2 ms
}

TEST_CASE("two runs of the same input give the same bits", "[trajectory]")
{
    const auto run = []
    {
        RopeSimulation sim;
        sim.setConnectionVelocity({1.0, 0.5, -2.0});
        for (int i = 0; i < 120; ++i)
            sim.advance(1.0 / 60.0);
        return sim;
    };
    const RopeSimulation first = run();
    const RopeSimulation second = run();
    for (std::size_t i = 0; i < first.masses().size(); ++i)
    {
        REQUIRE(first.masses()[i].position == second.masses()[i].position);
        REQUIRE(first.masses()[i].velocity == second.masses()[i].velocity);
    }
}
