#pragma once

#include <rope/rope_settings.hpp>
#include <rope/step_limits.hpp>

#include <algorithm>
#include <cmath>

namespace rope
{

/// The longest step [s] at which a motion that is far from small does not blow up although each mode by itself is
/// stable: where the fastest mode has the frequency omega [rad/s] and the damping ratio zeta,
///
///     step x omega <= max(0.6, 6 zeta^(1/4)).
///
/// At step x omega = sqrt(3) three steps are a period of it, and what is not linear feeds it (a resonance of third
/// order; weaker ones lie below). How much damping cures that depends on how hard the rope whips; the bound is fitted
/// to ropes of 5 to 80 masses that whip freely for 20 s under gravity of 9 to 50 m/s2, and is no theorem.
inline double resonanceStep(double omega, double zeta)
{
    return omega > 0.0 ? std::max(0.6, 6.0 * std::pow(zeta, 0.25)) / omega : StepLimits::none;
}

/// The same for a wild rope, whose segments turn by a radian and more in one step: at each step the springs push it
/// where they happen to point, and that heats it as friction cools it. A rope that has been torn out to some metres
/// with no stiffness and is then pulled together keeps the hundreds of metres a second that it gets, for ever, beyond
///
///     step x omega <= max(0.6, 4 zeta^(1/4)),
///
/// below which it comes to rest; fitted to damping ratios from 0.0002 to 0.1.
inline double wildStep(double omega, double zeta)
{
    return omega > 0.0 ? std::max(0.6, 4.0 * std::pow(zeta, 0.25)) / omega : StepLimits::none;
}

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
///     resonanceStep              of omega^2 = lambda k / m and the damping ratio zeta of that mode; of a rope that is
///                                `wild` now wildStep,
///     0.3 sqrt(m / k_g)          below an absorption of 0.1 of critical: a bounce then gains up to 2 % of its energy.
///
/// 0.93 and not 0.9: the lesson's rope goes at 2 ms, which is 0.924 of its limit on the ground.
///
/// `massCount` is that of now, the connection point counted, and `firstStiffness` that of the first segment in units of
/// springConstant, where a reel has made it shorter.
StepLimits limitsOf(const RopeSettings& settings, int massCount, double firstStiffness, bool wild = false);

/// Of a rope as it is laid out; one that is paid out or taken in may have any number of masses and, in the consistent
/// way, a first segment of half a length.
StepLimits limitsOf(const RopeSettings& settings);

} // namespace rope
