#pragma once

#include <complex>
#include <cstddef>
#include <span>
#include <vector>

namespace ropewalk
{

/// The discrete Fourier transform of real samples whose number is a power of two, in O(n log n).
class RealFourier
{
public:
    /// Throws std::invalid_argument unless `size` is a power of two and at least 4.
    explicit RealFourier(std::size_t size);

    std::size_t size() const { return 2 * half_.size(); }

    /// X_k = sum over n of x_n exp(-2 pi i k n / size), for k = 0 ... size/2; where there are fewer samples than
    /// `size`, the others are 0. Allocates nothing.
    void transform(std::span<const double> samples, std::span<std::complex<double>> result);

private:
    void transformHalf();

    std::vector<std::complex<double>> half_;  ///< even samples are its real, odd ones its imaginary parts
    std::vector<std::complex<double>> roots_; ///< exp(-2 pi i k / size), k < size/2
    std::vector<std::size_t> reversed_;       ///< indices of `half_` with their bits in reverse
};

/// How far a signal swings at each frequency. Hann's window, so that a strong line does not drown the weak ones beside
/// it: a sine shows as a peak of its amplitude, two steps of 1/duration wide to each side.
class AmplitudeSpectrum
{
public:
    static constexpr std::size_t largest = 8192; ///< samples of a transform; of more, the latest are taken

    /// Of samples `tick` seconds apart; their mean is taken off. Fewer than 16 samples or one that is not finite give
    /// no spectrum.
    void compute(std::span<const double> samples, double tick);
    void clear();

    double step() const { return step_; } ///< [Hz], from one amplitude to the next
    /// In the signal's unit, at 0, step, 2 step ... ; empty where there is none.
    const std::vector<double>& amplitudes() const { return amplitudes_; }

private:
    std::vector<RealFourier> transforms_; ///< one a size, made when it is first needed
    std::vector<double> windowed_;
    std::vector<std::complex<double>> lines_;
    std::vector<double> amplitudes_;
    double step_ = 0.0;
};

/// The frequency [Hz] of the highest amplitude within [low, high], between the steps by the parabola through the
/// logarithms of three of them; 0 where there is none.
double peakFrequency(std::span<const double> amplitudes, double step, double low, double high);

} // namespace ropewalk
