#pragma once

// How forces limit the step.
//
// Small motions u about the present state obey M u'' + C u' + K u = 0, and a step h of semi-implicit Euler grows none
// of them exactly where 4 M - 2 h C - h^2 K is positive definite. For a single motion this is stableStep(m, K, C). A
// force enters with its share of K and of C, twice:
//
//   - exactly, by axis: `stiffness`, `friction`, and a SpringLink for each spring. From these shares ChainStability and
//     NetworkStability find the stable step of all masses together.
//   - by cause: `shares`, each the sum of the mass's row in K and C. Row sums (Gershgorin's theorem) give a step that
//     is never too long and up to half too short, but in a microsecond: for the worst state, and to compare causes.
//
// To add a force:
//
//   1. a StepCause and its name, <rope/step_limits.hpp>;
//   2. both shares: in its `restrain` where it acts on single masses (forces/mass_force.hpp), or else in a function of
//      its own, called for the present state in ropes/rope_steps.cpp and for the worst one in ropes/worst_steps.cpp.

#include <rope/detail/step_causes.hpp>
#include <rope/spring.hpp>
#include <rope/step_limits.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace rope
{

struct RopeSettings;

/// A spring between two masses in small motions: its stiffness is the matrix `along` n nᵀ + `across` (1 - n nᵀ).
struct SpringLink
{
    Vec3 direction{1.0, 0.0, 0.0}; ///< n
    double along = 0.0;            ///< [N/m]
    double across = 0.0;           ///< [N/m]; negative where the link is compressed and buckles
    double friction = 0.0;         ///< [N s/m]
    bool axial = false;            ///< the friction brakes along n only
    double bendAlong = 0.0;        ///< [N/m], what the bends at its ends add to `along` and `across`: an upper bound
    double bendAcross = 0.0;       ///< [N/m]
};

/// `d` [m] is the difference of the positions of the spring's ends.
SpringLink linkOf(const Spring& spring, const Vec3& d, FrictionDirection frictionDirection);

/// What restrains a mass: the sum of its row in K and in C.
struct Restraint
{
    double stiffness = 0.0; ///< [N/m]
    double friction = 0.0;  ///< [N s/m]
};

/// A mass with all forces that restrain it.
struct RestrainedMass
{
    double mass = 1.0; ///< [kg]
    bool pinned = false;
    Vec3 stiffness{0.0};                                   ///< [N/m] by axis, without the links
    Vec3 friction{0.0};                                    ///< [N s/m] by axis, without the links
    std::array<Restraint, stepCauseNames.size()> shares{}; ///< by cause, with the links
    double landingStep = StepLimits::none;                 ///< [s], beyond it the mass lands slower than it leaves

    Restraint& share(StepCause cause) { return shares[static_cast<std::size_t>(cause)]; }
    const Restraint& share(StepCause cause) const { return shares[static_cast<std::size_t>(cause)]; }

    /// `factor` is 2 where the other end is free, as (u_i - u_j)² <= 2 (u_i² + u_j²), and 1 where it is pinned.
    void addSpring(const SpringLink& link, double factor);
    void addGrab(double k, double dt); ///< the grab of grab.hpp: stiffness k, friction k dt
    void addBending(double k) { share(StepCause::bending).stiffness += k; } ///< the sum of its row [N/m]

    /// [s] by the row sums, where only these causes act.
    double stableStep(const StepCauses& causes = StepCauses::all()) const;
};

/// The stable step of many masses together.
struct SystemLimit
{
    double stable = StepLimits::none; ///< [s]
    std::size_t mass = 0;             ///< moves most in the motion that grows first
};

/// The index of the mass that moves most.
std::size_t fastest(const std::vector<Vec3>& motion);

/// By the row sums.
SystemLimit rowLimit(std::span<const RestrainedMass> masses);

/// `limit` and what the masses that land allow; each cause by the row sums; `advised` is left open.
StepLimits limitsOf(std::span<const RestrainedMass> masses, const SystemLimit& limit);

/// The step [s] for a mass in the worst state, all absorption counted: `margin` of its stable step, half of what
/// landing allows, and resonanceStep or whippingStep.
double advisedStep(const RestrainedMass& worst, double margin, bool whipping);

/// The step [s] in which a reel with the pay-out speed `speed` [m/s] takes in a quarter of a segment. In a longer step
/// it could take in all that is left of the first segment.
double reelStep(double segmentLength, double speed);

/// The largest sum of a row [N/m] that the bends of a rope of these constants give: 16 B/L³ where it is straight, as
/// its fastest mode has, in which neighbouring segments turn against each other. A first segment of half a length gives
/// up to 20 B/L³: `shortFirst`. `bent` counts the sharpest bends and squeezed segments as well.
double bendingRow(const RopeSettings& settings, int massCount, bool shortFirst, bool bent);

/// The largest eigenvalue of K in units of k, for masses in a row between springs k, the first end fixed. A first
/// spring that is `firstStiffness` > 1 times as stiff moves the eigenvalue to at most the largest sum of a row.
///
///     lambda = 2 + 2 cos(2 pi / (2 n + 1)) = 4 cos^2(pi / (2 n + 1)),   n = massCount - 1 free masses
double largestEigenvalue(int massCount, double firstStiffness = 1.0);

} // namespace rope
