#pragma once

#include "scenes/scene.hpp"

#include <array>
#include <string_view>

namespace ropewalk
{

/// Diagnostics to be stacked on each other, the lowest first: where the energy is, and above it what was lost. Their
/// sum is the energy at the start and what connection point, reel, grab and integrator have brought: without those a
/// level line. A scene has some of them.
constexpr std::array<std::string_view, 14> energyStack{
    "kinetic_energy",        "potential_energy",       "elastic_energy",
    "bending_energy",        "ground_energy",          "twist_energy",
    "spin_energy",           "contact_energy",         "loss_air",
    "loss_spring_friction",  "loss_ground_friction",   "loss_ground_absorption",
    "loss_contact_friction", "loss_contact_absorption"};

/// The energy of the stack whose zero is arbitrary.
constexpr std::string_view energyWithoutZero = energyStack[1];

/// The diagnostic that a new plot over time shows; the scene has one or more.
inline const rope::Diagnostic& firstPlotted(const Scene& scene)
{
    const rope::Diagnostic* stretch = scene.diagnostics().find("stretch");
    return stretch != nullptr ? *stretch : scene.diagnostics().rows().front();
}

} // namespace ropewalk
