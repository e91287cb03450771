#include "ropes_on_solids.hpp"

#include <rope/rope_by_length.hpp>

#include <algorithm>
#include <cmath>
#include <random>

// What a blow brings: no momentum but what the solid takes, and no energy. (By BDF2 masses that had hit something took
// implicit Euler, and their neighbours did not: momentum and energy came from nowhere.)

using rope::MomentumLine;
using rope::RopeIntegrator;

namespace
{

/// A rope of 1.5 m, straight and tilted by so much, 0.3 m above a floor without friction.
RopeSimulation tiltedRope(double tilt)
{
    RopeByLength settings;
    settings.massCount = 61;
    settings.length = 1.5;
    settings.massPerLength = 0.28;
    settings.axialStiffness = 2e4;
    settings.bendingStiffness = settings.torsionalStiffness = 0.004;
    settings.radius = 0.01;
    RopeSimulation rod(settings);
    std::vector<Vec3> positions;
    for (int i = 0; i <= 60; ++i)
        positions.emplace_back(0.025 * i * std::cos(tilt), 0.3 + 0.025 * i * std::sin(tilt), 0.0);
    rod.layOut(positions);
    rod.addSolid(SolidBody::plane(Vec3(0.0), Vec3(0.0, 1.0, 0.0)));
    return rod;
}

struct Kind
{
    bool limp = false;    ///< it resists twist and no bend
    bool surface = false; ///< friction turns it
};

/// A random rope falls on a plane, a sphere, a box and a bar for two seconds, half of them pinned at one end: the most
/// energy that it has gained since it had least, in halves of m g L. Nothing brings any.
double gainOfFall(int seed, const Kind& kind)
{
    std::mt19937 engine(static_cast<unsigned>(seed));
    const auto between = [&engine](double a, double b) { return std::uniform_real_distribution<double>(a, b)(engine); };
    RopeByLength settings;
    const int edges = 30 + static_cast<int>(between(0, 50));
    settings.massCount = edges + 1;
    settings.massPerLength = std::exp(between(-4, 0));
    settings.bendingStiffness = std::exp(between(-9, -3));
    settings.torsionalStiffness = settings.bendingStiffness / 1.3;
    if (kind.limp)
        settings.bendingStiffness = 0.0;
    settings.axialStiffness = std::exp(between(5, 11));
    settings.radius = between(0.005, 0.02);
    settings.contactFriction = between(0, 1);
    settings.selfContact = between(0, 1) < 0.6;
    settings.integrator = between(0, 1) < 0.75 ? RopeIntegrator::bdf2 : RopeIntegrator::implicit_euler;
    if (kind.surface)
    {
        settings.twist = rope::TwistModel::waves;
        settings.surfaceFriction = true;
        settings.spinInertia = 0.5 * settings.massPerLength * settings.radius * settings.radius;
    }
    settings.maxDt = between(0, 1) < 0.5 ? stepLength : 2.0 * stepLength;
    RopeSimulation rod(settings);
    const double a = between(0, 6);
    const double b = between(0, 6);
    const double waves = between(3, 10);
    std::vector<Vec3> positions{Vec3(-0.3, 0.4, 0.0)};
    double lowest = 0.4;
    for (int i = 0; i < edges; ++i)
    {
        const double u = static_cast<double>(i) / edges;
        const Vec3 way(1.0 + 0.2 * std::cos(waves * u + a), 0.5 * std::sin(waves * u + b),
                       0.5 * std::cos(1.3 * waves * u + a));
        positions.push_back(positions.back() + glm::normalize(way) / static_cast<double>(edges));
        lowest = std::min(lowest, positions.back().y);
    }
    for (Vec3& position : positions)
        position.y += 0.42 - lowest; // above all solids
    rod.layOut(positions);
    rod.addSolid(SolidBody::plane(Vec3(0.0), Vec3(0.0, 1.0, 0.0)));
    rod.addSolid(SolidBody::sphere(Vec3(between(-0.3, 0.4), 0.1, between(-0.1, 0.1)), 0.12));
    rod.addSolid(SolidBody::box(Vec3(between(-0.3, 0.4), 0.05, between(-0.1, 0.1)), Vec3(0.1, 0.08, 0.1)));
    rod.addSolid(SolidBody::capsule(Vec3(0.1, 0.25, -0.5), Vec3(0.1, 0.2, 0.5), 0.03));
    if (between(0, 1) < 0.5)
        rod.pin(0);
    Gain gain(rod);
    while (rod.time() < 2.0)
    {
        rod.step(settings.maxDt);
        gain.look(rod);
    }
    // Of the two hundred of each kind one stands for four pieces of steps, and the others never.
    CHECK(rod.effort().stood < 5);
    return gain.joules() / (0.5 * settings.massPerLength * 9.81);
}

} // namespace

