// Compiled as everything else is: SSE2 on x86-64, NEON on 64-bit ARM.

#include "vector_kernel.hpp"
#include "xsimd_vector.hpp"

namespace rope
{

#ifndef XSIMD_NO_SUPPORTED_ARCHITECTURE

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
#ifndef XSIMD_NO_SUPPORTED_ARCHITECTURE
    return &VectorKernel<BaselineVector>::kernel;
#else
    return nullptr;
#endif
}

} // namespace rope
