#include "book_diagnostics.hpp"

#include "diagnostics.hpp"

#include <cstddef>

namespace ropewalk
{

void describeLine(rope::Diagnostics& diagnostics, const rope::BookKeeper& books, rope::EnergyLine line)
{
    const rope::BookLine& info = rope::energyLines[static_cast<std::size_t>(line)];
    // Plus 0 turns the "-0" of a loss of nothing into "0".
    diagnostics.add(info.name, "J", info.sentence, [&books, line] { return books.energyLine(line) + 0.0; });
}

void describeBooks(rope::Diagnostics& diagnostics, const rope::BookKeeper& books,
                   const std::function<rope::Vec3()>& momentum)
{
    const rope::EnergyBook book = books.energyBook();
    for (std::size_t i = 0; i < rope::energyLines.size(); ++i)
        if (!book.unused[i] && diagnostics.find(rope::energyLines[i].name) == nullptr)
            describeLine(diagnostics, books, static_cast<rope::EnergyLine>(i));

    describeVector(diagnostics, "momentum_", "kg m/s", "Momentum of all masses", momentum);
    describeVector(diagnostics, "impulse_of_hand_", "kg m/s", "Momentum that the ball has brought since the beginning",
                   [&books] { return books.momentumLine(rope::MomentumLine::connection); });
}

} // namespace ropewalk
