#include "commands.hpp"
#include "console.hpp"
#include "jobs.hpp"
#include "sweep_rows.hpp"

#include "files/output_file.hpp"
#include "files/stop_signal.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace ropewalk
{

namespace
{

/// The runs of the shard, counted from 0.
std::vector<std::size_t> runsOf(const Sweep& sweep, const SweepOptions& options)
{
    std::vector<std::size_t> all;
    for (auto run = static_cast<std::size_t>(options.shard.first - 1); run < sweep.grid().runs();
         run += static_cast<std::size_t>(options.shard.second))
        all.push_back(run);
    return all;
}

/// Runs all that is missing; `take` gets the rows one at a time, in any order.
void runAll(const Sweep& sweep, const std::vector<std::size_t>& runs, std::size_t threads, ProgressBar& bar,
            const std::function<void(std::size_t run, const std::string& row)>& take)
{
    const StopSignal stop;
    std::mutex mutex;
    std::size_t finished = 0;
    runJobs(runs.size(), threads,
            [&](std::size_t job)
            {
                const SweepResult result = sweep.run(runs[job], [&stop] { stop.check(); });
                const std::string row = sweep.row(runs[job], result);
                const std::lock_guard lock(mutex);
                take(runs[job] + 1, row);
                bar.show(static_cast<double>(++finished) / static_cast<double>(runs.size()));
            });
    stop.check();
}

void sweepToFile(const Sweep& sweep, const SweepOptions& options, std::size_t threads)
{
    std::optional<SweepJournal> journal;
    const std::string identity = fmt::format("{} {}/{}", sweep.identity(), options.shard.first, options.shard.second);
    openBeforeWork([&] { journal.emplace(options.output, identity); });
    const std::vector<std::size_t> runs = runsOf(sweep, options);
    std::vector<std::size_t> missing = runs;
    std::erase_if(missing, [&](std::size_t run) { return journal->rows().contains(run + 1); });
    try
    {
        ProgressBar bar(true);
        runAll(sweep, missing, threads, bar, [&](std::size_t run, const std::string& row) { journal->add(run, row); });
    }
    catch (const Interrupted&)
    {
        writeError(fmt::format("{} of {} runs are kept in {}.part; the same command goes on from there",
                               journal->rows().size(), runs.size(), options.output));
        throw;
    }
    journal->finish(sweep.header());
}

/// In the order of the runs: a row waits for those before it.
void sweepToOutput(const Sweep& sweep, const SweepOptions& options, std::size_t threads)
{
    const std::vector<std::size_t> runs = runsOf(sweep, options);
    SweepRows waiting;
    std::size_t next = 0;
    ProgressBar bar(false);
    writeOutput(sweep.header());
    runAll(sweep, runs, threads, bar,
           [&](std::size_t run, const std::string& row)
           {
               waiting.emplace(run, row);
               while (!waiting.empty() && waiting.begin()->first == runs[next] + 1)
               {
                   writeOutput(waiting.extract(waiting.begin()).mapped());
                   flushOutput();
                   ++next;
               }
           });
}

void merge(const SweepOptions& options)
{
    const std::string text = mergedSweep(options.merged);
    if (options.output.empty())
        writeOutput(text);
    else
        writeFile(options.output, text);
}

} // namespace

int sweepScene(const SweepOptions& options)
{
    if (!options.merged.empty())
    {
        if (!options.playback.scene.empty() || !options.variations.empty())
            throw std::invalid_argument("--merge: takes the files of a sweep alone; neither a scene nor --vary");
        merge(options);
        return success;
    }
    const Sweep sweep(options);
    demandUnread(options.playback, options.output);
    const std::size_t threads = options.jobs ? static_cast<std::size_t>(*options.jobs) : usualThreads();
    if (options.output.empty())
        sweepToOutput(sweep, options, threads);
    else
        sweepToFile(sweep, options, threads);
    return success;
}

} // namespace ropewalk
