// The fleet against the readable simulation and against formulas, for every instruction set of this machine, for one
// rope that is cut into lanes and for many with a rope a lane.

#include "catch.hpp"
#include "reference.hpp"

#include <rope/rope_fleet.hpp>
#include <rope/rope_settings.hpp>
#include <rope/rope_simulation.hpp>

#include <algorithm>
#include <cmath>
#include <string>

using rope::FrictionDirection;
using rope::InstructionSet;
using rope::RopeFleet;
using rope::RopeFleetSettings;
using rope::RopeSettings;
using rope::RopeSimulation;
using rope::Vec3;

namespace
{

RopeFleetSettings fleetOf(int ropeCount, InstructionSet set, const RopeSettings& rope = {})
{
    RopeFleetSettings settings;
    settings.ropeCount = ropeCount;
    settings.instructionSet = set;
    settings.rope = rope;
    return settings;
}

Vec3 vector(const nlohmann::json& v)
{
    return {v.at(0).get<double>(), v.at(1).get<double>(), v.at(2).get<double>()};
}

/// The greatest distance of a mass of any rope from the same mass of the readable simulation, moved by the rope's
/// offset.
double worstDistance(const RopeFleet& fleet, const RopeSimulation& sim, const std::function<Vec3(int)>& offset)
{
    double worst = 0.0;
    for (int rope = 0; rope < fleet.ropeCount(); ++rope)
        for (int mass = 0; mass < fleet.massCount(); ++mass)
        {
            const Vec3 expected = sim.masses()[static_cast<std::size_t>(mass)].position + offset(rope);
            worst = std::max(worst, glm::distance(fleet.position(rope, mass), expected));
        }
    return worst;
}

/// Ropes side by side, some far out.
Vec3 sideBySide(int rope)
{
    return {-0.3 * rope, 0.0, 7.1 * rope};
}

} // namespace

TEST_CASE("every rope of a fleet follows the source tutorial's equations", "[fleet]")
{
    const std::string id = GENERATE("A.i", "A.ii", "A.iii", "A.iv");
    const nlohmann::json reference = referenceItem(id);
    RopeSettings constants;
    constants.groundHeight = reference.at("setup").at("gy").get<double>();

    for (const InstructionSet set : rope::availableInstructionSets())
        for (const int ropeCount : {1, 3, 40})
        {
            CAPTURE(id, rope::instructionSetName(set), ropeCount);
            RopeFleet fleet(fleetOf(ropeCount, set, constants), sideBySide);
            int step = 0;
            int compared = 0;
            auto sample = reference.at("value").at("samples").begin();
            for (const nlohmann::json& segment : reference.at("setup").at("connection_segments"))
            {
                fleet.setConnectionVelocity(vector(segment.at("vel")));
                // Half a second: later the rope has met the ground, and rounding grows a hundredfold in a few frames.
                for (int i = segment.at("steps").get<int>(); i > 0 && step < 250; --i)
                {
                    fleet.step(constants.maxDt);
                    if (++step != sample->at("step").get<int>())
                        continue;
                    double worst = 0.0;
                    for (const auto& [mass, position] : sample->at("pos").items())
                        for (int rope = 0; rope < ropeCount; ++rope)
                            worst = std::max(worst, glm::distance(fleet.position(rope, std::stoi(mass)),
                                                                  vector(position) + sideBySide(rope)));
                    CHECK(worst <= 1e-5);
                    ++sample;
                    ++compared;
                }
            }
            CHECK(compared == 2);
        }
}

TEST_CASE("a fleet's ropes do as the readable rope does, whatever their number of masses", "[fleet]")
{
    const FrictionDirection direction = GENERATE(FrictionDirection::full, FrictionDirection::axial);
    const int massCount = GENERATE(2, 3, 10, 37, 81);
    RopeSettings constants;
    constants.massCount = massCount;
    constants.frictionDirection = direction;
    constants.springFriction = 1.0; // both directions would pass with the friction forgotten if there were little of it

    RopeSimulation sim(constants);
    sim.setConnectionVelocity({0.5, 1.0, -2.0});
    for (int frame = 0; frame < 24; ++frame)
        sim.advance(1.0 / 60.0);

    for (const InstructionSet set : rope::availableInstructionSets())
        for (const int ropeCount : {1, 5, 21})
        {
            CAPTURE(rope::instructionSetName(set), ropeCount, massCount, static_cast<int>(direction));
            RopeFleet fleet(fleetOf(ropeCount, set, constants), sideBySide);
            fleet.setConnectionVelocity({0.5, 1.0, -2.0});
            for (int frame = 0; frame < 24; ++frame)
                CHECK(fleet.advance(1.0 / 60.0) == 9);
            CHECK(fleet.time() == Approx(0.4).epsilon(1e-12));
            CHECK(worstDistance(fleet, sim, sideBySide) <= 1e-5);
        }
}

