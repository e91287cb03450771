#pragma once

// Text of doubles as std::from_chars and std::to_chars read and write it, also where the standard library has these for
// integers alone (libc++ before 14 and 20: Emscripten, Apple's).

#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace text
{

/// The same with the C library's functions, in the locale "C" of a program that sets none.
namespace by_c_library
{

/// The number that is the whole text; nothing else, and nothing that is no double.
inline std::optional<double> readNumber(std::string_view text)
{
    // strtod also takes blanks, a plus sign, and hexadecimal digits.
    if (text.empty() || text.find_first_not_of("0123456789+-.eE") != std::string_view::npos || text[0] == '+')
        return std::nullopt;
    const std::string terminated(text);
    char* end = nullptr;
    errno = 0;
    const double value = std::strtod(terminated.c_str(), &end);
    const bool vanished = value == 0.0 && errno == ERANGE;
    if (end != terminated.c_str() + terminated.size() || vanished || !std::isfinite(value))
        return std::nullopt;
    return value;
}

inline std::string printed(const char* format, int precision, double value)
{
    char buffer[400]; // the largest double has 309 digits
    return std::string(buffer,
                       static_cast<std::size_t>(std::snprintf(buffer, sizeof buffer, format, precision, value)));
}

/// The fewest digits that are read back as `value`, in the shorter of both notations.
inline std::string shortestNumber(double value)
{
    if (!std::isfinite(value))
        return printed("%.*f", 0, value); // "inf", "-nan"
    std::string scientific;
    int digits = 1;
    do
        scientific = printed("%.*e", digits - 1, value);
    while (std::strtod(scientific.c_str(), nullptr) != value && ++digits <= 17);
    const int exponent = std::atoi(scientific.c_str() + scientific.find('e') + 1);
    const int decimals = digits - 1 > exponent ? digits - 1 - exponent : 0;
    std::string fixed = printed("%.*f", decimals, value);
    return fixed.size() <= scientific.size() ? fixed : scientific;
}

inline std::string wholeNumber(double value)
{
    return printed("%.*f", 0, value);
}

} // namespace by_c_library

#if defined(__cpp_lib_to_chars)

/// The number that is the whole text; nothing else, and nothing that is no double.
inline std::optional<double> readNumber(std::string_view text)
{
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

/// The fewest digits that are read back as `value`, in the shorter of both notations.
inline std::string shortestNumber(double value)
{
    char buffer[32];
    return std::string(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
}

/// Rounded to a whole number, all its digits.
inline std::string wholeNumber(double value)
{
    char buffer[400]; // the largest double has 309 digits
    return std::string(buffer, std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, 0).ptr);
}

#else

using by_c_library::readNumber;
using by_c_library::shortestNumber;
using by_c_library::wholeNumber;

#endif

} // namespace text
