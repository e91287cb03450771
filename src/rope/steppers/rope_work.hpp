#pragma once

#include "rope_stepper.hpp"

#include "rope/forces/mass_forces.hpp"
#include "rope/state/rope_parts.hpp"
#include <rope/detail/book_keeper.hpp>

#include <rope/detail/held_mass.hpp>
#include <rope/reel.hpp>

#include <cstddef>
#include <span>

// What the forces of a rope's explicit or tridiagonal step did: work, impulse and turning impulse.

namespace rope
{

inline std::span<const Mass> massesOf(const Rope& rope, const std::vector<Mass>& masses)
{
    return std::span(masses).subspan(rope.first, rope.masses());
}

/// [m/s] across the first segment, of rope that flows out of the reel; `masses` are the rope's.
inline Vec3 reelFlow(const Rope& rope, std::span<const Mass> masses)
{
    return rope.reel.flowVelocity(reelSettings(rope), masses[0].position - masses[1].position);
}

/// Brings held masses to where the step leaves them.
void placeHeld(const Rope& rope, std::vector<Mass>& masses);

/// Counts the work from outside: of the holds that move masses, of the grab and of the reel.
void putIn(Runaway& runaway, const StepWork& sources);

/// Leaves the first segment of a rope of `masses`, `lengthBefore` [m] long before the step, with its new rest length,
/// and books the work of winding.
void windFirstSegment(Rope& rope, std::span<const Mass> masses, double lengthBefore, double dt, StepReport& report);

/// The change of m v²/2 [J], by the product of sum and difference: exact where little changes.
inline double kineticChange(const Mass& before, const Mass& after)
{
    return 0.5 * after.mass * glm::dot(after.velocity - before.velocity, after.velocity + before.velocity);
}

/// What the springs of a rope did in an explicit step, in which `flow` [m/s] of rope came across the first segment.
void bookSprings(const Rope& rope, const SteppedMasses& masses, const Vec3& flow, double dt, StepWork& work);

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
