#pragma once

#include <vector>

namespace ropewalk
{

/// A damped oscillation, from samples of it.
struct Oscillation
{
    double frequency = 0.0; ///< [rad/s]
    double decay = 0.0;     ///< [1/s]
};

/// Every oscillation about zero, sampled every `interval` seconds, goes on by the same rule,
///
///     q_(n+1) = a q_n - b q_(n-1),   a = 2 e^(-decay dt) cos(w dt),   b = e^(-2 decay dt),
///
/// whatever its amplitude and phase: least squares give a and b, and they the rest. The frequency must be below that of
/// two samples an oscillation.
Oscillation fittedOscillation(const std::vector<double>& samples, double interval);

} // namespace ropewalk
