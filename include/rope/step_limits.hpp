#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <string_view>

namespace rope
{

/// What can make a step too long.
enum class StepCause : std::size_t
{
    springs,
    spring_friction,
    air,
    ground_repulsion,
    ground_absorption,
    hand ///< the mouse's spring
};

constexpr std::array<std::string_view, 6> stepCauseNames{"springs",          "spring friction",   "air",
                                                         "ground repulsion", "ground absorption", "the mouse's spring"};

/// The longest steps [s] of a system as it is at one moment; infinite where there is no limit.
struct StepLimits
{
    static constexpr double none = std::numeric_limits<double>::infinity();

    double stable = none;  ///< of all causes together: beyond it something grows
    double advised = none; ///< what `auto_steps` takes at most: `stable` with a margin, and what damps too little
                           ///< or collides too hard for a linear limit to be enough
    std::array<double, stepCauseNames.size()> alone{none, none, none, none, none, none}; ///< if there were no other
    StepCause strongest = StepCause::springs; ///< without which `stable` would be longest
    std::size_t mass = 0;                     ///< where `stable` is

    double of(StepCause cause) const { return alone[static_cast<std::size_t>(cause)]; }
};

} // namespace rope
