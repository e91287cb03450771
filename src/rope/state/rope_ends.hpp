#pragma once

#include <rope/detail/rope_state.hpp>

// How the ends of a rope are held against turning, and what a uniform twist makes of it.

namespace rope
{

/// [rad], of the whole rope where its twist is uniform: from the ends' angles, or from the torque that acts there.
double uniformTwist(const Rope& rope, double totalReference);
/// dM/d(sum of m) [N m] of a uniform twist; 0 where an end is free to turn.
double uniformTwistStiffness(const Rope& rope);

/// [rad], of an end: of its clamp, or of its edge where it is not clamped.
double angleOf(const Rope& rope, RopeEnd end);
/// Holds the angle [rad] of an end.
void holdAngle(Rope& rope, RopeEnd end, double angle);
/// Lets an end turn under the torque [N m] about the tangent there; a clamp becomes a pin.
void letTurn(Rope& rope, RopeEnd end, double torque);

/// Sets Rope::reeledLength.
void setTwistedLength(Rope& rope);

/// The next step begins as the first one does: without past, twist and touches.
void forget(RopeState& state);

} // namespace rope
