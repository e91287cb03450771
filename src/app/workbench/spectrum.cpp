#include "spectrum.hpp"

#include <kissfft.hh>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

namespace ropewalk
{

AmplitudeSpectrum::AmplitudeSpectrum() = default;
AmplitudeSpectrum::~AmplitudeSpectrum() = default;

void AmplitudeSpectrum::makeWindow(std::size_t count)
{
    if (window_.size() == count)
        return;
    // Hann: w_n = (1 - cos(2 pi n / count)) / 2.
    window_.resize(count);
    weights_ = 0.0;
    for (std::size_t n = 0; n < count; ++n)
    {
        window_[n] = 0.5 - 0.5 * std::cos(2.0 * std::numbers::pi * static_cast<double>(n) / static_cast<double>(count));
        weights_ += window_[n];
    }
}

void AmplitudeSpectrum::take(std::span<const double> samples, double tick)
{
    samples = samples.last(std::min(samples.size(), largest));
    const std::size_t count = samples.size();
    windowed_.clear();
    tick_ = tick;
    if (count < 16 || !(tick > 0.0) ||
        !std::all_of(samples.begin(), samples.end(), [](double x) { return std::isfinite(x); }))
        return;
    makeWindow(count);
    // The mean is weighted by the window, so that nothing is left at 0 Hz.
    double sum = 0.0;
    for (std::size_t n = 0; n < count; ++n)
        sum += window_[n] * samples[n];
    const double mean = sum / weights_;
    // Zeros behind the samples give amplitudes between the steps of 1/duration: one lies near each peak.
    windowed_.resize(std::min(largest, 2 * std::bit_ceil(count)), 0.0);
    for (std::size_t n = 0; n < count; ++n)
        windowed_[n] = window_[n] * (samples[n] - mean);
}

void AmplitudeSpectrum::transform()
{
    amplitudes_.clear();
    step_ = 0.0;
    const std::size_t size = windowed_.size();
    if (size == 0)
        return;
    const std::size_t half = size / 2;
    if (fourierSize_ != size)
    {
        fourier_ = std::make_unique<kissfft<double>>(half, false);
        fourierSize_ = size;
        lines_.resize(half);
    }
    // X_k = sum over n of x_n exp(-2 pi i k n / size), k = 0 ... half; the first and the last are real, and the library
    // puts both of them into the first place.
    fourier_->transform_real(windowed_.data(), lines_.data());

    // A sine of amplitude a has |X| = a sum(w) / 2 at its frequency.
    const double scale = 2.0 / weights_;
    amplitudes_.resize(half + 1);
    amplitudes_.front() = scale * std::abs(lines_[0].real());
    amplitudes_.back() = scale * std::abs(lines_[0].imag());
    for (std::size_t k = 1; k < half; ++k)
        amplitudes_[k] = scale * std::sqrt(lines_[k].real() * lines_[k].real() + lines_[k].imag() * lines_[k].imag());
    step_ = 1.0 / (tick_ * static_cast<double>(size));
}

double peakFrequency(std::span<const double> amplitudes, double step, double low, double high)
{
    std::size_t peak = 0;
    for (std::size_t k = 1; k + 1 < amplitudes.size(); ++k)
    {
        const double frequency = static_cast<double>(k) * step;
        if (frequency >= low && frequency <= high && amplitudes[k] >= amplitudes[k - 1] &&
            amplitudes[k] >= amplitudes[k + 1] && amplitudes[k] > 0.0 &&
            (peak == 0 || amplitudes[k] > amplitudes[peak]))
            peak = k;
    }
    if (peak == 0)
        return 0.0;
    double between = 0.0;
    if (amplitudes[peak - 1] > 0.0 && amplitudes[peak + 1] > 0.0)
    {
        const double before = std::log(amplitudes[peak - 1] / amplitudes[peak]);
        const double after = std::log(amplitudes[peak + 1] / amplitudes[peak]);
        if (before + after < 0.0)
            between = 0.5 * (before - after) / (before + after);
    }
    return (static_cast<double>(peak) + between) * step;
}

} // namespace ropewalk
