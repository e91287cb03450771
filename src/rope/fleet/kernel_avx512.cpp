// Compiled for AVX-512 (F, CD, DQ, BW); run only where the processor has them.

#include "vector_kernel.hpp"
#include "xsimd_vector.hpp"

namespace rope
{

#if XSIMD_WITH_AVX512BW

namespace
{

struct Avx512Vector : XsimdVector<xsimd::avx512bw>
{
    static constexpr bool runsAhead = false;

    // xsimd 8 multiplies and adds separately here.
    static Vector fma(const Vector& a, const Vector& b, const Vector& c) { return _mm512_fmadd_ps(a, b, c); }
    static Vector fnma(const Vector& a, const Vector& b, const Vector& c) { return _mm512_fnmadd_ps(a, b, c); }

    /// a - b / sqrt(c) with one step of Newton's method from an estimate of 14 bits, e: 1/sqrt(c) = e (3 - c e e) / 2.
    /// It is as near as the exact root and quotient, which round twice, and here these alone would take longer than all
    /// the rest.
    static Vector minusQuotientRoot(const Vector& a, const Vector& b, const Vector& c)
    {
        const Vector e = _mm512_rsqrt14_ps(c);
        return fnma(b * Vector(0.5F) * e, fnma(c * e, e, Vector(3.0F)), a);
    }

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

#endif

const FleetKernel* avx512FleetKernel()
{
#if XSIMD_WITH_AVX512BW
    return &VectorKernel<Avx512Vector>::kernel;
#else
    return nullptr;
#endif
}

} // namespace rope
