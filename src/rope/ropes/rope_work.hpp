#pragma once

#include "rope/core/rope_bending.hpp"

#include <rope/detail/book_keeper.hpp>
#include <rope/detail/held_mass.hpp>
#include <rope/detail/surroundings.hpp>
#include <rope/reel.hpp>

#include <cstddef>
#include <optional>
#include <span>

// What the forces of a rope's step did: work, impulse and turning impulse.

namespace rope
{

/// The change of m v²/2 [J], by the product of sum and difference: exact where little changes.
inline double kineticChange(const Mass& before, const Mass& after)
{
    return 0.5 * after.mass * glm::dot(after.velocity - before.velocity, after.velocity + before.velocity);
}

/// The masses of a rope before and after a step.
struct SteppedMasses
{
    std::span<const Mass> before; ///< of an explicit step: with its forces
    std::span<const Mass> after;
    std::span<const HeldMass> held; ///< by mass

    bool pinned(std::size_t mass) const { return mass == 0 || isHeld(held, mass); }
    /// [m/s]
    Vec3 meanVelocity(std::size_t mass) const { return 0.5 * (before[mass].velocity + after[mass].velocity); }
};

/// The forces of an explicit step.
struct ExplicitForces
{
    double dt = 0.0; ///< [s], length of the step
    std::span<const Spring> springs;
    RopeBending bending;
    FrictionDirection frictionDirection = FrictionDirection::full;
    Vec3 reelFlow{0.0}; ///< [m/s] across the first segment: Reel::flowVelocity
    Surroundings around;
    std::optional<std::size_t> grabbed; ///< index of the grabbed mass
    Vec3 grabForce{0.0};                ///< [N]
};

/// The work of an explicit step, but for `support`.
StepWork explicitWork(const SteppedMasses& masses, const ExplicitForces& forces);

/// The support of the pinned masses: their change of momentum and energy less what `forces` did to them.
Effect supportEffect(const SteppedMasses& masses, const Effect& forces);

/// The change of the masses that the forces of an implicit step do not explain. What Newton's method has left unsolved
/// acts like a force, and implicit Euler also loses some angular momentum. An explicit step has neither: its books
/// balance by themselves, or a mistake shows.
Effect unsolvedEffect(const SteppedMasses& masses, const StepWork& work);

/// The work W [J] of a reel that winds the first segment from the rest length `from` to `to` [m], with the length r [m]
/// in the middle of the step; `whole` is the spring of a whole segment. The segment's energy is U = k (r - l)²/2 with
/// k = EA/l for `consistent` and a fixed k for `article`. With the rest length l, the tension T and the strain e of the
/// middle of the step,
///
///     W = dU/dl dl = -T (1 + e/2) dl,   -T dl for `article`.
///
/// The change of U at one end of the step would be wrong: l and r change together, and one of them alone would strain
/// the segment far more.
double windingWork(const ReelSettings& reel, const Spring& whole, double from, double to, double r);

} // namespace rope
