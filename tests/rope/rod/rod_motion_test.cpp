#include "rods.hpp"

#include "rope/state/rope_shape.hpp"

#include <rope/energy.hpp>
#include <rope/rope_by_length.hpp>

#include <random>

namespace
{

/// A pendulum of 80 edges, drawn aside by an angle [rad] and let go.
RopeSimulation pendulum(double angle, double bendingStiffness, double axialStiffness)
{
    RopeByLength settings;
    settings.massCount = 81;
    settings.length = 4.0;
    settings.massPerLength = 1.0;
    settings.axialStiffness = axialStiffness;
    settings.bendingStiffness = bendingStiffness;
    settings.torsionalStiffness = 0.0;
    RopeSimulation rod(settings);
    std::vector<Vec3> aside;
    for (int i = 0; i <= 80; ++i)
        aside.emplace_back(0.05 * i * std::sin(angle), -0.05 * i * std::cos(angle), 0.0);
    rod.layOut(aside);
    rod.pin(0);
    return rod;
}

/// The mean distance [m] of two rods' masses.
double distance(const RopeSimulation& a, const RopeSimulation& b)
{
    double sum = 0.0;
    for (std::size_t i = 0; i < a.masses().size(); ++i)
        sum += glm::distance(a.masses()[i].position, b.masses()[i].position);
    return sum / static_cast<double>(a.masses().size());
}

/// A rod between clamps that come nearer while one of them turns: it buckles and coils.
RopeSimulation coiling(TwistModel twist)
{
    RopeByLength settings;
    settings.massCount = 41;
    settings.bendingStiffness = 0.01;
    settings.torsionalStiffness = 0.01;
    settings.axialStiffness = 100.0;
    settings.airFriction = 1e-3;
    settings.twist = twist;
    settings.tolerance = 1e-8;
    RopeSimulation rod(settings);
    rod.clamp(RopeEnd::first, {1.0, 0.0, 0.0});
    rod.clamp(RopeEnd::last, {1.0, 0.1, 0.0});
    rod.pin(40, {-0.3, 0.0, 0.1});
    return rod;
}

/// [N], the tension of each edge of a pendulum that is let go at an angle [rad]: what hangs below it pulls along it.
std::vector<double> tensionsAtRelease(const RopeSimulation& rod, double angle)
{
    std::vector<double> tension(rod.springs().size());
    double below = 0.0;
    for (std::size_t i = tension.size(); i-- > 0;)
    {
        below += rod.masses()[i + 1].mass;
        tension[i] = 9.81 * std::cos(angle) * below;
    }
    return tension;
}

/// The part of its energy above rest that a pendulum keeps in 10 s of steps of 1/240 s.
double kept(RopeSimulation& rod)
{
    const double lowest = -9.81 * 4.0 * 4.0 / 2.0;
    const double before = rod.totalEnergy() - lowest;
    for (int step = 0; step < 2400; ++step)
        rod.step(1.0 / 240.0);
    return (rod.totalEnergy() - lowest) / before;
}

} // namespace

// BDF2 takes (w h)^4/2 of a mode's energy in a step, and the first step, implicit Euler, (w h)².
TEST_CASE("A rod's swing keeps its energy where its edges are drawn out by their tension", "[rod]")
{
    const double angle = pi / 9.0;
    RopeSimulation rod = pendulum(angle, 1e-4, 1e5);
    const std::vector<double> tension = tensionsAtRelease(rod, angle);
    std::vector<Vec3> drawn{Vec3(0.0)};
    for (std::size_t i = 0; i < tension.size(); ++i)
    {
        const rope::Spring& spring = rod.springs()[i];
        drawn.push_back(drawn.back() + (spring.restLength + tension[i] / spring.springConstant) *
                                           Vec3(std::sin(angle), -std::cos(angle), 0.0));
    }
    rod.layOut(drawn);
    const double part = kept(rod);
    CHECK(part > 0.9996);
    CHECK(part < 1.0);
}

// The bounce, of 20 Hz, dies in steps of 1/240 s. Its energy is that of the springs when they carry the weight at rest.
TEST_CASE("What a swing loses that begins with edges of their rest length is their bounce", "[rod]")
{
    const double angle = pi / 9.0;
    RopeSimulation rod = pendulum(angle, 1e-4, 1e5);
    const std::vector<double> tension = tensionsAtRelease(rod, angle);
    double bounce = 0.0; // [J]
    for (std::size_t i = 0; i < tension.size(); ++i)
        bounce += 0.5 * tension[i] * tension[i] / rod.springs()[i].springConstant;
    const double before = rod.totalEnergy() + 9.81 * 4.0 * 4.0 / 2.0;
    const double lost = 1.0 - kept(rod);
    CHECK(lost > bounce / before);
    CHECK(lost < bounce / before + 4e-4);
}

