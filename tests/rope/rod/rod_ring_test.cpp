#include "rods.hpp"

#include <rope/rope_by_length.hpp>

namespace
{

/// A ring of so many edges in the plane z = 0, that nothing holds.
RopeByLength ringSettings(int edges, double radius, double bendingStiffness, double torsionalStiffness)
{
    RopeByLength settings;
    settings.closed = true;
    settings.massCount = edges + 2;
    settings.length = 2.0 * radius * std::sin(pi / edges) * edges;
    settings.bendingStiffness = bendingStiffness;
    settings.torsionalStiffness = torsionalStiffness;
    settings.axialStiffness = 1e5 * bendingStiffness / (radius * radius);
    settings.gravity = Vec3(0.0);
    return settings;
}

std::vector<Vec3> polygon(const RopeSimulation& ring)
{
    std::vector<Vec3> points;
    for (std::size_t i = 0; i + 2 < ring.masses().size(); ++i)
        points.push_back(ring.masses()[i].position);
    return points;
}

/// [m], how far the doubled edge is from itself.
double gap(const RopeSimulation& ring)
{
    const std::size_t n = ring.masses().size();
    return std::max(glm::distance(ring.masses()[0].position, ring.masses()[n - 2].position),
                    glm::distance(ring.masses()[1].position, ring.masses()[n - 1].position));
}

} // namespace

TEST_CASE("twist.michell: a free ring leaves its plane at sqrt(3) B/C turns", "[rod][ring]")
{
    for (const char* const id : {"twist.michell.1", "twist.michell.1.5", "twist.michell.0.333"})
    {
        const nlohmann::json reference = item(id);
        const double ratio = reference["inputs"]["B_over_C"];
        for (const int edges : {24, 48})
        {
            CAPTURE(id, edges);
            const double expected = reference["expected"]["critical_turns_" + std::to_string(edges) + "_edges"];
            RopeSimulation ring(ringSettings(edges, 0.2, 0.02, 0.02 / ratio));
            // Its six motions as a rigid body have no stiffness: what is unstable lies well below them.
            const double slow = 1e-3 * std::pow(ring.frequency(6), 2);
            const double turns = threshold(0.5 * expected, 1.5 * expected,
                                           [&](double wanted)
                                           {
                                               ring.turn(RopeEnd::last, 2.0 * pi * wanted);
                                               return ring.modesBelow(-slow) > 0;
                                           });
            CHECK_THAT(turns, WithinRel(expected, 2e-3));
        }
    }
}

TEST_CASE("vibr.ring.a: a free ring's frequencies in its plane", "[rod][ring]")
{
    const nlohmann::json reference = item("vibr.ring.a");
    const double radius = reference["inputs"]["R"];
    const double B = reference["inputs"]["B"];
    RopeByLength settings = ringSettings(60, radius, B, B / reference["inputs"]["B_over_C"].get<double>());
    settings.massPerLength = reference["inputs"]["mass_per_m"];
    RopeSimulation ring(settings);
    // Motions as a rigid body have none.
    CHECK(ring.frequency(5) < 1e-2 * ring.frequency(6));
    const nlohmann::json inPlane = reference["expected"]["omega_in_plane"];
    const nlohmann::json tolerance = reference["tolerance"]["rel"];
    for (std::size_t i = 0; i < 3; ++i)
    {
        const double omega = inPlane[std::to_string(i + 2)];
        const double off = tolerance[i];
        CAPTURE(omega);
        // Each comes twice, in two directions.
        CHECK(ring.modesBelow(std::pow(omega * (1.0 + off), 2)) - ring.modesBelow(std::pow(omega * (1.0 - off), 2)) >=
              2);
    }
}

TEST_CASE("A ring at rest stays, moves as one body, and keeps its momentum", "[rod][ring]")
{
    RopeByLength settings = ringSettings(40, 0.2, 0.01, 0.01);
    RopeSimulation ring(settings);
    const double start = ring.bendingEnergy();
    CHECK_THAT(start, WithinRel(0.5 * settings.bendingStiffness * 4.0 * pi * pi / settings.length, 0.01));
    double mass = 0.0;
    for (const rope::Mass& m : ring.masses())
        mass += m.mass;
    CHECK_THAT(mass, WithinRel(settings.massPerLength * settings.length, 1e-12));
    ring.setBooks(true);
    ring.advance(0.5);
    CHECK_THAT(ring.bendingEnergy(), WithinRel(start, 1e-4));
    CHECK(glm::length(ring.momentum()) < 1e-10);
    CHECK(gap(ring) < 1e-5);
    CHECK_THAT(ring.link(), WithinAbs(0.0, 1e-9));
}

