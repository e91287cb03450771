#pragma once

#include <rope/integrator.hpp>
#include <rope/mass.hpp>
#include <rope/parameters.hpp>

#include <cmath>

namespace ropewalk
{

using rope::Motion;
using rope::Vec3;

/// The force on the one mass.
enum class OneMassForce
{
    none,
    gravity, ///< m g
    spring   ///< -k (x - c), a spring without rest length
};

/// The constants of a scene of one mass; SI units.
struct OneMassSettings
{
    OneMassForce force = OneMassForce::none;
    Vec3 position{0.0}; ///< [m] at the start
    Vec3 velocity{0.0}; ///< [m/s] at the start
    double mass = 1.0;
    Vec3 gravity{0.0, -9.81, 0.0};
    double springConstant = 2.0;
    Vec3 connection{0.0, -5.0, 0.0}; ///< [m], c
    double slowMotion = 10.0;
    double maxDt = 0.1;

    friend bool operator==(const OneMassSettings&, const OneMassSettings&) = default;

    void describe(rope::Parameters& p);

    double frequency() const { return std::sqrt(springConstant / mass); } ///< [rad/s] of the spring, sqrt(k/m)
    double stableStep() const; ///< [s]; 2/w of semi-implicit Euler with a spring, infinite without
    double longestStep() const { return maxDt; }

    Vec3 forceOn(const rope::Mass& at) const;         ///< [N]
    double potentialEnergy(const Vec3& at) const;     ///< [J]
    Motion exact(const Motion& from, double t) const; ///< after `t` seconds
};

} // namespace ropewalk
