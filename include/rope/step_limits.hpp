#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <string_view>

namespace rope
{

/// A force that limits the stable step.
enum class StepCause : std::size_t
{
    springs,
    spring_friction,
    air,
    ground_repulsion,
    ground_absorption, ///< with the friction along the ground
    grab,
    bending
};

constexpr std::array<std::string_view, 7> stepCauseNames{
    "springs", "spring friction", "air", "ground repulsion", "ground absorption", "the mouse's spring", "bending"};

/// The stable and the advised step [s] of a system; infinite where there is no limit.
struct StepLimits
{
    static constexpr double none = std::numeric_limits<double>::infinity();

    double stable = none;  ///< of all causes together
    double advised = none; ///< what `auto_steps` takes at most
    std::array<double, stepCauseNames.size()> alone{none, none, none, none, none, none, none}; ///< of each cause alone
    StepCause strongest = StepCause::springs; ///< without this cause `stable` would be longest
    std::size_t mass = 0;                     ///< limits `stable`

    double& of(StepCause cause) { return alone[static_cast<std::size_t>(cause)]; }
    std::string_view strongestName() const { return stepCauseNames[static_cast<std::size_t>(strongest)]; }
};

} // namespace rope
