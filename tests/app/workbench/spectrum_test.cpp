#include "app/workbench/spectrum.hpp"

#include "catch.hpp"
#include "scenes/scene.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <span>

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

void compute(AmplitudeSpectrum& spectrum, std::span<const double> samples, double tick)
{
    spectrum.take(samples, tick);
    spectrum.transform();
}

} // namespace

TEST_CASE("the amplitudes are those of the sum that defines the transform, under Hann's window", "[spectrum]")
{
    // A power of two as it is, zeros behind other numbers, and the same memory for another size.
    AmplitudeSpectrum spectrum;
    for (const std::size_t count : {16u, 100u, 512u, 700u, 100u})
    {
        const std::vector<double> samples = noise(count);
        compute(spectrum, samples, 0.5);
        std::vector<double> window(count);
        double weights = 0.0;
        double mean = 0.0;
        for (std::size_t n = 0; n < count; ++n)
        {
            const double half = std::sin(0.5 * tau * static_cast<double>(n) / static_cast<double>(count));
            window[n] = half * half;
            weights += window[n];
            mean += window[n] * samples[n];
        }
        mean /= weights;
        const std::size_t size = 2 * (spectrum.amplitudes().size() - 1);
        REQUIRE(size >= count);
        REQUIRE(size < 4 * count + 1);
        CHECK(spectrum.step() == Approx(1.0 / (0.5 * static_cast<double>(size))));
        for (std::size_t k = 0; k <= size / 2; ++k)
        {
            std::complex<double> sum = 0.0;
            for (std::size_t n = 0; n < count; ++n)
                sum += window[n] * (samples[n] - mean) *
                       std::polar(1.0, -tau * static_cast<double>(k * n % size) / static_cast<double>(size));
            INFO("amplitude " << k << " of " << count << " samples");
            CHECK(spectrum.amplitudes()[k] == Approx(2.0 / weights * std::abs(sum)).margin(1e-13));
        }
    }
}

TEST_CASE("of more samples than a transform takes, the latest are taken", "[spectrum]")
{
    std::vector<double> samples = noise(AmplitudeSpectrum::largest + 300);
    AmplitudeSpectrum all;
    compute(all, samples, 0.1);
    AmplitudeSpectrum latest;
    compute(latest, std::span(samples).last(AmplitudeSpectrum::largest), 0.1);
    CHECK(all.amplitudes() == latest.amplitudes());
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
    compute(spectrum, samples, tick);
    REQUIRE(spectrum.amplitudes().size() > samples.size() / 2); // at least a step of 1 / duration up to half the rate
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
    compute(spectrum, samples, tick);
    CHECK(peakFrequency(spectrum.amplitudes(), spectrum.step(), 0.05, 30.0) == Approx(1.0).margin(1e-3));
    CHECK(peakFrequency(spectrum.amplitudes(), spectrum.step(), 1.8, 30.0) == Approx(2.3).margin(1e-3));
}

TEST_CASE("too few samples, or one that is not finite, give no spectrum", "[spectrum]")
{
    AmplitudeSpectrum spectrum;
    std::vector<double> samples = noise(600);
    compute(spectrum, samples, 1.0 / 60.0);
    CHECK_FALSE(spectrum.amplitudes().empty());
    samples[300] = std::numeric_limits<double>::quiet_NaN();
    compute(spectrum, samples, 1.0 / 60.0);
    CHECK(spectrum.amplitudes().empty());
    compute(spectrum, noise(15), 1.0 / 60.0);
    CHECK(spectrum.amplitudes().empty());
    compute(spectrum, noise(600), 0.0);
    CHECK(spectrum.amplitudes().empty());
    CHECK(peakFrequency(spectrum.amplitudes(), spectrum.step(), 0.0, 30.0) == 0.0);
}

TEST_CASE("the hanging rope swings at its first mode", "[spectrum]")
{
    const auto scene = makeScene("rope");
    scene->parameters().set("ground_height", "-20");
    scene->parameters().set("air_friction", "0.02");
    scene->reset();
    // To rest in thick air, which is what the source tutorial's air is after a while.
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
    compute(spectrum, samples, 1.0 / 60.0);
    // 1.848671 rad/s: root of the least eigenvalue of M^-1 K of this chain with its stretch, by another program.
    const double resolution = 1.0 / duration;
    CHECK(peakFrequency(spectrum.amplitudes(), spectrum.step(), 0.1, 30.0) ==
          Approx(1.848671 / tau).margin(0.1 * resolution));
}
