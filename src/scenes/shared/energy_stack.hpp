#pragma once

#include <array>
#include <string_view>

namespace ropewalk
{

/// Diagnostics to be stacked on each other, the lowest first: where the energy is, and on top of it what was lost.
/// Their sum is what there was at the beginning and what hand, reel and mouse have brought, and the integrator's own:
/// without those a level line. A scene has some of them.
constexpr std::array<std::string_view, 8> energyStack{
    "kinetic_energy", "potential_energy",     "elastic_energy",       "ground_energy",
    "loss_air",       "loss_spring_friction", "loss_ground_friction", "loss_ground_absorption"};

} // namespace ropewalk
