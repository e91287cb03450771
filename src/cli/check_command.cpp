#include "command_line.hpp"
#include "commands.hpp"
#include "console.hpp"

#include "files/stop_signal.hpp"
#include "files/table.hpp"
#include "scenes/scene_file.hpp"
#include "theory/experiment.hpp"

#include <rope/step_watch.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <system_error>
#include <thread>

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

/// An experiment that a thread runs.
struct Job
{
    const Experiment* experiment = nullptr;
    ExperimentProgress progress;
    std::optional<ExperimentResult> result;
    std::exception_ptr error;
};

void perform(Job& job)
{
    try
    {
        job.result = job.experiment->run(job.progress, Theory{});
    }
    catch (const ExperimentStopped&)
    {
    }
    catch (...)
    {
        job.error = std::current_exception();
    }
}

/// Runs as many jobs at once as there are cores. This thread runs jobs too; at each of their reports it shows the
/// progress of all and looks for Ctrl+C, which stops them.
void performAll(std::vector<std::unique_ptr<Job>>& jobs)
{
    const StopSignal stop;
    const rope::StepWatch watch([&stop](int) { stop.check(); });
    ProgressBar bar(false);
    std::atomic<std::size_t> next{0};
    std::atomic<std::size_t> finished{0};
    const auto take = [&]
    {
        for (std::size_t job = next++; job < jobs.size(); job = next++)
        {
            perform(*jobs[job]);
            ++finished;
        }
    };
    const auto look = [&]
    {
        bar.show(static_cast<double>(finished) / static_cast<double>(jobs.size()));
        stop.check();
    };
    std::vector<std::thread> others;
    const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
    try
    {
        for (std::size_t i = 1; i < std::min(cores, jobs.size()); ++i)
            others.emplace_back(take);
    }
    catch (const std::system_error&)
    {
        // no threads in a browser, or no more of them: those that there are do the work
    }
    try
    {
        for (std::size_t job = next++; job < jobs.size(); job = next++)
        {
            look();
            jobs[job]->progress.setListener(look);
            perform(*jobs[job]);
            ++finished;
            if (jobs[job]->error)
                std::rethrow_exception(jobs[job]->error);
        }
    }
    catch (...)
    {
        next = jobs.size();
        for (const std::unique_ptr<Job>& job : jobs)
            job->progress.stop();
        for (std::thread& thread : others)
            thread.join();
        throw;
    }
    for (std::thread& thread : others)
        thread.join();
    stop.check();
    for (const std::unique_ptr<Job>& job : jobs)
        if (job->error)
            std::rethrow_exception(job->error);
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
    const StopSignal stop;
    const rope::StepWatch watch([&stop](int) { stop.check(); });
    for (const std::unique_ptr<Scene>& scene : checked)
        for (const CheckRow& row : scene->check())
        {
            stop.check();
            ++total;
            failures += row.passed() ? 0 : 1;
            table.add({std::string(scene->info().id), row.quantity, fmt::format("{:.12g}", row.expected),
                       fmt::format("{:.12g}", row.got), fmt::format("{:.2e}", row.got - row.expected),
                       fmt::format("{:.2g}", row.tolerance), row.unit, row.source, row.passed() ? "ok" : "FAILED"});
            list.push_back({{"scene", scene->info().id},
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

int checkTheory(const std::vector<std::string>& ids, Format format)
{
    std::vector<std::unique_ptr<Job>> jobs;
    const auto add = [&jobs](const Experiment& experiment)
    { jobs.emplace_back(std::make_unique<Job>())->experiment = &experiment; };
    for (const std::string& id : ids)
        add(experimentOf(id));
    if (ids.empty())
        for (const Experiment& experiment : experiments())
            add(experiment);
    performAll(jobs);

    Table table({{"experiment"},
                 {"title"},
                 {"predicted", true},
                 {"measured", true},
                 {"difference", true},
                 {"tolerance", true},
                 {"unit"},
                 {"formula"},
                 {"verdict"}});
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    std::size_t failures = 0;
    for (const std::unique_ptr<Job>& job : jobs)
    {
        const Experiment& experiment = *job->experiment;
        const ExperimentResult& result = *job->result;
        failures += result.passed() ? 0 : 1;
        addRow(table, experiment.id, experiment.title, experiment.unit, experiment.discrete, result.discrete);
        if (result.textbook)
            addRow(table, "", "  textbook", experiment.unit, experiment.textbook, *result.textbook);
        list.push_back(jsonOf(experiment, result));
    }
    return printVerdicts(format, table, list, failures, jobs.size(), "experiments");
}

} // namespace ropewalk
