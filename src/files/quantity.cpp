#include "quantity.hpp"

#include "text/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numbers>

namespace ropewalk
{

namespace
{

constexpr double roundOff = 1e-12;

/// The values of a unit that need no prefix: at least `from`, and below `to`.
struct Range
{
    std::string_view symbol;
    double from;
    double to;
};
constexpr double never = 1e300;
constexpr std::array ranges{Range{"s", 0.1, never}, Range{"m", 0.01, 1e4}, Range{"g", 1.0, 1e3},
                            Range{"N", 0.01, 1e3},  Range{"J", 0.01, 1e3}, Range{"W", 0.01, 1e3},
                            Range{"Pa", 0.01, 1e3}, Range{"Hz", 0.1, 1e3}};

/// The unit's first symbol, where a prefix can stand before it; null where none can: "1/s", "%", "m2".
const Range* prefixable(std::string_view unit)
{
    const std::string_view first = unit.substr(0, unit.find_first_of(" /"));
    const auto* found = std::find_if(ranges.begin(), ranges.end(), [&](const Range& r) { return r.symbol == first; });
    return found != ranges.end() ? found : nullptr;
}

constexpr std::array<std::string_view, 9> prefixes{"p", "n", "\u00b5", "m", "", "k", "M", "G", "T"};
constexpr int none = 4; ///< place of the empty prefix

constexpr std::array<double, 9> factors{1e-12, 1e-9, 1e-6, 1e-3, 1.0, 1e3, 1e6, 1e9, 1e12}; ///< of the prefixes

double ofPrefix(int place)
{
    return factors[static_cast<std::size_t>(place)];
}

/// `value` rounded to `digits`, as a number again.
double rounded(double value, int digits)
{
    return std::strtod(fmt::format("{:.{}e}", value, digits - 1).c_str(), nullptr);
}

std::string superscript(int exponent)
{
    static constexpr std::array<std::string_view, 10> digits{"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
                                                             "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
    std::string text = exponent < 0 ? "\u207b" : "";
    for (const char digit : std::to_string(std::abs(exponent)))
        text += digits[static_cast<std::size_t>(digit - '0')];
    return text;
}

/// "1/60" for a sixtieth; empty for any other time.
std::string frameFraction(double seconds)
{
    const double parts = 1.0 / seconds;
    const double whole = std::round(parts / 60.0) * 60.0;
    const bool exact = whole >= 60.0 && whole <= 60'000.0 && std::abs(parts - whole) <= 1e-9 * whole;
    return exact ? fmt::format("1/{:.0f}", whole) : std::string();
}

/// A value in another unit with a prefix of its own: grams for kilograms, seconds for microseconds.
struct Based
{
    double value;
    std::string unit;
};
Based based(double value, std::string_view unit)
{
    if (unit == "us")
        return {1e-6 * value, "s"};
    if (unit == "rad")
        return {value * 180.0 / std::numbers::pi, "\u00b0"};
    constexpr double leastKilograms = 0.01;
    if (unit.substr(0, unit.find_first_of(" /")) == "kg" && std::abs(value) < leastKilograms)
        return {1e3 * value, std::string(unit.substr(1))};
    return {value, std::string(unit)};
}

/// The place in `prefixes` for that value.
int prefixFor(double value, std::string_view unit, int digits)
{
    const Range* range = prefixable(unit);
    const double size = std::abs(rounded(value, digits));
    if (range == nullptr || size == 0.0 || (size >= range->from && size < range->to))
        return none;
    const int place = none + static_cast<int>(std::floor(std::log10(size) / 3.0 + 1e-12));
    return std::clamp(place, 0, static_cast<int>(prefixes.size()) - 1);
}

} // namespace

std::string plainNumber(double value, int digits, EndZeros zeros)
{
    if (!std::isfinite(value))
        return std::isnan(value) ? "not a number" : value > 0.0 ? "infinite" : "-infinite";
    const double shown = rounded(value, digits) + 0.0; // no -0
    const double size = std::abs(shown);
    if (size == 0.0)
        return "0";
    if (size >= 1e6 || size < 1e-3)
    {
        const std::string text = fmt::format("{:.{}e}", shown, digits - 1);
        std::string mantissa = text.substr(0, text.find('e'));
        if (mantissa.find('.') != std::string::npos && zeros == EndZeros::dropped)
            mantissa.erase(mantissa.find_last_not_of("0.") + 1);
        const std::string power = superscript(std::atoi(text.c_str() + text.find('e') + 1));
        return (mantissa == "1" ? "10" : mantissa == "-1" ? "-10" : mantissa + "\u00b710") + power;
    }
    if (size >= 1e4)
        return text::groupedText(value);
    if (size >= std::pow(10.0, digits - 1))
        return fmt::format("{:.0f}", value);
    const std::string kept = fmt::format("{:#.{}g}", shown, digits);
    return zeros == EndZeros::kept ? kept : fmt::format("{:.{}g}", shown, digits);
}

Quantity quantity(double value, std::string_view unit, int digits, EndZeros zeros)
{
    auto [number, of] = based(value, unit);
    if (!std::isfinite(number))
        return {plainNumber(number), plainUnit(of)};
    if (!of.empty() && std::abs(number) < roundOff)
        return {"0", plainUnit(unit == "rad" ? of : unit)};
    if (of == "s" && zeros == EndZeros::dropped && number > 0.0)
        if (std::string fraction = frameFraction(number); !fraction.empty())
            return {std::move(fraction), "s"};
    const int place = prefixFor(number, of, digits);
    return {plainNumber(number / ofPrefix(place), digits, zeros),
            std::string(prefixes[static_cast<std::size_t>(place)]) + plainUnit(of)};
}

std::string quantityWithError(double value, double error, std::string_view unit)
{
    if (!std::isfinite(value) || !std::isfinite(error) || !(error > 0.0))
        return quantityText(value, unit, 4);
    const auto [number, of] = based(value, unit);
    const double scale = number / value;
    const int place = value == 0.0 ? none : prefixFor(number, of, 4);
    const double per = value == 0.0 ? 1.0 : scale / ofPrefix(place);
    const int decimals = std::max(0, 1 - static_cast<int>(std::floor(std::log10(rounded(error * per, 2)))));
    return fmt::format("{:.{}f} \u00b1 {:.{}f} {}{}", value * per, decimals, error * per, decimals,
                       prefixes[static_cast<std::size_t>(place)], plainUnit(of));
}

std::string plainUnit(std::string_view unit)
{
    if (unit == "us")
        return "\u00b5s";
    std::string result(unit);
    if (result.ends_with("s2") || result.ends_with("m2"))
        result.replace(result.size() - 1, 1, "\u00b2");
    return result;
}

} // namespace ropewalk
