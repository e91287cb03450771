#pragma once

// WebAssembly's vectors of four floats as the kernel wants them. They have no fused multiply-add: the results are those
// of the portable kernel. (xsimd 8 does not know them.)

#include "fleet_kernel.hpp"

#include <wasm_simd128.h>

namespace rope
{

struct WasmVector
{
    /// A class of its own: the operators of Clang's vectors give masks of integers.
    struct Vector
    {
        v128_t value;
        friend Vector operator+(const Vector& a, const Vector& b) { return {wasm_f32x4_add(a.value, b.value)}; }
        friend Vector operator-(const Vector& a, const Vector& b) { return {wasm_f32x4_sub(a.value, b.value)}; }
        friend Vector operator*(const Vector& a, const Vector& b) { return {wasm_f32x4_mul(a.value, b.value)}; }
        friend Vector operator/(const Vector& a, const Vector& b) { return {wasm_f32x4_div(a.value, b.value)}; }
        friend v128_t operator<(const Vector& a, const Vector& b) { return wasm_f32x4_lt(a.value, b.value); }
    };
    static constexpr int lanes = 4;
    static constexpr bool runsAhead = true;
    static constexpr bool looksAtSigns = false;

    /// WebAssembly cannot flush small numbers to zero.
    struct FlushToZero
    {
        FlushToZero() {}
        ~FlushToZero() {}
    };

    static void prefetch(const float*) {}
    static Vector all(float value) { return {wasm_f32x4_splat(value)}; }
    static Vector load(const float* from) { return {wasm_v128_load(from)}; }
    static void store(float* to, const Vector& value) { wasm_v128_store(to, value.value); }
    static Vector fma(const Vector& a, const Vector& b, const Vector& c) { return a * b + c; }
    static Vector fnma(const Vector& a, const Vector& b, const Vector& c) { return c - a * b; }
    static Vector minusQuotientRoot(const Vector& a, const Vector& b, const Vector& c)
    {
        return a - b / Vector{wasm_f32x4_sqrt(c.value)};
    }
    static Vector min(const Vector& a, const Vector& b) { return {wasm_f32x4_pmin(a.value, b.value)}; }
    static Vector max(const Vector& a, const Vector& b) { return {wasm_f32x4_pmax(a.value, b.value)}; }
    static bool any(v128_t mask) { return wasm_v128_any_true(mask); }
    static Vector select(v128_t mask, const Vector& a, const Vector& b)
    {
        return {wasm_v128_bitselect(a.value, b.value, mask)};
    }
    // Nobody uses what the first and the last lane get from outside of the vector.
    static Vector fromLaneBefore(const Vector& v) { return {wasm_i32x4_shuffle(v.value, v.value, 3, 0, 1, 2)}; }
    static Vector fromNextLane(const Vector& v) { return {wasm_i32x4_shuffle(v.value, v.value, 1, 2, 3, 0)}; }
};

} // namespace rope
