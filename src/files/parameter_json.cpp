#include "parameter_json.hpp"

#include "json_text.hpp"

#include <fmt/ranges.h>

#include <array>
#include <string>
#include <variant>
#include <vector>

namespace ropewalk
{

using nlohmann::json;

void setParameter(rope::Parameter& parameter, const json& value)
{
    /// A kind of value, and what errors call it.
    struct Kind
    {
        bool (json::*holds)() const noexcept;
        std::string_view name;
    };
    static constexpr std::array<Kind, std::variant_size_v<rope::Parameter::Field>> kinds{
        {{&json::is_number, "a number"},
         {&json::is_number, "a whole number"},
         {&json::is_boolean, "true or false"},
         {&json::is_string, "one of the texts"},
         {&json::is_array, "three numbers in []"}}};
    const Kind& right = kinds[parameter.field().index()];
    if (!(value.*right.holds)())
        refuse("'{}' is {}; must be {}, {}", parameter.name(), kindText(value), right.name, parameter.rangeText());
    if (value.is_string())
    {
        parameter.parse(value.get_ref<const std::string&>());
        return;
    }
    std::vector<std::string> numbers;
    for (const json& number : value) // of one number or truth value: itself
    {
        if (value.is_array() && !number.is_number())
            refuse("'{}' holds {}; must be three numbers", parameter.name(), kindText(number));
        numbers.push_back(number.dump());
    }
    parameter.parse(fmt::format("{}", fmt::join(numbers, ",")));
}

nlohmann::ordered_json valueJson(const rope::Parameter& parameter)
{
    if (std::holds_alternative<rope::Parameter::Choice>(parameter.field()))
        return parameter.text();
    if (const auto* const vector = std::get_if<rope::Vec3*>(&parameter.field()))
        return vectorJson(**vector);
    return nlohmann::ordered_json::parse(parameter.text());
}

} // namespace ropewalk
