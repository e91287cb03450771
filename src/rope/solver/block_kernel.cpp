#include "block_kernel.hpp"

#include "rope/core/lanes.hpp"

#include <cstring>

namespace rope
{

namespace
{

template <std::size_t D>
void subtractByTwos(const double* l, const std::uint32_t* rows, std::size_t count, const double* factors, double* to)
{
    TwoLanes by[D * D];
    for (std::size_t k = 0; k < D * D; ++k)
        by[k] = TwoLanes{factors[k], factors[k]};
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t half = 0; half < 4; half += 2)
        {
            const double* from = l + 4 * D * i + half;
            double* sums = to + 4 * D * rows[i] + half;
            for (std::size_t r = 0; r < D; ++r)
            {
                TwoLanes sum;
                std::memcpy(&sum, sums + 4 * r, sizeof sum);
                for (std::size_t u = 0; u < D; ++u)
                {
                    TwoLanes own;
                    std::memcpy(&own, from + 4 * u, sizeof own);
                    sum -= own * by[D * r + u];
                }
                std::memcpy(sums + 4 * r, &sum, sizeof sum);
            }
        }
}

// Only where the stack is aligned for these numbers, as it is in ELF programs.
#if (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__) && defined(__ELF__)
using FourLanes [[gnu::vector_size(4 * sizeof(double))]] = double;

template <std::size_t D>
[[gnu::target("avx2")]] void subtractByFours(const double* l, const std::uint32_t* rows, std::size_t count,
                                             const double* factors, double* to)
{
    FourLanes by[D * D];
    for (std::size_t k = 0; k < D * D; ++k)
        by[k] = FourLanes{factors[k], factors[k], factors[k], factors[k]};
    for (std::size_t i = 0; i < count; ++i)
    {
        const double* from = l + 4 * D * i;
        double* sums = to + 4 * D * rows[i];
        for (std::size_t r = 0; r < D; ++r)
        {
            FourLanes sum;
            std::memcpy(&sum, sums + 4 * r, sizeof sum);
            for (std::size_t u = 0; u < D; ++u)
            {
                FourLanes own;
                std::memcpy(&own, from + 4 * u, sizeof own);
                sum -= own * by[D * r + u];
            }
            std::memcpy(sums + 4 * r, &sum, sizeof sum);
        }
    }
}

template <std::size_t D>
SubtractBlocks<D> chosen()
{
    return __builtin_cpu_supports("avx2") ? subtractByFours<D> : subtractByTwos<D>;
}
#else
template <std::size_t D>
SubtractBlocks<D> chosen()
{
    return subtractByTwos<D>;
}
#endif

} // namespace

template <std::size_t D>
SubtractBlocks<D> subtractBlocks()
{
    static const SubtractBlocks<D> kernel = chosen<D>();
    return kernel;
}

template SubtractBlocks<3> subtractBlocks<3>();
template SubtractBlocks<4> subtractBlocks<4>();

} // namespace rope
