#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace rope
{

/// A symmetric linear system whose matrix has `W` diagonals below its own: A x = b by A = L D Lᵀ without pivoting, in
/// O(n W²). The number of pivots that are not positive is the number of directions in which A is negative (Sylvester's
/// law of inertia).
template <std::size_t W>
class BandSystem
{
public:
    /// Sets all to zero; grows memory only beyond the largest size so far.
    void begin(std::size_t size)
    {
        size_ = size;
        columns_.assign(size + W, Column{});
    }

    /// A(row, column), column <= row <= column + W.
    double& at(std::size_t row, std::size_t column) { return columns_[column][row - column]; }

    /// Takes unknown i out of the system: it is zero.
    void hold(std::size_t i)
    {
        columns_[i] = {1.0};
        for (std::size_t k = 1; k <= std::min(i, W); ++k)
            columns_[i - k][k] = 0.0;
    }

    /// Puts L and D in the place of A; returns how many pivots are not positive.
    int factor()
    {
        int notPositive = 0;
        for (std::size_t j = 0; j < size_; ++j)
        {
            Column& own = columns_[j];
            notPositive += own[0] > 0.0 ? 0 : 1;
            const double perPivot = 1.0 / own[0];
            // Locals, so that the compiler need not expect the other columns to be this one.
            const Column a = own;
            for (std::size_t k = 1; k <= W; ++k)
            {
                const double factor = a[k] * perPivot;
                Column& other = columns_[j + k];
                for (std::size_t m = k; m <= W; ++m)
                    other[m - k] -= factor * a[m];
                own[k] = factor;
            }
            own[0] = perPivot;
        }
        return notPositive;
    }

    /// Solves for b, which has W more entries than unknowns; they are zero.
    void solve(std::vector<double>& b) const
    {
        for (std::size_t j = 0; j < size_; ++j)
        {
            const Column& l = columns_[j];
            const double x = b[j];
            for (std::size_t k = 1; k <= W; ++k)
                b[j + k] -= l[k] * x;
        }
        std::fill(b.begin() + static_cast<std::ptrdiff_t>(size_), b.end(), 0.0);
        for (std::size_t j = size_; j-- > 0;)
        {
            const Column& l = columns_[j];
            double sum = b[j] * l[0];
            for (std::size_t k = 1; k <= W; ++k)
                sum -= l[k] * b[j + k];
            b[j] = sum;
        }
    }

    static constexpr std::size_t padding = W; ///< entries of b behind the last unknown

private:
    using Column = std::array<double, W + 1>; ///< the diagonal and what is below; after `factor` 1/D and L

    std::vector<Column> columns_;
    std::size_t size_ = 0;
};

} // namespace rope
