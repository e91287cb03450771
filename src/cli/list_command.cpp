#include "command_line.hpp"
#include "commands.hpp"
#include "console.hpp"

#include "files/table.hpp"
#include "scenes/document/scene_file.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>

namespace ropewalk
{

namespace
{

using Json = nlohmann::ordered_json;
using rope::Parameter;

Json jsonValue(const Parameter& parameter)
{
    if (parameter.isChoice())
        return parameter.text();
    if (const auto* vector = std::get_if<rope::Vec3*>(&parameter.field()))
        return {(*vector)->x, (*vector)->y, (*vector)->z};
    if (const auto* number = std::get_if<double*>(&parameter.field()))
        return **number;
    return Json::parse(parameter.text()); // an integer or a switch
}

Json jsonRow(Parameter parameter)
{
    static constexpr std::array<std::string_view, std::variant_size_v<Parameter::Field>> types{
        "number", "integer", "switch", "choice", "vector"};
    parameter.restoreDefault();
    Json row{{"name", parameter.name()},
             {"group", parameter.group()},
             {"type", types[parameter.field().index()]},
             {"default", jsonValue(parameter)},
             {"unit", parameter.unit()}};
    if (std::holds_alternative<Parameter::Choice>(parameter.field()))
        row["choices"] = parameter.choices();
    else if (!std::holds_alternative<bool*>(parameter.field()))
    {
        row["minimum"] = parameter.minimum();
        row["maximum"] = parameter.maximum();
    }
    row["sentence"] = parameter.sentence();
    return row;
}

std::string textOf(const Scene& scene)
{
    Table table({{"name", false}, {"default", true}, {"unit", false}, {"range", false}, {"sentence", false}});
    for (const Parameter& row : scene.parameters().rows())
        table.add(
            {row.name(), row.defaultText(), std::string(row.unit()), row.rangeText(), std::string(row.sentence())});
    return table.text();
}

std::string markdownOf(const Scene& scene)
{
    Table parameters({{"parameter", false}, {"default", true}, {"unit", false}, {"range", false}, {"meaning", false}});
    for (const Parameter& row : scene.parameters().rows())
        parameters.add({fmt::format("`{}`", row.name()), row.defaultText(), std::string(row.unit()), row.rangeText(),
                        std::string(row.sentence())});
    Table diagnostics({{"diagnostic", false}, {"unit", false}, {"meaning", false}});
    for (const rope::Diagnostic& row : scene.diagnostics().rows())
        diagnostics.add({fmt::format("`{}`", row.name), std::string(row.unit), std::string(row.sentence)});
    return fmt::format("## {} (`{}`)\n\n{}\nColumns of `ropewalk run {}`, after `time`:\n\n{}", scene.info().title,
                       scene.info().id, parameters.markdown(), scene.info().id, diagnostics.markdown());
}

} // namespace

int listScenes(Format format)
{
    if (format == Format::json)
    {
        Json list = Json::array();
        for (const SceneEntry& entry : scenes())
        {
            Json presets = Json::array();
            for (const ListedPreset& preset : entry.info.presets)
                presets.push_back({{"id", idOf(entry.info, preset)}, {"title", preset.title}, {"hint", preset.hint}});
            list.push_back({{"id", entry.info.id},
                            {"tab", entry.info.tab},
                            {"title", entry.info.title},
                            {"hint", entry.info.hint},
                            {"thumbnail_seconds", entry.info.thumbnailTime},
                            {"presets", presets}});
        }
        writeOutput(list.dump(2) + "\n");
        return success;
    }
    Table table({{"scene"}, {"tab"}, {"title"}});
    for (const SceneEntry& entry : scenes())
        table.add({std::string(entry.info.id), std::string(entry.info.tab), std::string(entry.info.title)});
    writeOutput(table.text());
    return success;
}

int listParameters(const std::string& scene, Format format)
{
    std::vector<std::unique_ptr<Scene>> shown;
    if (scene.empty())
        for (const SceneEntry& entry : scenes())
            shown.push_back(entry.make());
    else
        shown.push_back(openScene(scene));

    if (format == Format::json)
    {
        Json all = Json::object();
        for (const std::unique_ptr<Scene>& one : shown)
        {
            Json rows = Json::array();
            for (const Parameter& row : one->parameters().rows())
                rows.push_back(jsonRow(row));
            all[std::string(one->info().id)] = std::move(rows);
        }
        writeOutput((scene.empty() ? all : *all.begin()).dump(2) + "\n");
        return success;
    }

    std::string text;
    if (format == Format::markdown && scene.empty())
        text = "# Parameters and diagnostics\n\nMade by `ropewalk params --markdown`; a test compares it with the "
               "program.\n";
    for (const std::unique_ptr<Scene>& one : shown)
    {
        if (!text.empty())
            text += "\n";
        if (format == Format::markdown)
            text += markdownOf(*one);
        else
            text += (scene.empty() ? fmt::format("{}\n", one->info().id) : std::string()) + textOf(*one);
    }
    writeOutput(text);
    return success;
}

} // namespace ropewalk
