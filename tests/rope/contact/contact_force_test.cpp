// The force between two strands against its energy, and the stiffness of what touches against its force.

#include "rope/contact/rope_contacts.hpp"
#include "rope/contact/solid_contacts.hpp"

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
            masses.push_back({1.0});
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
        for (int iteration = 0; iteration < 20; ++iteration) // it comes to expect the pressure that it finds
        {
            sum = {};
            sum.clear(4);
            contacts.add(step, hessian, sum);
        }
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

namespace
{

/// An edge that dips into a cylinder between its ends, without friction; the cylinder stands still, or is a body.
struct EdgeOnCylinder
{
    explicit EdgeOnCylinder(bool isBody)
    {
        state.world.gravity = Vec3(0.0);
        rope::Rope rope;
        rope.constants.ropeRadius = radius;
        rope.constants.springConstant = 1e5;
        rope.constants.endHeld = false; // a held mass is not let out of the solid, and so is at the kink of its force
        rope.whole = {0, 1, 1e5, 0.05, 0.0};
        rope.springs = {rope.whole};
        rope.pinned.assign(2, 0);
        state.ropes.push_back(rope);
        const Vec3 half(0.01, -0.02, 0.2);
        const rope::SolidBody cylinder = rope::SolidBody::cylinder(-half, half, 0.05);
        if (isBody)
        {
            body.shapes = {cylinder};
            state.bodies.push_back({{}, body, {}});
            state.shapeBodies = {0};
        }
        state.solids = {cylinder};
        points = {{-0.02, 0.052, 0.003}, {0.033, 0.05, -0.001}};
        points.resize(isBody ? 4 : 2, Vec3(0.0));
        for (std::size_t i = 0; i < 2; ++i)
            masses.push_back({.mass = 1.0, .position = points[i]});
    }

    OutsideForces forcesAt(const Positions& where, Hessian hessian = Hessian::none)
    {
        rope::StepGoal goal;
        const std::vector<double> angle;
        rope::SolveGroups groups;
        groups.add(2);
        std::vector<rope::BodyPose> poses;
        std::vector<rope::SolidBody> shapes;
        if (where.size() > 2)
        {
            groups.add(2);
            rope::BodyGoal still;
            still.length = 1.0;
            poses = {rope::poseOf(body, still, where[2], where[3])};
            shapes = {rope::placed(body.shapes[0], poses[0])};
        }
        const rope::StepView step{state, masses, where, angle, angle, poses, shapes, goal, groups, 0.01};
        rope::SolidContacts contacts;
        contacts.begin(step);
        OutsideForces sum;
        for (int iteration = 0; iteration < 20; ++iteration) // it comes to expect the pressure that it finds
        {
            sum = {};
            sum.clear(where.size());
            contacts.add(step, hessian, sum);
        }
        return sum;
    }

    RopeState state;
    rope::Body body;
    std::vector<Mass> masses;
    Positions points; ///< of the masses, and place and turn of the body
};

/// All of a stiffness as one matrix, by columns.
std::vector<std::vector<double>> matrixOf(const OutsideForces& sum)
{
    const std::size_t points = sum.own.size();
    std::vector<std::vector<double>> matrix(3 * points, std::vector<double>(3 * points, 0.0));
    const auto add = [&](std::size_t of, std::size_t by, const glm::dmat3& block)
    {
        for (std::size_t r = 0; r < 3; ++r)
            for (std::size_t c = 0; c < 3; ++c)
            {
                const double value = block[static_cast<int>(c)][static_cast<int>(r)];
                matrix[3 * by + c][3 * of + r] += value;
                if (of != by)
                    matrix[3 * of + r][3 * by + c] += value;
            }
    };
    for (std::size_t i = 0; i < points; ++i)
        add(i, i, sum.own[i]);
    for (std::size_t i = 0; i + 1 < points; ++i)
        add(i, i + 1, sum.beside[i]);
    for (const rope::FarBlocks& far : sum.blocks)
        for (std::size_t of = 0; of < 2; ++of)
            for (std::size_t by = 0; by < 2; ++by)
                add(far.edge + of, far.other + by, far.block[of][by]);
    rope::FarMatrix<3> couplings;
    couplings.set(sum.far, sum.columns, std::vector<char>(points, 0), std::vector<char>(points, 0));
    for (std::size_t unknown = 0; unknown < 3 * points; ++unknown)
    {
        std::vector<double> x(3 * points, 0.0);
        x[unknown] = 1.0;
        couplings.addProduct(1.0, x, matrix[unknown]);
    }
    return matrix;
}

} // namespace

TEST_CASE("The stiffness of an edge on a round solid is the slope of its force, also where the touch runs along it",
          "[contact]")
{
    const bool isBody = GENERATE(false, true);
    CAPTURE(isBody);
    EdgeOnCylinder edge(isBody);
    const OutsideForces sum = edge.forcesAt(edge.points, Hessian::exact);
    REQUIRE(glm::length(sum.force[0]) > 10.0);
    const std::vector<std::vector<double>> matrix = matrixOf(sum);
    const auto stiffnessBy = [&](std::size_t unknown, std::size_t row)
    {
        return -slope(edge.points, unknown / 3, static_cast<int>(unknown % 3), 1e-7,
                      [&](const Positions& where)
                      { return edge.forcesAt(where).force[row / 3][static_cast<int>(row % 3)]; });
    };
    // A torque goes on turning with a body, which is not symmetric.
    for (std::size_t one = 0; one < matrix.size(); ++one)
        for (std::size_t other = 0; other <= one; ++other)
        {
            CAPTURE(one, other);
            CHECK(0.5 * (stiffnessBy(one, other) + stiffnessBy(other, one)) == Approx(matrix[one][other]).margin(1e-2));
        }
}
