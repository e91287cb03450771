#include "arguments.hpp"

#include "text/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <stdexcept>

namespace ropewalk
{

namespace
{

std::optional<int> parseDigits(std::string_view text)
{
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || text[0] == '-' || error != std::errc{} || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

} // namespace

double NumberRange::operator()(std::string_view option, std::string_view text) const
{
    const std::optional<double> value = text::parseNumber(text);
    if (!value || *value < minimum || *value > maximum)
        throw std::invalid_argument(fmt::format("{} {}: must be a number, {} to {}{}{}", option, text::quoted(text),
                                                text::numberText(minimum), text::numberText(maximum),
                                                unit.empty() ? "" : " ", unit));
    return *value;
}

std::string Choice::operator()(std::string_view option, std::string_view text) const
{
    if (std::find(texts.begin(), texts.end(), text) == texts.end())
        throw std::invalid_argument(
            fmt::format("{} {}: must be {}", option, text::quoted(text), text::joined(texts, " or ")));
    return std::string(text);
}

double readQuantity(std::string_view option, std::string_view text)
{
    const std::optional<double> value = text::parseNumber(text);
    if (!value)
        throw std::invalid_argument(
            fmt::format("{} {}: must be a number, such as 4, 0.02 or 1/60", option, text::quoted(text)));
    return *value;
}

double readFraction(std::string_view option, std::string_view text)
{
    const bool percent = text.ends_with('%');
    const std::optional<double> value = text::parseNumber(percent ? text.substr(0, text.size() - 1) : text);
    if (!value)
        throw std::invalid_argument(
            fmt::format("{} {}: must be a number, such as 1% or 0.01", option, text::quoted(text)));
    return percent ? *value / 100.0 : *value;
}

int CountRange::operator()(std::string_view option, std::string_view text) const
{
    const std::optional<int> value = parseDigits(text);
    if (!value || *value < minimum || *value > maximum)
        throw std::invalid_argument(
            fmt::format("{} {}: must be a whole number, {} to {}", option, text::quoted(text), minimum, maximum));
    return *value;
}

std::pair<int, int> readSize(std::string_view option, std::string_view text)
{
    constexpr int largest = 8192; // [pixels]: every OpenGL 3.3 driver draws that much, and memory holds it multisampled
    const std::size_t cross = text.find('x');
    const std::optional<int> width = parseDigits(text.substr(0, cross));
    const std::optional<int> height =
        cross == std::string_view::npos ? std::nullopt : parseDigits(text.substr(cross + 1));
    if (!width || !height || std::min(*width, *height) < 1 || std::max(*width, *height) > largest)
        throw std::invalid_argument(fmt::format("{} {}: must be WIDTHxHEIGHT in pixels, each 1 to {}, "
                                                "such as 1280x720",
                                                option, text::quoted(text), largest));
    return {*width, *height};
}

std::pair<int, int> readShard(std::string_view option, std::string_view text)
{
    const std::size_t slash = text.find('/');
    const std::optional<int> part = parseDigits(text.substr(0, slash));
    const std::optional<int> parts =
        slash == std::string_view::npos ? std::nullopt : parseDigits(text.substr(slash + 1));
    if (!part || !parts || *part < 1 || *part > *parts)
        throw std::invalid_argument(
            fmt::format("{} {}: must be K/N, part K of N, such as 1/8", option, text::quoted(text)));
    return {*part, *parts};
}

std::vector<std::string> readNames(std::string_view option, std::string_view text)
{
    std::vector<std::string> names;
    for (bool more = true; more;)
    {
        const std::size_t comma = text.find(',');
        more = comma != std::string_view::npos;
        names.emplace_back(text.substr(0, comma));
        text.remove_prefix(more ? comma + 1 : text.size());
        if (names.back().empty())
            throw std::invalid_argument(fmt::format("{}: a name is empty; must be names separated by commas", option));
    }
    return names;
}

std::pair<std::string, std::string> parseSetting(std::string_view text)
{
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0)
        throw std::invalid_argument(
            fmt::format("--set {}: must be NAME=VALUE, such as spring_constant=8000", text::quoted(text)));
    return {std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

std::vector<std::size_t> parseMasses(std::string_view text, std::size_t massCount)
{
    const auto fail = [&](std::string_view why)
    { throw std::invalid_argument(fmt::format("--masses {}: {}", text::quoted(text), why)); };
    std::vector<std::size_t> masses;
    std::vector<bool> taken(massCount, false);
    std::string_view rest = text;
    for (bool more = true; more;)
    {
        const std::size_t comma = rest.find(',');
        more = comma != std::string_view::npos;
        const std::string_view part = rest.substr(0, comma);
        rest.remove_prefix(more ? comma + 1 : rest.size());

        const std::size_t dash = part.find('-');
        const std::optional<int> first = parseDigits(part.substr(0, dash));
        const std::optional<int> last = dash == std::string_view::npos ? first : parseDigits(part.substr(dash + 1));
        if (!first || !last || *last < *first)
            fail("must be numbers of masses separated by commas, or ranges, such as 0,10,70-79");
        if (static_cast<std::size_t>(*last) >= massCount)
            fail(fmt::format("there is no mass {}; there are {}, 0 to {}", *last, massCount, massCount - 1));
        for (auto mass = static_cast<std::size_t>(*first); mass <= static_cast<std::size_t>(*last); ++mass)
        {
            if (taken[mass])
                fail(fmt::format("mass {} is named twice; must be named once", mass));
            taken[mass] = true;
            masses.push_back(mass);
        }
    }
    return masses;
}

} // namespace ropewalk
