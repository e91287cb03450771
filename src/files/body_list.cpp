#include "body_list.hpp"

#include <rope/text.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

namespace ropewalk
{

namespace
{

const std::vector<std::string_view>& knownKeys()
{
    static const std::vector<std::string_view> keys{"shape",    "radius",   "vertices", "mass",
                                                    "position", "velocity", "angle",    "angular_velocity"};
    return keys;
}

std::string_view rightType(std::string_view key)
{
    if (key == "shape")
        return "\"circle\" or \"polygon\"";
    if (key == "position" || key == "velocity")
        return "two numbers [x, y]";
    if (key == "vertices")
        return "a list of corners [[x, y], ...]";
    return "a number";
}

} // namespace

std::string BodyListReader::bodyName() const
{
    return fmt::format("body {}", bodies_.size());
}

bool BodyListReader::given(std::string_view name) const
{
    return std::find(keys_.begin(), keys_.end(), name) != keys_.end();
}

BodyListReader::Error BodyListReader::wrongType(std::string_view got) const
{
    if (place_ == Place::list)
        return fmt::format("'bodies' holds {}; must hold objects: {{\"shape\": \"circle\", \"radius\": 1, \"mass\": 1, "
                           "\"position\": [0, 0]}}",
                           got);
    const std::string& key = keys_.back();
    if (place_ == Place::body)
        return fmt::format("{}: '{}' is {}; must be {}", bodyName(), key, got, rightType(key));
    return fmt::format("{}: '{}' holds {}; must be {}", bodyName(), key, got, rightType(key));
}

BodyListReader::Error BodyListReader::beginObject()
{
    if (place_ != Place::list)
        return wrongType("an object");
    constexpr std::size_t most = 10'000;
    if (bodies_.size() >= most)
        return fmt::format("more than {} bodies", most);
    place_ = Place::body;
    body_ = {};
    keys_.clear();
    shape_.clear();
    return std::nullopt;
}

BodyListReader::Error BodyListReader::key(const std::string& name)
{
    const std::vector<std::string_view>& known = knownKeys();
    if (std::find(known.begin(), known.end(), name) == known.end())
        return bodyName() + ": " + rope::unknownName("key", name, known, "keys are " + rope::joined(known));
    if (given(name))
        return fmt::format("{}: key '{}' is there twice; must be there once", bodyName(), name);
    keys_.push_back(name);
    return std::nullopt;
}

BodyListReader::Error BodyListReader::beginArray()
{
    const bool list = place_ == Place::body && rightType(keys_.back()) != rightType("mass") && keys_.back() != "shape";
    const bool vertex = place_ == Place::array && keys_.back() == "vertices";
    if (!list && !vertex)
        return wrongType("a list");
    place_ = vertex ? Place::vertex : Place::array;
    numbers_.clear();
    return std::nullopt;
}

BodyListReader::Error BodyListReader::endArray()
{
    if (place_ == Place::list)
    {
        finished_ = true;
        return std::nullopt;
    }
    const std::string& key = keys_.back();
    const bool vertex = place_ == Place::vertex;
    place_ = vertex ? Place::array : Place::body;
    if (key == "vertices" && !vertex)
        return std::nullopt;
    if (numbers_.size() != 2)
        return fmt::format("{}: {} of '{}' has {} numbers; must have two, [x, y]", bodyName(),
                           vertex ? fmt::format("corner {}", body_.vertices.size()) : "the list", key, numbers_.size());
    const rope::Vec2 pair(numbers_[0], numbers_[1]);
    if (vertex)
        body_.vertices.push_back(pair);
    else
        (key == "position" ? body_.position : body_.velocity) = pair;
    return std::nullopt;
}

BodyListReader::Error BodyListReader::number(double value)
{
    if (place_ == Place::vertex || (place_ == Place::array && keys_.back() != "vertices"))
    {
        constexpr std::size_t enough = 100; // of a list that is too long anyway
        if (numbers_.size() < enough)
            numbers_.push_back(value);
        return std::nullopt;
    }
    if (place_ != Place::body || rightType(keys_.back()) != rightType("mass"))
        return wrongType("a number");
    const std::string& key = keys_.back();
    (key == "radius"  ? body_.radius
     : key == "mass"  ? body_.mass
     : key == "angle" ? body_.angle
                      : body_.angularVelocity) = value;
    return std::nullopt;
}

BodyListReader::Error BodyListReader::text(const std::string& value)
{
    if (place_ != Place::body || keys_.back() != "shape")
        return wrongType("a text");
    if (value != "circle" && value != "polygon")
        return fmt::format("{}: shape '{:.60}' is unknown; must be circle or polygon", bodyName(), value);
    shape_ = value;
    return std::nullopt;
}

BodyListReader::Error BodyListReader::other(std::string_view what)
{
    return wrongType(what);
}

BodyListReader::Error BodyListReader::endObject()
{
    place_ = Place::list;
    if (shape_.empty())
        return fmt::format("{}: key 'shape' is missing; must be \"circle\" or \"polygon\"", bodyName());
    const bool circle = shape_ == "circle";
    for (const std::string_view needed : {std::string_view(circle ? "radius" : "vertices"), std::string_view("mass")})
        if (!given(needed))
            return fmt::format("{}: key '{}' is missing; must be {}{}", bodyName(), needed, rightType(needed),
                               needed == "mass" ? " [kg], 0 for a fixed body" : "");
    if (const std::string_view alien = circle ? "vertices" : "radius"; given(alien))
        return fmt::format("{}: a {} has no '{}'", bodyName(), shape_, alien);
    try
    {
        if (!circle && body_.vertices.empty())
            rope::convexPolygon(body_.vertices); // says how many there must be
        rope::makeBody(body_);
    }
    catch (const std::invalid_argument& error)
    {
        return fmt::format("{}: {}", bodyName(), error.what());
    }
    bodies_.push_back(body_);
    return std::nullopt;
}

std::string bodyListText(const std::vector<rope::BodyDefinition>& bodies, std::string_view indent)
{
    using rope::numberText;
    const auto pair = [](const rope::Vec2& v) { return fmt::format("[{}, {}]", numberText(v.x), numberText(v.y)); };
    std::vector<std::string> lines;
    for (const rope::BodyDefinition& body : bodies)
    {
        std::vector<std::string> corners;
        for (const rope::Vec2& vertex : body.vertices)
            corners.push_back(pair(vertex));
        const std::string shape =
            corners.empty() ? fmt::format("\"shape\": \"circle\", \"radius\": {}", numberText(body.radius))
                            : fmt::format("\"shape\": \"polygon\", \"vertices\": [{}]", fmt::join(corners, ", "));
        std::string line = fmt::format("{}{{{}, \"mass\": {}, \"position\": {}", indent, shape, numberText(body.mass),
                                       pair(body.position));
        if (body.angle != 0.0)
            line += fmt::format(", \"angle\": {}", numberText(body.angle));
        if (body.mass != 0.0)
            line += fmt::format(", \"velocity\": {}, \"angular_velocity\": {}", pair(body.velocity),
                                numberText(body.angularVelocity));
        lines.push_back(line + "}");
    }
    return fmt::format("{}", fmt::join(lines, ",\n"));
}

} // namespace ropewalk
