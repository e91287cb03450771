#include <rope/parameters.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <system_error>

namespace rope
{

namespace
{

template <typename... Cases>
struct Overloaded : Cases...
{
    using Cases::operator()...;
};
template <typename... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view blanks = " \t\r\n";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// A value as an error shows it: a pasted megabyte must not become the message.
std::string quoted(std::string_view text)
{
    constexpr std::size_t longest = 60;
    std::string shown = "'";
    shown.append(text.substr(0, longest)).append(text.size() > longest ? "...'" : "'");
    return shown;
}

/// One number without a fraction bar.
std::optional<double> parsePlainNumber(std::string_view text)
{
    text = trimmed(text);
    if (text.size() > 1 && text[0] == '+' && text[1] != '-')
        text.remove_prefix(1); // from_chars takes no plus sign, people type one
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

std::optional<Vec3> parseVector(std::string_view text)
{
    std::array<double, 3> parts{};
    for (std::size_t i = 0; i < parts.size(); ++i)
    {
        const std::size_t comma = text.find(',');
        const bool last = i + 1 == parts.size();
        if (last != (comma == std::string_view::npos))
            return std::nullopt;
        const std::optional<double> part = parseNumber(text.substr(0, comma));
        if (!part)
            return std::nullopt;
        parts[i] = *part + 0.0; // -0 becomes 0
        if (!last)
            text.remove_prefix(comma + 1);
    }
    return Vec3(parts[0], parts[1], parts[2]);
}

std::string joined(const std::vector<std::string_view>& names, std::string_view separator)
{
    std::string text;
    for (const std::string_view name : names)
        text.append(text.empty() ? "" : separator).append(name);
    return text;
}

char lowered(char c)
{
    if (c >= 'A' && c <= 'Z')
        return static_cast<char>(c - 'A' + 'a');
    return c == '-' ? '_' : c;
}

/// Edit distance (insert, remove, replace, swap of neighbours) without regard to case.
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
            const std::size_t replaced = last[j - 1] + (lowered(a[i - 1]) == lowered(b[j - 1]) ? 0 : 1);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
            if (i > 1 && j > 1 && lowered(a[i - 1]) == lowered(b[j - 2]) && lowered(a[i - 2]) == lowered(b[j - 1]))
                row[j] = std::min(row[j], beforeLast[j - 2] + 1);
        }
        std::swap(beforeLast, last);
        std::swap(last, row);
    }
    return last[b.size()];
}

} // namespace

Parameter::Parameter(std::string_view name, std::string_view group, Field field, const ParameterRow& row)
    : name_(name), group_(group), field_(std::move(field)), row_(row), default_(text())
{
}

bool Parameter::wide() const
{
    if (!std::holds_alternative<double*>(field_) && !std::holds_alternative<int*>(field_))
        return false;
    if (row_.minimum > 0.0 && row_.maximum / row_.minimum >= 1000.0)
        return true;
    const double usual = std::abs(parseNumber(default_).value_or(0.0));
    return usual > 0.0 && usual < 0.05 * std::max(std::abs(row_.minimum), std::abs(row_.maximum));
}

std::string Parameter::text() const
{
    return std::visit(
        Overloaded{[](const double* value) { return numberText(*value); },
                   [](const int* value) { return std::to_string(*value); },
                   [](const bool* value) { return std::string(*value ? "true" : "false"); },
                   [](const Choice& choice)
                   {
                       const auto index = static_cast<std::size_t>(choice.get());
                       return index < choice.names.size() ? std::string(choice.names[index])
                                                          : std::to_string(choice.get());
                   },
                   [](const Vec3* value)
                   { return numberText(value->x) + "," + numberText(value->y) + "," + numberText(value->z); }},
        field_);
}

std::string Parameter::boundsText() const
{
    if (const Choice* choice = std::get_if<Choice>(&field_))
        return joined(choice->names, " | ");
    if (std::holds_alternative<bool*>(field_))
        return "true | false";
    return numberText(row_.minimum) + " to " + numberText(row_.maximum);
}

std::string Parameter::rangeText() const
{
    return std::holds_alternative<Vec3*>(field_) ? boundsText() + " each" : boundsText();
}

