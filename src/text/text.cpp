#include "number_chars.hpp"

#include "text.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace text
{

namespace
{

/// One number without a fraction bar.
std::optional<double> parsePlainNumber(std::string_view text)
{
    text = trimmed(text);
    if (text.size() > 1 && text[0] == '+' && text[1] != '-')
        text.remove_prefix(1); // a number has no plus sign, people type one
    return readNumber(text);
}

/// A letter as edit distances see it: without regard to case, and "-" like "_".
char folded(char c)
{
    if (c >= 'A' && c <= 'Z')
        return static_cast<char>(c - 'A' + 'a');
    return c == '-' ? '_' : c;
}

/// Number of insertions, removals, replacements and swaps of neighbours that make `a` from `b`.
std::size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> beforeLast(b.size() + 1);
    std::vector<std::size_t> last(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(last.begin(), last.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i)
    {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j)
        {
            const std::size_t replaced = last[j - 1] + (folded(a[i - 1]) == folded(b[j - 1]) ? 0 : 1);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
            if (i > 1 && j > 1 && folded(a[i - 1]) == folded(b[j - 2]) && folded(a[i - 2]) == folded(b[j - 1]))
                row[j] = std::min(row[j], beforeLast[j - 2] + 1);
        }
        std::swap(beforeLast, last);
        std::swap(last, row);
    }
    return last[b.size()];
}

} // namespace

std::optional<double> parseNumber(std::string_view text)
{
    const std::size_t bar = text.find('/');
    if (bar == std::string_view::npos)
        return parsePlainNumber(text);
    const std::optional<double> over = parsePlainNumber(text.substr(0, bar));
    const std::optional<double> under = parsePlainNumber(text.substr(bar + 1));
    if (!over || !under || !std::isfinite(*over / *under))
        return std::nullopt;
    return *over / *under;
}

std::string numberText(double value)
{
    return shortestNumber(value);
}

std::string groupedText(double number)
{
    std::string digits = wholeNumber(number);
    const int first = digits.starts_with('-') ? 1 : 0;
    for (int i = static_cast<int>(digits.size()) - 3; i > first; i -= 3)
        digits.insert(static_cast<std::size_t>(i), 1, ',');
    return digits;
}

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view blanks = " \t\r\n";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string lowered(std::string_view text)
{
    std::string result(text);
    for (char& c : result)
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    return result;
}

std::string joined(const std::vector<std::string_view>& names, std::string_view separator)
{
    std::string text;
    for (const std::string_view name : names)
        text.append(text.empty() ? "" : separator).append(name);
    return text;
}

std::string quoted(std::string_view text)
{
    std::size_t shown = std::min<std::size_t>(text.size(), 60);
    while (shown > 0 && shown < text.size() && (static_cast<unsigned char>(text[shown]) & 0xC0u) == 0x80u)
        --shown; // not in the middle of a letter of several bytes
    std::string result = "'";
    for (const char c : text.substr(0, shown))
    {
        constexpr std::string_view digits = "0123456789abcdef";
        const auto code = static_cast<unsigned char>(c);
        if (c == '\n')
            result += "\\n";
        else if (code < 0x20 || code == 0x7f)
            result.append("\\x").append({digits[code >> 4U], digits[code & 15U]});
        else
            result += c;
    }
    return result.append(shown < text.size() ? "...'" : "'");
}

std::string_view nearest(std::string_view name, const std::vector<std::string_view>& candidates)
{
    constexpr std::size_t longest = 100; // a longer name is no slip of the fingers, and would take long to search
    if (name.empty() || name.size() > longest)
        return {};
    std::string_view best;
    std::size_t smallest = std::max<std::size_t>(1, name.size() / 3) + 1;
    for (const std::string_view candidate : candidates)
    {
        const std::size_t distance = editDistance(name, candidate);
        if (distance < smallest && distance < name.size())
        {
            smallest = distance;
            best = candidate;
        }
    }
    return best;
}

std::string unknownName(std::string_view kind, std::string_view name, const std::vector<std::string_view>& known,
                        std::string_view otherwise)
{
    std::string text = "unknown " + std::string(kind) + " " + quoted(name) + "; ";
    if (const std::string_view near = nearest(name, known); !near.empty())
        return text.append("did you mean '").append(near).append("'?");
    return text.append(otherwise.empty() ? "there are " + joined(known) : std::string(otherwise));
}

} // namespace text
