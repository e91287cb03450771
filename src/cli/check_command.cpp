#include "command_line.hpp"
#include "commands.hpp"
#include "console.hpp"

#include "files/stop_signal.hpp"
#include "files/table.hpp"
#include "scenes/scene_file.hpp"

#include <rope/step_watch.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace ropewalk
{

int checkScenes(const std::vector<std::string>& ids, Format format)
{
    std::vector<std::unique_ptr<Scene>> checked;
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
    const rope::StepWatch watch([&stop] { stop.check(); });
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
    writeOutput(format == Format::json ? list.dump(2) + "\n" : table.text());
    flushOutput();
    if (failures == 0)
        return success;
    writeError(fmt::format("{} of {} checks are out of tolerance", failures, total));
    return failed;
}

} // namespace ropewalk
