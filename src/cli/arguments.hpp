#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ropewalk
{

// Readers of option values. All throw std::invalid_argument naming the option, the value and what would be right.

/// Numbers such as "0.002", "1e-3", "1/60" from minimum to maximum.
struct NumberRange
{
    double minimum;
    double maximum;
    std::string_view unit;

    double operator()(std::string_view option, std::string_view text) const;
};

/// Whole numbers from minimum to maximum.
struct CountRange
{
    int minimum;
    int maximum;

    int operator()(std::string_view option, std::string_view text) const;
};

/// One of these texts.
struct Choice
{
    std::vector<std::string_view> texts;

    std::string operator()(std::string_view option, std::string_view text) const;
};

/// A number of any size: the caller's library knows which numbers make sense.
double readQuantity(std::string_view option, std::string_view text);
/// "0.01" or "1%".
double readFraction(std::string_view option, std::string_view text);
/// "1280x720", in pixels.
std::pair<int, int> readSize(std::string_view option, std::string_view text);

/// "NAME=VALUE".
std::pair<std::string, std::string> parseSetting(std::string_view text);

/// "K/N": part K of N.
std::pair<int, int> readShard(std::string_view option, std::string_view text);

/// The parts of a text between commas; none may be empty.
std::vector<std::string> readNames(std::string_view option, std::string_view text);

/// "0,10,79" and "0-9", in the given order; each below `massCount`.
std::vector<std::size_t> parseMasses(std::string_view text, std::size_t massCount);

} // namespace ropewalk
