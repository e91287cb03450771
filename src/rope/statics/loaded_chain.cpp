#include "rope/stability/small_motions.hpp"

#include <rope/elementary.hpp>
#include <rope/rope_settings.hpp>
#include <rope/stability.hpp>
#include <rope/statics.hpp>

#include <cmath>
#include <numbers>

namespace rope
{

LoadedChain LoadedChain::of(const RopeSettings& settings, double load)
{
    return {settings.massCount,      settings.mass,        settings.springConstant,       settings.springLength,
            settings.springFriction, settings.airFriction, glm::length(settings.gravity), load};
}

// Spring j of n carries the n + 1 - j masses below it: m g/k (1 + 2 + ... + n).
double LoadedChain::weightStretch() const
{
    return mass * gravity / springConstant * 0.5 * massCount * (massCount - 1.0);
}

// The largest K and the largest C belong to the same mode; what acts on each mass alike adds to every mode.
double LoadedChain::stableStep(double onEach, double frictionOnEach) const
{
    const double lambda = largestEigenvalue(massCount);
    return rope::stableStep(mass, lambda * springConstant + onEach,
                            lambda * springFriction + airFriction + frictionOnEach);
}

double LoadedChain::highestFrequency() const
{
    return std::sqrt(largestEigenvalue(massCount) * springConstant / mass);
}

double LoadedChain::highestDampingRatio() const
{
    const double C = largestEigenvalue(massCount) * springFriction + airFriction;
    return C / (2.0 * mass * highestFrequency());
}

// With omega^2 = 4 k/m sin^2(theta/2), u_j = sin(j theta) solves the equation of every mass but the last. The last
// equation,
//
//     (m + M) omega^2 sin(n theta) = k (sin(n theta) - sin((n - 1) theta)) = 2 k cos((n - 1/2) theta) sin(theta/2),
//
// gives theta: pi / (2 n + 1) without the load M, less with a load.
LoadedChain::Bounce LoadedChain::bounce() const
{
    const double n = massCount - 1.0;
    const double heavier = 1.0 + load / mass;
    double low = 0.0;
    double high = std::numbers::pi / (2.0 * n + 1.0);
    if (load > 0.0)
        for (int i = 0; i < 100; ++i)
        {
            const double theta = 0.5 * (low + high);
            const double pull = elementary::cos((n - 0.5) * theta);
            const double inertia = 2.0 * heavier * elementary::sin(0.5 * theta) * elementary::sin(n * theta);
            (pull > inertia ? low : high) = theta;
        }
    const double theta = high;

    // Sum of sin^2(j theta) for j = 1 ... n.
    const double ropePart =
        0.5 * n - 0.5 * elementary::cos((n + 1.0) * theta) * elementary::sin(n * theta) / elementary::sin(theta);
    const double end = elementary::sin(n * theta);
    const double loadPart = load / mass * end * end;
    return {2.0 * std::sqrt(springConstant / mass) * elementary::sin(0.5 * theta), ropePart / (ropePart + loadPart)};
}

// Spring friction is c/k times the stiffness, so a mode of the frequency omega decays with c omega^2 / (2 k). Air
// brakes the masses of the rope but not the load.
double LoadedChain::bounceDecay() const
{
    const Bounce mode = bounce();
    return 0.5 * springFriction / springConstant * mode.frequency * mode.frequency +
           0.5 * airFriction / mass * mode.ropeShare;
}

// A hanging rope swings with omega = j/2 sqrt(g / l), j the first zero of the Bessel function J0. The discrete chain
// swings like a continuous rope of the length (n + 1/2) L. The rope's own stretch e makes it longer, to first order (by
// perturbation of the mode J0(j sqrt(s / l)), with segments stretched in proportion to their tension)
//
//     l = (n + 1/2) L (1 + 1.1278 e)
double LoadedChain::swingPeriod() const
{
    const double stretch = weightStretch() / restLength();
    const double l = (massCount - 0.5) * springLength * (1.0 + swingStretch * stretch);
    return 4.0 * std::numbers::pi / besselZero * std::sqrt(l / gravity);
}

} // namespace rope
