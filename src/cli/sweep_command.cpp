#include "arguments.hpp"
#include "commands.hpp"
#include "console.hpp"
#include "jobs.hpp"
#include "sweep_rows.hpp"

#include "files/output_file.hpp"
#include "files/stop_signal.hpp"
#include "files/text_file.hpp"
#include "scenes/scene_link.hpp"

#include "text/hash.hpp"
#include "text/text.hpp"
#include <rope/step_watch.hpp>

#include <ropewalk/version.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <limits>
#include <mutex>
#include <optional>
#include <stdexcept>

namespace ropewalk
{

namespace
{

constexpr std::size_t mostRuns = 1'000'000;

/// What the rows of a run say of a column at its end.
class Statistic
{
public:
    explicit Statistic(std::string_view name) : name_(name) {}

    /// A value that is not there (no number) counts for nothing.
    void add(double value)
    {
        if (std::isnan(value))
            return;
        ++count_;
        last_ = value;
        sum_ += value;
        most_ = count_ == 1 ? value : std::max(most_, value);
        least_ = count_ == 1 ? value : std::min(least_, value);
    }

    double value() const
    {
        if (count_ == 0)
            return std::numeric_limits<double>::quiet_NaN();
        return name_ == "max" ? most_ : name_ == "min" ? least_ : name_ == "mean" ? sum_ / count_ : last_;
    }

private:
    std::string_view name_;
    double count_ = 0.0;
    double last_ = 0.0;
    double sum_ = 0.0;
    double most_ = 0.0;
    double least_ = 0.0;
};

/// The grid of a sweep; a run is a point of it, the last constant goes fastest.
class Grid
{
public:
    explicit Grid(const std::vector<Variation>& variations) : variations_(variations)
    {
        if (variations.empty())
            throw std::invalid_argument("--vary is missing; must be NAME=FROM..TO:COUNT, such as mass_count=20..80:4");
        for (const Variation& variation : variations)
        {
            const bool again = std::count_if(variations.begin(), variations.end(),
                                             [&](const Variation& other) { return other.name == variation.name; }) > 1;
            if (again)
                throw std::invalid_argument(
                    fmt::format("--vary {}: is given twice; must be given once", variation.name));
            runs_ *= static_cast<std::size_t>(variation.count);
            if (runs_ > mostRuns)
                throw std::invalid_argument(fmt::format("--vary {}: makes more than {} runs; must be fewer",
                                                        variation.name, text::groupedText(mostRuns)));
        }
    }

    std::size_t runs() const { return runs_; }

    /// What a row of run `run`, counted from 0, says of its constants.
    Settings at(std::size_t run) const
    {
        Settings settings(variations_.size());
        for (std::size_t i = variations_.size(); i-- > 0;)
        {
            const auto count = static_cast<std::size_t>(variations_[i].count);
            settings[i] = {variations_[i].name, text::numberText(variations_[i].value(run % count))};
            run /= count;
        }
        return settings;
    }

    /// Its constants.
    Settings constantsAt(std::size_t run) const
    {
        Settings settings;
        for (const auto& [names, value] : at(run))
            for (std::size_t begin = 0; begin < names.size();)
            {
                const std::size_t end = std::min(names.find('+', begin), names.size());
                settings.emplace_back(names.substr(begin, end - begin), value);
                begin = end + 1;
            }
        return settings;
    }

private:
    const std::vector<Variation>& variations_;
    std::size_t runs_ = 1;
};

/// A sweep that is checked, and its runs.
class Sweep
{
public:
    explicit Sweep(const SweepOptions& options) : options_(options), grid_(options.variations)
    {
        // A slip in a name, or an end out of its range, shows before the work.
        Playback first = playbackOf(0);
        static_cast<void>(playbackOf(grid_.runs() - 1));
        for (const rope::Diagnostic& row : first.scene().diagnostics().rows())
            known_.emplace_back(row.name);
        const std::vector<std::string_view> known(known_.begin(), known_.end());
        for (const std::string& column : options.columns)
            if (std::find(known_.begin(), known_.end(), column) == known_.end())
                throw std::invalid_argument("--columns: " + text::unknownName("column", column, known));
        columns_ = options.columns.empty() ? known_ : options.columns;
        if (options.from > *options.playback.seconds)
            throw std::invalid_argument(fmt::format("--from {}: must be at most the end, {} s",
                                                    text::numberText(options.from),
                                                    text::numberText(*options.playback.seconds)));
    }

    /// The runs of the shard, counted from 0.
    std::vector<std::size_t> runs() const
    {
        std::vector<std::size_t> all;
        for (auto run = static_cast<std::size_t>(options_.shard.first - 1); run < grid_.runs();
             run += static_cast<std::size_t>(options_.shard.second))
            all.push_back(run);
        return all;
    }

