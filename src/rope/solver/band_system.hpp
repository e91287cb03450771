#pragma once

#include "rope/core/lanes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

namespace rope
{

/// A pivot in the place of 0, in a column of which the other numbers are no larger: it counts as negative.
inline double inPlaceOfZero(double largest)
{
    return largest > 0.0 ? -std::numeric_limits<double>::epsilon() * largest : -1.0;
}

/// A symmetric linear system of a chain of points with `D` unknowns each, in which a point couples with its neighbours
/// and theirs: A x = b with a block-pentadiagonal A, by A = L E Lᵀ (E diagonal) without pivoting, in O(n). The number
/// of pivots that are not positive is the number of directions in which A is negative (Sylvester's law of inertia).
///
/// The chain is eliminated from both ends at once, an end in each of TwoLanes, up to two or three points in its middle:
/// those are a small system of their own.
///
/// The inverse of a block of D unknowns would square the ratio of their stiffnesses, of stretch and of bending: so the
/// pivots are single numbers, and the blocks only order the work.
template <std::size_t D>
class BandSystem
{
public:
    /// All of A is to be set, for two points or more; grows memory only beyond the largest size so far.
    void begin(std::size_t points)
    {
        points_ = points;
        half_ = (points - 2) / 2;
        panels_.resize(half_);
    }

    std::size_t points() const { return points_; }

    /// A(row, column) of an unknown of point p and one of q, which are no farther than two points from each other.
    double at(std::size_t p, std::size_t ofP, std::size_t q, std::size_t ofQ) const
    {
        const Place place = placeOf(p, ofP, q, ofQ);
        return place.panel == middle ? middle_[place.column][place.row]
                                     : panels_[place.panel][place.column][place.row][place.lane];
    }

    /// Sets what couples point `i` with point i + `ahead`: block[c][r] of unknown c of the one with r of the other, for
    /// the first `Size` unknowns of each. With `ahead` = 0 the block is symmetric.
    template <int Size, typename Block>
    void setBlock(std::size_t i, std::size_t ahead, const Block& block)
    {
        const std::size_t other = i + ahead;
        const auto each = [](const auto& set)
        {
            for (int c = 0; c < Size; ++c)
                for (int r = 0; r < Size; ++r)
                    set(static_cast<std::size_t>(c), static_cast<std::size_t>(r), c, r);
        };
        if (i < half_)
            each([&, &panel = panels_[i]](std::size_t c, std::size_t r, int column, int row)
                 { panel[c][D * ahead + r][0] = block[column][row]; });
        else if (other >= points_ - half_)
            each([&, &panel = panels_[points_ - 1 - other]](std::size_t c, std::size_t r, int column, int row)
                 { panel[r][D * ahead + c][1] = block[column][row]; });
        else
            each([&](std::size_t c, std::size_t r, int column, int row)
                 { middle_[D * (i - half_) + c][D * (other - half_) + r] = block[column][row]; });
    }

    /// Adds to A(row, column) and A(column, row), as `at` has them, after the block there was set.
    void add(std::size_t p, std::size_t ofP, std::size_t q, std::size_t ofQ, double value)
    {
        set(p, ofP, q, ofQ, at(p, ofP, q, ofQ) + value);
    }

    /// Takes an unknown out of the system: it is zero.
    void hold(std::size_t p, std::size_t ofP)
    {
        for (std::size_t q = p - std::min<std::size_t>(p, 2); q < std::min(p + 3, points_); ++q)
            for (std::size_t ofQ = 0; ofQ < D; ++ofQ)
                set(p, ofP, q, ofQ, 0.0);
        set(p, ofP, p, ofP, 1.0);
    }

