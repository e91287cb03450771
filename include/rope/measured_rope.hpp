#pragma once

#include <rope/export.hpp>

namespace rope
{

/// What was measured on a real rope.
struct RopeMeasurement
{
    double mass = 0.0;              ///< [kg] of the rope
    double load = 0.0;              ///< [kg] of the weight that was hung on it
    double elongation = 0.0;        ///< [m] by which the weight made the hanging rope longer
    double elongationError = 0.001; ///< [m], one standard error
    double period = 0.0;            ///< [s] of the slowest small swing of the rope alone, hanging freely
    double periodError = 0.02;      ///< [s]
    double gravity = 9.81;          ///< [m/s2]

    friend bool operator==(const RopeMeasurement&, const RopeMeasurement&) = default;
};

/// Length and stiffness of that rope, each with its standard error.
struct MeasuredRope
{
    double length = 0.0;              ///< [m] without tension
    double lengthError = 0.0;         ///< [m]
    double axialStiffness = 0.0;      ///< EA [N]
    double axialStiffnessError = 0.0; ///< [N]
    double stiffness = 0.0;           ///< [N/m] of the whole rope; each of n segments is n times as stiff
    double stiffnessError = 0.0;      ///< [N/m]
    double stretch = 0.0;             ///< by the weight alone, as a part of the rest length
};

/// Throws std::invalid_argument where a number is out of its range, or where no rope has these numbers.
ROPE_API MeasuredRope measuredRope(const RopeMeasurement& measurement);

/// How far the end of a rope droops that is clamped horizontally: laid on a table, say, under a weight.
struct BendMeasurement
{
    double massPerLength = 0.0; ///< [kg/m]
    double overhang = 0.0;      ///< [m] of rope beyond the clamp
    double droop = 0.0;         ///< [m], of its end below the clamp; 1 to 90 % of the overhang
    double droopError = 0.002;  ///< [m], one standard error
    double gravity = 9.81;      ///< [m/s2]
};
inline constexpr double leastDroop = 0.01; ///< of the overhang
inline constexpr double mostDroop = 0.9;

struct MeasuredBending
{
    double bendingStiffness = 0.0; ///< B [N m2]
    double error = 0.0;            ///< its standard error [N m2]
};

/// By the exact curve of a heavy elastica. Throws std::invalid_argument where a number is out of its range.
ROPE_API MeasuredBending measuredBending(const BendMeasurement& measurement);

} // namespace rope