TEST_CASE("A tilted rope that falls on a floor without friction does not slide away", "[contact]")
{
    const double tilt = GENERATE(10.0, 20.0, 45.0, 70.0, 80.0);
    CAPTURE(tilt);
    RopeSimulation rod = tiltedRope(tilt * pi / 180.0);
    rod.setBooks(true);
    double fastest = 0.0;
    std::size_t touches = 0;
    while (rod.time() < 1.5)
    {
        rod.step(stepLength);
        fastest = std::max(fastest, std::hypot(rod.momentum().x, rod.momentum().z) / (0.28 * 1.5));
        touches = std::max(touches, rod.touches().size());
    }
    CHECK(touches > 20);
    CHECK(fastest < 1e-9);
    // Of its books, the line that takes what nothing else explains has none of it either.
    const Vec3 unexplained = rod.momentumBook().linear.gained(MomentumLine::integrator);
    CHECK(std::hypot(unexplained.x, unexplained.z) < 1e-9);
}

TEST_CASE("What a free ball gains of momentum when a rope hits it, the rope loses in the same step", "[contact]")
{
    const RopeIntegrator integrator = GENERATE(RopeIntegrator::bdf2, RopeIntegrator::implicit_euler);
    const double ballMass = GENERATE(0.05, 1.0);
    CAPTURE(static_cast<int>(integrator), ballMass);
    RopeByLength settings = withoutWeight(RopeByLength());
    settings.massCount = 41;
    settings.massPerLength = 0.28;
    settings.bendingStiffness = settings.torsionalStiffness = 0.004;
    settings.radius = 0.01;
    settings.contactFriction = 0.3;
    settings.integrator = integrator;
    settings.tolerance = 1e-9;
    RopeSimulation rod(settings);
    const std::size_t last = rod.masses().size() - 1;
    for (std::size_t i = 0; i <= last; ++i)
        rod.pin(i, Vec3(0.3, -2.0, 0.1));
    rod.step(stepLength);
    for (std::size_t i = 0; i <= last; ++i)
        rod.unpin(i);
    SolidBody sphere = SolidBody::sphere(Vec3(0.3, -0.2, 0.02), 0.1);
    sphere.inverseMass = 1.0 / ballMass;
    sphere.inverseInertia = 2.5 / (ballMass * 0.01);
    const rope::SolidId ball = rod.addSolid(sphere);
    // The ball is kept in its plane across z.
    const auto momentum = [&] { return Vec3(1.0, 1.0, 0.0) * (rod.momentum() + ballMass * rod.solid(ball).velocity); };
    const Vec3 before = momentum();
    double off = 0.0;
    std::size_t touches = 0;
    for (int i = 0; i < 240; ++i)
    {
        rod.step(stepLength);
        touches += rod.touches().size();
        off = std::max(off, glm::length(momentum() - before));
    }
    CHECK(touches > 0);
    CHECK(glm::length(rod.solid(ball).velocity) > 0.05);
    CHECK(off < 1e-9 * glm::length(before));
}

// The seeds are those that gained most before: 0.1 to 587 halves of m g L.
TEST_CASE("A rope that falls on solids gains no energy", "[contact]")
{
    const auto [kind, seeds] = GENERATE(table<Kind, std::vector<int>>({{{false, false}, {87, 82, 32, 23, 168}},
                                                                       {{true, false}, {82, 30}},
                                                                       {{false, true}, {63, 22}},
                                                                       {{true, true}, {30}}}));
    CAPTURE(kind.limp, kind.surface);
    for (const int seed : seeds)
    {
        CAPTURE(seed);
        CHECK(gainOfFall(seed, kind) < 0.005);
    }
}

TEST_CASE("Two hundred ropes of each kind that fall on solids gain no energy", "[contact][long]")
{
    const bool limp = GENERATE(false, true);
    const bool surface = GENERATE(false, true);
    for (int seed = 0; seed < 200; ++seed)
    {
        CAPTURE(limp, surface, seed);
        CHECK(gainOfFall(seed, {limp, surface}) < 0.005);
    }
}
