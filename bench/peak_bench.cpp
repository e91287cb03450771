// What the machine can do at best, so that "percent of the limit" can be read: fused multiply-adds in registers on one
// core, and reading and writing memory that no cache holds.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#endif

namespace
{

#if defined(__x86_64__) && defined(__GNUC__)

constexpr int rounds = 1000;
constexpr int chains = 12; // independent sums: more than latency times units, fewer than registers

__attribute__((target("avx2,fma"))) float multiplyAddsOf8(float start)
{
    __m256 sums[chains];
    for (int i = 0; i < chains; ++i)
        sums[i] = _mm256_set1_ps(start + static_cast<float>(i));
    const __m256 a = _mm256_set1_ps(0.999f);
    const __m256 b = _mm256_set1_ps(0.001f);
    for (int round = 0; round < rounds; ++round)
        for (__m256& sum : sums)
            sum = _mm256_fmadd_ps(sum, a, b);
    __m256 total = sums[0];
    for (int i = 1; i < chains; ++i)
        total = _mm256_add_ps(total, sums[i]);
    return _mm256_cvtss_f32(total);
}

__attribute__((target("avx512f"))) float multiplyAddsOf16(float start)
{
    __m512 sums[chains];
    for (int i = 0; i < chains; ++i)
        sums[i] = _mm512_set1_ps(start + static_cast<float>(i));
    const __m512 a = _mm512_set1_ps(0.999f);
    const __m512 b = _mm512_set1_ps(0.001f);
    for (int round = 0; round < rounds; ++round)
        for (__m512& sum : sums)
            sum = _mm512_fmadd_ps(sum, a, b);
    __m512 total = sums[0];
    for (int i = 1; i < chains; ++i)
        total = _mm512_add_ps(total, sums[i]);
    return _mm512_cvtss_f32(total);
}

void peakMultiplyAdd(benchmark::State& state, float (*multiplyAdds)(float), int lanes, bool supported)
{
    if (!supported)
    {
        state.SkipWithError("the processor lacks the instructions");
        return;
    }
    float value = 0.5f;
    for (auto _ : state)
        benchmark::DoNotOptimize(value = multiplyAdds(value));
    const double operations = 2.0 * lanes * chains * rounds;
    state.counters["GFLOP_per_second"] =
        benchmark::Counter(operations * 1e-9 * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

BENCHMARK_CAPTURE(peakMultiplyAdd, avx2, multiplyAddsOf8, 8,
                  __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    ->Name("peak/fma avx2");
BENCHMARK_CAPTURE(peakMultiplyAdd, avx512, multiplyAddsOf16, 16, bool(__builtin_cpu_supports("avx512f")))
    ->Name("peak/fma avx512");

#endif

void peakMemory(benchmark::State& state)
{
    // x += a: each float is read and written once, as a step of a big fleet does.
    std::vector<float> values(std::size_t{64} << 20, 1.0f);
    for (auto _ : state)
    {
        for (float& value : values)
            value += 1e-6f;
        benchmark::ClobberMemory();
    }
    const double bytes = 2.0 * sizeof(float) * static_cast<double>(values.size());
    state.counters["GB_per_second"] =
        benchmark::Counter(bytes * 1e-9 * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

BENCHMARK(peakMemory)->Name("peak/memory");

} // namespace
