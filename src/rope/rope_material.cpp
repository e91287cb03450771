#include <rope/advisor.hpp>

#include <rope/parameters.hpp>

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
    // Makers give mass [kg/m] and stiffness [N] as factors of the nominal diameter squared.
    // Orcina, OrcaFlex documentation, "Line types: rope/wire": nylon and polyester 8-strand multiplait, steel wire rope
    // 6x19 with a wire core.
    // Hemp, laid in four strands: a breaking force of 7.1 kN at 10 mm (a maker's table) at some 12 % elongation, as of
    // natural fibre ropes; the modulus is the secant of these, good to a factor of two. Density: that of the picture.
    // Rubber: M. F. Ashby, Materials Selection in Mechanical Design, appendix A: 920 to 930 kg/m3, 1.5 to 2.5 MPa.
    static const std::vector<RopeMaterial> materials{
        {"hemp", 900.0, 7.5e8, "secant to the break of four-strand hemp rope; within a factor of two"},
        {"nylon", 647.6 / circle, 1.18e8 / circle, "Orcina, OrcaFlex documentation, rope/wire: 8-strand multiplait"},
        {"polyester", 797.8 / circle, 1.09e9 / circle,
         "Orcina, OrcaFlex documentation, rope/wire: 8-strand multiplait"},
        {"steel", 3989.7 / circle, 4.04e10 / circle,
         "Orcina, OrcaFlex documentation, rope/wire: wire rope 6x19, wire core"},
        {"rubber", 925.0, 2.0e6, "Ashby, Materials Selection in Mechanical Design, appendix A: natural rubber"}};
    return materials;
}

const RopeMaterial& ropeMaterial(std::string_view name)
{
    std::vector<std::string_view> names;
    std::string all;
    for (const RopeMaterial& material : ropeMaterials())
    {
        if (material.name == name)
            return material;
        names.push_back(material.name);
        all.append(all.empty() ? "" : ", ").append(material.name);
    }
    const std::string_view near = nearest(name, names);
    throw std::invalid_argument("unknown material '" + std::string(name.substr(0, 60)) + "'; " +
                                (near.empty() ? "there are " + all : "did you mean '" + std::string(near) + "'?"));
}

} // namespace rope
