#pragma once

#include <rope/export.hpp>

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

/// What a rope is made of. Density and modulus are the rope's, over the full circle of its nominal diameter:
/// they count the air between the fibres and the fibres' lay, and so are far less than a fibre's. So is the strength.
struct ROPE_API RopeMaterial
{
    std::string_view name;
    double density;                                            ///< [kg/m3]
    double youngsModulus;                                      ///< [N/m2]
    std::string_view source;                                   ///< where the numbers come from
    RopeConstruction construction = RopeConstruction::braided; ///< of most ropes of it
    double strength = 0.0;                                     ///< [N/m2], of a new, straight rope; 0: none is known
    std::string_view strengthSource = {};

    double breakingForce(double diameter) const; ///< [N], of the diameter [m]; 0: none is known
};

/// Which part of a rope's breaking force is left where it is knotted.
struct KnotStrength
{
    std::string_view name;
    double part;
};
ROPE_API const std::vector<KnotStrength>& knotStrengths();
/// Where these come from, and how far others' are from them: a sentence.
inline constexpr std::string_view knotStrengthSource =
    "Plymouth Cordage 1946 and C. L. Day 1970, as C. Jacobson (Knots for the Outdoors) has them; a knot in another "
    "rope "
    "may keep half or twice as much: bowlines 80 to 90 % in climbing ropes, less than 40 % in Dyneema";

/// B = EI [N m2] of a rope of the axial stiffness EA [N] and the diameter d [m]: EA (d/n)²/16.
ROPE_API double bendingStiffnessOf(RopeConstruction construction, double axialStiffness, double diameter);

ROPE_API const std::vector<RopeMaterial>& ropeMaterials();

/// Throws std::invalid_argument naming the nearest known name.
ROPE_API const RopeMaterial& ropeMaterial(std::string_view name);

} // namespace rope
