// Compiled for AVX-512 (F, CD, DQ, BW); run only where the processor has them.

#include "sweep.hpp"
#include "xsimd_vector.hpp"

namespace rope
{

#if XSIMD_WITH_AVX512BW

namespace
{

struct Avx512Vector : XsimdVector<xsimd::avx512bw, 8>
{
    static Vector fromLaneBefore(const Vector& v)
    {
        return _mm512_permutexvar_ps(_mm512_setr_epi32(15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14), v);
    }
    static Vector fromNextLane(const Vector& v)
    {
        return _mm512_permutexvar_ps(_mm512_setr_epi32(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0), v);
    }
};

} // namespace

const FleetKernel* avx512FleetKernel()
{
    return &FleetSweep<Avx512Vector>::kernel;
}

#else

const FleetKernel* avx512FleetKernel()
{
    return nullptr;
}

#endif

} // namespace rope
