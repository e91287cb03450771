#pragma once

#include <array>
#include <string_view>

namespace ropewalk
{

/// Diagnostics to be stacked on each other, the lowest first: where the energy is, and above it what was lost. Their
/// sum is the energy at the start and what connection point, reel, grab and integrator have brought: without those a
/// level line. A scene has some of them.
constexpr std::array<std::string_view, 8> energyStack{
    "kinetic_energy", "potential_energy",     "elastic_energy",       "ground_energy",
    "loss_air",       "loss_spring_friction", "loss_ground_friction", "loss_ground_absorption"};

} // namespace ropewalk
