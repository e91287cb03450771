#pragma once

#include "experiment.hpp"

#include <rope/rope_simulation.hpp>
#include <rope/statics.hpp>

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

// What several experiments need.

namespace ropewalk
{

/// The source tutorial's rope with the ground far below it.
rope::RopeSettings ropeInTheAir();

/// The chain of the rope's masses and springs, each mass times the theory's factor.
rope::Chain chainOf(const rope::RopeSettings& settings, const Theory& theory);

/// That chain at rest, hung from the origin in the theory's gravity.
rope::ChainAtRest hangingChain(const rope::Chain& chain, const Theory& theory);

/// Steps of the longest length for `seconds`; reports progress from 0 to `share` of the experiment.
void runFor(rope::RopeSimulation& sim, double seconds, ExperimentProgress& progress, double share = 1.0);

/// A damped oscillation, from samples of it.
struct Oscillation
{
    double frequency = 0.0; ///< [rad/s]
    double decay = 0.0;     ///< [1/s]
};

/// Every oscillation q about zero, sampled every dt = `interval` seconds, follows the same rule, whatever its amplitude
/// and phase:
///
///     q_(n+1) = a q_n - b q_(n-1),   a = 2 e^(-decay dt) cos(w dt),   b = e^(-2 decay dt)
///
/// Least squares give a and b, and these give w and the decay. The interval must be shorter than half an oscillation.
Oscillation fittedOscillation(const std::vector<double>& samples, double interval);

/// An oscillation while a simulation runs.
struct Swing
{
    std::vector<double> samples; ///< [m]
    double interval = 0.0;       ///< [s]
};

/// Samples `displacement` [m] about 16 times in each period [s], `count` times after the start.
Swing sampledSwing(rope::RopeSimulation& sim, double period, int count, ExperimentProgress& progress,
                   const std::function<double()>& displacement);

/// The first `shown` samples, beside the oscillation that begins at rest with `amplitude` [m].
Chart swingChart(const Swing& swing, std::size_t shown, std::string_view up, double amplitude,
                 const Oscillation& predicted);

/// What the angular frequency w [rad/s] becomes in steps of semi-implicit Euler of length h: sin(w' h/2) = w h/2.
double steppedFrequency(double w, double h);

/// A mass on a spring that is fixed to a wall.
Sketch massOnSpringSketch();

} // namespace ropewalk
