#pragma once

#include <rope/export.hpp>
#include <rope/vec.hpp>

#include <functional>

namespace rope
{

/// How a step of x' = v, v' = a(t, x, v) is taken. h is the step, w the frequency of an undamped spring:
enum class Integrator
{
    forward_euler,       ///< order 1, explicit; its energy grows by 1 + (w h)^2 in every step
    semi_implicit_euler, ///< order 1, explicit, symplectic: its energy sways about a constant mean; stable for w h < 2
    velocity_verlet,     ///< order 2, explicit, symplectic (without friction); stable for w h < 2
    runge_kutta_4,       ///< order 4, explicit; loses (w h)^6 / 72 of the energy in a step; stable for w h < 2.83
    implicit_midpoint    ///< order 2, implicit; keeps the energy of a linear spring; stable for any step
};

/// What the implicit steps of a rope have cost. A step that Newton's method does not solve in time is split into
/// pieces.
struct ImplicitEffort
{
    long long steps = 0;      ///< asked for
    long long pieces = 0;     ///< tried
    long long iterations = 0; ///< of Newton's method: linear systems solved
    long long fallbacks = 0;  ///< pieces taken by implicit Euler instead; once more where that was not solved either
    long long unsolved = 0;   ///< pieces of a rod that end where Newton's method has not met its tolerance
    long long stood = 0;      ///< pieces in which a rod stands still, as no other end keeps its energy
};

/// Position [m] and velocity [m/s] of one point.
struct Motion
{
    Vec3 position{0.0};
    Vec3 velocity{0.0};
};

/// a(t, x, v) [m/s2].
using AccelerationLaw = std::function<Vec3(double, const Vec3&, const Vec3&)>;

/// The velocity u = v + h/2 a(t + h/2, x + h/2 u, u) in the middle of a step, by Newton's method with the Jacobian from
/// differences. (Repeated substitution would converge only where explicit methods are stable.)
ROPE_API Vec3 midpointVelocity(const Motion& from, double t, double h, const AccelerationLaw& a);

/// The motion a step of h seconds after `from`, at the time t [s], under the acceleration a(t, x, v) [m/s2]:
///
///     forward Euler        x+ = x + h v,               v+ = v + h a(t, x, v)
///     semi-implicit Euler  v+ = v + h a(t, x, v),      x+ = x + h v+
///     velocity Verlet      x+ = x + h v + h^2/2 a0,    v+ = v + h/2 (a0 + a(t + h, x+, v + h a0)),  a0 = a(t, x, v)
///     Runge-Kutta 4        y+ = y + h/6 (k1 + 2 k2 + 2 k3 + k4) of y = (x, v)
///     implicit midpoint    u = v + h/2 a(t + h/2, x + h/2 u, u),   x+ = x + h u,   v+ = 2 u - v
///
/// Verlet's scheme is made for forces of the position only. Friction takes the velocity that a forward step predicts,
/// which keeps the order 2.
template <typename Acceleration>
Motion integrated(Integrator integrator, const Motion& from, double t, double h, const Acceleration& a)
{
    const Vec3& x = from.position;
    const Vec3& v = from.velocity;
    switch (integrator)
    {
    case Integrator::forward_euler:
        return {x + h * v, v + h * a(t, x, v)};
    case Integrator::semi_implicit_euler:
    {
        const Vec3 next = v + h * a(t, x, v);
        return {x + h * next, next};
    }
    case Integrator::velocity_verlet:
    {
        const Vec3 a0 = a(t, x, v);
        const Vec3 next = x + h * v + 0.5 * h * h * a0;
        return {next, v + 0.5 * h * (a0 + a(t + h, next, v + h * a0))};
    }
    case Integrator::runge_kutta_4:
    {
        const Vec3 a1 = a(t, x, v);
        const Vec3 v2 = v + 0.5 * h * a1;
        const Vec3 a2 = a(t + 0.5 * h, x + 0.5 * h * v, v2);
        const Vec3 v3 = v + 0.5 * h * a2;
        const Vec3 a3 = a(t + 0.5 * h, x + 0.5 * h * v2, v3);
        const Vec3 v4 = v + h * a3;
        const Vec3 a4 = a(t + h, x + h * v3, v4);
        return {x + h / 6.0 * (v + 2.0 * v2 + 2.0 * v3 + v4), v + h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4)};
    }
    case Integrator::implicit_midpoint:
    {
        const Vec3 u = midpointVelocity(from, t, h, a);
        return {x + h * u, 2.0 * u - v};
    }
    }
    return from;
}

/// Largest step [s] with which the linear oscillator x'' = -omega^2 x - gamma x' does not grow: infinite for the
/// implicit midpoint, 0 where every step grows (forward Euler without friction).
ROPE_API double stableStep(Integrator integrator, double omega, double gamma);

} // namespace rope
