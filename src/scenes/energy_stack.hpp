#pragma once

#include <array>
#include <string_view>

namespace ropewalk
{

/// The diagnostics of the energy's states and losses in the order in which they are stacked, the lowest first; a scene
/// has some of them. Potential energy counts from the origin, so that it is stacked from its least value on.
constexpr std::array<std::string_view, 9> energyStack{
    "potential_energy", "elastic_energy",       "ground_energy",          "kinetic_energy",   "loss_spring_friction",
    "loss_air",         "loss_ground_friction", "loss_ground_absorption", "integrator_energy"};

} // namespace ropewalk