// The difference of steps h and h/2 is four times that of h/2 and h/4.
TEST_CASE("A rod's step has the second order", "[rod]")
{
    const auto after = [](int steps)
    {
        RopeSimulation rod = pendulum(0.2, 0.1, 300.0);
        for (int step = 0; step < steps; ++step)
            rod.step(0.25 / steps);
        return rod;
    };
    const RopeSimulation coarse = after(800);
    const RopeSimulation middle = after(1600);
    const RopeSimulation fine = after(3200);
    CHECK_THAT(std::log2(distance(coarse, middle) / distance(middle, fine)), WithinAbs(2.0, 0.2));
}

TEST_CASE("One total twist moves a rod as an angle an edge without inertia does", "[rod]")
{
    RopeSimulation uniform = coiling(TwistModel::uniform);
    RopeSimulation waves = coiling(TwistModel::waves);
    for (int step = 0; step < 480; ++step)
    {
        const double angle = 12.0 * step / 480.0;
        uniform.turn(RopeEnd::last, angle);
        waves.turn(RopeEnd::last, angle);
        uniform.step(1.0 / 240.0);
        waves.step(1.0 / 240.0);
    }
    // It has left its line, and its twist has become writhe.
    CHECK(std::abs(uniform.masses()[20].position.y) > 0.05);
    CHECK(std::abs(uniform.twist() - 12.0) > 0.3);
    CHECK_THAT(waves.twist(), WithinRel(uniform.twist(), 1e-9));
    CHECK_THAT(waves.torque(7), WithinRel(uniform.torque(7), 1e-9));
    CHECK(distance(uniform, waves) < 1e-9);
}

TEST_CASE("Twist and writhe of a closed rod together stay what they are", "[rod]")
{
    // Its last edge lies on its first, and both are held.
    constexpr int edges = 60;
    RopeByLength settings;
    settings.massCount = edges + 2;
    settings.length = 2.0 * std::sin(pi / edges) * (edges + 1);
    settings.gravity = Vec3(0.0);
    settings.axialStiffness = 1e3;
    settings.bendingStiffness = settings.torsionalStiffness = 0.1;
    settings.airFriction = 1e-3;
    const auto model = GENERATE(TwistModel::uniform, TwistModel::waves);
    settings.twist = model;
    settings.spinInertia = 1e-6;
    RopeSimulation rod(settings);
    std::vector<Vec3> circle;
    for (int i = 0; i < settings.massCount; ++i)
        circle.emplace_back(std::cos(2.0 * pi * i / edges), std::sin(2.0 * pi * i / edges),
                            0.01 * std::sin(4.0 * pi * i / edges));
    circle[edges] = circle[0];
    circle[edges + 1] = circle[1];
    rod.layOut(circle);
    for (const int held : {0, 1, edges, edges + 1})
        rod.pin(static_cast<std::size_t>(held));
    rod.turn(RopeEnd::first, 0.0);
    rod.turn(RopeEnd::last, 2.0 * pi * 2.3); // the ring leaves its plane at 1.73 turns
    const auto link = [&rod]
    {
        std::vector<Vec3> points;
        for (int i = 0; i < edges; ++i)
            points.push_back(rod.masses()[static_cast<std::size_t>(i)].position);
        return rod.twist() / (2.0 * pi) + rope::writhe(points);
    };
    const double before = link();
    double largest = 0.0;
    const auto twistLost = [&rod] { return std::abs(rod.twist() / (2.0 * pi) - 2.3); };
    for (int step = 0; step < 480 && twistLost() < 0.3; ++step)
    {
        rod.step(1.0 / 60.0);
        largest = std::max(largest, std::abs(link() - before));
    }
    CHECK(twistLost() > 0.3); // without contact it would pass through itself later, and lose two turns of writhe
    CHECK(largest < 1e-9);
}

TEST_CASE("topo.holonomy: swept areas of a closed polygon are -2 pi times the change of its writhe", "[rod]")
{
    std::mt19937 random(7);
    std::uniform_real_distribution<double> number(-0.004, 0.004);
    constexpr std::size_t corners = 60;
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < corners; ++i)
        points.emplace_back(std::cos(2.0 * pi * static_cast<double>(i) / corners),
                            std::sin(2.0 * pi * static_cast<double>(i) / corners), 0.0);
    const auto tangents = [&points]
    {
        std::vector<Vec3> t;
        for (std::size_t i = 0; i <= corners; ++i)
            t.push_back(glm::normalize(points[(i + 1) % corners] - points[i % corners]));
        return t;
    };
    double largest = 0.0;
    for (int step = 0; step < 50; ++step)
    {
        const std::vector<Vec3> from = tangents();
        const double before = rope::writhe(points);
        for (Vec3& point : points)
            point += Vec3(number(random), number(random), number(random));
        const double area = rope::sweptArea(from, tangents());
        largest = std::max(largest, std::abs(area + 2.0 * pi * (rope::writhe(points) - before)));
    }
    CHECK(largest < 1e-9);
}

