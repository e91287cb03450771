#include "catch.hpp"

#include <rope/constrained_rope.hpp>
#include <rope/rod_theory.hpp>

#include <cmath>
#include <numbers>
#include <vector>

using rope::ConstrainedRope;
using rope::ConstrainedRopeSettings;
using rope::ConstraintSolver;
using rope::Vec3;

namespace
{

ConstrainedRopeSettings elastic(ConstraintSolver solver, int masses, int stepsAFrame, int sweeps)
{
    ConstrainedRopeSettings settings;
    settings.solver = solver;
    settings.massCount = masses;
    settings.airFriction = 0.0;
    settings.iterations = sweeps;
    settings.maxDt = 1.0 / 60.0 / stepsAFrame;
    return settings;
}

std::vector<Vec3> straight(const ConstrainedRopeSettings& settings, const Vec3& direction)
{
    std::vector<Vec3> points;
    for (int i = 0; i < settings.massCount; ++i)
        points.push_back(settings.segmentLength * i * direction);
    return points;
}

double energyOf(const ConstrainedRope& rope)
{
    return rope.kineticEnergy() + rope.potentialEnergy() + rope.elasticEnergy();
}

double droopOf(const ConstrainedRope& rope)
{
    return -rope.masses().back().position.y;
}

const Vec3 down(0.0, -1.0, 0.0);
const Vec3 level(1.0, 0.0, 0.0);

} // namespace

TEST_CASE("one mass on an elastic rope takes the steps of implicit Euler")
{
    ConstrainedRopeSettings settings =
        elastic(GENERATE(ConstraintSolver::cosserat, ConstraintSolver::descent), 2, 1, 1);
    settings.load = 1.0;
    ConstrainedRope rope(settings);
    rope.layOut(straight(settings, down));
    const double h = settings.maxDt;
    const double m = settings.mass + settings.load;
    const double k = settings.springConstant;
    double stretch = 0.0;
    double v = 0.0;
    for (int i = 0; i < 200; ++i)
    {
        v = (v + h * (9.81 - k / m * stretch)) / (1.0 + h * h * k / m);
        stretch += h * v;
        rope.step(h);
        CHECK(rope.length() - settings.segmentLength == Approx(stretch).margin(1e-12));
    }
    CHECK(stretch == Approx(m * 9.81 / k).epsilon(1e-6));
}

TEST_CASE("an elastic rope hangs as its EA says")
{
    // k = EA/l: segment i of n carries n - i masses and the load.
    ConstrainedRopeSettings settings =
        elastic(GENERATE(ConstraintSolver::cosserat, ConstraintSolver::descent), 20, 20, 5);
    settings.airFriction = 0.5;
    settings.load = 0.3;
    settings.bendingStiffness = GENERATE(0.0, 0.5);
    ConstrainedRope rope(settings);
    rope.layOut(straight(settings, down));
    for (int i = 0; i < 1500; ++i)
        rope.advance(1.0 / 60.0);
    for (std::size_t i = 0; i < 19; ++i)
    {
        const double carried = 0.05 * static_cast<double>(19 - i) + settings.load;
        const double length = glm::distance(rope.masses()[i].position, rope.masses()[i + 1].position);
        CHECK(length / settings.segmentLength - 1.0 == Approx(carried * 9.81 / 10'000.0 / 0.05).epsilon(1e-4));
    }
}

TEST_CASE("a clamped elastic rope droops as the elastica")
{
    // An edge of the Cosserat rod shears by EA = 5000 N, which adds w L²/2 EA. What is left then are edges of 1/20 L
    // and the stretch, and what one sweep a step leaves: more, the stiffer the rod.
    struct Case
    {
        ConstraintSolver solver;
        int steps;
        int sweeps;
        double stiffness;
        double left;
    };
    const auto c = GENERATE(
        Case{ConstraintSolver::cosserat, 20, 20, 0.5, 0.003}, Case{ConstraintSolver::cosserat, 20, 20, 5.0, 0.004},
        Case{ConstraintSolver::cosserat, 100, 1, 0.5, 0.02}, Case{ConstraintSolver::cosserat, 100, 1, 5.0, 0.04},
        Case{ConstraintSolver::cosserat, 400, 1, 5.0, 0.006}, Case{ConstraintSolver::descent, 10, 10, 0.5, 0.003},
        Case{ConstraintSolver::descent, 10, 10, 5.0, 0.003}, Case{ConstraintSolver::descent, 20, 1, 5.0, 0.003});
    ConstrainedRopeSettings settings = elastic(c.solver, 21, c.steps, c.sweeps);
    settings.springConstant = 100'000.0;
    settings.bendingStiffness = c.stiffness;
    settings.airFriction = 0.3;
    settings.clamped = true;
    ConstrainedRope rope(settings);
    rope.layOut(straight(settings, level));
    for (int i = 0; i < 900; ++i)
        rope.advance(1.0 / 60.0);
    const auto exact = rope::elastica({settings.bendingStiffness, 1.0, 9.81, 0.025 * 9.81});
    REQUIRE(exact);
    INFO("B = " << settings.bendingStiffness << ", " << c.steps << " steps of " << c.sweeps << " sweeps");
    const double shear = c.solver == ConstraintSolver::cosserat ? 0.5 * 9.81 / 5000.0 : 0.0;
    CHECK(droopOf(rope) == Approx(exact->droop() + shear).epsilon(c.left));
    CHECK(rope.masses().back().position.x == Approx(exact->reach()).epsilon(2.0 * c.left));
}

TEST_CASE("a bent elastic rope has the energy of its curvature")
{
    ConstrainedRopeSettings settings =
        elastic(GENERATE(ConstraintSolver::cosserat, ConstraintSolver::descent), 41, 1, 1);
    settings.bendingStiffness = 0.02;
    ConstrainedRope rope(settings);
    std::vector<Vec3> arc;
    const double radius = 0.5;
    const double turn = 2.0 * std::asin(0.5 * settings.segmentLength / radius);
    for (int i = 0; i < settings.massCount; ++i)
        arc.emplace_back(radius * std::cos(turn * i), radius * std::sin(turn * i), 0.0);
    rope.layOut(arc);
    // 39 hinges of a chord each.
    const double smooth = 39.0 * 0.05 * 0.02 / (2.0 * radius * radius);
    CHECK(rope.elasticEnergy() == Approx(smooth).epsilon(0.003));
}

TEST_CASE("the sweeps of an elastic rope make no energy")
{
    ConstrainedRopeSettings settings =
        elastic(GENERATE(ConstraintSolver::cosserat, ConstraintSolver::descent), 30, 10, 10);
    settings.bendingStiffness = GENERATE(0.0, 0.02);
    ConstrainedRope rope(settings);
    rope.layOut(straight(settings, level));
    const double begin = energyOf(rope);
    for (int i = 0; i < 600; ++i)
    {
        rope.advance(1.0 / 60.0);
        REQUIRE(energyOf(rope) < begin + 1e-3);
    }
    CHECK(energyOf(rope) > begin - 0.9 * (begin + 1.5 * 9.81 * 1.45)); // not all of it is lost
}
