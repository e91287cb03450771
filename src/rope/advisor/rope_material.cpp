#include "text/text.hpp"
#include <rope/rope_material.hpp>

#include <numbers>
#include <stdexcept>

namespace rope
{

namespace
{

constexpr double circle = std::numbers::pi / 4.0; // area over diameter squared

} // namespace

const std::vector<RopeMaterial>& ropeMaterials()
{
    // Mooring programs give mass [kg/m] and stiffness [N] as factors of the nominal diameter squared. The factors of
    // nylon and polyester (8-strand multiplait) and of steel wire rope (6x19 with a wire core) are the ones of
    // OrcaFlex's rope and wire data. Ropes of one fibre differ by their lay, their load and their age: MoorPy's library
    // has 585 kg/m3 and 1.04e9 N/m2 for nylon, 679 kg/m3 and 4.3e9 N/m2 for polyester. Hemp, laid in four strands: a
    // breaking force of 7.1 kN at 10 mm (Modulor's table). That it breaks at some 12 % elongation and has 900 kg/m3 is
    // an estimate, so that the modulus, the secant to the break, is good to a factor of two. Rubber: MatWeb, "Natural
    // Rubber, Vulcanized": density 950 kg/m3, shear modulus 0.5 MPa, a third of Young's.
    static const std::vector<RopeMaterial> materials{
        {"hemp", 900.0, 7.5e8, "estimate from the breaking force of four-strand hemp rope; within a factor of two",
         RopeConstruction::laid, 7.1e3 / (circle * 1e-4), "Modulor's table: 7.1 kN at 10 mm, laid in four strands"},
        {"nylon", 647.6 / circle, 1.18e8 / circle,
         "8-strand multiplait, as OrcaFlex has it; other nylon ropes are up to nine times as stiff",
         RopeConstruction::braided, 25.6e3 / (circle * 12.7e-3 * 12.7e-3),
         "industrialrope.com: 5,750 lbf at half an inch, laid in three strands"},
        {"polyester", 797.8 / circle, 1.09e9 / circle,
         "8-strand multiplait, as OrcaFlex has it; parallel-laid ropes are four times as stiff",
         RopeConstruction::braided, 27e3 / (circle * 144e-6), "Robline, mooring line Rapallo: 27 kN at 12 mm"},
        {"steel", 3989.7 / circle, 4.04e10 / circle, "wire rope 6x19 with a wire core, as OrcaFlex has it",
         RopeConstruction::braided, 68.6e3 / (circle * 1e-4), "liftinggear.com: 68.6 kN at 10 mm, 7x19 of grade 2070"},
        {"rubber", 950.0, 1.5e6, "MatWeb, natural rubber, vulcanized: density, three times the shear modulus",
         RopeConstruction::solid}};
    return materials;
}

double RopeMaterial::breakingForce(double diameter) const
{
    return strength * circle * diameter * diameter;
}

const std::vector<KnotStrength>& knotStrengths()
{
    static const std::vector<KnotStrength> knots{
        {"overhand", 0.45},    {"square_knot", 0.45}, {"figure_eight", 0.48},    {"bowline", 0.60},
        {"anchor_bend", 0.70}, {"clove_hitch", 0.75}, {"two_half_hitches", 0.75}};
    return knots;
}

const RopeMaterial& ropeMaterial(std::string_view name)
{
    return text::elementNamed(name, ropeMaterials(), &RopeMaterial::name, "material");
}

// The bounds of strand theory: wires that stick give E pi d⁴/64 of the whole, wires that slide give the sum of their
// own. A. Cardou, Taut helical strand bending stiffness, UFTscience 2006, reviews the models between them. The numbers
// of parts belong to three strands of seven yarns each (a strand has d/2.155, a yarn a third of it) and of wire rope
// 6x19, whose outer wires have about d/16.
double bendingStiffnessOf(RopeConstruction construction, double axialStiffness, double diameter)
{
    constexpr double parts[] = {1.0, 6.5, 16.0};
    const double part = diameter / parts[static_cast<std::size_t>(construction)];
    return axialStiffness * part * part / 16.0;
}

} // namespace rope
