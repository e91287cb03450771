#include "line_picture.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace ropewalk
{

namespace
{

/// The text between `before` and `after` in `all`; empty where there is none.
std::string_view between(std::string_view all, std::string_view before, std::string_view after)
{
    const std::size_t at = all.find(before);
    if (at == std::string_view::npos)
        return {};
    all.remove_prefix(at + before.size());
    return all.substr(0, std::min(all.find(after), all.size()));
}

std::string_view attribute(std::string_view element, std::string_view name)
{
    std::string before(1, ' ');
    before.append(name).append("=\"");
    return between(element, before, "\"");
}

float number(std::string_view text, float otherwise = 0.0f)
{
    return text.empty() ? otherwise : std::strtof(std::string(text).c_str(), nullptr);
}

/// "#1f6f8b" or "#999"
glm::vec3 colourOf(std::string_view text)
{
    std::string hex(text.substr(std::min<std::size_t>(1, text.size())));
    if (hex.size() == 3)
        hex = {hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]};
    const auto bits = static_cast<unsigned>(std::strtoul(hex.c_str(), nullptr, 16));
    return glm::vec3((bits >> 16) & 255u, (bits >> 8) & 255u, bits & 255u) / 255.0f;
}

std::vector<glm::vec2> pointsOf(std::string_view text)
{
    std::vector<glm::vec2> points;
    const std::string list(text);
    for (const char* at = list.c_str(); *at != '\0';)
    {
        char* end = nullptr;
        const float x = std::strtof(at, &end);
        if (end == at || *end != ',')
            break;
        at = end + 1;
        points.emplace_back(x, std::strtof(at, &end));
        at = end;
    }
    return points;
}

std::string unescaped(std::string_view text)
{
    std::string result(text);
    for (const auto& [from, to] : {std::pair("&lt;", "<"), std::pair("&gt;", ">"), std::pair("&amp;", "&")})
        for (std::size_t at = result.find(from); at != std::string::npos; at = result.find(from, at + 1))
            result.replace(at, std::string_view(from).size(), to);
    return result;
}

} // namespace

LinePicture::LinePicture(std::string_view svg)
{
    const std::string_view style = between(svg, "<style>", "</style>");
    const auto colour = [style](std::string_view element)
    {
        const std::string_view own = attribute(element, "stroke");
        std::string rule(1, '.');
        rule.append(attribute(element, "class")).append("{");
        return colourOf(own.empty() ? between(between(style, rule, "}"), "stroke:", ";") : own);
    };
    while (!svg.empty())
    {
        svg.remove_prefix(std::min(svg.find('<'), svg.size()));
        const std::size_t end = std::min(svg.find('>'), svg.size());
        const std::string_view element = svg.substr(0, end);
        svg.remove_prefix(std::min(end + 1, svg.size()));
        const auto value = [element](std::string_view name) { return number(attribute(element, name)); };
        if (element.starts_with("<svg "))
        {
            size = {value("width"), value("height")};
        }
        else if (element.starts_with("<line "))
        {
            strokes.push_back({{{value("x1"), value("y1")}, {value("x2"), value("y2")}}, colour(element)});
        }
        else if (element.starts_with("<rect ") && !attribute(element, "class").empty())
        {
            const glm::vec2 low(value("x"), value("y"));
            const glm::vec2 high = low + glm::vec2(value("width"), value("height"));
            strokes.push_back({{low, {high.x, low.y}, high, {low.x, high.y}, low}, colour(element)});
        }
        else if (element.starts_with("<polyline "))
        {
            strokes.push_back({pointsOf(attribute(element, "points")), colour(element),
                               number(attribute(element, "stroke-opacity"), 1.0f),
                               number(attribute(element, "stroke-width"), 1.0f)});
        }
        else if (element.starts_with("<text "))
        {
            const std::string_view anchor = attribute(element, "text-anchor");
            words.push_back({{value("x"), value("y")},
                             anchor == "end"      ? 1.0f
                             : anchor == "middle" ? 0.5f
                                                  : 0.0f,
                             attribute(element, "class") == "title",
                             unescaped(svg.substr(0, std::min(svg.find('<'), svg.size())))});
        }
    }
}

} // namespace ropewalk
