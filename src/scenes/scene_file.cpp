#include "scene_file.hpp"

#include "files/body_list.hpp"
#include "files/json_text.hpp"
#include "files/text_file.hpp"
#include "hosts.hpp"

#include <rope/text.hpp>

#include <fmt/ranges.h>

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

using nlohmann::json;

/// A kind of value, and what errors call it.
struct Kind
{
    bool (json::*holds)() const noexcept;
    std::string_view name;
};

struct Key
{
    std::string_view name;
    Kind kind;
};

constexpr std::array keys{Key{"ropewalk", {&json::is_number, "the number 1"}},
                          Key{"scene", {&json::is_string, "the id of a scene"}},
                          Key{"parameters", {&json::is_object, "an object of names and values"}},
                          Key{"bodies", {&json::is_array, "a list of bodies"}}};

void checkKey(const std::string& name, const json& value)
{
    const auto known = std::find_if(keys.begin(), keys.end(), [&](const Key& key) { return key.name == name; });
    if (known == keys.end())
    {
        std::vector<std::string_view> names;
        for (const Key& key : keys)
            names.push_back(key.name);
        throw std::invalid_argument(rope::unknownName("key", name, names, "keys are " + rope::joined(names)));
    }
    if (!(value.*known->kind.holds)())
        refuse("'{}' is {}; must be {}", name, kindText(value), known->kind.name);
}

void setParameter(rope::Parameters& parameters, const std::string& name, const json& value)
{
    rope::Parameter& parameter = parameters.at(name);
    static constexpr std::array<Kind, std::variant_size_v<rope::Parameter::Field>> kinds{
        {{&json::is_number, "a number"},
         {&json::is_number, "a whole number"},
         {&json::is_boolean, "true or false"},
         {&json::is_string, "one of the texts"},
         {&json::is_array, "three numbers in []"}}};
    const Kind& right = kinds[parameter.field().index()];
    if (!(value.*right.holds)())
        refuse("'{}' is {}; must be {}, {}", name, kindText(value), right.name, parameter.rangeText());
    if (value.is_string())
    {
        parameter.parse(value.get_ref<const std::string&>());
        return;
    }
    std::vector<std::string> numbers;
    for (const json& number : value) // of one number or truth value: itself
    {
        if (value.is_array() && !number.is_number())
            refuse("'{}' holds {}; must be three numbers", name, kindText(number));
        numbers.push_back(number.dump());
    }
    parameter.parse(fmt::format("{}", fmt::join(numbers, ",")));
}

/// `path` becomes that of what is being read.
void setBodies(Scene& scene, const json& list, std::string& path)
{
    path = "bodies";
    auto* host = hostOf<BodyHost>(scene);
    if (!host)
        refuse("scene '{}' takes no bodies", scene.info().id);
    constexpr std::size_t most = 10'000;
    if (list.size() > most)
        refuse("more than {} bodies", most);
    std::vector<rope::BodyDefinition> bodies;
    for (const json& entry : list)
    {
        path = fmt::format("bodies/{}", bodies.size());
        bodies.push_back(readBody(entry, bodies.size()));
    }
    path = "bodies";
    host->setBodies(std::make_shared<const std::vector<rope::BodyDefinition>>(std::move(bodies)));
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

std::unique_ptr<Scene> parseScene(std::string_view text, std::string_view name)
{
    if (text.size() > largestSceneFile)
        throw std::invalid_argument(fmt::format("{}: is too large, must be at most 1024 KiB", name));
    const JsonText file(text, name);
    std::string path; // of what is being read
    try
    {
        const json& root = file.tree();
        if (!root.is_object())
            refuse("is {}; must be an object: {{\"ropewalk\": 1, \"scene\": \"rope\"}}", kindText(root));
        for (const auto& [key, value] : root.items())
            checkKey(path = key, value);
        path = "ropewalk";
        if (!root.contains(path))
            refuse("key 'ropewalk' is missing; must be \"ropewalk\": 1");
        if (root[path] != 1)
            refuse("version {} is not known; must be 1", rope::numberText(root[path].get<double>()));
        path = "scene";
        if (!root.contains(path))
            refuse("key 'scene' is missing; must be the id of a scene, such as \"rope\"");
        std::unique_ptr<Scene> scene = makeScene(root[path].get<std::string>());
        if (root.contains("parameters"))
            for (const auto& [parameter, value] : root["parameters"].items())
            {
                path = "parameters/" + parameter;
                setParameter(scene->parameters(), parameter, value);
            }
        if (root.contains("bodies"))
            setBodies(*scene, root["bodies"], path);
        path.clear();
        scene->reset(); // laid out anew with these constants, instead of gliding to them
        return scene;
    }
    catch (const std::invalid_argument& error)
    {
        file.fail(path, error.what());
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
    if (const BodyList own = ownBodiesOf(scene))
        bodies = fmt::format(",\n  \"bodies\": [\n{}\n  ]", bodyListText(*own, "    "));
    return fmt::format("{{\n  \"ropewalk\": 1,\n  \"scene\": \"{}\",\n  \"parameters\": {{{}{}}}{}\n}}\n",
                       scene.info().id, parameters, parameters.empty() ? "" : "\n  ", bodies);
}

} // namespace ropewalk
