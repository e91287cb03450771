// Compiled for AVX2 and FMA; run only where the processor has them.

#include "vector_kernel.hpp"
#include "xsimd_vector.hpp"

namespace rope
{

#if XSIMD_WITH_FMA3_AVX2

namespace
{

struct Avx2Vector : XsimdVector<xsimd::fma3<xsimd::avx2>>
{
    static constexpr bool looksAtSigns = true;

    static bool anyNegative(const Vector& a) { return _mm256_movemask_ps(a) != 0; }
    static Vector fromLaneBefore(const Vector& v)
    {
        return _mm256_permutevar8x32_ps(v, _mm256_setr_epi32(7, 0, 1, 2, 3, 4, 5, 6));
    }
    static Vector fromNextLane(const Vector& v)
    {
        return _mm256_permutevar8x32_ps(v, _mm256_setr_epi32(1, 2, 3, 4, 5, 6, 7, 0));
    }
};

} // namespace

#endif

const FleetKernel* avx2FleetKernel()
{
#if XSIMD_WITH_FMA3_AVX2
    return &VectorKernel<Avx2Vector>::kernel;
#else
    return nullptr;
#endif
}

} // namespace rope
