#include "rods.hpp"

#include <rope/rope_by_length.hpp>

namespace
{

constexpr int edges = 80;

/// A rod with a loop that lies on itself, the later strand above the earlier one.
RopeSimulation loop(bool watches)
{
    RopeByLength settings = withoutWeight(RopeByLength());
    settings.massCount = edges + 1;
    settings.torsionalStiffness = 0.0;
    settings.watchPassages = watches;
    RopeSimulation rod(settings);
    std::vector<Vec3> points;
    for (int i = 0; i <= edges; ++i)
    {
        const double s = 2.0 * pi * i / edges - pi;
        points.emplace_back(0.1 * s - 0.2 * std::sin(s), -0.2 * std::cos(s), 0.01 * s);
    }
    rod.layOut(points);
    return rod;
}

double writheOf(const RopeSimulation& rod)
{
    std::vector<Vec3> points;
    for (const rope::Mass& mass : rod.masses())
        points.push_back(mass.position);
    return rope::writheBetween(points, {1.0, 0.0, 0.0});
}

/// Draws the later half down through the earlier one by its pins, and up again.
void draw(RopeSimulation& rod, double speed)
{
    for (std::size_t i = 0; i <= edges; ++i)
        rod.pin(i, i > edges / 2 ? Vec3(0.0, 0.0, speed) : Vec3(0.0));
}

} // namespace

TEST_CASE("A rod that is led through itself says when and where, as its writhe jumps by 2", "[rod][topo]")
{
    RopeSimulation rod = loop(true);
    draw(rod, -0.5);
    double before = writheOf(rod);
    bool jumped = false;
    for (int step = 1; step <= 40; ++step)
    {
        rod.step(1.0 / 240.0);
        const double now = writheOf(rod);
        const bool jumps = std::abs(now - before) > 1.0;
        CAPTURE(step, now - before);
        if (jumps)
        {
            CHECK(std::abs(std::abs(now - before) - 2.0) < 0.2);
            REQUIRE(rod.passed());
            CHECK_THAT(rod.passed()->time, WithinAbs(step / 240.0, 1e-12));
            // Where the loop crosses itself: as far before its middle as behind it.
            CHECK(std::abs(static_cast<int>(rod.passed()->edge + rod.passed()->other) - (edges - 1)) <= 1);
        }
        else if (!jumped)
            CHECK_FALSE(rod.passed());
        jumped = jumped || jumps;
        before = now;
    }
    CHECK(jumped);
}

TEST_CASE("A rod that comes near itself has not passed through itself", "[rod][topo]")
{
    RopeSimulation rod = loop(true);
    for (const double speed : {-0.5, 0.5, -0.5, 0.5})
    {
        draw(rod, speed);
        for (int step = 0; step < 8; ++step)
            rod.step(1.0 / 240.0);
    }
    CHECK_FALSE(rod.passed());
    RopeSimulation blind = loop(false);
    draw(blind, -0.5);
    for (int step = 0; step < 40; ++step)
        blind.step(1.0 / 240.0);
    CHECK_FALSE(blind.passed());
}

// A trefoil, one mass of which goes through another strand to undo it: the polygon closes where it begins.
TEST_CASE("topo.pass: the writhe jumps as one strand passes through another, and the rod says so", "[rod][topo]")
{
    const nlohmann::json reference = item("topo.pass");
    const auto polygon = [&](const char* when)
    {
        std::vector<Vec3> points;
        for (const nlohmann::json& point : reference["inputs"][when])
            points.emplace_back(point[0], point[1], point[2]);
        return points;
    };
    std::vector<Vec3> before = polygon("before");
    std::vector<Vec3> after = polygon("after");
    CHECK_THAT(rope::writhe(before), WithinAbs(reference["expected"]["writhe_before"], 1e-6));
    CHECK_THAT(rope::writhe(after), WithinAbs(reference["expected"]["writhe_after"], 1e-6));

    before.push_back(before.front());
    after.push_back(after.front());
    RopeByLength settings = withoutWeight(RopeByLength());
    settings.massCount = static_cast<int>(before.size());
    settings.torsionalStiffness = 0.0;
    settings.watchPassages = true;
    RopeSimulation rod(settings);
    rod.layOut(before);
    constexpr double h = 1.0 / 240.0;
    for (std::size_t i = 0; i < before.size(); ++i)
        rod.pin(i, (after[i] - before[i]) / h);
    rod.step(h);
    REQUIRE(rod.passed());
    // Mass 6 goes up past the strand over it.
    CHECK((rod.passed()->edge == 5 || rod.passed()->edge == 6));
    CHECK((rod.passed()->other == 17 || rod.passed()->other == 18));
}
