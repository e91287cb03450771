#pragma once

#include <rope/detail/rope_state.hpp>

#include <cstddef>

namespace rope
{

/// Puts a solid among the others at a place, or takes it away; touches follow.
void insertSolid(RopeState& state, std::size_t number, const SolidBody& solid);
void eraseSolid(RopeState& state, std::size_t number);

} // namespace rope
