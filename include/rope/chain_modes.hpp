#pragma once

#include <rope/chain.hpp>

#include <cstddef>
#include <vector>

namespace rope
{

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

} // namespace rope
