#pragma once

// xsimd's vectors as the kernel wants them, on the processors that xsimd knows. A template over the instruction set:
// each has functions of its own, which the linker cannot mix up.

#include <xsimd/xsimd.hpp>

#ifndef XSIMD_NO_SUPPORTED_ARCHITECTURE

namespace rope
{

template <class Architecture>
struct XsimdVector
{
    using Vector = xsimd::batch<float, Architecture>;
    using Mask = xsimd::batch_bool<float, Architecture>;
    static constexpr int lanes = static_cast<int>(Vector::size);
    /// Springs are computed a few masses before they are used; with 32 registers it is better to do all at once.
    static constexpr bool runsAhead = true;
    /// Whether a sign tells that a mass is below the ground: a minimum and a comparison may wait for the units that
    /// multiply, which have most to do.
    static constexpr bool looksAtSigns = false;

    /// While one lives, numbers below 1.2e-38 are 0. (64-bit ARM computes with them at full speed.)
    struct FlushToZero
    {
#if XSIMD_WITH_SSE2
        static constexpr unsigned flushAndTakeAsZero = 0x8040;
        const unsigned before = _mm_getcsr();
        FlushToZero()
        {
            _mm_setcsr(before | flushAndTakeAsZero);
        }
        ~FlushToZero()
        {
            _mm_setcsr(before);
        }
#else
        FlushToZero() {}
        ~FlushToZero() {}
#endif
        FlushToZero(const FlushToZero&) = delete;
        FlushToZero& operator=(const FlushToZero&) = delete;
    };

    static void prefetch(const float* line)
    {
#if XSIMD_WITH_SSE2
        _mm_prefetch(reinterpret_cast<const char*>(line), _MM_HINT_T1);
#elif defined(__GNUC__)
        __builtin_prefetch(line, 0, 2);
#else
        static_cast<void>(line);
#endif
    }

    static Vector all(float value)
    {
        return Vector(value);
    }
    static Vector load(const float* from)
    {
        return Vector::load_aligned(from);
    }
    static void store(float* to, const Vector& value)
    {
        value.store_aligned(to);
    }
    static Vector fma(const Vector& a, const Vector& b, const Vector& c)
    {
        return xsimd::fma(a, b, c);
    }
    static Vector fnma(const Vector& a, const Vector& b, const Vector& c)
    {
        return xsimd::fnma(a, b, c);
    }
    /// a - b / sqrt(c), both exact: where the arithmetic of a spring takes as long as they do, estimates gain nothing.
    static Vector minusQuotientRoot(const Vector& a, const Vector& b, const Vector& c)
    {
        return a - b / xsimd::sqrt(c);
    }
    static Vector min(const Vector& a, const Vector& b)
    {
        return xsimd::min(a, b);
    }
    static Vector max(const Vector& a, const Vector& b)
    {
        return xsimd::max(a, b);
    }
    static bool any(const Mask& mask)
    {
        return xsimd::any(mask);
    }
    static Vector select(const Mask& mask, const Vector& a, const Vector& b)
    {
        return xsimd::select(mask, a, b);
    }
};

} // namespace rope

#endif
