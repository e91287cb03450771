#include "report.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string_view>
#include <utility>

namespace bench
{

namespace
{

/// An item of a benchmark named frame/... is a mass and frame, of the others a mass and step.
constexpr std::string_view framePrefix = "frame/";
constexpr std::string_view stepBaseline = "naive/air/80";
constexpr std::string_view frameBaseline = "frame/naive/80";

/// The fastest repetition: other programs on the machine can only add time.
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

Report::Row& Report::row(const Run& run)
{
    const std::string full = run.benchmark_name();
    const std::string name =
        full.substr(0, std::min({full.find("/repeats:"), full.find("/real_time"), full.find("/manual_time")}));
    for (Row& row : rows_)
        if (row.name == name)
            return row;
    // In the order in which they are written down, whatever the order in which they ran.
    const std::pair order(run.family_index, run.per_family_instance_index);
    const auto after = std::find_if(rows_.begin(), rows_.end(), [&](const Row& r) { return order < r.order; });
    return *rows_.insert(after, {name, order, {}, {}, {}});
}

void Report::ReportRuns(const std::vector<Run>& runs)
{
    for (const Run& run : runs)
    {
        if (run.run_type != Run::RT_Iteration || run.iterations == 0) // a benchmark that failed has none
            continue;
        Row& row = this->row(run);
        // The time of this thread, without what other programs take. Where several threads work, the clock's time.
        const double total = run.run_name.time_type.empty() ? run.cpu_accumulated_time : run.real_accumulated_time;
        const double time = 1e9 * total / static_cast<double>(run.iterations);
        const bool fastest = row.iterationTimes.empty() || time < least(row.iterationTimes);
        row.iterationTimes.push_back(time);
        for (const auto& [name, counter] : run.counters)
        {
            if (name == "items_per_second")
                row.itemTimes.push_back(1e9 / counter.value);
            else if (fastest)
                row.counters[name] = counter.value;
        }
    }
    std::fputc('.', stderr);
}

double Report::timesNaive(const Row& row) const
{
    const std::string_view name = row.name.starts_with(framePrefix) ? frameBaseline : stepBaseline;
    const auto found = std::find_if(rows_.begin(), rows_.end(), [&](const Row& r) { return r.name == name; });
    const double item = least(row.itemTimes);
    return found == rows_.end() || item == 0.0 ? 0.0 : least(found->itemTimes) / item;
}

void Report::print(std::FILE* file) const
{
    std::size_t width = 0;
    for (const Row& row : rows_)
        width = std::max(width, row.name.size());
    std::fprintf(file, "\n%-*s %14s %14s %14s\n", static_cast<int>(width), "", "microseconds", "ns an item",
                 "times naive");
    for (const Row& row : rows_)
    {
        const double item = least(row.itemTimes);
        const double ratio = timesNaive(row);
        std::fprintf(file, "%-*s %14.3f %14s %14s", static_cast<int>(width), row.name.c_str(),
                     least(row.iterationTimes) / 1000.0, item > 0.0 ? format("%.3f", item).c_str() : "",
                     ratio > 0.0 ? format("%.2f", ratio).c_str() : "");
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
        for (const Row& row : rows_)
        {
            const double item = least(row.itemTimes);
            const double ratio = timesNaive(row);
            file << row.name << ',' << format("%.4f", least(row.iterationTimes) / 1000.0) << ','
                 << (item > 0.0 ? format("%.4f", item) : "") << ',' << (ratio > 0.0 ? format("%.3f", ratio) : "")
                 << ',';
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
