#include "text/text.hpp"
#include <rope/parameters.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
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
        const std::optional<double> part = text::parseNumber(text.substr(0, comma));
        if (!part)
            return std::nullopt;
        parts[i] = *part + 0.0; // -0 becomes 0
        if (!last)
            text.remove_prefix(comma + 1);
    }
    return Vec3(parts[0], parts[1], parts[2]);
}

/// Null where there is none.
template <typename Rows, typename Wanted>
auto* firstOf(Rows& rows, const Wanted& wanted)
{
    const auto at = std::find_if(rows.begin(), rows.end(), wanted);
    return at == rows.end() ? nullptr : &*at;
}

} // namespace

Parameter::Parameter(std::string_view name, std::string_view group, Field field, const ParameterRow& row)
    : name_(name), group_(group), field_(std::move(field)), row_(row), default_(value())
{
}

const std::vector<std::string_view>& Parameter::choices() const
{
    return std::get<Choice>(field_).names;
}

bool Parameter::isChoice() const
{
    return std::holds_alternative<Choice>(field_);
}

bool Parameter::isNumber() const
{
    return std::holds_alternative<double*>(field_) || std::holds_alternative<int*>(field_);
}

double Parameter::number() const
{
    return asNumber(value());
}

void Parameter::setNumber(double number)
{
    set(read(number));
}

std::string Parameter::text() const
{
    return textOf(value());
}

double Parameter::defaultNumber() const
{
    return asNumber(default_);
}

std::string Parameter::defaultText() const
{
    return textOf(default_);
}

bool Parameter::isDefault() const
{
    return value() == default_;
}

void Parameter::restoreDefault()
{
    set(default_);
}

void Parameter::adoptDefault()
{
    default_ = value();
}

void Parameter::parse(std::string_view text)
{
    set(read(text));
}

bool Parameter::logarithmic() const
{
    if (!isNumber())
        return false;
    if (row_.byDecades || (row_.minimum > 0.0 && row_.maximum / row_.minimum >= 1000.0))
        return true;
    const double usual = std::abs(defaultNumber());
    return usual > 0.0 && usual < 0.05 * std::max(std::abs(row_.minimum), std::abs(row_.maximum));
}

Parameter::Value Parameter::value() const
{
    return std::visit(Overloaded{[](const Choice& choice) -> Value { return choice.get(); },
                                 [](const auto* field) -> Value { return *field; }},
                      field_);
}

void Parameter::set(const Value& value)
{
    validate(value);
    const bool same = value == this->value();
    std::visit(Overloaded{[&](const Choice& choice) { choice.set(std::get<int>(value)); },
                          [&](auto* field) { *field = std::get<std::remove_pointer_t<decltype(field)>>(value); }},
               field_);
    if (!same || isChoice()) // a preset sets other constants anew too
        ++revision_;
}

Parameter::Value Parameter::read(double number) const
{
    if (std::holds_alternative<double*>(field_))
        return number + 0.0; // -0 becomes 0
    if (!(number >= row_.minimum && number <= row_.maximum))
        fail(text::numberText(number), {});
    return static_cast<int>(std::lround(number));
}

double Parameter::asNumber(const Value& value)
{
    const int* whole = std::get_if<int>(&value);
    return whole != nullptr ? *whole : std::get<double>(value);
}

std::string Parameter::textOf(const Value& value) const
{
    return std::visit(
        Overloaded{[](double number) { return text::numberText(number); },
                   [this](int whole)
                   {
                       const Choice* choice = std::get_if<Choice>(&field_);
                       const auto index = static_cast<std::size_t>(whole);
                       return choice != nullptr && index < choice->names.size() ? std::string(choice->names[index])
                                                                                : std::to_string(whole);
                   },
                   [](bool on) { return std::string(on ? "true" : "false"); },
                   [](const Vec3& v)
                   { return text::numberText(v.x) + "," + text::numberText(v.y) + "," + text::numberText(v.z); }},
        value);
}

