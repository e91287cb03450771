#pragma once

#include "fleet_kernel.hpp"

#include <rope/rope_fleet.hpp>

namespace rope
{

/// The kernel of an instruction set, null where this build or this processor has none; not for `best`.
const FleetKernel* fleetKernel(InstructionSet set);

} // namespace rope