void Parameter::fail(std::string_view value, std::string_view kind) const
{
    std::string text = name_ + " = " + std::string(value) + ": must be ";
    if (!kind.empty())
        text.append(kind).append(", ");
    text += boundsText();
    if (!row_.unit.empty())
        text.append(" ").append(row_.unit);
    if (std::holds_alternative<Vec3*>(field_))
        text += " each";
    throw std::invalid_argument(text);
}

void Parameter::parse(std::string_view text)
{
    text = trimmed(text);
    const auto inRange = [this](double value) { return value >= row_.minimum && value <= row_.maximum; };
    std::visit(Overloaded{[&](double* field)
                          {
                              const std::optional<double> value = parseNumber(text);
                              if (!value)
                                  fail(quoted(text), "a number");
                              if (!inRange(*value))
                                  fail(numberText(*value), {});
                              *field = *value + 0.0; // -0 becomes 0
                          },
                          [&](int* field)
                          {
                              const std::optional<double> value = parseNumber(text);
                              if (!value || std::trunc(*value) != *value)
                                  fail(quoted(text), "a whole number");
                              if (!inRange(*value))
                                  fail(numberText(*value), {});
                              *field = static_cast<int>(*value);
                          },
                          [&](bool* field)
                          {
                              if (text != "true" && text != "false")
                                  fail(quoted(text), {});
                              *field = text == "true";
                          },
                          [&](const Choice& choice)
                          {
                              const auto at = std::find(choice.names.begin(), choice.names.end(), text);
                              if (at == choice.names.end())
                                  fail(quoted(text), {});
                              choice.set(static_cast<int>(at - choice.names.begin()));
                          },
                          [&](Vec3* field)
                          {
                              const std::optional<Vec3> value = parseVector(text);
                              if (!value)
                                  fail(quoted(text), "three numbers separated by commas");
                              if (!inRange(value->x) || !inRange(value->y) || !inRange(value->z))
                                  fail(text, {});
                              *field = *value;
                          }},
               field_);
}

void Parameter::validate() const
{
    const auto check = [this](double value)
    {
        if (!(value >= row_.minimum && value <= row_.maximum)) // a NaN is in no range
            fail(text(), {});
    };
    std::visit(Overloaded{[&](const double* value) { check(*value); },
                          [&](const int* value) { check(static_cast<double>(*value)); }, [](const bool*) {},
                          [&](const Choice& choice) { check(static_cast<double>(choice.get())); },
                          [&](const Vec3* value)
                          {
                              check(value->x);
                              check(value->y);
                              check(value->z);
                          }},
               field_);
}

Parameter& Parameters::at(std::string_view name)
{
    if (Parameter* row = find(name))
        return *row;
    std::vector<std::string_view> names;
    for (const Parameter& row : rows_)
        names.push_back(row.name());
    const std::string_view near = nearest(name, names);
    throw std::invalid_argument(
        "unknown parameter " + quoted(name) +
        (near.empty() ? "; there are " + joined(names, ", ") : "; did you mean '" + std::string(near) + "'?"));
}

Parameter* Parameters::find(std::string_view name)
{
    const auto at = std::find_if(rows_.begin(), rows_.end(), [&](const Parameter& row) { return row.name() == name; });
    return at == rows_.end() ? nullptr : &*at;
}

const Parameter* Parameters::find(std::string_view name) const
{
    const auto at = std::find_if(rows_.begin(), rows_.end(), [&](const Parameter& row) { return row.name() == name; });
    return at == rows_.end() ? nullptr : &*at;
}

void Parameters::validate() const
{
    for (const Parameter& row : rows_)
        row.validate();
}

void Parameters::push(std::string_view name, Parameter::Field field, const ParameterRow& row)
{
    rows_.emplace_back(name, group_, std::move(field), row);
}

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
    std::array<char, 32> buffer{};
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), end};
}

std::string_view nearest(std::string_view name, const std::vector<std::string_view>& candidates)
{
    constexpr std::size_t longest = 100; // what is longer is no slip of the fingers, and would cost its square
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

} // namespace rope