TEST_CASE("a fleet's ropes bend as the readable rope does, whatever lanes they are cut into", "[fleet][bending]")
{
    const FrictionDirection direction = GENERATE(FrictionDirection::full, FrictionDirection::axial);
    const int massCount = GENERATE(2, 3, 4, 7, 10, 19, 37, 81);
    RopeSettings constants;
    constants.massCount = massCount;
    constants.frictionDirection = direction;
    constants.bendingStiffness = 0.02;

    RopeSimulation sim(constants);
    sim.setConnectionVelocity({0.5, 1.0, -2.0});
    for (int frame = 0; frame < 18; ++frame)
        sim.advance(1.0 / 60.0);
    constants.bendingStiffness = 0.0;
    RopeSimulation limp(constants);
    limp.setConnectionVelocity({0.5, 1.0, -2.0});
    for (int frame = 0; frame < 18; ++frame)
        limp.advance(1.0 / 60.0);
    constants.bendingStiffness = 0.02;
    if (massCount > 2)
        REQUIRE(glm::distance(sim.masses()[2].position, limp.masses()[2].position) > 1e-4);

    for (const InstructionSet set : rope::availableInstructionSets())
        for (const int ropeCount : {1, 5, 21})
        {
            CAPTURE(rope::instructionSetName(set), ropeCount, massCount, static_cast<int>(direction));
            RopeFleet fleet(fleetOf(ropeCount, set, constants), sideBySide);
            fleet.setConnectionVelocity({0.5, 1.0, -2.0});
            for (int frame = 0; frame < 18; ++frame)
                fleet.advance(1.0 / 60.0);
            CHECK(worstDistance(fleet, sim, sideBySide) <= 1e-5);
            CHECK(fleet.bendingEnergy(ropeCount - 1) == Approx(sim.bendingEnergy()).margin(1e-6));
        }
}

TEST_CASE("squeezed and folded segments of a fleet bend as those of the readable rope", "[fleet][bending]")
{
    RopeSettings constants;
    constants.massCount = 21;
    constants.springConstant = 300.0;
    constants.bendingStiffness = 0.01;
    constants.groundHeight = -1000.0;
    // A zigzag with folds beyond 60 degrees and segments of half to all of their length.
    const auto zigzag = [](int mass)
    {
        const double step = mass % 3 == 0 ? 0.025 : 0.04;
        return Vec3(step * mass, mass % 2 == 0 ? 0.0 : 0.03, mass % 4 == 0 ? 0.02 : 0.0);
    };
    std::vector<Vec3> positions;
    for (int mass = 0; mass < constants.massCount; ++mass)
        positions.push_back(zigzag(mass));
    RopeSimulation sim(constants);
    sim.layOut(positions);
    for (int i = 0; i < 20; ++i)
        sim.step(0.001);
    for (const InstructionSet set : rope::availableInstructionSets())
        for (const int ropeCount : {1, 21})
        {
            CAPTURE(rope::instructionSetName(set), ropeCount);
            RopeFleet fleet(fleetOf(ropeCount, set, constants));
            fleet.layOut([&](int, int mass) { return zigzag(mass); });
            for (int i = 0; i < 20; ++i)
                fleet.step(0.001);
            CHECK(worstDistance(fleet, sim, [](int) { return Vec3(0.0); }) <= 2e-6);
        }
}

TEST_CASE("a fleet meets the ground as the readable rope does", "[fleet]")
{
    // It falls 5 cm in 0.1 s and then slides: repulsion, friction along the ground and absorption all act.
    RopeSettings constants;
    constants.groundHeight = -0.05;
    constants.groundFriction = 2.0;
    RopeSimulation sim(constants);
    sim.setConnectionVelocity({0.0, -0.4, 0.7});
    for (int i = 0; i < 75; ++i)
        sim.step(0.002);
    REQUIRE(sim.masses()[40].position.y < constants.groundHeight - 0.01);
    REQUIRE(sim.connectionPosition().y == constants.groundHeight);

    for (const InstructionSet set : rope::availableInstructionSets())
        for (const int ropeCount : {1, 40})
        {
            CAPTURE(rope::instructionSetName(set), ropeCount);
            RopeFleet fleet(fleetOf(ropeCount, set, constants), sideBySide);
            fleet.setConnectionVelocity({0.0, -0.4, 0.7});
            for (int i = 0; i < 75; ++i)
                fleet.step(0.002);
            CHECK(worstDistance(fleet, sim, sideBySide) <= 1e-5);
            CHECK(fleet.connectionPosition(0).y == Approx(constants.groundHeight).epsilon(1e-7));
            CHECK(fleet.connectionVelocity(0).y == 0.0);
        }
}