TEST_CASE("A free rod that falls keeps its momentum", "[rod]")
{
    RopeByLength settings;
    settings.massCount = 31;
    RopeSimulation rod(settings);
    for (int step = 0; step < 240; ++step)
        rod.step(1.0 / 240.0);
    // BDF2 is exact for constant acceleration but for the first step, which is implicit Euler.
    CHECK_THAT(rod.momentum().y, WithinRel(-9.81 * 0.1, 1e-9));
    CHECK(rod.bendingEnergy() < 1e-12);
}

// Of a bent rod that tumbles. BDF2 keeps the momentum to rounding and the angular momentum to its order, 2: with half
// the step a quarter of the error is left.
TEST_CASE("A free rod that tumbles keeps its momentum, and its angular momentum by the order of its steps", "[rod]")
{
    const auto errors = [](double step)
    {
        RopeByLength settings = withoutWeight(RopeByLength());
        settings.massCount = 31;
        settings.axialStiffness = 500.0;
        settings.torsionalStiffness = 0.0;
        settings.tolerance = 1e-9;
        settings.maxDt = step;
        RopeSimulation rod(settings);
        std::vector<Vec3> positions;
        for (int i = 0; i <= 30; ++i)
            positions.emplace_back(i / 30.0 - 0.5, 0.05 * std::cos(6.0 * i / 30.0), 0.05 * std::sin(4.0 * i / 30.0));
        rod.layOut(positions);
        for (std::size_t i = 0; i <= 30; ++i)
            rod.pin(i, Vec3(1.0, 0.5, 0.0) + glm::cross(Vec3(0.5, 2.0, 3.0), positions[i]));
        rod.step(1e-9);
        for (std::size_t i = 0; i <= 30; ++i)
            rod.unpin(i);
        rod.setBooks(true);
        const auto turning = [&rod] { return rod.momentumBook().angular.now; };
        const Vec3 momentum = rod.momentum();
        const Vec3 angular = turning();
        CHECK(glm::length(angular) > 0.02);
        while (rod.time() < 0.5)
            rod.step(step);
        CHECK(glm::length(rod.momentum() - momentum) < 1e-10 * glm::length(momentum));
        return glm::length(turning() - angular) / glm::length(angular);
    };
    const double coarse = errors(1.0 / 480.0);
    const double fine = errors(1.0 / 960.0);
    CHECK(coarse < 1e-2);
    CHECK_THAT(coarse / fine, WithinRel(4.0, 0.25));
}

// Its end is thrown about at up to 30 m/s and turned; the steps are a sixtieth of a second.
TEST_CASE("A rod stays finite and whole however it is thrown about", "[rod]")
{
    const auto model = GENERATE(TwistModel::uniform, TwistModel::waves);
    const double stiffness = GENERATE(0.0, 1e-3, 1.0);
    CAPTURE(stiffness);
    RopeByLength settings;
    settings.massCount = 61;
    settings.length = 2.0;
    settings.bendingStiffness = stiffness;
    settings.torsionalStiffness = 0.5 * stiffness;
    settings.twist = model;
    settings.spinInertia = 1e-6;
    settings.maxDt = 1.0 / 60.0;
    RopeSimulation rod(settings);
    rod.clamp(RopeEnd::first, {1.0, 0.0, 0.0});
    std::mt19937 random(3);
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    for (int step = 0; step < 600; ++step)
    {
        if (step % 10 == 0)
        {
            rod.pin(0, 30.0 * Vec3(number(random), number(random), number(random)));
            rod.clamp(RopeEnd::first, Vec3(1.0, 0.5 * number(random), 0.5 * number(random)));
            rod.turn(RopeEnd::first, 3.0 * number(random));
        }
        rod.step(1.0 / 60.0);
        double longest = 0.0;
        for (std::size_t i = 0; i < rod.springs().size(); ++i)
            longest = std::max(longest, rope::springLength(rod.masses(), rod.springs()[i]));
        REQUIRE(longest < 2.0 * rod.springs().front().restLength);
    }
}

TEST_CASE("A rod's constants are checked", "[rod]")
{
    RopeByLength settings;
    settings.massCount = 2;
    CHECK_THROWS_WITH(RopeSimulation(settings), "mass_count = 2: must be 3 to 1e+06");
    settings.massCount = 3;
    settings.bendingStiffness = -1.0;
    CHECK_THROWS_WITH(RopeSimulation(settings), "bending_stiffness = -1: must be 0 to 1e+12 N m2");
    settings.bendingStiffness = 0.0;
    CHECK_THROWS_WITH(RopeSimulation(settings).clamp(RopeEnd::first, Vec3(0.0)),
                      "tangent of a clamp: must be finite and not zero");
}
