#pragma once

#include <rope/books.hpp>
#include <rope/parameters.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace ropewalk
{

/// Adds the lines of a simulation's books to its diagnostics, behind the others. Of the momentum's lines it adds only
/// the connection point's; the table in the window shows all of them.
template <typename Simulation>
void describeBooks(rope::Diagnostics& diagnostics, const Simulation& simulation)
{
    const rope::EnergyBook book = simulation.energyBook();
    // Plus 0 turns the "-0" of a loss of nothing into "0".
    for (std::size_t i = 0; i < rope::energyLines.size(); ++i)
        if (!book.unused[i])
            diagnostics.add(rope::energyLines[i].name, "J", rope::energyLines[i].sentence,
                            [&simulation, i] { return simulation.energyLine(static_cast<rope::EnergyLine>(i)) + 0.0; });

    constexpr std::array<std::string_view, 3> axes{"x", "y", "z"};
    constexpr std::array<std::string_view, 3> directions{"to the right", "up", "towards the viewer"};
    for (int axis = 0; axis < 3; ++axis)
    {
        const auto at = static_cast<std::size_t>(axis);
        diagnostics.add("momentum_" + std::string(axes[at]), "kg m/s",
                        "Momentum of all masses, " + std::string(directions[at]) + ".",
                        [&simulation, axis] { return simulation.momentum()[axis]; });
    }
    for (int axis = 0; axis < 3; ++axis)
    {
        const auto at = static_cast<std::size_t>(axis);
        diagnostics.add("impulse_of_hand_" + std::string(axes[at]), "kg m/s",
                        "Momentum that the connection point has brought since the beginning, " +
                            std::string(directions[at]) + ".",
                        [&simulation, axis] { return simulation.momentumLine(rope::MomentumLine::connection)[axis]; });
    }
}

} // namespace ropewalk