TEST_CASE("a fleet's hanging ropes stretch as their weight says", "[fleet]")
{
    // Segment j carries the masses below it: stretch = sum_j (N - 1 - j) m g / k = N (N - 1) m g / (2 k), exactly.
    RopeSettings constants;
    constants.groundHeight = -1000.0;
    constants.springFriction = 1.0; // at rest within seconds
    constants.airFriction = 0.5;
    const double n = constants.massCount;
    const double stretch = n * (n - 1.0) * constants.mass * 9.81 / (2.0 * constants.springConstant);
    const double rest = (n - 1.0) * constants.springLength;

    for (const InstructionSet set : rope::availableInstructionSets())
        for (const int ropeCount : {1, 20})
        {
            CAPTURE(rope::instructionSetName(set), ropeCount);
            RopeFleet fleet(fleetOf(ropeCount, set, constants));
            fleet.layOut([&](int, int mass) { return Vec3(0.0, -mass * constants.springLength, 0.0); });
            fleet.advance(3.0);
            for (int rope = 0; rope < ropeCount; ++rope)
                CHECK(fleet.length(rope) - rest == Approx(stretch).epsilon(1e-5));
        }
}

TEST_CASE("a rope of a fleet sinks into the ground by its weight", "[fleet]")
{
    RopeSettings constants;
    constants.groundHeight = -0.01;
    constants.airFriction = 0.2;
    for (const InstructionSet set : rope::availableInstructionSets())
        for (const int ropeCount : {1, 20})
        {
            CAPTURE(rope::instructionSetName(set), ropeCount);
            RopeFleet fleet(fleetOf(ropeCount, set, constants));
            fleet.advance(5.0);
            // m g / k of the ground; the free end bears nothing else.
            const double depth = 0.05 * 9.81 / constants.groundRepulsion;
            CHECK(constants.groundHeight - fleet.position(0, 79).y == Approx(depth).epsilon(1e-3));
        }
}

TEST_CASE("wind takes a fleet's loose masses along", "[fleet]")
{
    // Without springs each mass is alone: v_n = v_T (1 - (1 - b dt/m)^n) with v_T = w + m g/b.
    RopeSettings constants;
    constants.springConstant = 0.0;
    constants.springFriction = 0.0;
    constants.airFriction = 0.5;
    constants.groundHeight = -1000.0;
    const int steps = 100;
    const Vec3 wind(3.0, 0.5, -7.0);
    const Vec3 terminal = wind + constants.gravity * (constants.mass / constants.airFriction);
    const double left = std::pow(1.0 - constants.airFriction * constants.maxDt / constants.mass, steps);

    for (const InstructionSet set : rope::availableInstructionSets())
        for (const FrictionDirection direction : {FrictionDirection::full, FrictionDirection::axial})
        {
            CAPTURE(rope::instructionSetName(set), static_cast<int>(direction));
            constants.frictionDirection = direction;
            RopeFleetSettings settings = fleetOf(9, set, constants);
            settings.wind = wind;
            RopeFleet fleet(settings);
            for (int i = 0; i < steps; ++i)
                fleet.step(constants.maxDt);
            for (const int mass : {1, 41, 79})
                CHECK(glm::distance(fleet.velocity(8, mass), terminal * (1.0 - left)) <= 2e-5);
            CHECK(fleet.velocity(8, 0) == Vec3(0.0));
        }
}

TEST_CASE("a fleet's rope that is drawn far away stays exact", "[fleet]")
{
    // 10 m in 0.32 s: its origin in memory has to follow.
    RopeSettings constants;
    constants.groundHeight = -1000.0;
    RopeSimulation sim(constants);
    sim.setConnectionVelocity({-30.0, 5.0, 1.0});
    for (int i = 0; i < 160; ++i)
        sim.step(0.002);
    for (const InstructionSet set : rope::availableInstructionSets())
        for (const int ropeCount : {1, 35})
        {
            CAPTURE(rope::instructionSetName(set), ropeCount);
            RopeFleet fleet(fleetOf(ropeCount, set, constants), sideBySide);
            fleet.setConnectionVelocity({-30.0, 5.0, 1.0});
            for (int i = 0; i < 160; ++i)
                fleet.step(0.002);
            CHECK(worstDistance(fleet, sim, sideBySide) <= 2e-5);
        }
}
