#pragma once

// xsimd's vectors as the kernel wants them. A template over the instruction set: each has functions of its own, which
// the linker cannot mix up.

#include <xsimd/xsimd.hpp>

namespace rope
{

template <class Architecture, int chunkSize>
struct XsimdVector
{
    using Vector = xsimd::batch<float, Architecture>;
    using Mask = xsimd::batch_bool<float, Architecture>;
    static constexpr int lanes = static_cast<int>(Vector::size);
    static constexpr int chunk = chunkSize;

    static Vector all(float value) { return Vector(value); }
    static Vector load(const float* from) { return Vector::load_aligned(from); }
    static void store(float* to, const Vector& value) { value.store_aligned(to); }
    static Vector add(const Vector& a, const Vector& b) { return a + b; }
    static Vector sub(const Vector& a, const Vector& b) { return a - b; }
    static Vector mul(const Vector& a, const Vector& b) { return a * b; }
    static Vector div(const Vector& a, const Vector& b) { return a / b; }
    static Vector fma(const Vector& a, const Vector& b, const Vector& c) { return xsimd::fma(a, b, c); }
    static Vector fnma(const Vector& a, const Vector& b, const Vector& c) { return xsimd::fnma(a, b, c); }
    static Vector sqrt(const Vector& a) { return xsimd::sqrt(a); }
    static Vector min(const Vector& a, const Vector& b) { return xsimd::min(a, b); }
    static Vector max(const Vector& a, const Vector& b) { return xsimd::max(a, b); }
    static Mask less(const Vector& a, const Vector& b) { return a < b; }
    static bool any(const Mask& mask) { return xsimd::any(mask); }
    static Vector select(const Mask& mask, const Vector& a, const Vector& b) { return xsimd::select(mask, a, b); }
    static Vector onlyWhere(const Mask& mask, const Vector& a) { return xsimd::select(mask, a, Vector(0.0F)); }
};

} // namespace rope