    /// Puts L and E in the place of A; returns how many pivots are not positive.
    int factor()
    {
        int notPositive = 0;
        // What the points before do to the next one and to the one behind it; locals, which stay in registers.
        TwoLanes toNext[D][2 * D] = {};
        TwoLanes toSecond[D][D] = {};
        for (Panel& l : panels_)
        {
            Panel a = l;
            for (std::size_t c = 0; c < D; ++c)
                for (std::size_t r = c; r < 2 * D; ++r)
                    a[c][r] -= toNext[c][r];
            for (std::size_t c = 0; c < D; ++c)
            {
                const TwoLanes pivot = notZero(a[c], c);
                notPositive += (pivot[0] > 0.0 ? 0 : 1) + (pivot[1] > 0.0 ? 0 : 1);
                const TwoLanes perPivot = 1.0 / pivot;
                l[c][c] = perPivot;
                for (std::size_t r = c + 1; r < rows; ++r)
                    l[c][r] = a[c][r] * perPivot;
                for (std::size_t k = c + 1; k < D; ++k)
                    for (std::size_t r = k; r < rows; ++r)
                        a[k][r] -= l[c][k] * a[c][r];
            }
            for (std::size_t k = 0; k < D; ++k)
                for (std::size_t r = k; r < 2 * D; ++r)
                    toNext[k][r] = (r < D ? toSecond[k][r] : TwoLanes{}) + product(l, a, D + k, D + r);
            for (std::size_t k = 0; k < D; ++k)
                for (std::size_t r = k; r < D; ++r)
                    toSecond[k][r] = product(l, a, 2 * D + k, 2 * D + r);
        }
        for (std::size_t end = 0; end < 2; ++end)
            for (std::size_t k = 0; k < D; ++k)
            {
                for (std::size_t r = k; r < D; ++r)
                {
                    middleAt(end, 0, k, 0, r) -= toNext[k][r][end];
                    middleAt(end, 1, k, 1, r) -= toSecond[k][r][end];
                }
                for (std::size_t r = 0; r < D; ++r)
                    middleAt(end, 0, k, 1, r) -= toNext[k][D + r][end];
            }
        return notPositive + factorMiddle();
    }

    /// Solves for each of the right-hand sides in its place. Two at once take little longer than one: they read the
    /// matrix once.
    template <typename... Sides>
    void solve(Sides*... sides) const
    {
        constexpr std::size_t count = sizeof...(Sides);
        using Lanes = std::array<TwoLanes, count>;
        const std::array<double*, count> b{sides...};
        Lanes ahead[2 * D] = {}; // what the points before do to the next two
        for (std::size_t i = 0; i < half_; ++i)
        {
            const Panel& l = panels_[i];
            Lanes x[D];
            for (std::size_t c = 0; c < D; ++c)
                for (std::size_t s = 0; s < count; ++s)
                    x[c][s] = TwoLanes{b[s][D * i + c], b[s][D * (points_ - 1 - i) + c]} - ahead[c][s];
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
            store(i, x, b);
        }
        for (std::size_t s = 0; s < count; ++s)
        {
            for (std::size_t r = 0; r < 2 * D; ++r)
                for (std::size_t end = 0; end < 2; ++end)
                    b[s][D * half_ + fromEnd(end, r / D, r % D)] -= ahead[r][s][end];
            solveMiddle(b[s] + D * half_);
        }
        Lanes behind[2 * D]; // the answers of the next two points
        for (std::size_t r = 0; r < 2 * D; ++r)
            for (std::size_t s = 0; s < count; ++s)
                behind[r][s] =
                    TwoLanes{b[s][D * half_ + fromEnd(0, r / D, r % D)], b[s][D * half_ + fromEnd(1, r / D, r % D)]};
        for (std::size_t i = half_; i-- > 0;)
        {
            const Panel& l = panels_[i];
            Lanes x[D];
            for (std::size_t c = 0; c < D; ++c)
            {
                Lanes sum;
                for (std::size_t s = 0; s < count; ++s)
                    sum[s] = TwoLanes{b[s][D * i + c], b[s][D * (points_ - 1 - i) + c]} * l[c][c];
                // The nearer of the two points is known last.
                for (std::size_t r = 2 * D; r-- > 0;)
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
            }
            store(i, x, b);
        }
    }

private:
    static constexpr std::size_t rows = 3 * D;
    static constexpr std::size_t middle = static_cast<std::size_t>(-1); ///< in the place of a panel's number
    using Column = std::array<TwoLanes, rows>;
    /// The columns of one point, with the rows of the point and of the next two on the way to the middle; after
    /// `factor` 1/E and L. Numbers above the diagonal mean nothing.
    using Panel = std::array<Column, D>;

    /// The pivot of a column. One of 0 counts as negative, and by its stand-in the rest goes on as numbers:
    /// A less a rounding of that column.
    static TwoLanes notZero(const Column& column, std::size_t place)
    {
        TwoLanes pivot = column[place];
        for (std::size_t lane = 0; lane < 2; ++lane)
        {
            if (pivot[lane] != 0.0)
                continue;
            double largest = 0.0;
            for (std::size_t r = place + 1; r < rows; ++r)
                largest = std::max(largest, std::abs(column[r][lane]));
            pivot[lane] = inPlaceOfZero(largest);
        }
        return pivot;
    }

