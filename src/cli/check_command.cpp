#include "command_line.hpp"
#include "commands.hpp"
#include "console.hpp"
#include "jobs.hpp"

#include "files/stop_signal.hpp"
#include "files/table.hpp"
#include "scenes/document/scene_file.hpp"
#include "theory/experiment.hpp"

#include <rope/step_watch.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <functional>
#include <memory>
#include <mutex>
#include <optional>

namespace ropewalk
{

namespace
{

/// Writes what was checked, for people or for programs; returns the exit code.
int printVerdicts(Format format, const Table& table, const nlohmann::ordered_json& list, std::size_t failures,
                  std::size_t total, std::string_view what)
{
    writeOutput(format == Format::json ? list.dump(2) + "\n" : table.text());
    flushOutput();
    if (failures == 0)
        return success;
    writeError(fmt::format("{} of {} {} are out of tolerance", failures, total, what));
    return failed;
}

/// Does the work of `count` jobs on all cores, shows how much of it is done, and ends it at Ctrl+C.
void performAll(std::size_t count, const std::function<void(std::size_t job, const StopSignal& stop)>& work)
{
    const StopSignal stop;
    ProgressBar bar(false);
    std::mutex mutex;
    std::size_t finished = 0;
    runJobs(count, usualThreads(),
            [&](std::size_t job)
            {
                const rope::StepWatch watch([&stop](int) { stop.check(); });
                work(job, stop);
                const std::lock_guard lock(mutex);
                bar.show(static_cast<double>(++finished) / static_cast<double>(count));
            });
    stop.check();
}

nlohmann::ordered_json numbers(const Prediction& prediction, const Finding& finding)
{
    return {{"formula", prediction.formula},
            {"source", prediction.source},
            {"predicted", finding.predicted},
            {"measured", finding.measured},
            {"difference", finding.difference()},
            {"tolerance", finding.tolerance},
            {"tolerance_reason", prediction.tolerance},
            {"passed", finding.passed()}};
}

nlohmann::ordered_json jsonOf(const Experiment& experiment, const ExperimentResult& result)
{
    nlohmann::ordered_json row{{"id", experiment.id},
                               {"title", experiment.title},
                               {"sentence", experiment.sentence},
                               {"unit", experiment.unit}};
    row.update(numbers(experiment.discrete, result.discrete));
    if (result.textbook)
        row["textbook"] = numbers(experiment.textbook, *result.textbook);
    row["passed"] = result.passed();
    return row;
}

void addRow(Table& table, std::string_view id, std::string_view title, std::string_view unit,
            const Prediction& prediction, const Finding& finding)
{
    table.add({std::string(id), std::string(title), fmt::format("{:.9g}", finding.predicted),
               fmt::format("{:.9g}", finding.measured), fmt::format("{:+.1e}", finding.difference()),
               fmt::format("{:.1e}", finding.tolerance), std::string(unit), std::string(prediction.formula),
               finding.passed() ? "ok" : "FAILED"});
}

} // namespace

int checkScenes(const std::vector<std::string>& ids, Format format)
{
    std::vector<std::unique_ptr<Scene>> checked;
    checked.reserve(ids.size());
    for (const std::string& id : ids)
        checked.push_back(openScene(id)); // all of them first: a slip in the last name shows before the work
    if (ids.empty())
        for (const SceneEntry& entry : scenes())
            checked.push_back(entry.make());

    Table table({{"scene"},
                 {"quantity"},
                 {"expected", true},
                 {"got", true},
                 {"difference", true},
                 {"tolerance", true},
                 {"unit"},
                 {"source"},
                 {"verdict"}});
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    std::size_t total = 0;
    std::size_t failures = 0;
    std::vector<std::vector<CheckRow>> results(checked.size());
    performAll(checked.size(), [&](std::size_t i, const StopSignal&) { results[i] = checked[i]->check(); });
    for (std::size_t i = 0; i < checked.size(); ++i)
        for (const CheckRow& row : results[i])
        {
            ++total;
            failures += row.passed() ? 0 : 1;
            table.add({std::string(checked[i]->info().id), row.quantity, fmt::format("{:.12g}", row.expected),
                       fmt::format("{:.12g}", row.got), fmt::format("{:.2e}", row.got - row.expected),
                       fmt::format("{:.2g}", row.tolerance), row.unit, row.source, row.passed() ? "ok" : "FAILED"});
            list.push_back({{"scene", checked[i]->info().id},
                            {"quantity", row.quantity},
                            {"expected", row.expected},
                            {"got", row.got},
                            {"difference", row.got - row.expected},
                            {"tolerance", row.tolerance},
                            {"unit", row.unit},
                            {"source", row.source},
                            {"passed", row.passed()}});
        }
    return printVerdicts(format, table, list, failures, total, "checks");
}

int checkTheory(const std::vector<std::string>& ids, Format format, const std::vector<Experiment>& list)
{
    std::vector<const Experiment*> chosen;
    chosen.reserve(ids.size());
    for (const std::string& id : ids)
        chosen.push_back(&experimentOf(id, list));
    if (ids.empty())
        for (const Experiment& experiment : list)
            chosen.push_back(&experiment);
    std::vector<std::optional<ExperimentResult>> results(chosen.size());
    performAll(chosen.size(),
               [&](std::size_t i, const StopSignal& stop)
               {
                   ExperimentProgress progress;
                   progress.setListener([&stop] { stop.check(); });
                   results[i] = chosen[i]->run(progress, Theory{});
               });

    Table table({{"experiment"},
                 {"title"},
                 {"predicted", true},
                 {"measured", true},
                 {"difference", true},
                 {"tolerance", true},
                 {"unit"},
                 {"formula"},
                 {"verdict"}});
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    std::size_t failures = 0;
    for (std::size_t i = 0; i < chosen.size(); ++i)
    {
        const Experiment& experiment = *chosen[i];
        const ExperimentResult& result = *results[i];
        failures += result.passed() ? 0 : 1;
        addRow(table, experiment.id, experiment.title, experiment.unit, experiment.discrete, result.discrete);
        if (result.textbook)
            addRow(table, "", "  textbook", experiment.unit, experiment.textbook, *result.textbook);
        rows.push_back(jsonOf(experiment, result));
    }
    return printVerdicts(format, table, rows, failures, chosen.size(), "experiments");
}

} // namespace ropewalk
