#pragma once

#include <rope/detail/rope_state.hpp>
#include <rope/mass.hpp>

#include <cstddef>
#include <vector>

// Energies of ropes, their twist and torque. `masses` holds the masses of all ropes.

namespace rope
{

struct ContactLaw;

double bendingEnergy(const Rope& rope, const std::vector<Mass>& masses); ///< [J]
double twistEnergy(const Rope& rope);                                    ///< [J]
double spinEnergy(const Rope& rope);                                     ///< [J], of TwistModel::waves
double stretchEnergy(const Rope& rope, const std::vector<Mass>& masses); ///< [J], with the ties of a ring
/// [J], of the ground's springs
double softGroundEnergy(const RopeState& state, const Rope& rope, const std::vector<Mass>& masses);
double twist(const Rope& rope);                      ///< [rad], from one end to the other
double torque(const Rope& rope, std::size_t vertex); ///< M [N m] at a mass

double energyOf(const RopeState& state, const SolidTouch& touch);          ///< [J], in the springs of a touch
double tieEnergy(const RopeState& state, const std::vector<Mass>& masses); ///< [J], of the ties between ropes
double contactEnergy(const RopeState& state);                              ///< [J], in the springs of all touches
StoredEnergy stored(const RopeState& state, const std::vector<Mass>& masses);

/// Whether a touch presses a solid that has a mass.
inline bool pressesBody(const RopeState& state, const SolidTouch& touch)
{
    return state.solids[touch.solid].inverseMass != 0.0;
}

} // namespace rope
