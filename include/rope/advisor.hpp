#pragma once

#include <rope/export.hpp>
#include <rope/rope_settings.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rope
{

/// How the parts of a rope slide on each other as it bends. Parts that stick together bend as one, with E times the
/// second moment of the whole circle; parts that slide bend each by itself, and a rope whose largest part has the
/// diameter d/n then has 1/n² of that (of the same EA). Real ropes lie between the two, by the friction of their parts.
enum class RopeConstruction
{
    solid,  ///< one piece, or all fibres stuck together: n = 1
    laid,   ///< three strands of seven yarns, which slide: n = 6.5
    braided ///< of thin yarns or wires: n = 16, as in wire rope 6x19
};
inline constexpr std::string_view ropeConstructionNames[] = {"solid", "laid", "braided"};

/// What a rope is made of. Density and modulus are those of the rope, over the full circle of its nominal diameter:
/// they count the air between the fibres and the fibres' lay, and so are far less than those of a fibre.
struct RopeMaterial
{
    std::string_view name;
    double density;                                            ///< [kg/m3]
    double youngsModulus;                                      ///< [N/m2]
    std::string_view source;                                   ///< where the numbers come from
    RopeConstruction construction = RopeConstruction::braided; ///< of most ropes of it
};

/// B = EI [N m2] of a rope of the axial stiffness EA [N] and the diameter d [m]: EA (d/n)²/16.
ROPE_API double bendingStiffnessOf(RopeConstruction construction, double axialStiffness, double diameter);

ROPE_API const std::vector<RopeMaterial>& ropeMaterials();

/// Throws std::invalid_argument naming the nearest known name.
ROPE_API const RopeMaterial& ropeMaterial(std::string_view name);

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
    std::optional<RopeConstruction> construction; ///< with a diameter; where it is left out, that of most such ropes
    std::optional<double>
        bendingStiffness; ///< B [N m2], such as measuredBending's; where left out, by the construction
    double load = 0.0;    ///< [kg], the heaviest that will hang at the end

    /// 0.01 is 1 %. Where it is left out, that of the material; without a material the smallest that the budget of
    /// steps allows.
    std::optional<double> stretch;
    StretchCause stretchCause = StretchCause::weight_and_load;

    // At most one of the two. The bounce is the slowest mode along the rope with its load.
    std::optional<double> dampingRatio; ///< (0, 1]
    std::optional<double> settlingTime; ///< [s] until 2 % of a bounce are left

    std::optional<int> segments;   ///< exactly so many
    std::optional<int> massBudget; ///< at most so many masses
    std::optional<int> stepBudget; ///< at most so many steps a frame
    std::optional<int> costBudget; ///< at most so many masses times steps a frame
    double step = 1.0 / 60.0;      ///< [s], the frame of the engine
    bool implicit = false;         ///< implicit steps are allowed where the budget is too small for explicit ones
    double gravity = 9.81;         ///< [m/s2]

    friend bool operator==(const RopeWish&, const RopeWish&) = default;
};

/// The constants that grant a wish with what theory says about them, or the reason why none do.
struct RopeAdvice
{
    bool granted() const { return refusal.empty(); }

    RopeSettings settings;
    int steps = 1;                  ///< in a frame; 1'000'000'000 also stands for more
    double stableStep = 0.0;        ///< [s], of the hanging rope; the steps taken keep at least 10 % below
    double axialStiffness = 0.0;    ///< EA [N]
    double stretch = 0.0;           ///< by weight and load, of the rest length
    double loadStretch = 0.0;       ///< by the load alone
    double bouncePeriod = 0.0;      ///< [s], without friction
    double dampingRatio = 0.0;      ///< of the bounce
    double settlingTime = 0.0;      ///< [s], until 2 % of a bounce are left
    double swingPeriod = 0.0;       ///< [s], of the rope alone
    std::string refusal;            ///< one sentence: what cannot be had together, and what would do
    std::vector<std::string> notes; ///< a sentence each
};

/// Throws std::invalid_argument naming the wish, its value and what would be right.
ROPE_API RopeAdvice adviseRope(const RopeWish& wish);

/// [kg/m] of the wished rope; throws as adviseRope does.
ROPE_API double massPerLengthOf(const RopeWish& wish);

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
