#pragma once

#include <rope/mass.hpp>
#include <rope/rope_settings.hpp>
#include <rope/spring.hpp>
#include <rope/vec.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace rope
{

/// A chain of masses and springs as theory sees it: what lies between its ends, wherever it is at the moment. For ropes
/// of any make: with a load, a half-grown segment, a reel's first one.
struct Chain
{
    std::vector<double> mass;           ///< m_i [kg], i = 0 the connection point
    std::vector<double> springConstant; ///< k_j [N/m], of the segment between the masses j and j + 1
    std::vector<double> restLength;     ///< L_j [m]
    std::vector<double> friction;       ///< c_j [N s/m]

    static Chain of(const std::vector<Mass>& masses, const std::vector<Spring>& springs);
    /// As laid out at the start, with a load [kg] on the last mass.
    static Chain of(const RopeSettings& settings, double load = 0.0);

    std::size_t segments() const { return restLength.size(); }
    double totalRestLength() const; ///< [m]
};

/// A chain at rest.
struct ChainAtRest
{
    std::vector<Vec3> positions; ///< [m], of all masses
    std::vector<double> tension; ///< T_j [N]
    std::vector<double> length;  ///< r_j = L_j + T_j / k_j [m]

    double totalLength() const;                                            ///< [m]
    double largestTension() const;                                         ///< [N]
    double elasticEnergy(const Chain& chain) const;                        ///< [J]
    double potentialEnergy(const Chain& chain, const Vec3& gravity) const; ///< [J], zero at the origin
};

/// The chain hanging from mass 0 at `top`; each segment bears what is below it:
///
///     T_j = g (m_(j+1) + ... + m_n)
///
/// Nothing without gravity, or where a segment has no stiffness.
std::optional<ChainAtRest> hangingChain(const Chain& chain, const Vec3& top, const Vec3& gravity);

/// The chain between two supports, mass 0 at `from` and the last one at `to`: the discrete elastic catenary. With the
/// pull H across gravity, which all segments share, and V_j along it, which the weights in between take away,
///
///     T_j = sqrt(H^2 + V_j^2),   V_j = V_1 - g (m_1 + ... + m_(j-1)),
///     sum r_j H / T_j = span across gravity,   sum r_j V_j / T_j = drop along gravity
///
/// solved for H and V_1 by Newton's method: the two sums are the gradient of the convex complementary energy
/// sum (L_j T_j + T_j^2 / 2 k_j), so that it always converges. Nothing where a segment has no stiffness, where the
/// supports are so close, one above the other, that the chain folds (span below a thousandth of its length), or where
/// without gravity it is not taut.
std::optional<ChainAtRest> suspendedChain(const Chain& chain, const Vec3& from, const Vec3& to, const Vec3& gravity);

/// The elastic catenary of a continuous rope: EA [N], weight per unstretched length w [N/m], unstretched length L0,
/// both supports at the same height.
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
ElasticCatenary elasticCatenary(double axialStiffness, double weightPerLength, double restLength, double span);

/// One way in which a chain swings by itself, all of it at one frequency.
struct ChainMode
{
    double frequency = 0.0;    ///< omega [rad/s], without friction
    std::vector<double> shape; ///< of all masses, 0 where they are held; the largest is 1
};

/// The slowest small motions across a chain at rest, slowest first: K u = omega^2 M u, tridiagonal, with the stiffness
/// T_j / r_j of a segment that is turned. Exact for the discrete elastic chain. Of a rope without stretch they are
/// omega = sqrt(g x / L) with x the roots of the Laguerre polynomial of its free masses, and of a continuous one
/// omega = j/2 sqrt(g / l) with j the zeros of the Bessel function J0 (D. Bernoulli 1733; G. N. Watson, A Treatise on
/// the Theory of Bessel Functions, Cambridge 1922, chapter I). Between two supports (`endHeld`) they are those out of
/// the plane of the catenary.
std::vector<ChainMode> transverseModes(const Chain& chain, const ChainAtRest& rest, bool endHeld, std::size_t count);

/// The same along a straight chain, where a segment has the stiffness k_j.
std::vector<ChainMode> longitudinalModes(const Chain& chain, bool endHeld, std::size_t count);

/// How a damped mode goes on from step to step.
struct SteppedMode
{
    double frequency = 0.0; ///< [rad/s]
    double decay = 0.0;     ///< [1/s]
};

/// Mode `number` (0 the slowest) across a chain with friction, as semi-implicit Euler steps it: u_n = z^n u with
///
///     (z - 2 + 1/z) M u + h^2 K u + h (1 - 1/z) C u = 0,   z = exp((-decay + i frequency) h)
///
/// C from the segments' friction, which brakes the whole relative velocity, and from the air [N s/m] on each mass.
/// Solved by inverse iteration on this nonlinear eigenproblem; exact to rounding.
SteppedMode steppedMode(const Chain& chain, const ChainAtRest& rest, double airFriction, double step,
                        std::size_t number);

/// What theory says of a rope that hangs from its connection point, with a load on its free end: closed forms of the
/// discrete chain, so that they hold for any number of masses.
struct LoadedChain
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

    double restLength() const;     ///< [m]
    double axialStiffness() const; ///< EA [N] = k L
    double weightStretch() const;  ///< [m] that the rope's own weight adds to its length
    double loadStretch() const;    ///< [m] that the load adds to it

    /// The longest step [s] of semi-implicit Euler at which no mode of the unloaded chain grows; a load only makes it
    /// longer. `onEach` [N/m] and `frictionOnEach` [N s/m] hold each mass besides: ground under all of the rope.
    double stableStep(double onEach = 0.0, double frictionOnEach = 0.0) const;
    double highestFrequency() const;    ///< [rad/s] of the fastest mode, without friction
    double highestDampingRatio() const; ///< of that mode

    /// The slowest mode along the rope: how it bounces with its load.
    struct Bounce
    {
        double frequency = 0.0; ///< [rad/s], without friction
        double ropeShare = 1.0; ///< of the kinetic energy, that of the rope without its load
    };
    Bounce bounce() const;
    /// How fast the bounce dies away [1/s] by spring and air friction, where both are small.
    double bounceDecay() const;

    /// [s] of the slowest small swing, without the load.
    double swingPeriod() const;
};

} // namespace rope
