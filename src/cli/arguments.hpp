#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ropewalk
{

/// The range of numbers that an option takes, ends included.
struct NumberRange
{
    double minimum;
    double maximum;
    std::string_view unit;
};

// Readers of option values. All throw std::invalid_argument naming the option, the value and what would be right.

/// "0.002", "1e-3", "1/60".
double parseNumberOption(std::string_view option, std::string_view text, const NumberRange& range);
/// The same without a range: the caller's library knows which numbers make sense.
double parseQuantityOption(std::string_view option, std::string_view text);
/// "0.01" or "1%".
double parseFractionOption(std::string_view option, std::string_view text);
int parseCountOption(std::string_view option, std::string_view text, int minimum, int maximum);

/// "1280x720".
std::pair<int, int> parseSizeOption(std::string_view text);

/// "NAME=VALUE".
std::pair<std::string, std::string> parseSetting(std::string_view text);

/// "0,10,79" and "0-9", in the given order; each below `massCount`.
std::vector<std::size_t> parseMasses(std::string_view text, std::size_t massCount);

} // namespace ropewalk
