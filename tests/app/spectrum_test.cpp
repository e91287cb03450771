#include "app/spectrum.hpp"

#include "catch.hpp"
#include "scenes/scene.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

using namespace ropewalk;

namespace
{

constexpr double tau = 2.0 * std::numbers::pi;

/// Numbers without a pattern, the same in every run.
std::vector<double> noise(std::size_t count)
{
    std::vector<double> samples(count);
    unsigned state = 12345u;
    for (double& sample : samples)
    {
        state = state * 1664525u + 1013904223u;
        sample = static_cast<double>(state) / 4294967296.0 - 0.5;
    }
    return samples;
}

} // namespace

TEST_CASE("the fast transform is the sum that defines it", "[spectrum]")
{
    const std::size_t size = GENERATE(4u, 8u, 16u, 64u, 512u);
    const std::vector<double> samples = noise(size);
    RealFourier transform(size);
    CHECK(transform.size() == size);
    std::vector<std::complex<double>> lines(size / 2 + 1);
    for (int again = 0; again < 2; ++again) // its memory is used again
        transform.transform(samples, lines);
    for (std::size_t k = 0; k <= size / 2; ++k)
    {
        std::complex<double> sum = 0.0;
        for (std::size_t n = 0; n < size; ++n)
            sum += samples[n] * std::polar(1.0, -tau * static_cast<double>(k * n % size) / static_cast<double>(size));
        INFO("line " << k << " of " << size);
        CHECK(std::abs(lines[k] - sum) < 1e-12 * static_cast<double>(size));
    }
}

TEST_CASE("the transform keeps the energy (Parseval), and zeros stand for missing samples", "[spectrum]")
{
    const std::size_t size = 4096;
    std::vector<double> samples = noise(3000);
    RealFourier transform(size);
    std::vector<std::complex<double>> lines(size / 2 + 1);
    transform.transform(samples, lines);
    double inTime = 0.0;
    for (const double x : samples)
        inTime += x * x;
    double inLines = std::norm(lines.front()) + std::norm(lines.back());
    for (std::size_t k = 1; k < size / 2; ++k)
        inLines += 2.0 * std::norm(lines[k]); // each stands for its mirror image too
    CHECK(inLines / static_cast<double>(size) == Approx(inTime).epsilon(1e-12));

    std::vector<std::complex<double>> padded(size / 2 + 1);
    samples.resize(size, 0.0);
    transform.transform(samples, padded);
    CHECK(padded == lines);

    for (const std::size_t wrong : {0u, 1u, 2u, 100u})
        CHECK_THROWS_AS(RealFourier(wrong), std::invalid_argument);
    CHECK_THROWS_AS(transform.transform(samples, {lines.data(), 5}), std::invalid_argument);
}

TEST_CASE("a sine shows as a peak of its amplitude at its frequency, wherever it lies and whatever it stands on",
          "[spectrum]")
{
    const double frequency = GENERATE(0.4, 1.0, 3.21, 17.3);
    const double tick = 1.0 / 60.0;
    std::vector<double> samples(1800);
    for (std::size_t n = 0; n < samples.size(); ++n)
        samples[n] = 250.0 + 0.3 * std::sin(tau * frequency * tick * static_cast<double>(n) + 0.7);
    AmplitudeSpectrum spectrum;
    spectrum.compute(samples, tick);
    REQUIRE(spectrum.amplitudes().size() > 900);
    const double resolution = 1.0 / (1800.0 * tick);
    CHECK(peakFrequency(spectrum.amplitudes(), spectrum.step(), 0.05, 30.0) ==
          Approx(frequency).margin(0.02 * resolution));
    const double highest = *std::max_element(spectrum.amplitudes().begin(), spectrum.amplitudes().end());
    CHECK(highest == Approx(0.3).epsilon(0.04)); // between two steps Hann's peak is flat: 4 % at the most
    CHECK(spectrum.amplitudes()[0] < 1e-9);      // what it stands on is gone
    // Beyond its two steps to each side nothing is left of it.
    const auto beside = static_cast<std::size_t>((frequency + 10.0 * resolution) / spectrum.step());
    CHECK(spectrum.amplitudes()[beside] < 1e-3 * highest);
}

TEST_CASE("the weak one of two tones is seen beside the strong one", "[spectrum]")
{
    const double tick = 1.0 / 60.0;
    std::vector<double> samples(3600);
    for (std::size_t n = 0; n < samples.size(); ++n)
    {
        const double t = tick * static_cast<double>(n);
        samples[n] = std::sin(tau * 1.0 * t) + 1e-3 * std::sin(tau * 2.3 * t);
    }
    AmplitudeSpectrum spectrum;
    spectrum.compute(samples, tick);
    CHECK(peakFrequency(spectrum.amplitudes(), spectrum.step(), 0.05, 30.0) == Approx(1.0).margin(1e-3));
    CHECK(peakFrequency(spectrum.amplitudes(), spectrum.step(), 1.8, 30.0) == Approx(2.3).margin(1e-3));
}

TEST_CASE("too few samples, or one that is not finite, give no spectrum", "[spectrum]")
{
    AmplitudeSpectrum spectrum;
    std::vector<double> samples = noise(600);
    spectrum.compute(samples, 1.0 / 60.0);
    CHECK_FALSE(spectrum.amplitudes().empty());
    samples[300] = std::numeric_limits<double>::quiet_NaN();
    spectrum.compute(samples, 1.0 / 60.0);
    CHECK(spectrum.amplitudes().empty());
    spectrum.compute(noise(15), 1.0 / 60.0);
    CHECK(spectrum.amplitudes().empty());
    spectrum.compute(noise(600), 0.0);
    CHECK(spectrum.amplitudes().empty());
    CHECK(peakFrequency(spectrum.amplitudes(), spectrum.step(), 0.0, 30.0) == 0.0);
}

TEST_CASE("the hanging rope swings at its first mode", "[spectrum]")
{
    const auto scene = makeScene("rope");
    scene->parameters().set("ground_height", "-20");
    scene->parameters().set("air_friction", "0.02");
    scene->reset();
    // To rest in thick air, which is what the lesson's air is after a while.
    scene->parameters().set("air_friction", "0.5");
    for (int i = 0; i < 60 * 60; ++i)
        scene->advance(1.0 / 60.0, {});
    scene->parameters().set("air_friction", "0");
    // A small push: 2 cm to the right within two seconds.
    Controls push;
    push.velocity = Vec3(0.01, 0.0, 0.0);
    for (int i = 0; i < 120; ++i)
        scene->advance(1.0 / 60.0, push);
    std::vector<double> samples;
    const double duration = 60.0;
    for (int i = 0; i < 60 * 60; ++i)
    {
        scene->advance(1.0 / 60.0, {});
        samples.push_back(scene->massRow(79)[0]);
    }
    AmplitudeSpectrum spectrum;
    spectrum.compute(samples, 1.0 / 60.0);
    // 1.848671 rad/s: the first mode of this chain with its stretch, computed independently.
    const double resolution = 1.0 / duration;
    CHECK(peakFrequency(spectrum.amplitudes(), spectrum.step(), 0.1, 30.0) ==
          Approx(1.848671 / tau).margin(0.1 * resolution));
}
