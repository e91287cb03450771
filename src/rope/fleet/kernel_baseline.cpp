// Compiled as everything else is: SSE2 on x86-64, NEON on 64-bit ARM; and with WebAssembly's vectors in a browser.

#include "vector_kernel.hpp"

#if defined(__wasm_simd128__)
#include "wasm_vector.hpp"
#else
#include "xsimd_vector.hpp"
#endif

namespace rope
{

#if defined(__wasm_simd128__)

using BaselineVector = WasmVector;
#define ROPEWALK_HAVE_BASELINE 1

#elif !defined(XSIMD_NO_SUPPORTED_ARCHITECTURE)

#define ROPEWALK_HAVE_BASELINE 1

namespace
{

struct BaselineVector : XsimdVector<xsimd::default_arch>
{
    // Nobody uses what the first and the last lane get from outside of the vector.
    static Vector fromLaneBefore(const Vector& v)
    {
        alignas(fleetAlignment) float values[2 * lanes] = {};
        store(values + lanes, v);
        return Vector::load_unaligned(values + lanes - 1);
    }
    static Vector fromNextLane(const Vector& v)
    {
        alignas(fleetAlignment) float values[2 * lanes] = {};
        store(values, v);
        return Vector::load_unaligned(values + 1);
    }
};

} // namespace

#endif

const FleetKernel* baselineFleetKernel()
{
#ifdef ROPEWALK_HAVE_BASELINE
    return &VectorKernel<BaselineVector>::kernel;
#else
    return nullptr;
#endif
}

} // namespace rope
