#include <rope/parameters.hpp>
#include <rope/text.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

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
    throw std::invalid_argument(unknownName("parameter", name, names));
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

} // namespace rope
