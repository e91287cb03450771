#include "instruction_set.hpp"

#if defined(_MSC_VER) && !defined(__clang__) && (defined(_M_X64) || defined(_M_IX86))
#include <immintrin.h>
#include <intrin.h>
#endif

namespace rope
{

namespace
{

// Asked at run time: the program must start, and run, on a processor that is older than the one it was built on. The
// answer is about the operating system too, which has to save the wide registers.
#if (defined(__GNUC__) || defined(__clang__)) && (defined(__x86_64__) || defined(__i386__))

bool hasAvx2()
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

bool hasAvx512()
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512cd") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
}

#elif defined(_MSC_VER) && (defined(_M_X64) || defined(_M_IX86))

bool registersSaved(unsigned long long mask)
{
    int leaf[4];
    __cpuid(leaf, 1);
    const bool osxsave = (leaf[2] >> 27 & 1) != 0;
    return osxsave && (_xgetbv(0) & mask) == mask;
}

bool hasAvx2()
{
    int leaf[4];
    __cpuid(leaf, 1);
    const bool fma = (leaf[2] >> 12 & 1) != 0;
    __cpuidex(leaf, 7, 0);
    return fma && (leaf[1] >> 5 & 1) != 0 && registersSaved(0x6);
}

bool hasAvx512()
{
    int leaf[4];
    __cpuidex(leaf, 7, 0);
    const unsigned flags = static_cast<unsigned>(leaf[1]);
    constexpr unsigned needed = 1U << 16 | 1U << 17 | 1U << 28 | 1U << 30; // F, DQ, CD, BW
    return (flags & needed) == needed && registersSaved(0xe6);
}

#else

bool hasAvx2()
{
    return false;
}

bool hasAvx512()
{
    return false;
}

#endif

} // namespace

const FleetKernel* fleetKernel(InstructionSet set)
{
    switch (set)
    {
    case InstructionSet::portable:
        return portableFleetKernel();
    case InstructionSet::baseline:
        return baselineFleetKernel();
    case InstructionSet::avx2:
        return hasAvx2() ? avx2FleetKernel() : nullptr;
    case InstructionSet::avx512:
        return hasAvx512() ? avx512FleetKernel() : nullptr;
    case InstructionSet::best:
        break;
    }
    return nullptr;
}

std::vector<InstructionSet> availableInstructionSets()
{
    std::vector<InstructionSet> sets;
    for (const InstructionSet set :
         {InstructionSet::portable, InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512})
        if (fleetKernel(set))
            sets.push_back(set);
    return sets;
}

} // namespace rope
