#include "catch.hpp"
#include "random_states.hpp"

#include "text/text.hpp"
#include <rope/energy.hpp>
#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <span>
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

TEST_CASE("a mass that goes takes its energy with it, one that comes lies straight on and unstrained", "[live]")
{
    RopeSettings settings;
    settings.bendingStiffness = GENERATE(0.0, 0.01);
    settings.groundHeight = GENERATE(-1000.0, -0.5);
    RopeSimulation sim(settings);
    sim.setBooks(true);
    for (int i = 0; i < 300; ++i) // it swings, and its end reaches the upper ground
        sim.step(0.001);
    const double above = settings.groundHeight;
    const auto own = [&](std::size_t i) // [J] of a mass
    {
        const rope::Mass& mass = sim.masses()[i];
        return 0.5 * mass.mass * glm::dot(mass.velocity, mass.velocity) + mass.mass * 9.81 * mass.position.y +
               0.5 * settings.groundRepulsion * std::pow(std::max(0.0, above - mass.position.y), 2);
    };
    settings.massCount = 79;
    sim.setSettings(settings);
    while (sim.masses().size() == 80)
    {
        const double goes = own(79) + sim.springs()[78].energy(sim.segmentLength(78));
        const double bent = sim.bendingEnergy();
        const double booked = sim.energyLine(rope::EnergyLine::constants);
        sim.step(0.001);
        if (sim.masses().size() == 80)
            continue;
        const double gone = booked - sim.energyLine(rope::EnergyLine::constants);
        if (settings.bendingStiffness == 0.0)
            CHECK(gone == Approx(goes).epsilon(1e-12));
        else
            CHECK(gone >= goes - 1e-12); // and the energy of its bend
        CHECK(gone <= goes + bent + 1e-12);
    }
    settings.massCount = 80;
    sim.setSettings(settings);
    while (sim.masses().size() == 79)
    {
        const double last = own(78);
        const double y = sim.masses()[78].position.y;
        const rope::Vec3 along = sim.masses()[78].position - sim.masses()[77].position;
        const double booked = sim.energyLine(rope::EnergyLine::constants);
        sim.step(0.001);
        if (sim.masses().size() == 79)
            continue;
        const double came = sim.energyLine(rope::EnergyLine::constants) - booked;
        const double fall = 0.05 * along.y / glm::length(along); // of the new segment
        const bool free = y + fall > above;
        if (free)
            CHECK(came == Approx(last + 0.05 * 9.81 * fall).epsilon(1e-9));
        else if (settings.bendingStiffness == 0.0)
            CHECK(came <= last + 1e-12); // it lies on the ground, or as deep in it
    }
    CHECK(sim.restLength() == Approx(79 * 0.05).epsilon(1e-12));
}

TEST_CASE("a load that comes to the mass before gains no energy", "[live][load]")
{
    RopeSettings settings;
    settings.groundHeight = -1000.0;
    settings.springFriction = settings.airFriction = 0.0;
    settings.gravity = rope::Vec3(0.0);
    RopeSimulation sim(settings);
    sim.setLoad(3.0);
    sim.setFreeEnd(sim.masses().back().position, {0.0, 2.0, 1.0});
    settings.massCount = 20;
    sim.setSettings(settings);
    for (int i = 0; i < 2000; ++i)
    {
        const std::size_t masses = sim.masses().size();
        const double before = sim.totalEnergy();
        sim.step(0.001);
        if (sim.masses().size() < masses)
            REQUIRE(sim.totalEnergy() < before * (1.0 + 1e-3)); // a step's error
    }
    CHECK(sim.masses().size() == 20);
    CHECK(sim.masses().back().mass == 3.05);
}

namespace
{

/// Drags the number of masses to an end in a tenth of a second to a second, and looks on for two more. All that the
/// rope may hold is what it held, what gravity gives the masses that stay, and what new ones bring, which move and lie
/// as the last one does.
void dragMassCount(const RopeSimulation& start, int seed)
{
    std::mt19937_64 random(static_cast<unsigned>(seed));
    const auto uniform = [&random](double a, double b) { return std::uniform_real_distribution<double>(a, b)(random); };
    RopeSimulation sim = start;
    sim.advance(uniform(0.0, 1.0));
    const auto held = [&sim] { return sim.totalEnergy() - sim.potentialEnergy(); };
    const double from = sim.settings().massCount;
    const double to = seed % 2 == 0 ? 2.0 : 500.0;
    const int ticks = static_cast<int>(uniform(6.0, 60.0));
    CAPTURE(seed, to, ticks);
    double mayHold = held();
    for (int tick = 1; tick <= ticks + 120; ++tick)
    {
        RopeSettings settings = sim.settings();
        settings.massCount =
            static_cast<int>(std::lround(from * std::pow(to / from, std::min(1.0, 1.0 * tick / ticks))));
        sim.setSettings(settings);
        const std::vector<rope::Mass> before = sim.masses();
        sim.advance(1.0 / 60.0);
        const std::size_t stay = std::min(before.size(), sim.masses().size());
        double given = 0.0;
        for (std::size_t i = 0; i < stay; ++i)
            given += 0.05 * 9.81 * (before[i].position.y - sim.masses()[i].position.y);
        const double deep = settings.groundHeight - before.back().position.y;
        const double each =
            rope::kineticEnergy(std::span(&before.back(), 1)) + 0.5 * settings.groundRepulsion * deep * deep;
        mayHold += std::max(0.0, given) + static_cast<double>(sim.masses().size() - stay) * each;
        // The explicit step shows up to a fifth more of a wave that is fast for it.
        REQUIRE(held() < 1.2 * mayHold);
        REQUIRE_FALSE(sim.runawayMass());
    }
    CHECK((to > from || sim.masses().size() == 2)); // 500 take longer
}

void dragMassCounts(const RandomStates& states)
{
    RopeSimulation start;
    start.advance(2.5);
    for (int seed = states.first; seed < states.end(); ++seed)
        dragMassCount(start, seed);
}

} // namespace

TEST_CASE("a number of masses that is dragged to an end brings the rope no energy", "[live]")
{
    dragMassCounts(RandomStates(20));
}

TEST_CASE("a thousand drags of the number of masses", "[live][long]")
{
    dragMassCounts(RandomStates(1000));
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
            row.parse(text::numberText(end));
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
    using Field = double RopeSettings::*;
    const auto [end, other] = GENERATE(std::pair(Field{&RopeSettings::springConstant}, std::pair(1e7, 0.0)),
                                       std::pair(Field{&RopeSettings::mass}, std::pair(1000.0, 1e-3)),
                                       std::pair(Field{&RopeSettings::groundRepulsion}, std::pair(1e6, 0.0)));
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
