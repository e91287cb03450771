#pragma once

#include <rope/rope_settings.hpp>

namespace rope
{

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
    double largestStep(double onEach = 0.0, double frictionOnEach = 0.0) const;
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
