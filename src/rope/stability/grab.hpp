#pragma once

#include "small_motions.hpp"

#include <rope/mass.hpp>

#include <algorithm>
#include <cmath>

// The mouse pulls a mass with a damped spring: as stiff as the stable step leaves room for, but not with any force.

namespace rope
{

/// The share of a spring of the length r [m]. Compressed below half its rest length, a spring pushes sideways harder
/// than it pulls.
inline void addSpring(Restraint& sum, const Spring& spring, double r, bool otherEndFree)
{
    const double factor = otherEndFree ? 2.0 : 1.0;
    const double sideways = r > 0.0 ? std::abs(1.0 - spring.restLength / r) : 1.0;
    sum.stiffness += factor * spring.springConstant * std::clamp(sideways, 1.0, 10.0);
    sum.friction += factor * spring.friction;
}

/// Stiffness k [N/m] of a grab with the friction k dt that keeps the step dt [s] stable. A mass with the restraint K, C
/// has the room 4 m - K dt^2 - 2 C dt left; the grab needs 3 k dt^2 of it and takes half.
inline double grabStiffness(const Restraint& restraint, double mass, double dt)
{
    const double room = 4.0 * mass - restraint.stiffness * dt * dt - 2.0 * restraint.friction * dt;
    return std::max(0.0, 0.5 * room / (3.0 * dt * dt));
}

/// [N] on a mass: k (p - x) - k dt v, at most the force that changes its velocity by 4 m/s in a step. Without this
/// bound a far target would throw the mass beyond its neighbour within a step.
inline Vec3 grabForce(const Mass& mass, const Vec3& target, double k, double dt)
{
    const Vec3 force = k * (target - mass.position) - k * dt * mass.velocity;
    const double strongest = mass.mass * 4.0 / dt;
    const double strength = glm::length(force);
    return strength > strongest ? force * (strongest / strength) : force;
}

} // namespace rope