    std::string header() const
    {
        std::string line = "run,runs";
        for (const Variation& variation : options_.variations)
            line += ',' + variation.name;
        for (const std::string& column : columns_)
            line += fmt::format(",{}_{}", column, options_.statistic);
        return line + ",outcome,opens\n";
    }

    /// One line that two sweeps share only if all their rows are the same.
    std::string identity() const
    {
        std::string line = fmt::format("ropewalk {} {} {}", version, commandLine(0), commandLine(grid_.runs() - 1));
        const PlaybackOptions& playback = options_.playback;
        for (const std::optional<double>& number : {playback.seconds, playback.tick, playback.every, playback.maxDt})
            line += number ? " " + text::numberText(*number) : " -";
        line += fmt::format(" {} {}/{} {}", text::numberText(options_.from), options_.shard.first,
                            options_.shard.second, header());
        line.pop_back(); // the end of the header's line
        for (const std::string& file : {playback.scene, playback.input})
            if (std::error_code ignored; std::filesystem::is_regular_file(file, ignored))
                line += fmt::format(" {:016x}", text::hashOf(readTextFile(file, std::size_t{1} << 26)));
        return line;
    }

    std::string row(std::size_t run, const StopSignal& stop) const
    {
        std::string line = fmt::format("{},{}", run + 1, grid_.runs());
        for (const auto& [name, value] : grid_.at(run))
            line += ',' + value;
        std::vector<Statistic> statistics(columns_.size(), Statistic(options_.statistic));
        std::string outcome = "ended";
        std::string opens = commandLine(run);
        try
        {
            Playback playback = playbackOf(run);
            const Scene& scene = playback.scene();
            std::vector<const rope::Diagnostic*> columns;
            for (const std::string& column : columns_)
                columns.push_back(scene.diagnostics().find(column));
            if (options_.playback.input.empty() && linkSaysAll(scene))
                opens = sceneLink(scene);
            const auto take = [&](double time)
            {
                if (time >= options_.from)
                    for (std::size_t i = 0; i < columns.size(); ++i)
                        statistics[i].add(columns[i]->value());
            };
            if (const std::optional<Divergence> divergence = playback.play(take, stop))
                outcome = explained(*divergence);
        }
        catch (const std::invalid_argument& refusal)
        {
            outcome = refusal.what(); // constants that do not go together: the other runs are worth having
        }
        for (const Statistic& statistic : statistics)
            fmt::format_to(std::back_inserter(line), ",{:.17g}", statistic.value());
        return fmt::format("{},{},{}\n", line, csvCell(outcome), csvCell(opens));
    }

private:
    Playback playbackOf(std::size_t run) const
    {
        PlaybackOptions playback = options_.playback;
        for (auto& setting : grid_.constantsAt(run))
            playback.settings.push_back(std::move(setting));
        return {playback, "sweep"};
    }

    /// What opens a run in the window.
    std::string commandLine(std::size_t run) const
    {
        std::string line = "ropewalk " + options_.playback.scene;
        Settings settings = options_.playback.settings;
        for (auto& setting : grid_.constantsAt(run))
            settings.push_back(std::move(setting));
        for (const auto& [name, value] : settings)
            line += fmt::format(" --set {}={}", name, value);
        return options_.playback.input.empty() ? line : line + " --input " + options_.playback.input;
    }

    const SweepOptions& options_;
    Grid grid_;
    std::vector<std::string> known_;
    std::vector<std::string> columns_;
};

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
                const std::string row = sweep.row(runs[job], stop);
                const std::lock_guard lock(mutex);
                take(runs[job] + 1, row);
                bar.show(static_cast<double>(++finished) / static_cast<double>(runs.size()));
            });
    stop.check();
}

void sweepToFile(const Sweep& sweep, const SweepOptions& options, std::size_t threads)
{
    std::optional<SweepJournal> journal;
    openBeforeWork([&] { journal.emplace(options.output, sweep.identity()); });
    std::vector<std::size_t> missing = sweep.runs();
    std::erase_if(missing, [&](std::size_t run) { return journal->rows().contains(run + 1); });
    try
    {
        ProgressBar bar(true);
        runAll(sweep, missing, threads, bar, [&](std::size_t run, const std::string& row) { journal->add(run, row); });
    }
    catch (const Interrupted&)
    {
        writeError(fmt::format("{} of {} runs are kept in {}.part; the same command goes on from there",
                               journal->rows().size(), sweep.runs().size(), options.output));
        throw;
    }
    journal->finish(sweep.header());
}

/// In the order of the runs: a row waits for those before it.
void sweepToOutput(const Sweep& sweep, std::size_t threads)
{
    const std::vector<std::size_t> runs = sweep.runs();
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

double Variation::value(std::size_t number) const
{
    if (count == 1)
        return from;
    return from + (to - from) * static_cast<double>(number) / (count - 1);
}

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
        sweepToOutput(sweep, threads);
    else
        sweepToFile(sweep, options, threads);
    return success;
}

} // namespace ropewalk
