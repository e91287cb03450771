#pragma once

#include <rope/ground.hpp>
#include <rope/mass.hpp>
#include <rope/spring.hpp>

#include <span>

// Energies, momentum and lengths of masses and springs, of one moment.

namespace rope
{

double kineticEnergy(std::span<const Mass> masses); ///< [J]

/// [J] in the gravity g [m/s2], zero at the point `zero` [m].
double gravityEnergy(std::span<const Mass> masses, const Vec3& g, const Vec3& zero = Vec3(0.0));

double elasticEnergy(std::span<const Mass> masses, std::span<const Spring> springs); ///< [J]
double groundEnergy(std::span<const Mass> masses, const Ground& ground);             ///< [J], of the ground's springs

/// dV/dt [W]: how fast the energy of gravity, springs and ground grows at the present velocities.
double potentialPower(std::span<const Mass> masses, std::span<const Spring> springs, const Vec3& g,
                      const Ground& ground);

Vec3 momentum(std::span<const Mass> masses); ///< [kg m/s]

double springLength(std::span<const Mass> masses, const Spring& spring); ///< [m], distance of its two masses
double chainLength(std::span<const Mass> masses);                        ///< [m], sum of the distances of neighbours
double restLength(std::span<const Spring> springs);                      ///< [m], sum of the rest lengths

} // namespace rope
