#pragma once

#include <complex>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

template <typename scalar_t>
class kissfft;

namespace ropewalk
{

/// How far a signal swings at each frequency. Hann's window keeps a strong line from hiding the weak ones beside it: a
/// sine shows as a peak of its amplitude, two steps of 1/duration wide to each side.
class AmplitudeSpectrum
{
public:
    static constexpr std::size_t largest = 8192; ///< samples of a transform; of more samples the latest count

    AmplitudeSpectrum();
    ~AmplitudeSpectrum();
    AmplitudeSpectrum(const AmplitudeSpectrum&) = delete;
    AmplitudeSpectrum& operator=(const AmplitudeSpectrum&) = delete;

    // In two parts, each half of the work: the window does them in different frames.

    /// Takes samples that are `tick` seconds apart, less their mean. There is no spectrum of fewer than 16 samples, or
    /// where one is not finite.
    void take(std::span<const double> samples, double tick);
    void transform(); ///< computes the amplitudes of these samples

    double step() const { return step_; } ///< [Hz], from one amplitude to the next
    /// In the signal's unit, at 0, step, 2 step ... ; empty where there is none.
    const std::vector<double>& amplitudes() const { return amplitudes_; }

private:
    void makeWindow(std::size_t count);

    std::vector<double> window_; ///< Hann's, for as many samples
    double weights_ = 0.0;       ///< its sum
    std::vector<double>
        windowed_;      ///< the samples times the window, then zeros up to the transform's size; empty: no spectrum
    double tick_ = 0.0; ///< [s]
    std::unique_ptr<kissfft<double>> fourier_; ///< of `fourierSize_` real samples
    std::size_t fourierSize_ = 0;
    std::vector<std::complex<double>> lines_;
    std::vector<double> amplitudes_;
    double step_ = 0.0;
};

/// The frequency [Hz] of the highest amplitude within [low, high], between the steps by the parabola through the
/// logarithms of three of them; 0 where there is none.
double peakFrequency(std::span<const double> amplitudes, double step, double low, double high);

} // namespace ropewalk
