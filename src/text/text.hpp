#pragma once

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// Numbers and names as people type and read them.
namespace text
{

/// The number that `text` writes: "0.002", "1e-3", "1/60". Nothing where `text` is no number, or not a finite one.
std::optional<double> parseNumber(std::string_view text);

/// The shortest text that reads back as the same number: "10000", "0.05".
std::string numberText(double value);

/// A whole number with its thousands apart: "1,000,000".
std::string groupedText(double number);

/// `text` without the blanks at both ends.
std::string_view trimmed(std::string_view text);

/// `text` with small letters for the capitals A to Z.
std::string lowered(std::string_view text);

/// The names in a row: "full | axial".
std::string joined(const std::vector<std::string_view>& names, std::string_view separator = ", ");

/// `text` between quotation marks, cut after 60 bytes: an error message stays short when somebody pastes a megabyte.
std::string quoted(std::string_view text);

/// The candidate with the smallest edit distance to `name`; empty when none is near.
std::string_view nearest(std::string_view name, const std::vector<std::string_view>& candidates);

/// The message about a name that is not among `known`: "unknown scene 'rpoe'; did you mean 'rope'?". Where no known
/// name is near, it ends with `otherwise`; where that is empty, with all of them: "there are rope, cloth".
std::string unknownName(std::string_view kind, std::string_view name, const std::vector<std::string_view>& known,
                        std::string_view otherwise = {});

/// The element of `list` whose member `nameOf` is `name`; throws std::invalid_argument with unknownName's message.
template <typename List, typename NameOf>
const auto& elementNamed(std::string_view name, const List& list, NameOf nameOf, std::string_view kind,
                         std::string_view otherwise = {})
{
    std::vector<std::string_view> names;
    for (const auto& element : list)
    {
        if (std::invoke(nameOf, element) == name)
            return element;
        names.push_back(std::invoke(nameOf, element));
    }
    throw std::invalid_argument(unknownName(kind, name, names, otherwise));
}

} // namespace text
