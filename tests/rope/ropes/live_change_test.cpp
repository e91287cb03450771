#include "catch.hpp"

#include <rope/rope_simulation.hpp>
#include <rope/text.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

using rope::RopeSettings;
using rope::RopeSimulation;

namespace
{

/// Steps for `seconds` [s] and returns the longest distance [m] that any mass moved in one step.
double longestStride(RopeSimulation& sim, double seconds)
{
    double longest = 0.0;
    std::vector<rope::Vec3> before;
    for (int i = 0; i < static_cast<int>(seconds / 0.002); ++i)
    {
        before.clear();
        for (const rope::Mass& m : sim.masses())
            before.push_back(m.position);
        sim.step(0.002);
        for (std::size_t j = 0; j < std::min(before.size(), sim.masses().size()); ++j)
            longest = std::max(longest, glm::distance(before[j], sim.masses()[j].position));
    }
    return longest;
}

RopeSimulation restingRope()
{
    RopeSettings settings;
    settings.groundHeight = -100.0;
    settings.airFriction = 0.2;
    RopeSimulation sim(settings);
    for (int i = 0; i < 10'000; ++i)
        sim.step(0.002);
    return sim;
}

} // namespace

TEST_CASE("masses are added and removed at the free end, one by one, without a jump", "[live]")
{
    RopeSimulation sim = restingRope();
    RopeSettings settings = sim.settings();
    const int count = GENERATE(2, 3, 79, 81, 200);
    CAPTURE(count);
    settings.massCount = count;
    sim.setSettings(settings);
    CHECK(sim.masses().size() == 80);
    // A released rope whips and a longer one falls, with up to 20 m/s. A jump would be a segment, 0.05 m, or more.
    CHECK(longestStride(sim, 4.0) < 20.0 * 0.002);
    CHECK(sim.masses().size() == static_cast<std::size_t>(count));
    CHECK(sim.springs().size() == sim.masses().size() - 1);
    CHECK(sim.restLength() == Approx((count - 1) * 0.05).epsilon(1e-9));
    CHECK_FALSE(sim.runawayMass());
}

TEST_CASE("spring length and ground height glide to their new values", "[live]")
{
    RopeSimulation sim = restingRope();
    RopeSettings settings = sim.settings();
    SECTION("longer and shorter")
    {
        settings.springLength = GENERATE(0.02, 0.08);
        sim.setSettings(settings);
        CHECK(sim.restLength() == Approx(79 * 0.05));
        CHECK(longestStride(sim, 4.0) < 8.0 * 0.002); // 79 segments that grow by 0.05 m/s: 4 m/s, and a margin of 2
        CHECK(sim.restLength() == Approx(79 * settings.springLength).epsilon(1e-9));
    }
    SECTION("the ground rises under the rope and lifts the connection point")
    {
        settings.groundHeight = -5.0;
        sim.setSettings(settings);
        sim.step(0.002);
        CHECK(sim.groundHeight() < -99.0);
        CHECK(longestStride(sim, 110.0) < 8.0 * 0.002);
        CHECK(sim.groundHeight() == -5.0);
    }
}

TEST_CASE("every constant changes live between its ends without a value that is not finite", "[live]")
{
    // With some constants the rope cannot be stable at this step or stays loose; they are left out.
    RopeSettings settings;
    rope::Parameters rows;
    settings.describe(rows);
    RopeSimulation sim(settings);
    for (rope::Parameter& row : rows.rows())
    {
        CAPTURE(row.name());
        if (row.name() == "max_dt" || row.name() == "spring_constant" || row.name() == "mass" ||
            row.name() == "spring_friction" || row.name() == "air_friction" || row.name().starts_with("ground_") ||
            row.name() == "mass_count" || row.name() == "max_mass_count" || row.name() == "bending_stiffness" ||
            !std::holds_alternative<double*>(row.field()))
            continue;
        for (const double end : {row.minimum(), row.maximum()})
        {
            row.parse(rope::numberText(end));
            sim.setSettings(settings);
            for (int i = 0; i < 500; ++i)
                sim.step(0.002);
            CHECK_FALSE(sim.runawayMass());
        }
        row.restoreDefault();
        sim.setSettings(settings);
    }
}

TEST_CASE("a constant that sets a great energy free makes no rope diverge", "[live]")
{
    // From one end of the slider to the other and back to the default, as a user drags it. Without stiffness the rope
    // falls apart over metres and then snaps together; with masses of 1000 kg it is drawn like a bow and then let go.
    const auto [end, other] = GENERATE(std::pair(&RopeSettings::springConstant, std::pair(1e7, 0.0)),
                                       std::pair(&RopeSettings::mass, std::pair(1000.0, 1e-3)),
                                       std::pair(&RopeSettings::groundRepulsion, std::pair(1e6, 0.0)));
    const RopeSettings defaults;
    RopeSimulation sim(defaults);
    sim.setBooks(true);
    const auto runFor = [&sim](double seconds)
    {
        for (int i = 0; i < static_cast<int>(60.0 * seconds); ++i)
        {
            sim.advance(1.0 / 60.0);
            REQUIRE_FALSE(sim.runawayMass());
        }
    };
    runFor(2.0);
    for (const double value : {other.first, other.second, defaults.*end})
    {
        CAPTURE(value);
        RopeSettings settings = defaults;
        settings.*end = value;
        sim.setSettings(settings);
        runFor(2.0);
    }
    const double before = sim.energyBook().gained(rope::EnergyLine::integrator);
    runFor(4.0);
    const double made = sim.energyBook().gained(rope::EnergyLine::integrator) - before;
    CHECK(std::abs(made) < 0.1 * sim.energyBook().throughput()); // a diverging rope makes many times what it had
}

TEST_CASE("nonsense settings are refused by name, value and range", "[settings]")
{
    const auto message = [](auto change)
    {
        RopeSettings settings;
        change(settings);
        try
        {
            RopeSimulation sim(settings);
        }
        catch (const std::invalid_argument& error)
        {
            return std::string(error.what());
        }
        return std::string();
    };
    const auto names = [&](auto change, const std::string& word)
    { return message(change).find(word) != std::string::npos; };
    CHECK(names([](RopeSettings& s) { s.massCount = 0; }, "mass_count"));
    CHECK(names([](RopeSettings& s) { s.mass = -1.0; }, "mass = -1"));
    CHECK(
        names([](RopeSettings& s) { s.springConstant = std::numeric_limits<double>::quiet_NaN(); }, "spring_constant"));
    CHECK(names([](RopeSettings& s) { s.gravity.y = std::numeric_limits<double>::infinity(); }, "gravity"));
    CHECK(names([](RopeSettings& s) { s.maxDt = 0.0; }, "max_dt"));

    // A refused change leaves the running rope as it was.
    RopeSimulation sim;
    RopeSettings bad;
    bad.springLength = 0.0;
    CHECK_THROWS_AS(sim.setSettings(bad), std::invalid_argument);
    CHECK(sim.settings() == RopeSettings{});
}
