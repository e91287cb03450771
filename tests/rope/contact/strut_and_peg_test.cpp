#include "ropes_on_solids.hpp"

#include <rope/rope_by_length.hpp>

#include <stdexcept>

namespace
{

/// A rope clamped upright above a rough floor, with its end on the floor: already bent, the clamp lowered by `start`,
/// for where it buckles it would throw its end aside.
struct Strut
{
    static constexpr int edges = 80;
    static constexpr double radius = 0.001;
    static constexpr double ledgeEnd = 0.0005;
    RopeSimulation rod;

    /// On a ledge: the floor ends under the rope's end, for beyond mu = 0.3 the rope dips below it before it slips.
    Strut(double friction, double start, bool ledge = false) : rod(settings(friction))
    {
        std::vector<Vec3> positions;
        for (int i = 0; i <= edges; ++i)
        {
            const double s = static_cast<double>(i) / edges;
            const double aside = std::sqrt(start) / pi * (1.0 - std::cos(2.0 * pi * s));
            positions.emplace_back(aside, (1.0 - start) * (1.0 - s) + radius, 0.0);
        }
        rod.layOut(positions);
        rod.clamp(RopeEnd::first, Vec3(0.0, -1.0, 0.0));
        rod.pin(edges);
        if (!rod.rest())
            throw std::runtime_error("the strut finds no rest");
        rod.unpin(edges);
        rod.addSolid(ledge ? SolidBody::box(Vec3(ledgeEnd - 0.5, -0.05, 0.0), Vec3(0.5, 0.05, 0.5))
                           : SolidBody::plane(Vec3(0.0), Vec3(0.0, 1.0, 0.0)));
    }

    static RopeByLength settings(double friction)
    {
        RopeByLength s = withoutWeight(unitRod(edges, 1.0));
        s.radius = radius;
        s.contactFriction = friction;
        s.airFriction = 0.05;
        return s;
    }

    void lower(double way, double seconds)
    {
        rod.pin(0, Vec3(0.0, -way / seconds, 0.0));
        for (double t = 0.0; t < seconds - 0.5 * stepLength; t += stepLength)
            rod.step(stepLength);
        rod.pin(0);
        for (int step = 0; step < 240; ++step)
            rod.step(stepLength);
    }
};

} // namespace

TEST_CASE("contact.strut: the end of a strut on a rough floor slips where its reaction leaves the cone", "[contact]")
{
    const std::string id = GENERATE("contact.strut.0.1", "contact.strut.0.2", "contact.strut.0.4");
    CAPTURE(id);
    const nlohmann::json reference = item(id);
    const double lowered = reference["expected"]["e_over_L"];
    Strut strut(reference["inputs"]["mu"], 0.3 * lowered, reference.contains("needs"));
    strut.lower(0.65 * lowered, 4.0);
    CHECK(std::abs(strut.rod.masses().back().position.x) < 1e-4);
    CHECK(fastest(strut.rod) < 1e-9);
    REQUIRE(strut.rod.touches().size() == 1);
    // Nearly the reactions of the limit: they change by a tenth from buckling to there.
    const SolidTouch& touch = strut.rod.touches().front();
    CHECK_THAT(touch.pressure, WithinRel(reference["expected"]["upward_L2_over_B"].get<double>(), 0.04));
    strut.lower(0.10 * lowered, 2.0);
    // From a ledge it slips to its end at once, and hangs there.
    CHECK(std::abs(strut.rod.masses().back().position.x) > (reference.contains("needs") ? Strut::ledgeEnd : 0.01));
}

TEST_CASE("contact.peg: a chain from a pin over a small greased peg hangs as its least energy says", "[contact]")
{
    const std::string id = GENERATE("contact.peg.a", "contact.peg.b");
    CAPTURE(id);
    const nlohmann::json reference = item(id);
    const double length = reference["inputs"]["length"];
    const double hanging = reference["expected"]["hanging"];
    constexpr double peg = 0.008;
    constexpr double radius = 0.002;
    const int edges = static_cast<int>(std::lround(length / 0.01));
    RopeByLength settings;
    settings.massCount = edges + 1;
    settings.length = length;
    settings.massPerLength = 1.0;
    settings.axialStiffness = 1e5;
    settings.bendingStiffness = settings.torsionalStiffness = 0.0;
    settings.radius = radius;
    settings.airFriction = 0.05;
    RopeSimulation rod(settings);
    // Down and up to the peg in two straight lines, and straight down beyond it by a little less than in the end.
    const double round = peg + radius;
    const double edge = rod.springs().front().restLength;
    const double before = length - 0.99 * hanging;
    const double deep = std::sqrt(0.25 * before * before - 0.25);
    std::vector<Vec3> positions;
    for (int i = 0; i <= edges; ++i)
    {
        const double part = std::min(edge * i / before, 1.0);
        const double s = edge * i - before;
        const double turned = std::clamp(s / round, 0.0, 0.5 * pi);
        positions.emplace_back(part + round * std::sin(turned),
                               round * std::cos(turned) - std::max(0.0, s - 0.5 * pi * round) -
                                   deep * (1.0 - std::abs(2.0 * part - 1.0)),
                               0.0);
    }
    rod.layOut(positions);
    rod.addSolid(SolidBody::cylinder(Vec3(1.0, 0.0, -1.0), Vec3(1.0, 0.0, 1.0), peg));
    rod.pin(0);
    for (int step = 0; step < 240 * 12; ++step)
        rod.step(stepLength);
    double lowest = 0.0;
    for (const rope::Mass& mass : rod.masses())
        if (mass.position.x < 0.9)
            lowest = std::min(lowest, mass.position.y - round);
    CHECK_THAT(-rod.masses().back().position.y, WithinRel(hanging, 0.02));
    CHECK_THAT(-lowest, WithinRel(reference["expected"]["sag"].get<double>(), 0.04));
}
