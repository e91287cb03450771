#include "catch.hpp"

#include "rope/block_tridiagonal.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

using rope::BlockTridiagonal;
using rope::Coupling;
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

} // namespace

TEST_CASE("the block-tridiagonal solution is that of the dense system", "[block tridiagonal]")
{
    const auto n = static_cast<std::size_t>(GENERATE(1, 2, 3, 4, 5, 8, 17, 60));
    CAPTURE(n);
    std::mt19937 random(static_cast<unsigned>(n));
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    const auto vector = [&] { return Vec3(number(random), number(random), number(random)); };

    BlockTridiagonal system;
    system.resize(n);
    std::vector<std::vector<double>> dense(3 * n, std::vector<double>(3 * n, 0.0));
    std::vector<double> right(3 * n);
    for (std::size_t i = 0; i < n; ++i)
    {
        // Of no symmetry; the diagonal outweighs the rest.
        system.diagonal(i) = 4.0 + vector();
        system.coupling(i) = Coupling{number(random), vector(), vector()};
        system.rightSide(i) = vector();
        for (int row = 0; row < 3; ++row)
        {
            right[3 * i + static_cast<std::size_t>(row)] = system.rightSide(i)[row];
            for (int column = 0; column < 3; ++column)
            {
                const Coupling& k = system.coupling(i); // between i - 1 and i
                const double entry = (row == column ? k.a : 0.0) + k.p[row] * k.q[column];
                const std::size_t r = 3 * i + static_cast<std::size_t>(row);
                const std::size_t c = 3 * i + static_cast<std::size_t>(column);
                dense[r][c] += entry + (row == column ? system.diagonal(i)[row] : 0.0);
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
            CHECK(system.solution(i)[row] ==
                  Approx(expected[3 * i + static_cast<std::size_t>(row)]).epsilon(1e-11).margin(1e-13));
}

TEST_CASE("a singular pivot is told", "[block tridiagonal]")
{
    BlockTridiagonal system;
    CHECK(system.solve());
    system.resize(3);
    for (std::size_t i = 0; i < 3; ++i)
    {
        system.diagonal(i) = Vec3(i == 0 ? 0.0 : 1.0);
        system.coupling(i) = Coupling{};
        system.rightSide(i) = Vec3(1.0);
    }
    CHECK_FALSE(system.solve());
}
