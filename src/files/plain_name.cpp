#include "plain_name.hpp"

#include "text/text.hpp"

#include <algorithm>
#include <array>

namespace ropewalk
{

namespace
{

struct Word
{
    std::string_view from;
    std::string_view to;
};
constexpr std::array words{Word{"max", "largest"},  Word{"min", "smallest"},   Word{"dt", "step"},
                           Word{"euler", "Euler"},  Word{"verlet", "Verlet"},  Word{"kutta", "Kutta"},
                           Word{"runge", "Runge"},  Word{"residual", "error"}, Word{"bdf2", "BDF2"},
                           Word{"atwood", "Atwood"}};
/// Names that their words alone do not explain.
constexpr std::array names{
    Word{"connection_speed", "Speed by keys"},       Word{"cost", "Work a frame"},
    Word{"friction_direction", "Friction acts on"},  Word{"hold", "Holding force"},
    Word{"integrator_sway", "Borrowed for a swing"}, Word{"integrator_energy", "Made by the steps"}};
/// Words that belong together by more than a blank.
constexpr std::array pairs{Word{"semi implicit", "semi-implicit"}, Word{"payout", "pay-out"},
                           Word{"Runge Kutta", "Runge-Kutta"}, Word{"energy momentum", "energy-momentum"}};

bool partOfName(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

/// What may not touch a name in a sentence: it is part of a path, an option or a formula there.
bool binds(char c)
{
    return c == '/' || c == '-' || c == '=' || c == '(' || (c >= 'A' && c <= 'Z');
}

/// Length of the line of a script or a command that begins at `at` with its quotation mark, as it is to be typed:
/// several words between two of them. 0: none begins there.
std::size_t quotedLine(std::string_view text, std::size_t at)
{
    const bool opens = text[at] == '\'' && (at == 0 || text[at - 1] == ' ' || text[at - 1] == '(');
    const std::size_t end = opens ? text.find('\'', at + 1) : std::string_view::npos;
    const bool several = end != std::string_view::npos && text.substr(at, end - at).find(' ') != std::string_view::npos;
    return several ? end + 1 - at : 0;
}

} // namespace

std::string plainName(std::string_view name)
{
    for (const Word& row : names)
        if (name == row.from)
            return std::string(row.to);
    std::string result;
    while (!name.empty())
    {
        const std::size_t end = std::min(name.find('_'), name.size());
        std::string_view word = name.substr(0, end);
        name.remove_prefix(std::min(end + 1, name.size()));
        for (const Word& row : words)
            if (word == row.from)
                word = row.to;
        if (!result.empty())
            result += ' ';
        result += word;
    }
    for (const Word& pair : pairs)
        if (const std::size_t at = result.find(pair.from); at != std::string::npos)
            result.replace(at, pair.from.size(), pair.to);
    if (!result.empty() && result[0] >= 'a' && result[0] <= 'z')
        result[0] = static_cast<char>(result[0] - 'a' + 'A');
    return result;
}

std::string withPlainNames(std::string_view text)
{
    return withNamesAs(text, plainName);
}

std::string withNamesAs(std::string_view text, const std::function<std::string(std::string_view)>& wordsOf)
{
    std::string result;
    for (std::size_t i = 0; i < text.size();)
    {
        if (const std::size_t length = quotedLine(text, i); length > 0)
        {
            result += text.substr(i, length);
            i += length;
            continue;
        }
        std::size_t end = i;
        while (end < text.size() && partOfName(text[end]))
            ++end;
        if (end == i)
        {
            result += text[i++];
            continue;
        }
        const std::string_view name = text.substr(i, end - i);
        const char before = i > 0 ? text[i - 1] : ' ';
        const char after = end < text.size() ? text[end] : ' ';
        const bool file = after == '.' && end + 1 < text.size() && partOfName(text[end + 1]);
        // The names of knots, such as 6_2, are no words.
        const bool several = name.find('_') != std::string_view::npos && name.front() >= 'a' && name.back() != '_';
        result +=
            several && !file && !binds(before) && !binds(after) && before != '.' ? wordsOf(name) : std::string(name);
        i = end;
    }
    return result;
}

} // namespace ropewalk