    struct Place
    {
        std::size_t panel;
        std::size_t lane;
        std::size_t column;
        std::size_t row;
    };

    /// Columns belong to the point that is eliminated first.
    Place placeOf(std::size_t p, std::size_t ofP, std::size_t q, std::size_t ofQ) const
    {
        if (p > q || (p == q && ofP > ofQ))
        {
            std::swap(p, q);
            std::swap(ofP, ofQ);
        }
        if (p < half_)
            return {p, 0, ofP, D * (q - p) + ofQ};
        if (q < points_ - half_)
            return {middle, 0, D * (p - half_) + ofP, D * (q - half_) + ofQ};
        return {points_ - 1 - q, 1, p == q ? ofP : ofQ, D * (q - p) + (p == q ? ofQ : ofP)};
    }

    void set(std::size_t p, std::size_t ofP, std::size_t q, std::size_t ofQ, double value)
    {
        const Place place = placeOf(p, ofP, q, ofQ);
        if (place.panel == middle)
            middle_[place.column][place.row] = value;
        else
            panels_[place.panel][place.column][place.row][place.lane] = value;
    }

    std::size_t middlePoints() const { return points_ - 2 * half_; }
    /// An unknown of the middle's points, which are counted from one of its ends.
    std::size_t fromEnd(std::size_t end, std::size_t point, std::size_t k) const
    {
        return D * (end == 0 ? point : middlePoints() - 1 - point) + k;
    }
    double& middleAt(std::size_t end, std::size_t p, std::size_t ofP, std::size_t q, std::size_t ofQ)
    {
        const std::size_t a = fromEnd(end, p, ofP);
        const std::size_t b = fromEnd(end, q, ofQ);
        return middle_[std::min(a, b)][std::max(a, b)];
    }

    int factorMiddle()
    {
        int notPositive = 0;
        const std::size_t count = D * middlePoints();
        for (std::size_t c = 0; c < count; ++c)
        {
            double pivot = middle_[c][c];
            if (pivot == 0.0)
            {
                double largest = 0.0;
                for (std::size_t r = c + 1; r < count; ++r)
                    largest = std::max(largest, std::abs(middle_[c][r]));
                pivot = inPlaceOfZero(largest);
            }
            notPositive += pivot > 0.0 ? 0 : 1;
            const double perPivot = 1.0 / pivot;
            for (std::size_t k = c + 1; k < count; ++k)
                for (std::size_t r = k; r < count; ++r)
                    middle_[k][r] -= perPivot * middle_[c][k] * middle_[c][r];
            for (std::size_t r = c + 1; r < count; ++r)
                middle_[c][r] *= perPivot;
            middle_[c][c] = perPivot;
        }
        return notPositive;
    }

    void solveMiddle(double* b) const
    {
        const std::size_t count = D * middlePoints();
        for (std::size_t c = 0; c < count; ++c)
            for (std::size_t r = c + 1; r < count; ++r)
                b[r] -= middle_[c][r] * b[c];
        for (std::size_t c = count; c-- > 0;)
        {
            b[c] *= middle_[c][c];
            for (std::size_t r = c + 1; r < count; ++r)
                b[c] -= middle_[c][r] * b[r];
        }
    }

    static TwoLanes product(const Panel& l, const Panel& a, std::size_t row, std::size_t column)
    {
        TwoLanes sum{};
        for (std::size_t c = 0; c < D; ++c)
            sum += l[c][row] * a[c][column];
        return sum;
    }

    /// x -= factor y, side by side.
    template <std::size_t Count>
    static void subtract(std::array<TwoLanes, Count>& x, const TwoLanes& factor, const std::array<TwoLanes, Count>& y)
    {
        for (std::size_t s = 0; s < Count; ++s)
            x[s] -= factor * y[s];
    }

    template <std::size_t Count>
    void store(std::size_t i, const std::array<TwoLanes, Count> (&x)[D], const std::array<double*, Count>& b) const
    {
        for (std::size_t c = 0; c < D; ++c)
            for (std::size_t s = 0; s < Count; ++s)
            {
                b[s][D * i + c] = x[c][s][0];
                b[s][D * (points_ - 1 - i) + c] = x[c][s][1];
            }
    }

    std::vector<Panel> panels_;
    std::array<std::array<double, rows>, rows> middle_{}; ///< by columns, the part below the diagonal
    std::size_t points_ = 0;
    std::size_t half_ = 0; ///< points that are eliminated from each end
};

} // namespace rope
