#pragma once

#include <cstddef>
#include <cstdint>

namespace rope
{

/// The inner loops of SparseSystem. A block has `D` columns of four numbers. Of a list of blocks in rows, the next row
/// begins `stride` numbers behind, and `places` tells for each row which one of another list it is.
template <std::size_t D>
struct BlockKernel
{
    /// to(place) -= the sum over `columns` of L(row, c) F(c)ᵀ; the next place of `to` begins `toStride` numbers behind.
    void (*subtract)(const double* rows, std::size_t stride, std::size_t count, std::size_t columns,
                     const double* factors, double* to, std::size_t toStride, const std::uint32_t* places);
    /// Solves L E Mᵀ = A for L in the place of A; `below` has the columns of M, ones on the diagonal, and `perPivot`
    /// 1/E.
    void (*divide)(double* rows, std::size_t stride, std::size_t count, const double* below, const double* perPivot);
    /// x(place) -= the sum over `columns` of L(row, c) y(c); of a vector a block has four numbers.
    void (*subtractProducts)(const double* rows, std::size_t stride, std::size_t count, std::size_t columns,
                             const double* y, double* x, const std::uint32_t* places);
    /// sums(k) += the sum over the rows of L(row)ᵀ x(place), of which each column has four parts in `sums`.
    void (*addProducts)(const double* rows, std::size_t stride, std::size_t count, const double* x,
                        const std::uint32_t* places, double* sums);
};

/// For this processor. Each number is made by the same operations in the same order on all of them.
template <std::size_t D>
const BlockKernel<D>& blockKernel();

} // namespace rope
