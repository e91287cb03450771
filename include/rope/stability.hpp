#pragma once

#include <rope/export.hpp>
#include <rope/step_limits.hpp>

namespace rope
{

struct RopeSettings;

/// The stable step [s] of a motion of the mass m [kg], the stiffness K [N/m] and the friction C [N s/m] by
/// semi-implicit Euler: up to it, where K h^2 + 2 C h = 4 m, the motion does not grow.
///
///     h = (-C + sqrt(C^2 + 4 m K)) / K = 4 m / (C + sqrt(C^2 + 4 m K))
///
/// The second form is computed; it allows K = 0. Infinite where every step is stable.
ROPE_API double stableStep(double m, double K, double C);

/// The longest step [s] at which large motions do not grow either. omega [rad/s] is the frequency of the fastest mode
/// and zeta its damping ratio:
///
///     step x omega <= max(0.6, 6 zeta^(1/4))
///
/// At step x omega = sqrt(3) three steps are one period of the fastest mode, and nonlinear forces feed it (a resonance
/// of third order; weaker ones lie below). The bound is no theorem: it is fitted to ropes of 5 to 80 masses that swing
/// freely for 20 s under gravity of 9 to 50 m/s2.
ROPE_API double resonanceStep(double omega, double zeta);

/// The same for a whipping rope, whose segments turn by a radian and more in one step. At each step a spring pushes in
/// the direction that its segment happens to have, and these random pushes heat the rope while its friction cools it. A
/// rope that was torn apart by some metres, without stiffness, and is then pulled together comes to rest only below
///
///     step x omega <= max(0.6, 4 zeta^(1/4)),
///
/// fitted to damping ratios from 0.0002 to 0.1.
ROPE_API double whippingStep(double omega, double zeta);

/// The limits of a rope with these constants in its worst state: all of it on the ground or none of it, straight or
/// bent, taut or slack, but not grabbed (a grab takes only the stiffness that is left). They are closed forms and take
/// a microsecond. Infinite with an implicit integrator.
///
/// With n free masses m between springs of the stiffness k and the friction c, lambda = 4 cos^2(pi / (2 n + 1)), air
/// friction b, a ground of the stiffness k_g, friction f and absorption A:
///
///     stable   the smaller of stableStep(m, lambda k + k_g, lambda c + b + max(A/2, f)) and 2 m/A
///
/// Absorption acts only on masses that sink. At the limit each velocity changes its sign in every step, so half of the
/// absorption counts. Beyond 2 m/A a mass that lands leaves the ground faster than it came. The advised step is the
/// smallest of
///
///     0.93 of stableStep with all of A
///     m / A                             beyond it, absorption turns velocities round
///     resonanceStep(omega, zeta)        omega^2 = lambda k / m; whippingStep for a rope that is `whipping`
///     0.3 sqrt(m / k_g)                 where A is below 0.1 of critical: a bounce then gains up to 2 % of its energy
///
/// The margin is 0.93 and not 0.9 because the source tutorial's rope runs at 2 ms, which is 0.924 of its limit on the
/// ground.
///
/// `massCount` counts the connection point. `firstStiffness` is the stiffness of the first segment divided by
/// springConstant: more than 1 where a reel has made that segment shorter.
ROPE_API StepLimits worstStepLimits(const RopeSettings& settings, int massCount, double firstStiffness,
                                    bool whipping = false);

/// The same for a rope as it is laid out, and for every length that its reel can give it: any number of masses and,
/// with consistent insertion, a first segment of half a length.
ROPE_API StepLimits worstStepLimits(const RopeSettings& settings);

} // namespace rope
