#include "ropes_on_solids.hpp"

#include <rope/rope_by_length.hpp>

namespace
{

/// A rope that is laid out within a solid, of so much of its radius.
RopeSimulation within(const SolidBody& solid, double height, double radius)
{
    std::vector<Vec3> path;
    for (int i = 0; i <= 30; ++i)
        path.emplace_back(0.01 * i - 0.15, height, 0.0);
    RopeByLength settings = limpRope(path, 0.05);
    settings.axialStiffness = 1e4;
    settings.radius = radius;
    settings.airFriction = 1e-3;
    RopeSimulation rod(settings);
    rod.layOut(path);
    rod.addSolid(solid);
    return rod;
}

double deepest(const RopeSimulation& rod)
{
    double least = 1e9;
    for (const rope::Mass& mass : rod.masses())
        least = std::min(least, rope::clearance(rod.solids().front(), mass.position).distance);
    return rod.settings().ropeRadius - least;
}

} // namespace

TEST_CASE("A rope that is laid out within a solid comes out of it slowly", "[contact]")
{
    constexpr double radius = 0.005;
    const SolidBody solid =
        GENERATE(SolidBody::plane(Vec3(0.0), {0.0, 1.0, 0.0}), SolidBody::sphere({0.0, -0.1, 0.0}, 0.1),
                 SolidBody::cylinder({0.0, -0.02, -0.3}, {0.0, -0.02, 0.3}, 0.02));
    RopeSimulation rod = within(solid, -0.5 * radius, radius);
    REQUIRE(deepest(rod) > 1.4 * radius);
    double fast = 0.0;
    for (double t = 0.0; t < 1.0; t += stepLength)
    {
        rod.step(stepLength);
        fast = std::max(fast, fastest(rod));
    }
    CHECK(fast < 20.0 * radius); // it is let out by 4 r a second
    CHECK(deepest(rod) < 0.05 * radius);
}

// What is pulled outwards faster than it is let out touches nothing for a moment, and is still within.
TEST_CASE("A rope that is drawn out of a solid and let go half way is not thrown out of it", "[contact]")
{
    constexpr double radius = 0.005;
    RopeSimulation rod = within(SolidBody::plane(Vec3(0.0), {0.0, 1.0, 0.0}), 0.1 * radius, radius);
    const auto pull = [&rod](double acceleration)
    {
        for (std::size_t i = 0; i < rod.masses().size(); ++i)
            rod.setForce(i, {0.0, acceleration * rod.masses()[i].mass, 0.0});
    };
    pull(8.0);
    rod.step(stepLength);
    rod.step(stepLength);
    REQUIRE(rod.touches().empty());
    REQUIRE(deepest(rod) > 0.5 * radius);
    const double speed = fastest(rod);
    pull(-9.81);
    double fast = 0.0;
    for (double t = 0.0; t < 1.0; t += stepLength)
    {
        rod.step(stepLength);
        fast = std::max(fast, fastest(rod));
    }
    CHECK(fast < speed + 20.0 * radius);
    CHECK(deepest(rod) < 0.05 * radius);
}

TEST_CASE("A rope that is laid out flat across itself, or folded onto itself, is let out and falls", "[contact]")
{
    const bool folded = GENERATE(false, true);
    CAPTURE(folded);
    constexpr int edges = 60;
    std::vector<Vec3> positions{Vec3(0.1, 0.2, 0.0)};
    for (int i = 0; i < edges; ++i)
    {
        const double heading = folded ? (i < edges / 2 ? 0.0 : pi) : 1.44 * pi * std::sin(2.0 * pi * (i + 0.5) / edges);
        positions.push_back(positions.back() +
                            Vec3(std::cos(heading), 0.0, std::sin(heading)) / static_cast<double>(edges));
    }
    RopeByLength settings;
    settings.massCount = edges + 1;
    settings.bendingStiffness = 1e-3;
    settings.torsionalStiffness = 0.0;
    settings.axialStiffness = 2e3;
    settings.radius = 0.01;
    settings.selfContact = true;
    RopeSimulation rod(settings);
    rod.layOut(positions);
    rod.step(stepLength);
    CHECK(rod.selfTouches().size() > 2);
    for (int step = 1; step < 120; ++step)
        rod.step(stepLength);
    // It has fallen freely for half a second. No step solves the fold, whose bend holds more than any number: what is
    // left unsolved pushes it.
    double height = 0.0;
    for (const rope::Mass& mass : rod.masses())
        height += mass.position.y / (edges + 1);
    CHECK_THAT(height, WithinAbs(0.2 - 0.5 * 9.81 * 0.25, folded ? 0.25 : 0.05));
    CHECK(rod.selfTouches().empty());
    CHECK(rod.contactEnergy() == 0.0);
    CHECK_FALSE(rod.passed().has_value());
}

TEST_CASE("A rope that is laid out between solids with less room than it needs stays pinched, gently", "[contact]")
{
    constexpr double radius = 0.005;
    constexpr double gap = 0.5 * radius;                                                         // to either side
    RopeSimulation rod = within(SolidBody::box({0.0, -0.1 - gap, 0.0}, Vec3(0.1)), 0.0, radius); // halves of sizes
    rod.addSolid(SolidBody::box({0.0, 0.1 + gap, 0.0}, Vec3(0.1)));
    for (double t = 0.0; t < 2.0; t += stepLength)
        rod.step(stepLength);
    double most = 0.0;
    for (const rope::SolidTouch& touch : rod.touches())
        most = std::max(most, touch.pressure);
    const double stiffness = 1e4 / 0.01; // of a segment
    CHECK(most > 0.05 * radius * stiffness);
    CHECK(most < 0.12 * radius * stiffness); // half of its radius deep, as it would be all let out
}
