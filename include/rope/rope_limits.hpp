#pragma once

#include <rope/rope_settings.hpp>
#include <rope/step_limits.hpp>

namespace rope
{

/// The longest steps [s] of a rope with these constants in the worst state it can get into: in the air or with all of
/// it on the ground, straight or bent, taut or slack. From closed forms, in a microsecond; without a hand, which takes
/// only what stiffness is left. Infinite with an implicit integrator.
///
/// With n free masses m between springs of the stiffness k and the friction c, lambda = 4 cos^2(pi / (2 n + 1)), air
/// friction b, a ground of the stiffness k_g, friction f and absorption a:
///
///     stable   4 m / (C + sqrt(C^2 + 4 m K)),   K = lambda k + k_g,   C = lambda c + b + max(a/2, f)
///
/// and 2 m/a, beyond which a mass that lands leaves faster than it came. (One-sided absorption counts half: at the
/// limit velocities change their sign in every step.) The advised step is the smallest of
///
///     0.93 of that with all of a counted,
///     m / a                      longer steps turn round the velocity that they should absorb,
///     1.2 / omega                below a damping ratio of 1e-3, omega^2 = lambda k / m: less friction does not cure
///                                the resonance of third order at step x omega = sqrt(3),
///     0.3 sqrt(m / k_g)          below an absorption of 0.1 of critical: a bounce then gains up to 2 % of its energy.
///
/// 0.93 and not 0.9: the lesson's rope goes at 2 ms, which is 0.924 of its limit on the ground.
///
/// `massCount` is that of now, the connection point counted, and `firstStiffness` that of the first segment in units of
/// springConstant, where a reel has made it shorter.
StepLimits limitsOf(const RopeSettings& settings, int massCount, double firstStiffness);

/// Of a rope as it is laid out; one that is paid out or taken in may have any number of masses and, in the consistent
/// way, a first segment of half a length.
StepLimits limitsOf(const RopeSettings& settings);

} // namespace rope
