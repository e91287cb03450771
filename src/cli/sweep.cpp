#include "sweep.hpp"

#include "sweep_rows.hpp"

#include "files/text_file.hpp"
#include "scenes/document/scene_file.hpp"
#include "scenes/document/scene_link.hpp"

#include "text/hash.hpp"
#include "text/text.hpp"

#include <ropewalk/version.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <system_error>
#include <utility>

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

} // namespace

double Variation::value(std::size_t number) const
{
    if (count == 1)
        return from;
    return from + (to - from) * static_cast<double>(number) / (count - 1);
}

SweepGrid::SweepGrid(std::vector<Variation> variations) : variations_(std::move(variations))
{
    if (variations_.empty())
        throw std::invalid_argument("--vary is missing; must be NAME=FROM..TO:COUNT, such as mass_count=20..80:4");
    for (const Variation& variation : variations_)
    {
        const bool again = std::count_if(variations_.begin(), variations_.end(),
                                         [&](const Variation& other) { return other.name == variation.name; }) > 1;
        if (again)
            throw std::invalid_argument(fmt::format("--vary {}: is given twice; must be given once", variation.name));
        runs_ *= static_cast<std::size_t>(variation.count);
        if (runs_ > mostRuns)
            throw std::invalid_argument(fmt::format("--vary {}: makes more than {} runs; must be fewer", variation.name,
                                                    text::groupedText(mostRuns)));
    }
}

Settings SweepGrid::at(std::size_t run) const
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

Settings SweepGrid::constantsAt(std::size_t run) const
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

Sweep::Sweep(SweepPlan plan) : plan_(std::move(plan)), grid_(plan_.variations)
{
    // A slip in a name, or an end out of its range, shows before the work.
    Playback first(playbackOf(0), "sweep");
    static_cast<void>(Playback(playbackOf(grid_.runs() - 1), "sweep"));
    std::vector<std::string> all;
    for (const rope::Diagnostic& row : first.scene().diagnostics().rows())
        all.emplace_back(row.name);
    const std::vector<std::string_view> known(all.begin(), all.end());
    for (const std::string& column : plan_.columns)
        if (std::find(known.begin(), known.end(), column) == known.end())
            throw std::invalid_argument("--columns: " + text::unknownName("column", column, known));
    columns_ = plan_.columns.empty() ? all : plan_.columns;
    if (plan_.from > *plan_.playback.seconds)
        throw std::invalid_argument(fmt::format("--from {}: must be at most the end, {} s",
                                                text::numberText(plan_.from),
                                                text::numberText(*plan_.playback.seconds)));
}

std::string Sweep::header() const
{
    std::string line = "run,runs";
    for (const Variation& variation : grid_.variations())
        line += ',' + variation.name;
    for (const std::string& column : columns_)
        line += fmt::format(",{}_{}", column, plan_.statistic);
    return line + ",outcome,opens\n";
}

std::string Sweep::identity() const
{
    std::string line = fmt::format("ropewalk {} {} {}", version, commandLine(0), commandLine(grid_.runs() - 1));
    const PlaybackOptions& playback = plan_.playback;
    for (const std::optional<double>& number : {playback.seconds, playback.tick, playback.every, playback.maxDt})
        line += number ? " " + text::numberText(*number) : " -";
    line += fmt::format(" {} {}", text::numberText(plan_.from), header());
    line.pop_back(); // the end of the header's line
    for (const std::string& file : {playback.scene, playback.input})
        if (std::error_code ignored; std::filesystem::is_regular_file(file, ignored))
            line += fmt::format(" {:016x}", text::hashOf(readTextFile(file, std::size_t{1} << 26)));
    return line;
}

SweepResult Sweep::run(std::size_t number, const std::function<void()>& check) const
{
    std::vector<Statistic> statistics(columns_.size(), Statistic(plan_.statistic));
    SweepResult result{{}, "ended", plan_.playback.text.empty() ? commandLine(number) : std::string()};
    try
    {
        Playback playback(playbackOf(number), "sweep");
        const Scene& scene = playback.scene();
        std::vector<const rope::Diagnostic*> columns;
        for (const std::string& column : columns_)
            columns.push_back(scene.diagnostics().find(column));
        if (plan_.playback.input.empty() && linkSaysAll(scene))
            result.opens = sceneLink(scene);
        const auto take = [&](double time)
        {
            if (time >= plan_.from)
                for (std::size_t i = 0; i < columns.size(); ++i)
                    statistics[i].add(columns[i]->value());
        };
        if (const std::optional<Divergence> divergence = playback.play(take, check))
            result.outcome = explained(*divergence);
    }
    catch (const std::invalid_argument& refusal)
    {
        result.outcome = refusal.what(); // constants that do not go together: the other runs are worth having
    }
    for (const Statistic& statistic : statistics)
        result.values.push_back(statistic.value());
    return result;
}

std::string Sweep::row(std::size_t number, const SweepResult& result) const
{
    std::string line = fmt::format("{},{}", number + 1, grid_.runs());
    for (const auto& [name, value] : grid_.at(number))
        line += ',' + value;
    for (const double value : result.values)
        fmt::format_to(std::back_inserter(line), ",{:.17g}", value);
    return fmt::format("{},{},{}\n", line, csvCell(result.outcome), csvCell(result.opens));
}

std::unique_ptr<Scene> Sweep::scene(std::size_t number) const
{
    return Playback(playbackOf(number), "sweep").giveScene();
}

PlaybackOptions Sweep::playbackOf(std::size_t run) const
{
    PlaybackOptions playback = plan_.playback;
    for (auto& setting : grid_.constantsAt(run))
        playback.settings.push_back(std::move(setting));
    return playback;
}

/// What opens a run in the window.
std::string Sweep::commandLine(std::size_t run) const
{
    std::string line = "ropewalk " + plan_.playback.scene;
    Settings settings = plan_.playback.settings;
    for (auto& setting : grid_.constantsAt(run))
        settings.push_back(std::move(setting));
    for (const auto& [name, value] : settings)
        line += fmt::format(" --set {}={}", name, value);
    return plan_.playback.input.empty() ? line : line + " --input " + plan_.playback.input;
}

} // namespace ropewalk
