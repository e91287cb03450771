#pragma once

#include "set_up.hpp"

#include <rope/parameters.hpp>

#include <string_view>

// The constants of the things in a set-up: one table for each kind of thing, for panel, options and files.

namespace ropewalk
{

/// Adds the rows of a solid of its shape that moves as it does; their names begin with `before`.
void describe(SetUpSolid& solid, rope::Parameters& rows, std::string_view before = {});
void describe(SetUpRope& rope, rope::Parameters& rows, std::string_view before = {});
/// Adds the rows of all things: "top.radius".
void describe(SetUp& setUp, rope::Parameters& rows);

/// The set-up with another value in that row. Throws std::invalid_argument as a parameter does, or as validate() does.
SetUp withRow(const SetUp& setUp, std::string_view row, std::string_view value);

/// A solid of which a file says no more than these.
SetUpSolid plainSolid(SceneSolid::Shape shape, Moves moves, double mass);

} // namespace ropewalk
