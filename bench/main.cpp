// Runs all benchmarks interleaved in one process and prints, beside each time, the ratio to the naive rope measured in
// the same run: a shared machine's absolute times drift by a factor of two, the ratios do not.

#include "report.hpp"

#include <benchmark/benchmark.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

int main(int argc, char** argv)
{
    // The defaults come first: of two values for an option, the last one counts, and that is the command line's.
    std::vector<std::string> defaults = {argv[0], "--benchmark_repetitions=20",
                                         "--benchmark_enable_random_interleaving=true", "--benchmark_min_time=0.005"};
    std::string csvFile;
    for (int i = 1; i < argc; ++i)
    {
        constexpr std::string_view csv = "--csv=";
        if (const std::string_view argument = argv[i]; argument.starts_with(csv))
            csvFile = argument.substr(csv.size());
        else
            defaults.emplace_back(argument);
    }
    std::vector<char*> arguments;
    for (std::string& argument : defaults)
        arguments.push_back(argument.data());
    int count = static_cast<int>(arguments.size());
    benchmark::Initialize(&count, arguments.data());
    if (benchmark::ReportUnrecognizedArguments(count, arguments.data()))
        return 2;

    bench::Report report;
    benchmark::RunSpecifiedBenchmarks(&report);
    report.print(stdout);
    if (!csvFile.empty() && !report.writeCsv(csvFile))
    {
        std::fprintf(stderr, "ropewalk_bench: cannot write %s\n", csvFile.c_str());
        return 1;
    }
    return 0;
}
