#include "catch.hpp"

#include "rope/implicit/block_tridiagonal.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

using rope::BlockTridiagonal;
using rope::Link;
using rope::TwoVec3;
using rope::Vec3;

namespace
{

/// Gaussian elimination with row pivoting.
std::vector<double> denseSolution(std::vector<std::vector<double>> a, std::vector<double> b)
{
    const std::size_t n = b.size();
    for (std::size_t column = 0; column < n; ++column)
    {
        std::size_t pivot = column;
        for (std::size_t row = column; row < n; ++row)
            if (std::abs(a[row][column]) > std::abs(a[pivot][column]))
                pivot = row;
        std::swap(a[pivot], a[column]);
        std::swap(b[pivot], b[column]);
        for (std::size_t row = column + 1; row < n; ++row)
        {
            const double factor = a[row][column] / a[column][column];
            for (std::size_t i = column; i < n; ++i)
                a[row][i] -= factor * a[column][i];
            b[row] -= factor * b[column];
        }
    }
    for (std::size_t row = n; row-- > 0;)
    {
        for (std::size_t i = row + 1; i < n; ++i)
            b[row] -= a[row][i] * b[i];
        b[row] /= a[row][row];
    }
    return b;
}

/// a I + p qᵀ
struct Coupling
{
    double a = 0.0;
    Vec3 p{0.0};
    Vec3 q{0.0};
};

/// A system whose rows lie in memory.
struct StoredSystem
{
    explicit StoredSystem(std::size_t n) : diagonal(n), right(n), coupling(n + 1), solution(n) { order.resize(n); }

    static Link link(const Coupling& left, const Coupling& right)
    {
        return {rope::Two{left.a, right.a}, TwoVec3::of(left.p, right.p), TwoVec3::of(left.q, right.q)};
    }

    Link outer() const { return link(coupling.front(), coupling.back()); }
    BlockTridiagonal::Rows rows(std::size_t pair) const
    {
        if (order.waits(pair))
            return {TwoVec3::of(diagonal[pair], Vec3(1.0)), TwoVec3::of(right[pair], Vec3(0.0)),
                    link(coupling[pair + 1], Coupling{})};
        const std::size_t other = order.rightRow(pair);
        return {TwoVec3::of(diagonal[pair], diagonal[other]), TwoVec3::of(right[pair], right[other]),
                link(coupling[pair + 1], coupling[other])};
    }
    BlockTridiagonal::Middle middleRow() const { return {diagonal[order.middle()], right[order.middle()]}; }
    void solvedMiddle(const Vec3& x) { solution[order.middle()] = x; }
    void solved(std::size_t pair, const TwoVec3& x)
    {
        solution[pair] = x.lane(0);
        if (!order.waits(pair))
            solution[order.rightRow(pair)] = x.lane(1);
    }

    bool solve() { return order.solve(*this); }

    std::vector<Vec3> diagonal;
    std::vector<Vec3> right;
    std::vector<Coupling> coupling; ///< the i-th between rows i - 1 and i
    std::vector<Vec3> solution;
    BlockTridiagonal order;
};

} // namespace

TEST_CASE("the block-tridiagonal solution is that of the dense system", "[block tridiagonal]")
{
    const auto n = static_cast<std::size_t>(GENERATE(1, 2, 3, 4, 5, 8, 17, 60));
    CAPTURE(n);
    std::mt19937 random(static_cast<unsigned>(n));
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    const auto vector = [&] { return Vec3(number(random), number(random), number(random)); };

    StoredSystem system(n);
    const bool fixedEnd = GENERATE(false, true);
    if (fixedEnd)
        system.coupling[n] = Coupling{number(random), vector(), vector()};
    std::vector<std::vector<double>> dense(3 * n, std::vector<double>(3 * n, 0.0));
    std::vector<double> right(3 * n);
    for (std::size_t i = 0; i < n; ++i)
    {
        // Of no symmetry; the diagonal outweighs the rest.
        system.diagonal[i] = 4.0 + vector();
        system.coupling[i] = Coupling{number(random), vector(), vector()};
        system.right[i] = vector();
        for (int row = 0; row < 3; ++row)
        {
            right[3 * i + static_cast<std::size_t>(row)] = system.right[i][row];
            for (int column = 0; column < 3; ++column)
            {
                const Coupling& k = system.coupling[i]; // between i - 1 and i
                const double entry = (row == column ? k.a : 0.0) + k.p[row] * k.q[column];
                const Coupling& last = system.coupling[n];
                const double beyond = (row == column ? last.a : 0.0) + last.p[row] * last.q[column];
                const std::size_t r = 3 * i + static_cast<std::size_t>(row);
                const std::size_t c = 3 * i + static_cast<std::size_t>(column);
                dense[r][c] += entry + (row == column ? system.diagonal[i][row] : 0.0) + (i == n - 1 ? beyond : 0.0);
                if (i == 0)
                    continue;
                dense[r - 3][c - 3] += entry;
                dense[r - 3][c] -= entry;
                dense[r][c - 3] -= entry;
            }
        }
    }

    const std::vector<double> expected = denseSolution(dense, right);
    REQUIRE(system.solve());
    for (std::size_t i = 0; i < n; ++i)
        for (int row = 0; row < 3; ++row)
            CHECK(system.solution[i][row] ==
                  Approx(expected[3 * i + static_cast<std::size_t>(row)]).epsilon(1e-11).margin(1e-13));
}

TEST_CASE("a singular pivot is told", "[block tridiagonal]")
{
    CHECK(StoredSystem(0).solve());
    StoredSystem system(3);
    for (std::size_t i = 0; i < 3; ++i)
    {
        system.diagonal[i] = Vec3(i == 0 ? 0.0 : 1.0);
        system.right[i] = Vec3(1.0);
    }
    CHECK_FALSE(system.solve());
}
