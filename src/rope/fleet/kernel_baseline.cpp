// Compiled as everything else is: SSE2 on x86-64, NEON on 64-bit ARM.

#include "sweep.hpp"
#include "xsimd_vector.hpp"

namespace rope
{

#ifndef XSIMD_NO_SUPPORTED_ARCHITECTURE

namespace
{

struct BaselineVector : XsimdVector<xsimd::default_arch>
{
    // A block's first and last lane are never asked for a neighbour outside, whatever they get.
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

const FleetKernel* baselineFleetKernel()
{
    return &FleetSweep<BaselineVector>::kernel;
}

#else

const FleetKernel* baselineFleetKernel()
{
    return nullptr;
}

#endif

} // namespace rope
