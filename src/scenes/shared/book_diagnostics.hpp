#pragma once

#include "diagnostics.hpp"

#include <rope/books.hpp>
#include <rope/parameters.hpp>

#include <cstddef>

namespace ropewalk
{

/// Adds one line of a simulation's energy book to its diagnostics.
template <typename Simulation>
void describeLine(rope::Diagnostics& diagnostics, const Simulation& simulation, rope::EnergyLine line)
{
    const auto& info = rope::energyLines[static_cast<std::size_t>(line)];
    // Plus 0 turns the "-0" of a loss of nothing into "0".
    diagnostics.add(info.name, "J", info.sentence, [&simulation, line] { return simulation.energyLine(line) + 0.0; });
}

/// Adds the lines of a simulation's books to its diagnostics, behind the others, but those that are there. Of the
/// momentum's lines it adds only the connection point's; the table in the window shows all of them.
template <typename Simulation>
void describeBooks(rope::Diagnostics& diagnostics, const Simulation& simulation)
{
    const rope::EnergyBook book = simulation.energyBook();
    for (std::size_t i = 0; i < rope::energyLines.size(); ++i)
        if (!book.unused[i] && diagnostics.find(rope::energyLines[i].name) == nullptr)
            describeLine(diagnostics, simulation, static_cast<rope::EnergyLine>(i));

    describeVector(diagnostics, "momentum_", "kg m/s", "Momentum of all masses",
                   [&simulation] { return simulation.momentum(); });
    describeVector(diagnostics, "impulse_of_hand_", "kg m/s",
                   "Momentum that the connection point has brought since the beginning",
                   [&simulation] { return simulation.momentumLine(rope::MomentumLine::connection); });
}

} // namespace ropewalk
