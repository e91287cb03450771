#pragma once

#include <rope/export.hpp>
#include <rope/mass.hpp>
#include <rope/spring.hpp>
#include <rope/vec.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace rope
{

struct RopeConstants;
struct RopeSettings;

/// The constants of a chain of masses and springs, without its state. They differ along the chain where it carries a
/// load, grows at its free end or has a reel's short first segment.
struct ROPE_API Chain
{
    std::vector<double> mass;           ///< m_i [kg], i = 0 the connection point
    std::vector<double> springConstant; ///< k_j [N/m], of the segment between masses j and j + 1
    std::vector<double> restLength;     ///< L_j [m]
    std::vector<double> friction;       ///< c_j [N s/m]

    static Chain of(const std::vector<Mass>& masses, const std::vector<Spring>& springs);
    /// Of a rope as it is laid out, with a load [kg] on the last mass.
    static Chain of(const RopeConstants& constants, double load = 0.0);

    std::size_t segments() const { return restLength.size(); }
    double totalRestLength() const; ///< [m]
};

/// A chain in equilibrium.
struct ROPE_API ChainAtRest
{
    std::vector<Vec3> positions; ///< [m], of all masses
    std::vector<double> tension; ///< T_j [N]
    std::vector<double> length;  ///< r_j = L_j + T_j / k_j [m]

    double totalLength() const;                     ///< [m]
    double largestTension() const;                  ///< [N]
    double elasticEnergy(const Chain& chain) const; ///< [J]
    /// [J], zero at the point `zero` [m]
    double potentialEnergy(const Chain& chain, const Vec3& gravity, const Vec3& zero = Vec3(0.0)) const;
};

/// The chain that hangs from mass 0 at `top` [m]. Each segment carries the masses below it:
///
///     T_j = g (m_(j+1) + ... + m_n)
///
/// None without gravity [m/s2], or where a segment has no stiffness.
ROPE_API std::optional<ChainAtRest> hangingChain(const Chain& chain, const Vec3& top, const Vec3& gravity);

/// The chain between two supports, mass 0 at `from` and the last mass at `to` [m]: the discrete elastic catenary. The
/// pull H across gravity is the same in all segments; the pull V_j along gravity loses the weight of each mass that it
/// passes:
///
///     T_j = sqrt(H^2 + V_j^2),   V_j = V_1 - g (m_1 + ... + m_(j-1)),
///     sum r_j H / T_j = span across gravity,   sum r_j V_j / T_j = drop along gravity
///
/// Newton's method solves this for H and V_1. It always converges, because the two sums are the gradient of a convex
/// function, the complementary energy sum (L_j T_j + T_j^2 / 2 k_j). Where one support is nearly above the other (span
/// below a thousandth of the chain's length) a taut chain is straight, H = 0 and T_j = |V_j|. None where it folds
/// there, where a segment has no stiffness, or where the chain is slack without gravity.
ROPE_API std::optional<ChainAtRest> suspendedChain(const Chain& chain, const Vec3& from, const Vec3& to,
                                                   const Vec3& gravity);

/// The elastic catenary of a continuous rope of the axial stiffness EA [N], the weight per unstretched length w [N/m]
/// and the unstretched length L0 [m]. Both supports are at the same height, `span` [m] apart.
///
///     x(s) = H s/EA + H/w (asinh(V/H) - asinh((V - w s)/H)),     V = w L0/2
///     span = x(L0),   sag = w L0^2/(8 EA) + H/w (sqrt(1 + (V/H)^2) - 1),   T_end = sqrt(H^2 + V^2)
///
/// Source: H. M. Irvine, Cable Structures, MIT Press 1981, chapter 2.
struct ElasticCatenary
{
    double horizontalPull = 0.0; ///< H [N]
    double sag = 0.0;            ///< [m]
    double endTension = 0.0;     ///< [N]
};
ROPE_API ElasticCatenary elasticCatenary(double axialStiffness, double weightPerLength, double restLength, double span);

/// A normal mode of a chain.
struct ChainMode
{
    double frequency = 0.0;    ///< omega [rad/s], without friction
    std::vector<double> shape; ///< of all masses, 0 where they are pinned; the largest is 1
};

/// The `count` slowest modes across a chain at rest, slowest first: K u = omega^2 M u, tridiagonal, where a segment
/// that turns has the stiffness T_j / r_j. Exact for the discrete elastic chain. A rope that does not stretch has omega
/// = sqrt(g x / L), x the roots of the Laguerre polynomial of its number of free masses; a continuous rope has omega =
/// j/2 sqrt(g / l), j the zeros of the Bessel function J0 (D. Bernoulli 1733; G. N. Watson, A Treatise on the Theory of
/// Bessel Functions, Cambridge 1922, chapter I). With `endPinned` the chain hangs between two supports, and the modes
/// are those out of the plane of the catenary.
ROPE_API std::vector<ChainMode> transverseModes(const Chain& chain, const ChainAtRest& rest, bool endPinned,
                                                std::size_t count);

/// The `count` slowest modes along a straight chain, where a segment has the stiffness k_j.
ROPE_API std::vector<ChainMode> longitudinalModes(const Chain& chain, bool endPinned, std::size_t count);

/// A damped mode that is computed in steps.
struct SteppedMode
{
    double frequency = 0.0; ///< [rad/s]
    double decay = 0.0;     ///< [1/s]
};

/// Mode `number` (0 is the slowest) across a chain with friction, by steps [s] of semi-implicit Euler: u_n = z^n u with
///
///     (z - 2 + 1/z) M u + h^2 K u + h (1 - 1/z) C u = 0,   z = exp((-decay + i frequency) h)
///
/// C holds the friction of the segments, which brakes the whole relative velocity, and `airFriction` [N s/m] on each
/// mass. Inverse iteration solves this nonlinear eigenproblem to rounding.
ROPE_API SteppedMode steppedMode(const Chain& chain, const ChainAtRest& rest, double airFriction, double step,
                                 std::size_t number);

/// Closed forms for a rope that hangs from its connection point with a load on its free end. They are exact for the
/// discrete chain of any number of masses.
struct ROPE_API LoadedChain
{
    int massCount = 80;               ///< the connection point counted
    double mass = 0.05;               ///< [kg] of each mass
    double springConstant = 10'000.0; ///< [N/m]
    double springLength = 0.05;       ///< [m]
    double springFriction = 0.2;      ///< [N s/m]
    double airFriction = 0.02;        ///< [N s/m]
    double gravity = 9.81;            ///< [m/s2]
    double load = 0.0;                ///< [kg], in addition to the last mass

    static LoadedChain of(const RopeSettings& settings, double load = 0.0);

    double restLength() const { return (massCount - 1) * springLength; }    ///< [m]
    double axialStiffness() const { return springConstant * springLength; } ///< EA [N] = k L
    double weightStretch() const; ///< [m] that the rope's own weight adds to its length
    /// [m] that the load adds to the length
    double loadStretch() const { return (massCount - 1) * load * gravity / springConstant; }

    /// [s] of the unloaded chain by semi-implicit Euler; a load only makes the stable step longer. The stiffness
    /// `onEach` [N/m] and `frictionOnEach` [N s/m] act on each mass besides: a ground under all of the rope.
    double stableStep(double onEach = 0.0, double frictionOnEach = 0.0) const;
    double highestFrequency() const;    ///< [rad/s] of the fastest mode, without friction
    double highestDampingRatio() const; ///< of the fastest mode

    /// The slowest mode along the rope: the rope bounces with its load.
    struct Bounce
    {
        double frequency = 0.0; ///< [rad/s], without friction
        double ropeShare = 1.0; ///< the rope's part of the kinetic energy; the rest is the load's
    };
    Bounce bounce() const;
    /// The decay rate [1/s] of the bounce by spring and air friction, where both are small.
    double bounceDecay() const;

    double swingPeriod() const;                             ///< [s] of the slowest small swing, without the load
    static constexpr double besselZero = 2.404825557695773; ///< the first zero of J0, by which a hanging rope swings
    static constexpr double swingStretch =
        1.1278; ///< by how much of its own stretch a rope swings as if it were longer
};

} // namespace rope
