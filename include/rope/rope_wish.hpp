#pragma once

#include <rope/export.hpp>
#include <rope/rope_material.hpp>

#include <optional>
#include <string>

namespace rope
{

/// What the stretch of a wish is caused by.
enum class StretchCause
{
    weight_and_load, ///< length of the rope that hangs at rest with its load, over its rest length, less one
    load             ///< what the load alone adds to that length
};

/// What somebody knows of a rope and wants of it. SI units.
struct RopeWish
{
    double length = 0.0;                          ///< [m] without tension
    std::optional<double> mass;                   ///< [kg] of the whole rope; or diameter and material
    std::optional<double> diameter;               ///< [m]
    std::string material;                         ///< a name of ropeMaterials()
    std::optional<RopeConstruction> construction; ///< with a diameter; where it is left out, as of most such ropes
    std::optional<double>
        bendingStiffness; ///< B [N m2], such as measuredBending's; where left out, by the construction
    double load = 0.0;    ///< [kg], the heaviest that will hang at the end

    /// 0.01 is 1 %. Where it is left out, the material's; without a material the smallest that the budget of
    /// steps allows.
    std::optional<double> stretch;
    StretchCause stretchCause = StretchCause::weight_and_load;

    // At most one of the two. The bounce is the slowest mode along the rope with its load.
    std::optional<double> dampingRatio; ///< (0, 1]
    std::optional<double> settlingTime; ///< [s] until 2 % of a bounce are left

    std::optional<int> segments;   ///< exactly
    std::optional<int> massBudget; ///< at most
    std::optional<int> stepBudget; ///< at most, a frame
    std::optional<int> costBudget; ///< at most, masses times steps a frame
    double step = 1.0 / 60.0;      ///< [s], the frame of the engine
    bool implicit = false;         ///< implicit steps are allowed where the budget is too small for explicit ones
    double gravity = 9.81;         ///< [m/s2]

    friend bool operator==(const RopeWish&, const RopeWish&) = default;
};

/// [kg/m] of the wished rope. Throws std::invalid_argument as adviseRope does.
ROPE_API double massPerLengthOf(const RopeWish& wish);

} // namespace rope
