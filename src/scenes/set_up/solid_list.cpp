#include "solid_list.hpp"

#include "files/json_text.hpp"

#include "text/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace ropewalk
{

namespace
{

using nlohmann::json;

/// The keys that a solid of this shape may have.
std::vector<std::string_view> keysOf(SceneSolid::Shape shape)
{
    std::vector<std::string_view> keys{"shape"};
    for (const SolidVector& vector : solidVectors(shape))
        keys.push_back(vector.name);
    for (const SolidNumber& number : solidNumbers(shape))
        keys.push_back(number.name);
    return keys;
}

SceneSolid sceneSolidOf(const json& entry)
{
    if (!entry.is_object())
        refuse("is {}; must be an object: {{\"shape\": \"sphere\", \"position\": [0, 1, 0], \"radius\": 0.2}}",
               kindText(entry));
    SceneSolid solid;
    solid.shape = shapeOf(entry, solidShapeNames());
    const std::vector<std::string_view> keys = keysOf(solid.shape);
    for (const auto& [key, value] : entry.items())
        checkKey(key, keys, fmt::format("keys of a {}", entry["shape"].get<std::string>()));
    if (!entry.contains("position"))
        refuse("key 'position' is missing; must be three numbers [x, y, z]");
    for (const SolidVector& vector : solidVectors(solid.shape))
        if (entry.contains(vector.name))
            solid.*vector.field = vectorOf(entry[std::string(vector.name)], fmt::format("'{}'", vector.name));
    for (const SolidNumber& number : solidNumbers(solid.shape))
        if (const std::string key(number.name); entry.contains(key))
        {
            if (!entry[key].is_number())
                refuse("'{}' is {}; must be a number", key, kindText(entry[key]));
            solid.*number.field = entry[key].get<double>();
        }
    validate(solid);
    return solid;
}

} // namespace

SceneSolid::Shape shapeOf(const json& entry, const std::vector<std::string_view>& names)
{
    if (!entry.contains("shape"))
        refuse("key 'shape' is missing; must be one of {}", text::joined(names));
    const json& shape = entry["shape"];
    if (!shape.is_string())
        refuse("'shape' is {}; must be one of {}", kindText(shape), text::joined(names));
    const std::string& name = shape.get_ref<const std::string&>();
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
        throw std::invalid_argument(text::unknownName("shape", name, names, "shapes are " + text::joined(names)));
    return static_cast<SceneSolid::Shape>(found - names.begin());
}

SceneSolid readSolid(const json& entry, std::size_t number)
{
    try
    {
        return sceneSolidOf(entry);
    }
    catch (const std::invalid_argument& error)
    {
        refuse("solid {}: {}", number, error.what());
    }
}

nlohmann::ordered_json solidListJson(const SolidList& solids)
{
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const SceneSolid& solid : solids)
    {
        nlohmann::ordered_json& entry = list.emplace_back();
        entry["shape"] = solidShapeNames()[static_cast<std::size_t>(solid.shape)];
        for (const SolidVector& vector : solidVectors(solid.shape))
            entry[std::string(vector.name)] = vectorJson(solid.*vector.field);
        for (const SolidNumber& number : solidNumbers(solid.shape))
            entry[std::string(number.name)] = solid.*number.field;
    }
    return list;
}

} // namespace ropewalk
