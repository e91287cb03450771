#include "spectrum.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>

namespace ropewalk
{

namespace
{

/// Without the checks for infinities that std::complex must make, which take most of its time.
std::complex<double> product(const std::complex<double>& a, const std::complex<double>& b)
{
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

} // namespace

RealFourier::RealFourier(std::size_t size)
{
    if (size < 4 || !std::has_single_bit(size))
        throw std::invalid_argument("the size of a Fourier transform is " + std::to_string(size) +
                                    ", must be a power of two of at least 4");
    half_.resize(size / 2);
    roots_.resize(size / 2);
    reversed_.assign(size / 2, 0);
    for (std::size_t k = 0; k < roots_.size(); ++k)
        roots_[k] = std::polar(1.0, -2.0 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(size));
    for (std::size_t k = 1; k < reversed_.size(); ++k)
        reversed_[k] = reversed_[k / 2] / 2 + (k % 2 == 1 ? reversed_.size() / 2 : 0);
}

void RealFourier::transformHalf()
{
    // Cooley and Tukey: Z_k = E_k + w^k O_k, Z_(k + n/2) = E_k - w^k O_k, from pairs up to the whole.
    const std::size_t count = half_.size();
    for (std::size_t length = 2; length <= count; length *= 2)
    {
        const std::size_t stride = 2 * count / length; // exp(-2 pi i k / length) among the roots of the size
        for (std::size_t begin = 0; begin < count; begin += length)
            for (std::size_t k = 0; k < length / 2; ++k)
            {
                const std::complex<double> even = half_[begin + k];
                const std::complex<double> odd = product(roots_[k * stride], half_[begin + k + length / 2]);
                half_[begin + k] = even + odd;
                half_[begin + k + length / 2] = even - odd;
            }
    }
}

void RealFourier::transform(std::span<const double> samples, std::span<std::complex<double>> result)
{
    const std::size_t count = half_.size();
    if (result.size() != count + 1 || samples.size() > size())
        throw std::invalid_argument("a Fourier transform of another size");
    const auto sample = [&samples](std::size_t n) { return n < samples.size() ? samples[n] : 0.0; };
    for (std::size_t n = 0; n < count; ++n)
        half_[reversed_[n]] = {sample(2 * n), sample(2 * n + 1)};
    transformHalf();

    // With the even samples as real and the odd ones as imaginary parts, Z_k = E_k + i O_k; and as both are real,
    // E_k = (Z_k + conj Z_(n-k)) / 2, O_k = (Z_k - conj Z_(n-k)) / 2i.
    for (std::size_t k = 0; k <= count; ++k)
    {
        const std::complex<double> z = half_[k % count];
        const std::complex<double> mirrored = std::conj(half_[(count - k) % count]);
        const std::complex<double> even = 0.5 * (z + mirrored);
        const std::complex<double> odd = product({0.0, -0.5}, z - mirrored);
        result[k] = k < count ? even + product(roots_[k], odd) : even - odd;
    }
}

void AmplitudeSpectrum::clear()
{
    amplitudes_.clear();
    step_ = 0.0;
}

void AmplitudeSpectrum::compute(std::span<const double> samples, double tick)
{
    clear();
    samples = samples.last(std::min(samples.size(), largest));
    const std::size_t count = samples.size();
    if (count < 16 || !(tick > 0.0) ||
        !std::all_of(samples.begin(), samples.end(), [](double x) { return std::isfinite(x); }))
        return;

    // Hann: w_n = (1 - cos(2 pi n / count)) / 2. The mean is that under the window, so that nothing is left at 0 Hz.
    windowed_.resize(count);
    double sum = 0.0;
    double weights = 0.0;
    for (std::size_t n = 0; n < count; ++n)
    {
        windowed_[n] =
            0.5 - 0.5 * std::cos(2.0 * std::numbers::pi * static_cast<double>(n) / static_cast<double>(count));
        weights += windowed_[n];
        sum += windowed_[n] * samples[n];
    }
    const double mean = sum / weights;
    for (std::size_t n = 0; n < count; ++n)
        windowed_[n] *= samples[n] - mean;

    // Zeros behind the samples put amplitudes between the steps of 1/duration, so that no peak is missed by far.
    const std::size_t size = std::min(largest, 2 * std::bit_ceil(count));
    auto transform = std::find_if(transforms_.begin(), transforms_.end(),
                                  [size](const RealFourier& other) { return other.size() == size; });
    if (transform == transforms_.end())
        transform = transforms_.emplace(transforms_.end(), size);
    lines_.resize(size / 2 + 1);
    transform->transform(windowed_, lines_);

    // A sine of amplitude a has |X| = a sum(w) / 2 at its frequency.
    amplitudes_.resize(lines_.size());
    for (std::size_t k = 0; k < lines_.size(); ++k)
        amplitudes_[k] =
            2.0 / weights * std::sqrt(lines_[k].real() * lines_[k].real() + lines_[k].imag() * lines_[k].imag());
    step_ = 1.0 / (tick * static_cast<double>(size));
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
