#include "report.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string_view>

namespace bench
{

namespace
{

constexpr std::string_view baselineName = "naive/air/80";

/// The fastest repetition: what else the machine does only ever adds time.
double least(const std::vector<double>& values)
{
    return values.empty() ? 0.0 : *std::min_element(values.begin(), values.end());
}

std::string format(const char* pattern, double value)
{
    char text[64];
    std::snprintf(text, sizeof text, pattern, value);
    return text;
}

std::string processor()
{
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);)
        if (line.starts_with("model name"))
            return line.substr(line.find(':') + 2);
    return "unknown";
}

std::string machine()
{
    const benchmark::CPUInfo& cpu = benchmark::CPUInfo::Get();
    std::ostringstream text;
    text << "# processor: " << processor() << ", " << cpu.num_cpus << " logical processors\n";
    for (const auto& cache : cpu.caches)
        text << "# cache: L" << cache.level << ' ' << cache.type << ' ' << cache.size / 1024 << " KiB\n";
    text << "# compiler: " << ROPEWALK_BENCH_COMPILER << "\n# flags: " << ROPEWALK_BENCH_FLAGS << '\n';
    return text.str();
}

} // namespace

bool Report::ReportContext(const Context&)
{
    std::fputs(machine().c_str(), stdout);
    return true;
}

Report::Row& Report::row(const std::string& name)
{
    for (Row& row : rows_)
        if (row.name == name)
            return row;
    rows_.push_back({name, {}, {}, {}});
    return rows_.back();
}

void Report::ReportRuns(const std::vector<Run>& runs)
{
    for (const Run& run : runs)
    {
        if (run.run_type != Run::RT_Iteration || run.iterations == 0) // a benchmark that failed has none
            continue;
        Row& row = this->row(run.benchmark_name().substr(0, run.benchmark_name().find("/repeats:")));
        const double seconds = run.real_accumulated_time / static_cast<double>(run.iterations);
        row.iterationTimes.push_back(1e9 * seconds);
        for (const auto& [name, counter] : run.counters)
        {
            if (name == "items_per_second")
                row.itemTimes.push_back(1e9 / counter.value);
            else
                row.counters[name] = counter.value;
        }
    }
    std::fputc('.', stderr);
}

double Report::baseline() const
{
    for (const Row& row : rows_)
        if (row.name == baselineName)
            return least(row.itemTimes);
    return 0.0;
}

void Report::print(std::FILE* file) const
{
    std::size_t width = 0;
    for (const Row& row : rows_)
        width = std::max(width, row.name.size());
    std::fprintf(file, "\n%-*s %14s %14s %14s\n", static_cast<int>(width), "", "microseconds", "ns an item",
                 "times naive");
    const double base = baseline();
    for (const Row& row : rows_)
    {
        const double item = least(row.itemTimes);
        const std::string ratio = base > 0.0 && item > 0.0 ? format("%.2f", base / item) : "";
        std::fprintf(file, "%-*s %14.3f %14s %14s", static_cast<int>(width), row.name.c_str(),
                     least(row.iterationTimes) / 1000.0, item > 0.0 ? format("%.3f", item).c_str() : "", ratio.c_str());
        for (const auto& [name, value] : row.counters)
            std::fprintf(file, "  %s %.4g", name.c_str(), value);
        std::fputc('\n', file);
    }
}

bool Report::writeCsv(const std::string& path) const
{
    // A temporary file that is renamed, so that an interrupted run leaves the old results whole.
    const std::string temporary = path + ".tmp";
    {
        std::ofstream file(temporary);
        file << machine() << "benchmark,microseconds_an_iteration,ns_an_item,times_naive,counters\n";
        const double base = baseline();
        for (const Row& row : rows_)
        {
            const double item = least(row.itemTimes);
            file << row.name << ',' << format("%.4f", least(row.iterationTimes) / 1000.0) << ','
                 << (item > 0.0 ? format("%.4f", item) : "") << ','
                 << (item > 0.0 && base > 0.0 ? format("%.3f", base / item) : "") << ',';
            const char* separator = "";
            for (const auto& [name, value] : row.counters)
            {
                file << separator << name << '=' << format("%.6g", value);
                separator = ";";
            }
            file << '\n';
        }
        if (!file.flush())
            return false;
    }
    return std::rename(temporary.c_str(), path.c_str()) == 0;
}

} // namespace bench
