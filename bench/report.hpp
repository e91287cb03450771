#pragma once

#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace bench
{

/// Collects the repetitions of every benchmark and reports the fastest: nanoseconds an item (a mass and step), the
/// ratio to the naive rope of 80 masses, and the counters that a benchmark adds.
class Report : public benchmark::BenchmarkReporter
{
public:
    bool ReportContext(const Context& context) override;
    void ReportRuns(const std::vector<Run>& runs) override;

    void print(std::FILE* file) const;
    /// One row a benchmark, after comment lines (#) that say on what machine, with what compiler and flags, and what
    /// the machine's measured peaks are.
    bool writeCsv(const std::string& path) const;

private:
    struct Row
    {
        std::string name;
        std::pair<std::int64_t, std::int64_t> order;
        std::vector<double> iterationTimes; ///< [ns] of one iteration, one a repetition
        std::vector<double> itemTimes;      ///< [ns] of one item; empty where items make no sense
        std::map<std::string, double> counters;
    };

    Row& row(const Run& run);
    double timesNaive(const Row& row) const; ///< 0 where the naive rope was not run

    std::vector<Row> rows_;
};

} // namespace bench
