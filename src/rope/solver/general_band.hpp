#pragma once

#include "band_system.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace rope
{

/// A linear system of a chain of points as BandSystem solves it, of which a part is not symmetric: A = L U without
/// pivoting, in O(n).
template <std::size_t D>
class GeneralBand
{
public:
    /// Starts from a symmetric system that has not been factored.
    void begin(const BandSystem<D>& symmetric)
    {
        unknowns_ = D * symmetric.points();
        rows_.assign(unknowns_ * width, 0.0);
        for (std::size_t p = 0; p < symmetric.points(); ++p)
            for (std::size_t q = p; q < std::min(p + 3, symmetric.points()); ++q)
                for (std::size_t ofP = 0; ofP < D; ++ofP)
                    for (std::size_t ofQ = 0; ofQ < D; ++ofQ)
                        at(D * q + ofQ, D * p + ofP) = at(D * p + ofP, D * q + ofQ) = symmetric.at(p, ofP, q, ofQ);
    }

    /// A(row, column); the two differ by less than 3 D.
    double& at(std::size_t row, std::size_t column) { return rows_[row * width + (column + reach - row)]; }

    /// Puts L and U in the place of A; false where a pivot is not positive.
    bool factor()
    {
        for (std::size_t k = 0; k < unknowns_; ++k)
        {
            const double* pivotRow = &rows_[k * width + reach]; // from its diagonal on
            if (!(pivotRow[0] > 0.0))
                return false;
            const std::size_t end = std::min(k + reach, unknowns_ - 1);
            for (std::size_t row = k + 1; row <= end; ++row)
            {
                double* target = &rows_[row * width + (k + reach - row)]; // from column k on
                const double factor = target[0] / pivotRow[0];
                target[0] = factor;
                for (std::size_t j = 1; j <= reach; ++j)
                    target[j] -= factor * pivotRow[j];
            }
        }
        return true;
    }

    /// Solves for b in its place.
    void solve(double* b) const
    {
        for (std::size_t row = 0; row < unknowns_; ++row)
            for (std::size_t column = row - std::min(row, reach); column < row; ++column)
                b[row] -= rows_[row * width + (column + reach - row)] * b[column];
        for (std::size_t row = unknowns_; row-- > 0;)
        {
            const double* fromDiagonal = &rows_[row * width + reach];
            for (std::size_t j = 1; j <= std::min(reach, unknowns_ - 1 - row); ++j)
                b[row] -= fromDiagonal[j] * b[row + j];
            b[row] /= fromDiagonal[0];
        }
    }

private:
    static constexpr std::size_t reach = 3 * D - 1; ///< unknowns beside the diagonal
    static constexpr std::size_t width = 2 * reach + 1;
    std::vector<double> rows_;
    std::size_t unknowns_ = 0;
};

} // namespace rope