TEST_CASE("A ring's link changes by turns of its splice only, however it coils", "[rod][ring][topo]")
{
    RopeByLength settings = ringSettings(60, 0.2, 0.01, 0.01);
    settings.axialStiffness = 500.0;
    settings.airFriction = 2e-3;
    settings.massPerLength = 0.05;
    settings.radius = 0.006;
    settings.selfContact = true;
    RopeSimulation ring(settings);
    ring.setForce(10, {0.0, 0.0, 1e-3});
    ring.setBooks(true);
    for (int step = 1; step <= 720; ++step)
    {
        const double turns = std::min(4.0, step / 120.0);
        ring.turn(RopeEnd::last, 2.0 * pi * turns);
        ring.step(1.0 / 240.0);
        if (step % 60 == 0)
            CHECK_THAT(ring.link(), WithinAbs(turns, 1e-6));
    }
    CHECK(std::abs(rope::writhe(polygon(ring))) > 1.0);
    CHECK_FALSE(ring.passed());
    CHECK(gap(ring) < 1e-4);
    const rope::EnergyBook book = ring.energyBook();
    CHECK(std::abs(book.imbalance()) < 1e-10 * book.throughput());
}

TEST_CASE("A ring round a bar hangs on it, and stays linked with it", "[rod][ring][contact]")
{
    RopeByLength settings = ringSettings(60, 0.2, 0.001, 0.001);
    settings.gravity = Vec3(0.0, -9.81, 0.0);
    settings.axialStiffness = 1e3;
    settings.radius = 0.008;
    settings.contactFriction = 0.3;
    settings.selfContact = true;
    settings.airFriction = 5e-3;
    RopeSimulation ring(settings);
    ring.addSolid(rope::SolidBody::cylinder({0.0, 0.05, -0.5}, {0.0, 0.05, 0.5}, 0.03));
    const std::vector<Vec3> bar{{0.0, 0.05, -0.5}, {0.0, 0.05, 0.5}, {9.0, 0.05, 0.5}, {9.0, 0.05, -0.5}};
    const double before = rope::linkingNumber(polygon(ring), bar);
    CHECK_THAT(std::abs(before), WithinAbs(1.0, 1e-9));
    for (int i = 0; i < 20; ++i)
    {
        ring.advance(0.2);
        CHECK_THAT(rope::linkingNumber(polygon(ring), bar), WithinAbs(before, 1e-9));
    }
    double carried = 0.0;
    for (const rope::SolidTouch& touch : ring.touches())
        carried += touch.pressure * touch.normal.y + touch.friction.y;
    CHECK_THAT(carried, WithinRel(9.81 * settings.massPerLength * settings.length, 0.02));
}

TEST_CASE("topo.link: Gauss's integral of two polygons", "[rod][topo]")
{
    const auto closed = [](const std::function<Vec3(double)>& at)
    {
        std::vector<Vec3> points;
        points.reserve(80);
        for (int i = 0; i < 80; ++i)
            points.push_back(at(2.0 * pi * i / 80));
        return points;
    };
    CHECK_THAT(rope::linkingNumber(closed([](double t) { return Vec3(std::cos(t), std::sin(t), 0.0); }),
                                   closed([](double t) { return Vec3(1.0 + std::cos(t), 0.0, std::sin(t)); })),
               WithinAbs(item("topo.link.hopf")["expected"]["Lk"], 1e-9));
    const auto strand = [](double p)
    {
        return [p](double t)
        {
            const double out = 2.0 + 0.6 * std::cos(2.0 * t + p);
            return Vec3(out * std::cos(t), out * std::sin(t), 0.6 * std::sin(2.0 * t + p));
        };
    };
    CHECK_THAT(rope::linkingNumber(closed(strand(0.0)), closed(strand(pi))),
               WithinAbs(item("topo.link.two_strands_2")["expected"]["Lk"], 1e-9));
}

TEST_CASE("What a ring is not is refused by name", "[rod][ring]")
{
    RopeByLength settings = ringSettings(40, 0.2, 0.01, 0.01);
    RopeSimulation ring(settings);
    CHECK_THROWS_WITH(ring.clamp(RopeEnd::first, {1.0, 0.0, 0.0}), ContainsSubstring("ring"));
    settings.closed = false;
    CHECK_THROWS_WITH(ring.setSettings(settings), ContainsSubstring("ring"));
    settings.closed = true;
    settings.twist = TwistModel::waves;
    CHECK_THROWS_WITH(RopeSimulation(settings), ContainsSubstring("ring"));
    settings.twist = TwistModel::uniform;
    settings.massCount = 5;
    CHECK_THROWS_WITH(RopeSimulation(settings), ContainsSubstring("mass_count"));
}
