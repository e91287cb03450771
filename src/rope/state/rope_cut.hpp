#pragma once

#include <rope/detail/rope_state.hpp>
#include <rope/mass.hpp>

#include <cstddef>
#include <vector>

// Ropes come, go, fall into two and become one, with all that is remembered of their masses.

namespace rope
{

/// Appends a rope of `constants` with masses at rest at these positions [m]; returns its number.
std::size_t appendRope(RopeState& state, std::vector<Mass>& masses, const RopeConstants& constants,
                       const std::vector<Vec3>& positions);

/// Takes a rope away, with its ties and touches.
void removeRope(RopeState& state, std::vector<Mass>& masses, std::size_t number);

/// Cuts a rope at a mass, by its index within the rope, neither its first nor its last one: the mass becomes two
/// halves. The rope behind the cut has the next number.
void cutRope(RopeState& state, std::vector<Mass>& masses, std::size_t number, std::size_t mass);

/// Joins the last mass of a rope to the first one of another: both become one mass with the momentum of both, where
/// their middle is. The first of the two ropes goes on as both.
void joinRopes(RopeState& state, std::vector<Mass>& masses, std::size_t number, std::size_t other);

/// Turns a rope round: its last mass is its first one.
void reverseRope(RopeState& state, std::vector<Mass>& masses, std::size_t number);

} // namespace rope
