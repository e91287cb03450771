#pragma once

#include <rope/export.hpp>
#include <rope/ground.hpp>
#include <rope/mass.hpp>
#include <rope/spring.hpp>

#include <span>

// Energies, momentum and lengths of masses and springs, of one moment.

namespace rope
{

ROPE_API double kineticEnergy(std::span<const Mass> masses); ///< [J]

/// [J] in the gravity g [m/s2], zero at the point `zero` [m].
ROPE_API double gravityEnergy(std::span<const Mass> masses, const Vec3& g, const Vec3& zero = Vec3(0.0));

ROPE_API double elasticEnergy(std::span<const Mass> masses, std::span<const Spring> springs); ///< [J]
ROPE_API double groundEnergy(std::span<const Mass> masses, const Ground& ground); ///< [J], of the ground's springs

/// dV/dt [W]: how fast the energy of gravity, springs and ground grows at the present velocities.
ROPE_API double potentialPower(std::span<const Mass> masses, std::span<const Spring> springs, const Vec3& g,
                               const Ground& ground);

ROPE_API Vec3 momentum(std::span<const Mass> masses); ///< [kg m/s]

ROPE_API double springLength(std::span<const Mass> masses, const Spring& spring); ///< [m], distance of its two masses
ROPE_API double chainLength(std::span<const Mass> masses);   ///< [m], sum of the distances of neighbours
ROPE_API double restLength(std::span<const Spring> springs); ///< [m], sum of the rest lengths

} // namespace rope
