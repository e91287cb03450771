#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace rope
{

/// A symmetric linear system of a chain of points with `D` unknowns each, in which a point couples with its neighbours
/// and theirs: A x = b with a block-pentadiagonal A, by A = L E Lᵀ (E diagonal) without pivoting, in O(n). The number
/// of pivots that are not positive is the number of directions in which A is negative (Sylvester's law of inertia).
///
/// The inverse of a block of D unknowns would square the ratio of their stiffnesses, of stretch and of bending: so the
/// pivots are single numbers, and the blocks only order the work.
template <std::size_t D>
class BandSystem
{
public:
    /// Sets all to zero; grows memory only beyond the largest size so far.
    void begin(std::size_t points)
    {
        points_ = points;
        panels_.assign(points, Panel{});
    }

    /// A(row, column) of two unknowns, row >= column.
    double& at(std::size_t row, std::size_t column)
    {
        const std::size_t point = column / D;
        return panels_[point][column % D][row - D * point];
    }

    double at(std::size_t row, std::size_t column) const
    {
        const std::size_t point = column / D;
        return panels_[point][column % D][row - D * point];
    }
    std::size_t points() const { return points_; }

    /// What couples point `i` with point i + `ahead`, by columns: rows are unknowns of the latter.
    double* block(std::size_t i, std::size_t ahead, std::size_t column) { return &panels_[i][column][D * ahead]; }

    /// Takes an unknown out of the system: it is zero.
    void hold(std::size_t unknown)
    {
        const std::size_t point = unknown / D;
        const std::size_t k = unknown % D;
        for (std::size_t ahead = 0; ahead <= std::min<std::size_t>(point, 2); ++ahead)
            for (Column& column : panels_[point - ahead])
                column[D * ahead + k] = 0.0;
        panels_[point][k].fill(0.0);
        panels_[point][k][k] = 1.0;
    }

    /// Puts L and E in the place of A; returns how many pivots are not positive.
    int factor()
    {
        int notPositive = 0;
        // What the points before do to the next one and to the one behind it; locals, which stay in registers.
        double toNext[D][2 * D] = {};
        double toSecond[D][D] = {};
        for (std::size_t i = 0; i < points_; ++i)
        {
            Panel& l = panels_[i];
            Panel a = l;
            for (std::size_t c = 0; c < D; ++c)
                for (std::size_t r = 0; r < 2 * D; ++r)
                    a[c][r] -= toNext[c][r];
            for (std::size_t c = 0; c < D; ++c)
            {
                const double pivot = a[c][c] != 0.0 ? a[c][c] : inPlaceOfZero(a[c], c);
                notPositive += pivot > 0.0 ? 0 : 1;
                const double perPivot = 1.0 / pivot;
                l[c][c] = perPivot;
                for (std::size_t r = c + 1; r < rows; ++r)
                    l[c][r] = a[c][r] * perPivot;
                for (std::size_t k = c + 1; k < D; ++k)
                    for (std::size_t r = k; r < rows; ++r)
                        a[k][r] -= l[c][k] * a[c][r];
            }
            for (std::size_t k = 0; k < D; ++k)
                for (std::size_t r = 0; r < 2 * D; ++r)
                    toNext[k][r] = (r < D ? toSecond[k][r] : 0.0) + product(l, a, D + k, D + r);
            for (std::size_t k = 0; k < D; ++k)
                for (std::size_t r = 0; r < D; ++r)
                    toSecond[k][r] = product(l, a, 2 * D + k, 2 * D + r);
        }
        return notPositive;
    }

    /// Solves for each of the right-hand sides in its place. Two at once take little longer than one: they read the
    /// matrix once, and are lanes of the same operations.
    template <typename... Sides>
    void solve(Sides&... sides) const
    {
        constexpr std::size_t count = sizeof...(Sides);
        using Lanes = std::array<double, count>;
        const std::array<double*, count> b{sides.data()...};
        Lanes ahead[2 * D] = {}; // what the points before do to the next two
        for (std::size_t i = 0; i < points_; ++i)
        {
            const Panel& l = panels_[i];
            Lanes x[D];
            for (std::size_t c = 0; c < D; ++c)
                for (std::size_t s = 0; s < count; ++s)
                    x[c][s] = b[s][D * i + c] - ahead[c][s];
            for (std::size_t c = 0; c < D; ++c)
                for (std::size_t r = c + 1; r < D; ++r)
                    subtract(x[r], l[c][r], x[c]);
            for (std::size_t r = 0; r < 2 * D; ++r)
            {
                Lanes sum = r < D ? ahead[D + r] : Lanes{};
                for (std::size_t c = 0; c < D; ++c)
                    for (std::size_t s = 0; s < count; ++s)
                        sum[s] += l[c][D + r] * x[c][s];
                ahead[r] = sum;
            }
            for (std::size_t c = 0; c < D; ++c)
                for (std::size_t s = 0; s < count; ++s)
                    b[s][D * i + c] = x[c][s];
        }
        Lanes behind[2 * D] = {}; // the answers of the next two points
        for (std::size_t i = points_; i-- > 0;)
        {
            const Panel& l = panels_[i];
            Lanes x[D];
            for (std::size_t c = 0; c < D; ++c)
            {
                Lanes sum;
                for (std::size_t s = 0; s < count; ++s)
                    sum[s] = b[s][D * i + c] * l[c][c];
                for (std::size_t r = 0; r < 2 * D; ++r)
                    subtract(sum, l[c][D + r], behind[r]);
                x[c] = sum;
            }
            for (std::size_t c = D; c-- > 0;)
                for (std::size_t r = c + 1; r < D; ++r)
                    subtract(x[c], l[c][r], x[r]);
            for (std::size_t c = 0; c < D; ++c)
            {
                behind[D + c] = behind[c];
                behind[c] = x[c];
                for (std::size_t s = 0; s < count; ++s)
                    b[s][D * i + c] = x[c][s];
            }
        }
    }

private:
    static constexpr std::size_t rows = 3 * D;
    using Column = std::array<double, rows>;
    /// The columns of one point, with the rows of the point and of the next two; after `factor` 1/E and L. What is
    /// above the diagonal means nothing.
    using Panel = std::array<Column, D>;

    /// A pivot of 0 counts as negative, and by this one the rest goes on as numbers: A less a rounding of that column.
    static double inPlaceOfZero(const Column& column, std::size_t pivot)
    {
        double largest = 0.0;
        for (std::size_t r = pivot + 1; r < rows; ++r)
            largest = std::max(largest, std::abs(column[r]));
        return largest > 0.0 ? -std::numeric_limits<double>::epsilon() * largest : -1.0;
    }

    static double product(const Panel& l, const Panel& a, std::size_t row, std::size_t column)
    {
        double sum = 0.0;
        for (std::size_t c = 0; c < D; ++c)
            sum += l[c][row] * a[c][column];
        return sum;
    }

    /// x -= factor y, lane by lane.
    template <std::size_t Count>
    static void subtract(std::array<double, Count>& x, double factor, const std::array<double, Count>& y)
    {
        for (std::size_t s = 0; s < Count; ++s)
            x[s] -= factor * y[s];
    }

    std::vector<Panel> panels_;
    std::size_t points_ = 0;
};

} // namespace rope