std::string Parameter::boundsText() const
{
    if (const Choice* choice = std::get_if<Choice>(&field_))
        return text::joined(choice->names, " | ");
    if (std::holds_alternative<bool*>(field_))
        return "true | false";
    return text::numberText(row_.minimum) + " to " + text::numberText(row_.maximum);
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

Parameter::Value Parameter::read(std::string_view text) const
{
    text = text::trimmed(text);
    const auto inRange = [this](double value) { return value >= row_.minimum && value <= row_.maximum; };
    const auto readNumber = [&](bool whole)
    {
        const std::optional<double> value = text::parseNumber(text);
        if (!value || (whole && std::trunc(*value) != *value))
            fail(text::quoted(text), whole ? "a whole number" : "a number");
        if (!inRange(*value))
            fail(text::numberText(*value), {});
        return *value + 0.0; // -0 becomes 0
    };
    return std::visit(Overloaded{[&](const double*) -> Value { return readNumber(false); },
                                 [&](const int*) -> Value { return static_cast<int>(readNumber(true)); },
                                 [&](const bool*) -> Value
                                 {
                                     if (text != "true" && text != "false")
                                         fail(text::quoted(text), {});
                                     return text == "true";
                                 },
                                 [&](const Choice& choice) -> Value
                                 {
                                     const auto at = std::find(choice.names.begin(), choice.names.end(), text);
                                     if (at == choice.names.end())
                                         fail(text::quoted(text), {});
                                     return static_cast<int>(at - choice.names.begin());
                                 },
                                 [&](const Vec3*) -> Value
                                 {
                                     const std::optional<Vec3> value = parseVector(text);
                                     if (!value)
                                         fail(text::quoted(text), "three numbers separated by commas");
                                     if (!inRange(value->x) || !inRange(value->y) || !inRange(value->z))
                                         fail(textOf(*value), {});
                                     return *value;
                                 }},
                      field_);
}

void Parameter::validate() const
{
    validate(value());
}

void Parameter::validate(const Value& value) const
{
    const auto check = [&](double number)
    {
        if (!(number >= row_.minimum && number <= row_.maximum)) // a NaN is in no range
            fail(textOf(value), {});
    };
    if (const Vec3* vector = std::get_if<Vec3>(&value))
        for (int i = 0; i < 3; ++i)
            check((*vector)[i]);
    else if (!std::holds_alternative<bool>(value))
        check(asNumber(value));
}

Parameter& Parameters::at(std::string_view name)
{
    if (Parameter* row = find(name))
        return *row;
    std::vector<std::string_view> names;
    for (const Parameter& row : rows_)
        names.push_back(row.name());
    throw std::invalid_argument(text::unknownName("parameter", name, names));
}

Parameter* Parameters::find(std::string_view name)
{
    return firstOf(rows_, [&](const Parameter& row) { return row.name() == name; });
}

const Parameter* Parameters::find(std::string_view name) const
{
    return firstOf(rows_, [&](const Parameter& row) { return row.name() == name; });
}

Parameter* Parameters::find(StepRole role)
{
    return firstOf(rows_, [&](const Parameter& row) { return row.stepRole() == role; });
}

const Parameter* Parameters::find(StepRole role) const
{
    return firstOf(rows_, [&](const Parameter& row) { return row.stepRole() == role; });
}

std::uint64_t Parameters::revision() const
{
    return std::accumulate(rows_.begin(), rows_.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const Parameter& row) { return sum + row.revision(); });
}

void Parameters::validate() const
{
    for (const Parameter& row : rows_)
        row.validate();
}

void Parameters::add(std::string_view name, double* field, const ParameterRow& row)
{
    push(name, field, row);
}

void Parameters::add(std::string_view name, int* field, const ParameterRow& row)
{
    push(name, field, row);
}

void Parameters::add(std::string_view name, Vec3* field, const ParameterRow& row)
{
    push(name, field, row);
}

void Parameters::add(std::string_view name, bool* field, std::string_view sentence, StepRole stepRole, ParameterUse use)
{
    push(name, field, {0.0, 1.0, {}, sentence, stepRole, use});
}

void Parameters::add(std::string_view name, bool* field, const ParameterRow& row)
{
    ParameterRow both = row;
    both.maximum = 1.0;
    push(name, field, both);
}

void Parameters::add(std::string_view name, const Parameter::Choice& choice, std::string_view sentence,
                     StepRole stepRole, ParameterUse use)
{
    const auto last = static_cast<double>(choice.names.size() - 1);
    push(name, choice, {0.0, last, {}, sentence, stepRole, use});
}

void Parameters::push(std::string_view name, Parameter::Field field, const ParameterRow& row)
{
    rows_.emplace_back(name, group_, std::move(field), row);
}

void Diagnostics::add(std::string_view name, std::string_view unit, std::string_view sentence,
                      std::function<double()> value)
{
    rows_.push_back({std::string(name), std::string(unit), std::string(sentence), std::move(value)});
}

const Diagnostic* Diagnostics::find(std::string_view name) const
{
    return firstOf(rows_, [name](const Diagnostic& row) { return row.name == name; });
}

} // namespace rope
