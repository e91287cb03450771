#include "catch.hpp"

#include "rope/solver/block_tridiagonal.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

using rope::BlockTridiagonal;
using rope::TwoLanes;
using rope::Vec3;
using rope::Vec3Of;
using Coupling = rope::Coupling<double>;

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

/// Of a I + p qᵀ.
double entry(const Coupling& k, int row, int column)
{
    return (row == column ? k.a : 0.0) + k.p[row] * k.q[column];
}

struct System
{
    explicit System(std::size_t n) : diagonal(n), right(n), coupling(n + 1) {}

    std::vector<Vec3> solution() const
    {
        const std::size_t n = diagonal.size();
        BlockTridiagonal<double> rows;
        rows.begin(n, coupling[0]);
        for (std::size_t i = 0; i < n; ++i)
            rows.add(diagonal[i], coupling[i + 1], right[i]);
        std::vector<Vec3> x(n + 1, Vec3(0.0));
        for (std::size_t i = n; i-- > 0;)
            x[i] = rows.solution(i, x[i + 1]);
        x.resize(n);
        return x;
    }

    /// From both ends at once, up to the point in the middle of an odd number of them.
    std::vector<Vec3> solutionFromBothEnds() const
    {
        const auto lanes = [](const Vec3& a, const Vec3& b) {
            return Vec3Of<TwoLanes>(TwoLanes{a.x, b.x}, TwoLanes{a.y, b.y}, TwoLanes{a.z, b.z});
        };
        const auto coupled = [&](const Coupling& a, const Coupling& b) {
            return rope::Coupling<TwoLanes>{TwoLanes{a.a, b.a}, lanes(a.p, b.p), lanes(a.q, b.q)};
        };
        const std::size_t last = diagonal.size() - 1;
        const std::size_t middle = last / 2;
        BlockTridiagonal<TwoLanes> rows;
        rows.begin(middle, coupled(coupling.front(), coupling.back()));
        for (std::size_t i = 0; i < middle; ++i)
            rows.add(lanes(diagonal[i], diagonal[last - i]), coupled(coupling[i + 1], coupling[last - i]),
                     lanes(right[i], right[last - i]));
        std::vector<Vec3> x(diagonal.size());
        x[middle] = rows.meet(diagonal[middle], right[middle]);
        for (std::size_t i = middle; i-- > 0;)
        {
            const auto both = rows.solution(i, lanes(x[i + 1], x[last - i - 1]));
            for (int c = 0; c < 3; ++c)
            {
                x[i][c] = both[c][0];
                x[last - i][c] = both[c][1];
            }
        }
        return x;
    }

    std::vector<Vec3> diagonal;     ///< E
    std::vector<Vec3> right;        ///< b
    std::vector<Coupling> coupling; ///< K: the i-th between rows i - 1 and i
};

} // namespace

TEST_CASE("the block-tridiagonal solution is that of the dense system", "[block tridiagonal]")
{
    const auto n = static_cast<std::size_t>(GENERATE(0, 1, 2, 3, 4, 5, 8, 17, 60));
    const bool fixedEnd = GENERATE(false, true);
    CAPTURE(n, fixedEnd);
    std::mt19937 random(static_cast<unsigned>(n));
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    const auto vector = [&] { return Vec3(number(random), number(random), number(random)); };

    System system(n);
    for (std::size_t i = 0; i < n + (fixedEnd ? 1 : 0); ++i)
        system.coupling[i] = {number(random), vector(), vector()}; // without any symmetry
    std::vector<std::vector<double>> dense(3 * n, std::vector<double>(3 * n, 0.0));
    std::vector<double> right(3 * n);
    for (std::size_t i = 0; i < n; ++i)
    {
        system.diagonal[i] = 30.0 + vector(); // outweighs a row of four couplings, whose entries are at most 2
        system.right[i] = vector();
        for (int row = 0; row < 3; ++row)
        {
            const std::size_t r = 3 * i + static_cast<std::size_t>(row);
            right[r] = system.right[i][row];
            dense[r][r] += system.diagonal[i][row];
            for (int column = 0; column < 3; ++column)
            {
                const std::size_t c = 3 * i + static_cast<std::size_t>(column);
                const double before = entry(system.coupling[i], row, column);
                const double after = entry(system.coupling[i + 1], row, column);
                dense[r][c] += before + after;
                if (i > 0)
                    dense[r][c - 3] -= before;
                if (i + 1 < n)
                    dense[r][c + 3] -= after;
            }
        }
    }

    const std::vector<double> expected = denseSolution(dense, right);
    const std::vector<Vec3> x = system.solution();
    for (std::size_t i = 0; i < n; ++i)
        for (int row = 0; row < 3; ++row)
            CHECK(x[i][row] == Approx(expected[3 * i + static_cast<std::size_t>(row)]).epsilon(1e-11).margin(1e-13));

    if (n % 2 == 0)
        return;
    const std::vector<Vec3> both = system.solutionFromBothEnds();
    for (std::size_t i = 0; i < n; ++i)
        CHECK(glm::distance(both[i], x[i]) < 1e-14);
}

TEST_CASE("a singular system has a solution that is not finite", "[block tridiagonal]")
{
    System system(3);
    for (std::size_t i = 0; i < 3; ++i)
    {
        system.diagonal[i] = Vec3(i == 0 ? 0.0 : 1.0);
        system.right[i] = Vec3(1.0);
    }
    CHECK_FALSE(std::isfinite(system.solution()[0].x));
}
