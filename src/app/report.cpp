#include "report.hpp"

#include <ropewalk/version.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>

namespace ropewalk
{

namespace
{

using OrderedJson = nlohmann::ordered_json;

OrderedJson listOf(const Vec3& v)
{
    return {v.x, v.y, v.z};
}

/// Only keys that are down are said.
OrderedJson inputOf(const InputRecord::Tick& tick)
{
    const Controls& controls = tick.controls;
    OrderedJson input{{"time", tick.time}};
    if (controls.direction != Vec3(0.0))
        input["direction"] = listOf(controls.direction);
    if (controls.velocity)
        input["velocity"] = listOf(*controls.velocity);
    if (controls.grab)
        input["grab"] = {{"polyline", controls.grab->polyline},
                         {"identity", controls.grab->identity},
                         {"target", listOf(controls.grab->target)}};
    if (controls.pull)
        input["pull"] = {{"handle", controls.pull->handle},
                         {"target", listOf(controls.pull->target)},
                         {"together", controls.pull->together}};
    if (controls.placing)
        input["placing"] = true;
    return input;
}

OrderedJson logOf(const Workbench& workbench)
{
    const Recorder& recorder = workbench.recorder();
    const std::vector<rope::Diagnostic>& quantities = workbench.scene().diagnostics().rows();
    OrderedJson columns{"time"};
    for (const rope::Diagnostic& row : quantities)
        columns.push_back(row.name);
    OrderedJson rows = OrderedJson::array();
    const std::size_t size = recorder.size();
    for (std::size_t sample = size - std::min(size, InputRecord::capacity); sample < size; ++sample)
    {
        OrderedJson row{recorder.time(sample)};
        for (std::size_t i = 0; i < quantities.size(); ++i)
            row.push_back(recorder.value(i, sample));
        rows.push_back(std::move(row));
    }
    return {{"columns", std::move(columns)}, {"rows", std::move(rows)}};
}

} // namespace

std::string reportText(const Workbench& workbench, const FileExtras& extras)
{
    OrderedJson inputs = OrderedJson::array();
    for (const InputRecord::Tick& tick : workbench.inputs().ticks())
        inputs.push_back(inputOf(tick));
    const std::string& runaway = workbench.divergence() ? workbench.divergence()->text : std::string();
    const OrderedJson report{{"ropewalk", version},
                             {"paused", workbench.paused()},
                             {"speed", workbench.speed()},
                             {"runaway", runaway},
                             {"scene", OrderedJson::parse(sceneText(workbench.scene(), extras))},
                             {"inputs", std::move(inputs)},
                             {"log", logOf(workbench)}};
    return report.dump(1) + '\n';
}

} // namespace ropewalk
