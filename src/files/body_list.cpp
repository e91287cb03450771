#include "body_list.hpp"

#include "json_text.hpp"

#include "text/text.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace ropewalk
{

namespace
{

const std::vector<std::string_view> knownKeys{"shape",    "radius",   "vertices", "mass",
                                              "position", "velocity", "angle",    "angular_velocity"};

std::string_view rightKind(std::string_view key)
{
    if (key == "shape")
        return "\"circle\" or \"polygon\"";
    if (key == "position" || key == "velocity")
        return "two numbers [x, y]";
    if (key == "vertices")
        return "a list of corners [[x, y], ...]";
    return "a number";
}

double numberOf(const nlohmann::json& value, std::string_view key)
{
    if (!value.is_number())
        refuse("'{}' is {}; must be {}", key, kindText(value), rightKind(key));
    return value.get<double>();
}

void needList(const nlohmann::json& value, std::string_view key)
{
    if (!value.is_array())
        refuse("'{}' is {}; must be {}", key, kindText(value), rightKind(key));
}

/// `name` is what errors call the pair.
rope::Vec2 pairOf(const nlohmann::json& pair, std::string_view key, std::string_view name)
{
    for (const nlohmann::json& number : pair)
        if (!number.is_number())
            refuse("'{}' holds {}; must be {}", key, kindText(number), rightKind(key));
    if (pair.size() != 2)
        refuse("{} of '{}' has {} numbers; must have two, [x, y]", name, key, pair.size());
    return {pair[0].get<double>(), pair[1].get<double>()};
}

void checkKeys(const nlohmann::json& entry)
{
    for (const auto& [key, value] : entry.items())
        checkKey(key, knownKeys);
    if (!entry.contains("shape"))
        refuse("key 'shape' is missing; must be {}", rightKind("shape"));
    const nlohmann::json& shape = entry["shape"];
    if (!shape.is_string())
        refuse("'shape' is {}; must be {}", kindText(shape), rightKind("shape"));
    if (shape != "circle" && shape != "polygon")
        refuse("shape {} is unknown; must be circle or polygon", text::quoted(shape.get_ref<const std::string&>()));
}

/// The keys that the shape needs, and none of the other shape.
void checkKeysOf(const nlohmann::json& entry, const std::string& shape)
{
    const bool circle = shape == "circle";
    for (const std::string_view needed : {std::string_view(circle ? "radius" : "vertices"), std::string_view("mass")})
        if (!entry.contains(needed))
            refuse("key '{}' is missing; must be {}{}", needed, rightKind(needed),
                   needed == "mass" ? " [kg], 0 for a fixed body" : "");
    if (const std::string_view alien = circle ? "vertices" : "radius"; entry.contains(alien))
        refuse("a {} has no '{}'", shape, alien);
}

rope::BodyDefinition definitionOf(const nlohmann::json& entry)
{
    if (!entry.is_object())
        refuse("is {}; must be an object: {{\"shape\": \"circle\", \"radius\": 1, \"mass\": 1, "
               "\"position\": [0, 0]}}",
               kindText(entry));
    checkKeys(entry);
    rope::BodyDefinition body;
    for (const auto& [key, number] :
         {std::pair("radius", &body.radius), std::pair("mass", &body.mass), std::pair("angle", &body.angle),
          std::pair("angular_velocity", &body.angularVelocity)})
        if (entry.contains(key))
            *number = numberOf(entry[key], key);
    for (const auto& [key, pair] : {std::pair("position", &body.position), std::pair("velocity", &body.velocity)})
        if (entry.contains(key))
        {
            needList(entry[key], key);
            *pair = pairOf(entry[key], key, "the list");
        }
    if (entry.contains("vertices"))
    {
        needList(entry["vertices"], "vertices");
        for (const nlohmann::json& corner : entry["vertices"])
        {
            if (!corner.is_array())
                refuse("'vertices' holds {}; must be {}", kindText(corner), rightKind("vertices"));
            body.vertices.push_back(pairOf(corner, "vertices", fmt::format("corner {}", body.vertices.size())));
        }
    }
    const std::string& shape = entry["shape"].get_ref<const std::string&>();
    checkKeysOf(entry, shape);
    if (shape == "polygon" && body.vertices.empty())
        rope::convexPolygon(body.vertices); // says how many there must be
    rope::makeBody(body);
    return body;
}

} // namespace

rope::BodyDefinition readBody(const nlohmann::json& entry, std::size_t number)
{
    try
    {
        return definitionOf(entry);
    }
    catch (const std::invalid_argument& error)
    {
        refuse("body {}: {}", number, error.what());
    }
}

nlohmann::ordered_json bodyListJson(const std::vector<rope::BodyDefinition>& bodies)
{
    const auto pair = [](const rope::Vec2& v) { return nlohmann::ordered_json{v.x, v.y}; };
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const rope::BodyDefinition& body : bodies)
    {
        nlohmann::ordered_json& entry = list.emplace_back();
        entry["shape"] = body.vertices.empty() ? "circle" : "polygon";
        if (body.vertices.empty())
            entry["radius"] = body.radius;
        for (const rope::Vec2& vertex : body.vertices)
            entry["vertices"].push_back(pair(vertex));
        entry["mass"] = body.mass;
        entry["position"] = pair(body.position);
        if (body.angle != 0.0)
            entry["angle"] = body.angle;
        if (body.mass == 0.0)
            continue;
        entry["velocity"] = pair(body.velocity);
        entry["angular_velocity"] = body.angularVelocity;
    }
    return list;
}

} // namespace ropewalk
