#pragma once

#include <rope/detail/book_keeper.hpp>
#include <rope/parameters.hpp>

#include <functional>

namespace ropewalk
{

/// Adds one line of a simulation's energy book to its diagnostics.
void describeLine(rope::Diagnostics& diagnostics, const rope::BookKeeper& books, rope::EnergyLine line);

/// Adds the lines of a simulation's books to its diagnostics, behind the others, but those that are there. Of the
/// momentum's lines it adds only the connection point's; the table in the window shows all of them. `momentum` is that
/// of all masses [kg m/s].
void describeBooks(rope::Diagnostics& diagnostics, const rope::BookKeeper& books,
                   const std::function<rope::Vec3()>& momentum);

} // namespace ropewalk
