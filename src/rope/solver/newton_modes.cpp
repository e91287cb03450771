#include "newton_solver.hpp"

#include <glm/mat4x4.hpp>

#include <algorithm>
#include <array>
#include <cmath>

// Small motions of a rope whose ends may turn in space under a torque.
//
// The torque M of an end that is not clamped turns with the edge there. Such a torque has no potential: the derivative
// of the force on that edge e has the antisymmetric part A = ∓M [t]×/(2 |e|²), the signs of the two ends being
// opposite, and the squared frequencies are the eigenvalues of K + A, not of K alone, which are counted. (Elsewhere the
// parts of the two vertices of an edge cancel: elastic.cpp.) A pinned rope with no tension buckles at M L/B = 2 pi;
// without A it would at 4.95.
//
// With A = Q J Qᵀ, Q two directions across each end's edge, K - s + a A is singular where 1 + a J G is, G = Qᵀ (K -
// s)⁻¹ Q. As a grows from 0 to 1 an eigenvalue passes s at each root a within: the eigenvalues mu of J G come in pairs,
// and a = 1/mu. It passes s upwards where mu² falls as s grows.

namespace rope
{

namespace
{

/// A root of x² + p x + q, x the square of an eigenvalue of J G: the greater one or the other; not a number where there
/// is none. Where both are the same, as for a straight rod, rounding would take them away.
double squaredRoot(const glm::dmat4& j, const glm::dmat4& g, double side)
{
    const glm::dmat4 jg = j * g;
    const glm::dmat4 square = jg * jg;
    const double p = -0.5 * (square[0][0] + square[1][1] + square[2][2] + square[3][3]);
    const double q = glm::determinant(jg);
    constexpr double rounding = 1e-8;
    const double under = 0.25 * p * p - q;
    return -0.5 * p + side * std::sqrt(std::abs(under) < rounding * p * p ? 0.0 : under);
}

double size(const glm::dmat4& m)
{
    double largest = 0.0;
    for (int c = 0; c < 4; ++c)
        for (int r = 0; r < 4; ++r)
            largest = std::max(largest, std::abs(m[c][r]));
    return largest;
}

} // namespace

/// How many eigenvalues pass below s by the torques of the ends, less those that pass above; after the factored matrix
/// K - s M has been made ready for `answerOfBand`.
template <std::size_t D>
int NewtonSolver::loweredByEndTorques(System<D>& system, const RopeState& state, std::size_t number,
                                      const std::vector<Mass>& masses) const
{
    const Rope& rope = state.ropes[number];
    const RopeShape& shape = parts_[number].shape;
    const std::size_t n = rope.segments();
    std::array<std::vector<double>, 4> q;
    std::array<std::vector<double>, 4> x;
    glm::dmat4 j(0.0);
    for (int end = 0; end < 2; ++end)
    {
        const std::size_t first = end == 0 ? 0 : n - 1; // mass of the edge
        const double m = parts_[number].elastic.torque[end == 0 ? 1 : n - 1];
        const Vec3 t = shape.tangent[first + 1];
        if (!rope.ends[static_cast<std::size_t>(end)].clamped)
            j[2 * end][2 * end + 1] = (end == 0 ? 0.5 : -0.5) * m;
        j[2 * end + 1][2 * end] = -j[2 * end][2 * end + 1];
        const Vec3 least = std::abs(t.x) < 0.6 ? Vec3(1.0, 0.0, 0.0) : Vec3(0.0, 1.0, 0.0);
        const Vec3 across = glm::normalize(glm::cross(t, least));
        const std::array<Vec3, 2> ways{across, glm::cross(t, across)};
        for (std::size_t k = 0; k < 2; ++k)
        {
            std::vector<double>& column = q[2 * static_cast<std::size_t>(end) + k];
            column.assign(D * positions.size(), 0.0);
            for (std::size_t mass : {first, first + 1})
                for (std::size_t c = 0; c < 3 && !rope.pinned[mass]; ++c)
                    column[D * (rope.first + mass) + c] =
                        (mass == first ? -1.0 : 1.0) * shape.perLength[first + 1] * ways[k][static_cast<int>(c)];
        }
    }
    if (size(j) == 0.0)
        return 0;
    for (std::size_t k = 0; k < 4; ++k)
    {
        x[k] = q[k];
        answerOfBands(system, x[k], state);
    }
    glm::dmat4 g(0.0);
    glm::dmat4 gBySquaredFrequency(0.0);
    for (std::size_t r = 0; r < 4; ++r)
        for (std::size_t c = 0; c < 4; ++c)
            for (std::size_t i = 0; i < x[c].size(); ++i)
            {
                if (!rope.has(i / D))
                    continue;
                const std::size_t slot = i / D - rope.first + 1;
                const double inertia = i % D < 3 ? masses[i / D].mass : slot > n ? 0.0 : rope.spinInertia[slot];
                g[static_cast<int>(c)][static_cast<int>(r)] += q[r][i] * x[c][i];
                gBySquaredFrequency[static_cast<int>(c)][static_cast<int>(r)] += inertia * x[r][i] * x[c][i];
            }
    const glm::dmat4 change = 1e-6 * size(g) / size(gBySquaredFrequency) * gBySquaredFrequency;
    int lowered = 0;
    for (const double side : {-1.0, 1.0})
        if (squaredRoot(j, g, side) > 1.0)
            lowered += squaredRoot(j, g + change, side) > squaredRoot(j, g - change, side) ? 1 : -1;
    return lowered;
}

/// How many negative directions of the factored matrix the far couplings take away. With the columns U of the
/// couplings, three each, and their stiffness k, M + k U Uᵀ has as many as M less the count in 1/k + Uᵀ M⁻¹ U
/// (Haynsworth's additivity of inertia).
template <std::size_t D>
int NewtonSolver::tiedNegatives(System<D>& system, const RopeState& state) const
{
    const std::size_t columns = 3 * outside_.far.size();
    if (outside.empty() || columns == 0)
        return 0;
    std::vector<std::vector<double>> u(columns, std::vector<double>(system.spread.size(), 0.0));
    for (std::size_t c = 0; c < columns; ++c)
    {
        Vec3 along(0.0);
        along[static_cast<int>(c % 3)] = 1.0;
        outside_.far[c / 3].spread(along,
                                   [&](std::size_t i, const Vec3& force)
                                   {
                                       for (std::size_t k = 0; k < 3 && pinned_[i] == 0; ++k)
                                           u[c][D * i + k] += force[static_cast<int>(k)];
                                   });
    }
    std::vector<double> s(columns * columns);
    for (std::size_t c = 0; c < columns; ++c)
    {
        std::vector<double> x = u[c];
        answerOfBands(system, x, state);
        for (std::size_t r = 0; r < columns; ++r)
            for (std::size_t i = 0; i < x.size(); ++i)
                s[r * columns + c] += u[r][i] * x[i];
        s[c * columns + c] += 1.0 / outside_.far[c / 3].stiffness[0][0];
    }
    int negative = 0;
    for (std::size_t c = 0; c < columns; ++c)
    {
        const double pivot = s[c * columns + c];
        negative += pivot < 0.0 ? 1 : 0;
        for (std::size_t r = c + 1; r < columns; ++r)
            for (std::size_t k = c + 1; k < columns; ++k)
                s[r * columns + k] -= s[r * columns + c] * s[c * columns + k] / pivot;
    }
    return negative;
}

template <std::size_t D>
int NewtonSolver::negativePivotsWith(System<D>& system, const RopeState& state, const std::vector<Mass>& masses,
                                     double s)
{
    system.blocks.resize(parts_.size());
    system.spread.assign(D * positions.size(), 0.0);
    derive<Hessian::exact>(state);
    askOutside(state, masses, Hessian::exact);
    outside_.makeSymmetric(); // only a symmetric matrix has such modes
    std::fill(goal.inertia.begin(), goal.inertia.end(), -s);
    std::fill(goal.drag.begin(), goal.drag.end(), 0.0);
    std::fill(goal.angleInertia.begin(), goal.angleInertia.end(), -s);
    assembleBands(system, state, masses);
    int negative = 0;
    for (std::size_t r = 0; r < parts_.size(); ++r)
    {
        const Rope& rope = state.ropes[r];
        Block<D>& block = system.blocks[r];
        block.symmetric = true;
        negative += block.band.factor();
        const double k = block.twistStiffness = D == 3 ? uniformTwistStiffness(rope) : 0.0;
        if (k == 0.0)
            continue;
        // The matrix with the row and column G and the corner -1/k has one negative direction more than K + k G Gᵀ, and
        // as many as K and -1/k - Gᵀ K⁻¹ G have together.
        setSpread<D>(system.spread, rope, parts_[r]);
        block.band.solve(system.spread.data() + D * rope.first);
        block.twistAlongSpread = twistAlong(rope, parts_[r], system.spread);
        if (-1.0 / k - block.twistAlongSpread > 0.0)
            --negative;
    }
    negative -= tiedNegatives(system, state);
    for (std::size_t r = 0; r < parts_.size(); ++r)
        if (!state.ropes[r].constants.closed) // the ends of a ring are one edge, on which their torques cancel
            negative += loweredByEndTorques(system, state, r, masses);
    return negative;
}

int NewtonSolver::modesBelow(const RopeState& state, const std::vector<Mass>& masses, double s)
{
    return state.world.twist == TwistModel::waves ? negativePivotsWith(waves_, state, masses, s)
                                                  : negativePivotsWith(uniform_, state, masses, s);
}

} // namespace rope
