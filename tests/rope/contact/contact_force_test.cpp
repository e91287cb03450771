// The force between two strands against its energy, and its stiffness against its force.

#include "rope/forces/rope_contacts.hpp"

#include "rope/solver/far_matrix.hpp"

#include "catch.hpp"

#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

using rope::Hessian;
using rope::Mass;
using rope::OutsideForces;
using rope::RopeContacts;
using rope::RopeState;
using rope::Vec3;
using Positions = std::vector<Vec3>;

namespace
{

constexpr double radius = 0.01;

/// Two ropes of one edge each without friction, which lie across each other, or side by side, nearer than their
/// radii; they were apart before.
struct TwoEdges
{
    TwoEdges(unsigned seed, bool sideBySide)
    {
        std::mt19937 random(seed);
        const auto number = [&random] { return std::uniform_real_distribution<double>(-1.0, 1.0)(random); };
        const Vec3 way = sideBySide ? Vec3(0.05, 0.002 * number(), 0.001 * number()) : Vec3(0.03, 0.002, 0.04);
        const Vec3 start = sideBySide ? Vec3(0.02 * number(), 0.0, 0.0) : Vec3(0.01, 0.0, -0.02);
        positions = {Vec3(0.0),
                     {0.05, 0.001 * number(), 0.001 * number()},
                     start + Vec3(0.0, 0.018, 0.0),
                     start + Vec3(0.0, 0.018, 0.0) + way};
        state.world.gravity = Vec3(0.0);
        for (std::size_t r = 0; r < 2; ++r)
        {
            rope::Rope rope;
            rope.constants.ropeRadius = radius;
            rope.constants.selfContact = true;
            rope.constants.springConstant = 1e5;
            rope.whole = {0, 1, 1e5, 0.05, 0.0};
            rope.springs = {rope.whole};
            rope.first = 2 * r;
            rope.firstSlot = 3 * r;
            rope.pinned.assign(2, 0);
            state.ropes.push_back(rope);
        }
        for (std::size_t i = 0; i < 4; ++i)
        {
            masses.emplace_back(1.0);
            masses.back().position = positions[i] + Vec3(0.0, i < 2 ? 0.0 : 0.01, 0.0);
        }
    }

    OutsideForces forcesAt(const Positions& where, Hessian hessian = Hessian::none)
    {
        rope::StepGoal goal;
        const std::vector<double> angle;
        rope::SolveGroups groups;
        groups.add(2);
        groups.add(2);
        const rope::StepView step{state, masses, where, angle, angle, {}, {}, goal, groups, 0.01};
        RopeContacts contacts;
        contacts.begin(step);
        OutsideForces sum;
        sum.clear(4);
        contacts.add(step, hessian, sum);
        return sum;
    }
    double energyAt(const Positions& where)
    {
        rope::StepGoal goal;
        const std::vector<double> angle;
        rope::SolveGroups groups;
        groups.add(2);
        groups.add(2);
        const rope::StepView step{state, masses, where, angle, angle, {}, {}, goal, groups, 0.01};
        RopeContacts contacts;
        contacts.begin(step);
        RopeState after = state;
        contacts.store(step, after);
        rope::ContactLaws laws;
        laws.set(state, 0.01);
        double energy = 0.0;
        for (const rope::RopeTouch& touch : after.selfTouches)
            energy += RopeContacts::energy(laws.between(touch.edge, touch.other), touch);
        return energy;
    }

    RopeState state;
    std::vector<Mass> masses;
    Positions positions;
};

/// (f(x + h e) - f(x - h e))/(2 h) by a coordinate of a mass.
template <typename Function>
double slope(const Positions& at, std::size_t mass, int axis, double h, const Function& f)
{
    Positions above = at;
    above[mass][axis] += h;
    Positions below = at;
    below[mass][axis] -= h;
    return (f(above) - f(below)) / (2.0 * h);
}

} // namespace

TEST_CASE("The force that keeps strands apart is the slope of its energy, and turns nothing", "[contact]")
{
    for (unsigned seed = 0; seed < 8; ++seed)
    {
        TwoEdges edges(seed, seed % 2 == 1);
        CAPTURE(seed);
        const std::vector<Vec3> force = edges.forcesAt(edges.positions).force;
        const double size = glm::length(force[0]) + glm::length(force[1]);
        REQUIRE(size > 0.1);
        Vec3 sum(0.0);
        Vec3 torque(0.0);
        for (std::size_t i = 0; i < 4; ++i)
        {
            sum += force[i];
            torque += glm::cross(edges.positions[i], force[i]);
            for (int axis = 0; axis < 3; ++axis)
                CHECK(slope(edges.positions, i, axis, 1e-7,
                            [&](const Positions& where)
                            { return edges.energyAt(where); }) == Approx(-force[i][axis]).margin(1e-5 * size));
        }
        CHECK(glm::length(sum) < 1e-13 * size);
        CHECK(glm::length(torque) < 1e-13 * size);
    }
}

TEST_CASE("The stiffness between strands is the slope of the force", "[contact]")
{
    for (unsigned seed = 0; seed < 8; ++seed)
    {
        TwoEdges edges(seed, seed % 2 == 1);
        CAPTURE(seed);
        const OutsideForces sum = edges.forcesAt(edges.positions, Hessian::exact);
        rope::FarMatrix<3> matrix;
        matrix.set(sum.far, sum.columns, std::vector<char>(4, 0), std::vector<char>(4, 0));
        constexpr double stiffest = 4e4;  // [N/m], about, along the normal
        constexpr double evenness = 1e-3; // of RopeContacts: what its terms change is left out
        for (std::size_t unknown = 0; unknown < 12; ++unknown)
        {
            std::vector<double> x(12, 0.0);
            x[unknown] = 1.0;
            std::vector<double> column(12, 0.0);
            matrix.addProduct(-1.0, x, column);
            const std::size_t mass = unknown / 3;
            const int axis = static_cast<int>(unknown % 3);
            for (std::size_t row = 0; row < 12; ++row)
            {
                const auto force = [&](const Positions& where)
                { return edges.forcesAt(where).force[row / 3][static_cast<int>(row % 3)]; };
                CHECK(slope(edges.positions, mass, axis, 1e-7, force) ==
                      Approx(column[row]).margin(2.0 * evenness * stiffest));
            }
        }
    }
}
