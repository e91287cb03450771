#include "catch.hpp"

#include <rope/rope_fleet.hpp>

#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <vector>

using rope::InstructionSet;
using rope::RopeFleet;
using rope::RopeFleetSettings;
using rope::Vec3;

namespace
{

std::string errorOf(const RopeFleetSettings& settings)
{
    try
    {
        const RopeFleet fleet(settings);
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return {};
}

RopeFleetSettings small(int ropeCount, int massCount, InstructionSet set = InstructionSet::best)
{
    RopeFleetSettings settings;
    settings.ropeCount = ropeCount;
    settings.rope.massCount = massCount;
    settings.instructionSet = set;
    return settings;
}

/// All positions and velocities, to be compared bit by bit.
std::vector<Vec3> state(const RopeFleet& fleet, int rope)
{
    std::vector<Vec3> all;
    for (int mass = 0; mass < fleet.massCount(); ++mass)
    {
        all.push_back(fleet.position(rope, mass));
        all.push_back(fleet.velocity(rope, mass));
    }
    return all;
}

} // namespace

TEST_CASE("a fleet names the setting that it cannot be made of")
{
    RopeFleetSettings settings;
    settings.ropeCount = 0;
    CHECK(errorOf(settings) == "rope_count = 0: must be 1 to 1e+06");

    settings = {};
    settings.rope.mass = -1.0;
    CHECK(errorOf(settings).find("mass = -1") == 0);

    settings = {};
    settings.wind.y = std::numeric_limits<double>::quiet_NaN();
    CHECK(errorOf(settings).find("wind = ") == 0);
    RopeFleet windy(RopeFleetSettings{});
    CHECK_THROWS_WITH(windy.setWind(settings.wind), "wind = nan m/s: must be finite");
    CHECK(windy.settings().wind == rope::Vec3(0.0));

    settings = {};
    settings.rope.payoutSpeed = 0.25;
    CHECK(errorOf(settings) == "payout_speed = 0.25 m/s: must be 0, a fleet has no reel");

    settings = {};
    settings.rope.integrator = rope::RopeIntegrator::implicit_midpoint;
    CHECK(errorOf(settings) == "integrator = implicit_midpoint: must be semi_implicit_euler, a fleet has no other");

    settings = small(1'000'000, 10'000);
    CHECK(errorOf(settings) == "rope_count = 1000000: must be at most 20000 ropes of 10000 masses, as they would "
                               "take about 240000 MB");

    for (const InstructionSet set :
         {InstructionSet::portable, InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512})
    {
        const std::vector<InstructionSet> all = rope::availableInstructionSets();
        const bool has = std::find(all.begin(), all.end(), set) != all.end();
        const std::string error = errorOf(small(2, 2, set));
        CAPTURE(error);
        CHECK(error.empty() == has);
        if (!has)
            CHECK(error.find("instruction_set = " + std::string(rope::instructionSetName(set))) == 0);
    }

    const std::vector<Vec3> two(2, Vec3(0.0));
    CHECK_THROWS_WITH(RopeFleet(small(3, 5), two), "2 connection points: must be 3, one for each rope");
    CHECK_THROWS_WITH(RopeFleet(small(3, 5), [](int rope)
                                { return Vec3(rope == 1 ? std::numeric_limits<double>::infinity() : 0.0); }),
                      "connection point of rope 1: must be finite");
}

TEST_CASE("each mass of a fleet has its own place")
{
    for (const InstructionSet set : rope::availableInstructionSets())
        for (const int ropeCount : {1, 2, 3, 9, 16, 33})
            for (const int massCount : {2, 3, 7, 8, 9, 16, 80, 81})
            {
                CAPTURE(rope::instructionSetName(set), ropeCount, massCount);
                RopeFleet fleet(small(ropeCount, massCount, set));
                fleet.layOut([](int rope, int mass) { return Vec3(rope, 0.25 * mass, rope + 0.5 * mass); });
                std::vector<float> xyz(static_cast<std::size_t>(3 * ropeCount * massCount));
                fleet.readPositions(xyz);
                bool right = true;
                std::size_t i = 0;
                for (int rope = 0; rope < ropeCount; ++rope)
                    for (int mass = 0; mass < massCount; ++mass, i += 3)
                    {
                        const Vec3 expected(rope, 0.25 * mass, rope + 0.5 * mass);
                        right = right && fleet.position(rope, mass) == expected;
                        right = right && Vec3(xyz[i], xyz[i + 1], xyz[i + 2]) == expected;
                    }
                CHECK(right);
            }
}

TEST_CASE("a coarse reading of a fleet keeps the ends of the ropes")
{
    RopeFleet fleet(small(5, 80), [](int rope) { return Vec3(0.0, 0.0, rope); });
    for (const int stride : {1, 2, 3, 13, 79, 500})
    {
        CAPTURE(stride);
        const int points = fleet.pointsPerRope(stride);
        std::vector<float> xyz(static_cast<std::size_t>(3 * 5 * points));
        fleet.readPositions(xyz, stride);
        const std::size_t last = xyz.size() - 3;
        CHECK(Vec3(xyz[last], xyz[last + 1], xyz[last + 2]) == Vec3(static_cast<float>(79 * 0.05), 0.0, 4.0));
        CHECK(Vec3(xyz[0], xyz[1], xyz[2]) == Vec3(0.0));
        std::set<float> different;
        for (int point = 0; point < points; ++point)
            different.insert(xyz[static_cast<std::size_t>(3 * point)]);
        CHECK(different.size() == static_cast<std::size_t>(points));
        CHECK_THROWS_AS(fleet.readPositions(std::span(xyz).first(last), stride), std::invalid_argument);
    }
    CHECK(fleet.pointsPerRope(500) == 2);
    CHECK(fleet.pointsPerRope(79) == 2);
    CHECK(fleet.pointsPerRope(78) == 3);
}

TEST_CASE("a rope has the same bits alone, cut into lanes, as among many")
{
    const double bendingStiffness = GENERATE(0.0, 0.02);
    for (const InstructionSet set : rope::availableInstructionSets())
        for (const int massCount : {9, 80, 81})
        {
            CAPTURE(rope::instructionSetName(set), massCount, bendingStiffness);
            const auto run = [&](int ropeCount)
            {
                RopeFleetSettings settings = small(ropeCount, massCount, set);
                settings.rope.groundHeight = -0.3;
                settings.rope.bendingStiffness = bendingStiffness;
                RopeFleet fleet(settings);
                fleet.setConnectionVelocity({0.3, -0.2, 0.9});
                for (int frame = 0; frame < 24; ++frame)
                    fleet.advance(1.0 / 60.0);
                settings.rope.bendingStiffness = 0.02 - bendingStiffness;
                fleet.setSettings(settings);
                fleet.advance(0.1);
                return fleet;
            };
            const RopeFleet one = run(1);
            const RopeFleet many = run(64);
            CHECK(one.pieces() > 1);
            CHECK(many.pieces() == 1);
            CHECK(state(one, 0) == state(many, 0));
            CHECK(state(one, 0) == state(many, 63));
        }
}

TEST_CASE("a fleet gives the same bits in two runs and on any number of threads")
{
    const auto run = [](int threads)
    {
        RopeFleetSettings settings = small(300, 80);
        settings.threads = threads;
        RopeFleet fleet(settings, [](int rope) { return Vec3(0.0, 0.001 * rope, 0.1 * rope); });
        for (int frame = 0; frame < 8; ++frame)
        {
            fleet.setConnectionVelocity(frame, {1.0, 0.0, 0.5});
            fleet.advance(1.0 / 60.0);
        }
        std::vector<float> xyz(static_cast<std::size_t>(3 * 300 * 80));
        fleet.readPositions(xyz);
        return xyz;
    };
    const std::vector<float> alone = run(1);
    CHECK(alone == run(1));
    CHECK(alone == run(2));
    CHECK(alone == run(3));
    CHECK(alone == run(0));
}

TEST_CASE("a fleet's constants change while it moves, its layout does not")
{
    RopeFleet fleet(small(4, 10));
    RopeFleetSettings settings = fleet.settings();
    settings.ropeCount = 5;
    CHECK_THROWS_WITH(fleet.setSettings(settings), "rope_count = 5: must stay 4, make a new fleet to change it");
    settings = fleet.settings();
    settings.rope.massCount = 11;
    CHECK_THROWS_WITH(fleet.setSettings(settings), "mass_count = 11: must stay 10, make a new fleet to change it");
    settings = fleet.settings();
    settings.rope.mass = 0.0;
    CHECK_THROWS_AS(fleet.setSettings(settings), std::invalid_argument);
    CHECK(fleet.settings().rope.mass == 0.05);

    settings = fleet.settings();
    settings.rope.gravity = Vec3(0.0, 5.0, 0.0);
    fleet.setSettings(settings);
    fleet.advance(0.1);
    CHECK(fleet.position(3, 9).y > 0.0);
}

TEST_CASE("a step beyond the limit is seen as a runaway")
{
    RopeFleetSettings settings = small(20, 30);
    settings.rope.maxDt = 0.02;
    settings.rope.autoSteps = false;
    RopeFleet fleet(settings);
    CHECK_FALSE(fleet.runawayRope());
    fleet.advance(20.0);
    CHECK(fleet.runawayRope() == 0);
}

// The kernels take numbers below 1.2e-38 as 0 while they run; the program around them must not notice.
TEST_CASE("a fleet leaves the processor's arithmetic as it was")
{
    volatile float denormal = 1e-40F;
    REQUIRE(denormal * 0.5F > 0.0F);
    for (const InstructionSet set : rope::availableInstructionSets())
    {
        CAPTURE(rope::instructionSetName(set));
        RopeFleet fleet(small(4, 10, set));
        fleet.advance(0.1);
        CHECK(denormal * 0.5F > 0.0F);
    }
}

TEST_CASE("a fleet's spring length and ground glide to their new values")
{
    RopeFleetSettings settings = small(2, 10);
    settings.rope.groundHeight = -1000.0;
    settings.rope.airFriction = 1.0;
    RopeFleet fleet(settings);
    fleet.advance(2.0);
    const double before = fleet.length(1);
    settings.rope.springLength = 0.1;
    fleet.setSettings(settings);
    fleet.advance(0.02);
    CHECK(fleet.length(1) < 1.1 * before);
    fleet.advance(5.0);
    CHECK(fleet.length(1) == Approx(0.9 + before - 0.45).epsilon(1e-3));
}

TEST_CASE("a copy of a fleet goes its own way")
{
    RopeFleet fleet(small(3, 12));
    const RopeFleet before = fleet;
    fleet.advance(0.5);
    CHECK(before.position(2, 11).x == Approx(0.55).epsilon(1e-6));
    CHECK(before.position(2, 11).y == 0.0);
    CHECK(fleet.position(2, 11).y < -0.1);
    CHECK(fleet.time() == Approx(0.5));
    CHECK(before.time() == 0.0);
}
