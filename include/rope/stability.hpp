#pragma once

#include <rope/ground.hpp>
#include <rope/mass.hpp>
#include <rope/rope_settings.hpp>
#include <rope/spring.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string_view>

namespace rope
{

/// What holds one mass, as a bound of the step below which no mode of the whole system grows (Gershgorin): a row sum of
/// the stiffness matrix, kappa [N/m], and of the friction matrix, chi [N s/m].
struct StiffnessBound
{
    double kappa = 0.0;
    double chi = 0.0;

    /// A spring of the length r [m] to another mass, free or fixed: a free one adds its row's other entry as well.
    void add(const Spring& spring, double r, bool otherEndFree)
    {
        const double factor = otherEndFree ? 2.0 : 1.0;
        // Compressed below half its rest length a spring pushes sideways harder than it pulls.
        const double sideways = r > 0.0 ? std::abs(1.0 - spring.restLength / r) : 1.0;
        kappa += factor * spring.springConstant * std::clamp(sideways, 1.0, 10.0);
        chi += factor * spring.friction;
    }

    void add(const Ground& ground)
    {
        kappa += ground.repulsion;
        chi += std::max(ground.absorption, ground.friction);
    }

    /// The step [s], infinite where nothing holds the mass:
    ///
    ///     (-chi + sqrt(chi^2 + 4 m kappa)) / kappa
    ///
    /// written so that kappa = 0 divides nothing by zero.
    double stableStep(double mass) const
    {
        const double root = std::sqrt(chi * chi + 4.0 * mass * kappa);
        return chi + root > 0.0 ? 4.0 * mass / (chi + root) : std::numeric_limits<double>::infinity();
    }

    /// Stiffness of a grab that pulls this mass with a spring k and the friction c = k dt, without making the step dt
    /// unstable. Stable is kappa dt^2 + 2 chi dt <= 4 m; the grab adds k and k dt, so k may be what is left of 4 m over
    /// 3 dt^2; half of that keeps clear of the limit.
    double grabStiffness(double mass, double dt) const
    {
        const double left = 4.0 * mass - kappa * dt * dt - 2.0 * chi * dt;
        return std::max(0.0, 0.5 * left / (3.0 * dt * dt));
    }
};

/// Force of a grab of the stiffness k on a mass [N]: k (p - x) - k dt v, bounded. A far target would otherwise throw
/// the mass beyond the next one within a step. At most 4 m/s a step is a firm pull.
inline Vec3 grabForce(const Mass& mass, const Vec3& target, double k, double dt)
{
    const Vec3 force = k * (target - mass.position) - k * dt * mass.velocity;
    const double strongest = mass.mass * 4.0 / dt;
    const double strength = glm::length(force);
    return strength > strongest ? force * (strongest / strength) : force;
}

/// What can make a step too long.
enum class StepCause : std::size_t
{
    springs,
    spring_friction,
    air,
    ground_repulsion,
    ground_absorption,
    grab ///< the mouse's spring
};

constexpr std::array<std::string_view, 6> stepCauseNames{"springs",          "spring friction",   "air",
                                                         "ground repulsion", "ground absorption", "the mouse's spring"};

/// The longest steps [s] of a system as it is at one moment; infinite where there is no limit.
struct StepLimits
{
    static constexpr double none = std::numeric_limits<double>::infinity();

    double stable = none;  ///< of all causes together: beyond it something grows
    double advised = none; ///< what `auto_steps` takes at most: `stable` with a margin, and what damps too little
                           ///< or collides too hard for a linear limit to be enough
    std::array<double, stepCauseNames.size()> alone{none, none, none, none, none, none}; ///< if there were no other
    StepCause strongest = StepCause::springs; ///< without which `stable` would be longest
    std::size_t mass = 0;                     ///< where `stable` is

    double of(StepCause cause) const { return alone[static_cast<std::size_t>(cause)]; }
};

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

/// The same for a whipping rope, whose segments turn by a radian and more in one step: at each step the springs push it
/// where they happen to point, and that heats it as friction cools it. A rope that has been torn out to some metres
/// with no stiffness and is then pulled together keeps the hundreds of metres a second that it gets, for ever, beyond
///
///     step x omega <= max(0.6, 4 zeta^(1/4)),
///
/// below which it comes to rest; fitted to damping ratios from 0.0002 to 0.1.
inline double whippingStep(double omega, double zeta)
{
    return omega > 0.0 ? std::max(0.6, 4.0 * std::pow(zeta, 0.25)) / omega : StepLimits::none;
}

/// The longest steps [s] of a rope with these constants in the worst state it can get into: in the air or with all of
/// it on the ground, straight or bent, taut or slack. From closed forms, in a microsecond; without a grab, which takes
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
///                                `whipping` now whippingStep,
///     0.3 sqrt(m / k_g)          below an absorption of 0.1 of critical: a bounce then gains up to 2 % of its energy.
///
/// 0.93 and not 0.9: the lesson's rope goes at 2 ms, which is 0.924 of its limit on the ground.
///
/// `massCount` is that of now, the connection point counted, and `firstStiffness` that of the first segment in units of
/// springConstant, where a reel has made it shorter.
StepLimits worstStepLimits(const RopeSettings& settings, int massCount, double firstStiffness, bool whipping = false);

/// Of a rope as it is laid out; one that is paid out or taken in may have any number of masses and, in the consistent
/// way, a first segment of half a length.
StepLimits worstStepLimits(const RopeSettings& settings);

} // namespace rope
