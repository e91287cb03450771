#pragma once

#include <cstddef>
#include <cstdint>

namespace rope
{

/// The innermost loop of SparseSystem, `D` columns of four numbers a block: of `count` blocks l, each with a row,
/// to[row](column r) -= sum over u of l(column u) factors[D r + u].
template <std::size_t D>
using SubtractBlocks = void (*)(const double* l, const std::uint32_t* rows, std::size_t count, const double* factors,
                                double* to);

/// For this processor. Each number is made by the same operations in the same order on all of them.
template <std::size_t D>
SubtractBlocks<D> subtractBlocks();

} // namespace rope
