#include "scene_file.hpp"

#include "files/text_file.hpp"
#include "scene_file_reader.hpp"

#include <rope/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <stdexcept>
#include <variant>

namespace ropewalk
{

namespace
{

constexpr std::size_t largestSceneFile = 1u << 20;

void setParameter(rope::Parameters& parameters, const SceneFileValue& value)
{
    rope::Parameter& parameter = parameters.at(value.name);
    struct Expected
    {
        SceneFileValue::Kind kind;
        std::string_view name;
    };
    static constexpr std::array<Expected, std::variant_size_v<rope::Parameter::Field>> expected{
        {{SceneFileValue::Kind::number, "a number"},
         {SceneFileValue::Kind::number, "a whole number"},
         {SceneFileValue::Kind::boolean, "true or false"},
         {SceneFileValue::Kind::string, "one of the texts"},
         {SceneFileValue::Kind::vector, "three numbers in []"}}};
    static constexpr std::array<std::string_view, 4> kinds{"a number", "true or false", "a text", "a list"};
    const Expected& right = expected[parameter.field().index()];
    if (value.kind != right.kind)
        throw std::invalid_argument(fmt::format("'{}' is {}; must be {}, {}", value.name,
                                                kinds[static_cast<std::size_t>(value.kind)], right.name,
                                                parameter.rangeText()));
    parameter.parse(value.text);
}

std::string jsonValue(const rope::Parameter& parameter)
{
    if (std::holds_alternative<rope::Parameter::Choice>(parameter.field()))
        return fmt::format("\"{}\"", parameter.text());
    if (std::holds_alternative<rope::Vec3*>(parameter.field()))
        return fmt::format("[{}]", parameter.text());
    return parameter.text();
}

} // namespace

std::unique_ptr<Scene> openScene(const std::string& idOrFile)
{
    const auto isId = [&](const SceneEntry& entry) { return entry.info.id == idOrFile; };
    if (std::any_of(scenes().begin(), scenes().end(), isId))
        return makeScene(idOrFile);
    const std::filesystem::path file(idOrFile);
    std::error_code ignored;
    if (idOrFile.ends_with(".json") || std::filesystem::exists(file, ignored))
        return parseScene(readTextFile(file, largestSceneFile), idOrFile);
    return makeScene(idOrFile); // says which names there are
}

std::unique_ptr<Scene> openScene(const std::string& idOrFile,
                                 const std::vector<std::pair<std::string, std::string>>& settings)
{
    std::unique_ptr<Scene> scene = openScene(idOrFile);
    for (const auto& [name, text] : settings)
        scene->parameters().set(name, text);
    if (!settings.empty())
        scene->reset();
    return scene;
}

std::unique_ptr<Scene> parseScene(std::string_view json, std::string_view name)
{
    if (json.size() > largestSceneFile)
        throw std::invalid_argument(fmt::format("{}: is too large, must be at most 1024 KiB", name));
    SceneFileReader reader(json, name);
    const SceneDescription description = reader.read();

    if (!description.version)
        reader.fail(0, "key 'ropewalk' is missing; must be \"ropewalk\": 1");
    if (rope::parseNumber(description.version->text) != 1.0)
        reader.fail(description.version->offset,
                    fmt::format("version {:.60} is not known; must be 1", description.version->text));
    if (!description.scene)
        reader.fail(0, "key 'scene' is missing; must be the id of a scene, such as \"rope\"");

    std::size_t offset = description.scene->offset;
    try
    {
        std::unique_ptr<Scene> scene = makeScene(description.scene->text);
        for (const SceneFileValue& value : description.parameters)
        {
            offset = value.offset;
            setParameter(scene->parameters(), value);
        }
        if (description.bodiesOffset)
        {
            offset = *description.bodiesOffset;
            auto* host = dynamic_cast<BodyHost*>(scene.get());
            if (!host)
                throw std::invalid_argument(fmt::format("scene '{}' takes no bodies", scene->info().id));
            host->setBodies(description.bodies);
        }
        offset = 0;
        scene->reset(); // laid out anew with these constants, instead of gliding to them
        return scene;
    }
    catch (const std::invalid_argument& error)
    {
        reader.fail(offset, error.what());
    }
}

std::string sceneText(const Scene& scene)
{
    std::string parameters;
    for (const rope::Parameter& parameter : scene.parameters().rows())
        if (!parameter.isDefault())
            parameters += fmt::format("{}\n    \"{}\": {}", parameters.empty() ? "" : ",", parameter.name(),
                                      jsonValue(parameter));
    std::string bodies;
    if (const auto* host = dynamic_cast<const BodyHost*>(&scene); host && !host->ownBodies().empty())
        bodies = fmt::format(",\n  \"bodies\": [\n{}\n  ]", bodyListText(host->ownBodies(), "    "));
    return fmt::format("{{\n  \"ropewalk\": 1,\n  \"scene\": \"{}\",\n  \"parameters\": {{{}{}}}{}\n}}\n",
                       scene.info().id, parameters, parameters.empty() ? "" : "\n  ", bodies);
}

} // namespace ropewalk
