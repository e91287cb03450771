#pragma once

#include <rope/ground.hpp>
#include <rope/mass.hpp>
#include <rope/spring.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

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

    /// Stiffness of a hand that pulls this mass with a spring k and the friction c = k dt, without making the step dt
    /// unstable. Stable is kappa dt^2 + 2 chi dt <= 4 m; the hand adds k and k dt, so k may be what is left of 4 m over
    /// 3 dt^2; half of that keeps clear of the limit.
    double handStiffness(double mass, double dt) const
    {
        const double left = 4.0 * mass - kappa * dt * dt - 2.0 * chi * dt;
        return std::max(0.0, 0.5 * left / (3.0 * dt * dt));
    }
};

/// Force of a hand of the stiffness k on a mass [N]: k (p - x) - k dt v, bounded. A far target would else throw the
/// mass beyond the next one within a step. 4 m/s a step is a firm hand.
inline Vec3 handForce(const Mass& mass, const Vec3& target, double k, double dt)
{
    const Vec3 force = k * (target - mass.position) - k * dt * mass.velocity;
    const double strongest = mass.mass * 4.0 / dt;
    const double strength = glm::length(force);
    return strength > strongest ? force * (strongest / strength) : force;
}

} // namespace rope
