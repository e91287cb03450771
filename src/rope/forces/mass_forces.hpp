#pragma once

#include "air_force.hpp"
#include "bend_forces.hpp"
#include "grab_force.hpp"
#include "ground_force.hpp"
#include "weight_force.hpp"

namespace rope
{

/// All forces on single masses of a rope in explicit and tridiagonal steps, and on hinges; the only place with a list
/// of them.
using MassForces = ForceList<WeightForce, AirForce, GroundForce, GrabForce>;
using HingeForces = BendForces;

} // namespace rope
