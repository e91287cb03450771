#include "catch.hpp"

#include "rope/block_tridiagonal.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

using rope::BlockTridiagonal;
using rope::Coupling;
using rope::Mat3;
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
    const std::size_t n = GENERATE(1, 2, 3, 4, 5, 8, 17, 60);
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
        system.diagonal(i) = Mat3(6.0) + Mat3(vector(), vector(), vector());
        system.coupling(i) = Coupling{number(random), vector(), vector()};
        system.rightSide(i) = vector();
        for (int row = 0; row < 3; ++row)
        {
            const std::size_t at = 3 * i + static_cast<std::size_t>(row);
            right[at] = system.rightSide(i)[row];
            for (int column = 0; column < 3; ++column)
                dense[at][3 * i + static_cast<std::size_t>(column)] = system.diagonal(i)[column][row];
        }
    }
    for (std::size_t i = 0; i + 1 < n; ++i)
        for (int row = 0; row < 3; ++row)
            for (int column = 0; column < 3; ++column)
            {
                const Coupling& k = system.coupling(i);
                const double entry = (row == column ? k.a : 0.0) + k.p[row] * k.q[column];
                const std::size_t r = 3 * i + static_cast<std::size_t>(row);
                const std::size_t c = 3 * i + static_cast<std::size_t>(column);
                dense[r][c + 3] = -entry;
                dense[r + 3][c] = -entry;
            }

    const std::vector<double> expected = denseSolution(dense, right);
    REQUIRE(system.solve());
    for (std::size_t i = 0; i < n; ++i)
        for (int row = 0; row < 3; ++row)
            CHECK(system.solution(i)[row] ==
                  Approx(expected[3 * i + static_cast<std::size_t>(row)]).epsilon(1e-11).margin(1e-13));
}

TEST_CASE("a coupling is a I + p q'", "[block tridiagonal]")
{
    const Coupling k{2.0, {1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}};
    CHECK(k * Vec3(1.0, 0.0, 0.0) == Vec3(6.0, 8.0, 12.0));
    Mat3 m(1.0);
    k.addTo(m);
    CHECK(m * Vec3(0.0, 1.0, 0.0) == Vec3(5.0, 13.0, 15.0));
}

TEST_CASE("a singular pivot is told", "[block tridiagonal]")
{
    BlockTridiagonal system;
    CHECK(system.solve());
    system.resize(3);
    for (std::size_t i = 0; i < 3; ++i)
    {
        system.diagonal(i) = Mat3(i == 0 ? 0.0 : 1.0);
        system.coupling(i) = Coupling{};
        system.rightSide(i) = Vec3(1.0);
    }
    CHECK_FALSE(system.solve());
}
