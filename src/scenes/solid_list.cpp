#include "solid_list.hpp"

#include "files/json_text.hpp"

#include "text/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

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
    std::vector<std::string_view> keys{"shape", "position"};
    if (shape != SceneSolid::Shape::sphere)
        keys.push_back("axis");
    if (shape == SceneSolid::Shape::box)
        keys.push_back("size");
    for (const SolidNumber& number : solidNumbers(shape))
        keys.push_back(number.name);
    return keys;
}

SceneSolid::Shape shapeOf(const json& entry)
{
    const std::vector<std::string_view>& names = solidShapeNames();
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

Vec3 tripleOf(const json& value, std::string_view key)
{
    if (!value.is_array() || value.size() != 3 ||
        !std::all_of(value.begin(), value.end(), [](const json& number) { return number.is_number(); }))
        refuse("'{}' must be three numbers [x, y, z]", key);
    return {value[0].get<double>(), value[1].get<double>(), value[2].get<double>()};
}

SceneSolid solidOf(const json& entry)
{
    if (!entry.is_object())
        refuse("is {}; must be an object: {{\"shape\": \"sphere\", \"position\": [0, 1, 0], \"radius\": 0.2}}",
               kindText(entry));
    SceneSolid solid;
    solid.shape = shapeOf(entry);
    const std::vector<std::string_view> keys = keysOf(solid.shape);
    for (const auto& [key, value] : entry.items())
        if (std::find(keys.begin(), keys.end(), key) == keys.end())
            throw std::invalid_argument(text::unknownName(
                "key", key, keys,
                fmt::format("keys of a {} are {}", entry["shape"].get<std::string>(), text::joined(keys))));
    if (!entry.contains("position"))
        refuse("key 'position' is missing; must be three numbers [x, y, z]");
    solid.position = tripleOf(entry["position"], "position");
    if (entry.contains("axis"))
        solid.axis = tripleOf(entry["axis"], "axis");
    if (entry.contains("size"))
        solid.size = tripleOf(entry["size"], "size");
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

SceneSolid readSolid(const json& entry, std::size_t number)
{
    try
    {
        return solidOf(entry);
    }
    catch (const std::invalid_argument& error)
    {
        refuse("solid {}: {}", number, error.what());
    }
}

std::string solidListText(const SolidList& solids, std::string_view indent)
{
    const auto triple = [](const Vec3& v)
    { return fmt::format("[{}, {}, {}]", text::numberText(v.x), text::numberText(v.y), text::numberText(v.z)); };
    std::vector<std::string> lines;
    for (const SceneSolid& solid : solids)
    {
        std::string line =
            fmt::format("{}{{\"shape\": \"{}\", \"position\": {}", indent,
                        solidShapeNames()[static_cast<std::size_t>(solid.shape)], triple(solid.position));
        if (solid.shape != SceneSolid::Shape::sphere)
            line += fmt::format(", \"axis\": {}", triple(solid.axis));
        if (solid.shape == SceneSolid::Shape::box)
            line += fmt::format(", \"size\": {}", triple(solid.size));
        for (const SolidNumber& number : solidNumbers(solid.shape))
            line += fmt::format(", \"{}\": {}", number.name, text::numberText(solid.*number.field));
        lines.push_back(line + "}");
    }
    return fmt::format("{}", fmt::join(lines, ",\n"));
}

} // namespace ropewalk
