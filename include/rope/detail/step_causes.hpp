#pragma once

#include <rope/export.hpp>
#include <rope/step_limits.hpp>

#include <bitset>
#include <cstddef>

namespace rope
{

/// A set of causes.
class ROPE_API StepCauses
{
public:
    static StepCauses all();
    static StepCauses only(StepCause cause);
    static StepCauses allBut(StepCause cause);

    bool has(StepCause cause) const { return bits_[static_cast<std::size_t>(cause)]; }

private:
    using Bits = std::bitset<stepCauseNames.size()>;
    explicit StepCauses(const Bits& bits) : bits_(bits) {}
    Bits bits_;
};

/// Fills `alone` and `strongest`: `stableWith(causes)` is the stable step [s] where only these causes act.
template <typename StableWith>
void splitByCause(StepLimits& limits, const StableWith& stableWith)
{
    double longest = 0.0;
    for (std::size_t i = 0; i < limits.alone.size(); ++i)
    {
        const auto cause = static_cast<StepCause>(i);
        limits.alone[i] = stableWith(StepCauses::only(cause));
        const double without = stableWith(StepCauses::allBut(cause));
        if (without > longest * (1.0 + 1e-12)) // of steps that differ by rounding only, the first
        {
            longest = without;
            limits.strongest = cause;
        }
    }
}

} // namespace rope
