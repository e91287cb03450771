#include "block_kernel.hpp"

#include "rope/core/lanes.hpp"

#include <cstring>

namespace rope
{

namespace
{

[[gnu::always_inline]] inline void load(TwoLanes& to, const double* from)
{
    std::memcpy(&to, from, sizeof to);
}
[[gnu::always_inline]] inline void store(const TwoLanes& from, double* to)
{
    std::memcpy(to, &from, sizeof from);
}

// Only where the stack is aligned for these numbers, as it is in ELF programs.
#if (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__) && defined(__ELF__)
#define ROPE_BY_FOURS
using FourLanes [[gnu::vector_size(4 * sizeof(double))]] = double;
using FourNumbers [[gnu::vector_size(4 * sizeof(double)), gnu::aligned(alignof(double)), gnu::may_alias]] = double;

[[gnu::always_inline]] inline void load(FourLanes& to, const double* from)
{
    to = *reinterpret_cast<const FourNumbers*>(from);
}
[[gnu::always_inline]] inline void store(const FourLanes& from, double* to)
{
    *reinterpret_cast<FourNumbers*>(to) = from;
}
#endif

/// Of `Rows` rows at once, which share the factors.
template <typename Lanes, std::size_t D, std::size_t Rows>
[[gnu::always_inline]] inline void subtractRows(const double* from, std::size_t stride, std::size_t columns,
                                                const double* factors, double* to, std::size_t toStride,
                                                const std::uint32_t* places)
{
    Lanes sum[Rows][D];
    for (std::size_t i = 0; i < Rows; ++i)
        for (std::size_t r = 0; r < D; ++r)
            load(sum[i][r], to + places[i] * toStride + 4 * r);
    for (std::size_t c = 0; c < columns; ++c, from += 4 * D, factors += 4 * D)
    {
        Lanes own[Rows][D];
        for (std::size_t i = 0; i < Rows; ++i)
            for (std::size_t u = 0; u < D; ++u)
                load(own[i][u], from + i * stride + 4 * u);
        for (std::size_t r = 0; r < D; ++r)
        {
            Lanes part[Rows]; // the next column need not wait for it
            for (std::size_t u = 0; u < D; ++u)
                for (std::size_t i = 0; i < Rows; ++i)
                    part[i] = u == 0 ? own[i][u] * factors[r] : part[i] + own[i][u] * factors[4 * u + r];
            for (std::size_t i = 0; i < Rows; ++i)
                sum[i][r] -= part[i];
        }
    }
    for (std::size_t i = 0; i < Rows; ++i)
        for (std::size_t r = 0; r < D; ++r)
            store(sum[i][r], to + places[i] * toStride + 4 * r);
}

template <typename Lanes, std::size_t D>
[[gnu::always_inline]] inline void subtractAll(const double* rows, std::size_t stride, std::size_t count,
                                               std::size_t columns, const double* factors, double* to,
                                               std::size_t toStride, const std::uint32_t* places)
{
    std::size_t i = 0;
    for (; i + 1 < count; i += 2)
        subtractRows<Lanes, D, 2>(rows + i * stride, stride, columns, factors, to, toStride, places + i);
    if (i < count)
        subtractRows<Lanes, D, 1>(rows + i * stride, stride, columns, factors, to, toStride, places + i);
}

template <typename Lanes, std::size_t D>
[[gnu::always_inline]] inline void divideAll(double* rows, std::size_t stride, std::size_t count, const double* below,
                                             const double* perPivot)
{
    for (; count > 0; --count, rows += stride)
    {
        Lanes rest[D]; // L E
        for (std::size_t c = 0; c < D; ++c)
        {
            load(rest[c], rows + 4 * c);
            for (std::size_t k = 0; k < c; ++k)
                rest[c] -= rest[k] * below[D * k + c];
        }
        for (std::size_t c = 0; c < D; ++c)
        {
            rest[c] *= perPivot[c];
            store(rest[c], rows + 4 * c);
        }
    }
}

/// How many of them hold four numbers.
template <typename Lanes>
constexpr std::size_t partsOf = 4 * sizeof(double) / sizeof(Lanes);

template <typename Lanes, std::size_t D>
[[gnu::always_inline]] inline void subtractAllProducts(const double* rows, std::size_t stride, std::size_t count,
                                                       std::size_t columns, const double* y, double* x,
                                                       const std::uint32_t* places)
{
    constexpr std::size_t parts = partsOf<Lanes>;
    for (std::size_t i = 0; i < count; ++i)
    {
        const double* own = rows + i * stride;
        const double* by = y;
        Lanes sum[parts];
        for (std::size_t p = 0; p < parts; ++p)
            load(sum[p], x + 4 * places[i] + 4 / parts * p);
        for (std::size_t c = 0; c < columns; ++c, own += 4 * D, by += 4)
            for (std::size_t k = 0; k < D; ++k)
                for (std::size_t p = 0; p < parts; ++p)
                {
                    Lanes l;
                    load(l, own + 4 * k + 4 / parts * p);
                    sum[p] -= l * by[k];
                }
        for (std::size_t p = 0; p < parts; ++p)
            store(sum[p], x + 4 * places[i] + 4 / parts * p);
    }
}

template <typename Lanes, std::size_t D>
[[gnu::always_inline]] inline void addAllProducts(const double* rows, std::size_t stride, std::size_t count,
                                                  const double* x, const std::uint32_t* places, double* sums)
{
    constexpr std::size_t parts = partsOf<Lanes>;
    Lanes sum[D][parts];
    for (std::size_t k = 0; k < D; ++k)
        for (std::size_t p = 0; p < parts; ++p)
            load(sum[k][p], sums + 4 * k + 4 / parts * p);
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t p = 0; p < parts; ++p)
        {
            Lanes from;
            load(from, x + 4 * places[i] + 4 / parts * p);
            for (std::size_t k = 0; k < D; ++k)
            {
                Lanes l;
                load(l, rows + i * stride + 4 * k + 4 / parts * p);
                sum[k][p] += l * from;
            }
        }
    for (std::size_t k = 0; k < D; ++k)
        for (std::size_t p = 0; p < parts; ++p)
            store(sum[k][p], sums + 4 * k + 4 / parts * p);
}

/// For any processor; matrices take one half of each column after the other.
template <std::size_t D>
struct ByTwos
{
    static void subtract(const double* rows, std::size_t stride, std::size_t count, std::size_t columns,
                         const double* factors, double* to, std::size_t toStride, const std::uint32_t* places)
    {
        for (const std::size_t half : {0U, 2U})
            subtractAll<TwoLanes, D>(rows + half, stride, count, columns, factors, to + half, toStride, places);
    }
    static void divide(double* rows, std::size_t stride, std::size_t count, const double* below, const double* perPivot)
    {
        for (const std::size_t half : {0U, 2U})
            divideAll<TwoLanes, D>(rows + half, stride, count, below, perPivot);
    }
    static void subtractProducts(const double* rows, std::size_t stride, std::size_t count, std::size_t columns,
                                 const double* y, double* x, const std::uint32_t* places)
    {
        subtractAllProducts<TwoLanes, D>(rows, stride, count, columns, y, x, places);
    }
    static void addProducts(const double* rows, std::size_t stride, std::size_t count, const double* x,
                            const std::uint32_t* places, double* sums)
    {
        addAllProducts<TwoLanes, D>(rows, stride, count, x, places, sums);
    }
};

template <typename By, std::size_t D>
constexpr BlockKernel<D> kernelOf()
{
    return {By::subtract, By::divide, By::subtractProducts, By::addProducts};
}

#ifdef ROPE_BY_FOURS
template <std::size_t D>
struct ByFours
{
    [[gnu::target("avx2")]] static void subtract(const double* rows, std::size_t stride, std::size_t count,
                                                 std::size_t columns, const double* factors, double* to,
                                                 std::size_t toStride, const std::uint32_t* places)
    {
        subtractAll<FourLanes, D>(rows, stride, count, columns, factors, to, toStride, places);
    }
    [[gnu::target("avx2")]] static void divide(double* rows, std::size_t stride, std::size_t count, const double* below,
                                               const double* perPivot)
    {
        divideAll<FourLanes, D>(rows, stride, count, below, perPivot);
    }
    [[gnu::target("avx2")]] static void subtractProducts(const double* rows, std::size_t stride, std::size_t count,
                                                         std::size_t columns, const double* y, double* x,
                                                         const std::uint32_t* places)
    {
        subtractAllProducts<FourLanes, D>(rows, stride, count, columns, y, x, places);
    }
    [[gnu::target("avx2")]] static void addProducts(const double* rows, std::size_t stride, std::size_t count,
                                                    const double* x, const std::uint32_t* places, double* sums)
    {
        addAllProducts<FourLanes, D>(rows, stride, count, x, places, sums);
    }
};

#endif

} // namespace

template <std::size_t D>
const BlockKernel<D>& blockKernel()
{
    static constexpr BlockKernel<D> byTwos = kernelOf<ByTwos<D>, D>();
#ifdef ROPE_BY_FOURS
    static constexpr BlockKernel<D> byFours = kernelOf<ByFours<D>, D>();
    return __builtin_cpu_supports("avx2") ? byFours : byTwos;
#else
    return byTwos;
#endif
}

template const BlockKernel<3>& blockKernel<3>();
template const BlockKernel<4>& blockKernel<4>();

} // namespace rope
