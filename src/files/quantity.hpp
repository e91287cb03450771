#pragma once

#include <string>
#include <string_view>

// Numbers with units as people read them. What reads back exactly is text::numberText.

namespace ropewalk
{

/// A number and its unit apart, for columns: {"16.7", "ms"}.
struct Quantity
{
    std::string number;
    std::string unit;

    std::string text() const { return unit.empty() ? number : number + (unit == "\u00b0" ? "" : " ") + unit; }
};

/// Whether a number keeps the zeros at its end: one that runs on the screen then keeps its width.
enum class EndZeros
{
    dropped,
    kept
};

/// A value in the unit `unit` (SI, "us" or "%"), rounded to `digits` digits, with the prefix that reads best: 0.0167 s
/// is 16.7 ms, 1e7 N/m is 10 MN/m; radians become degrees. Parts of a second that frames and steps have are fractions:
/// 1/60 s. A value below 1e-12 of the unit is round-off of a sum and becomes 0.
Quantity quantity(double value, std::string_view unit, int digits = 3, EndZeros zeros = EndZeros::dropped);

inline std::string quantityText(double value, std::string_view unit, int digits = 3, EndZeros zeros = EndZeros::dropped)
{
    return quantity(value, unit, digits, zeros).text();
}

/// "5.62 ± 0.56 kN": both with the same prefix and as many decimals, the error with two digits.
std::string quantityWithError(double value, double error, std::string_view unit);

/// A plain number: "12.35", "12,350", "1.2·10⁻⁵".
std::string plainNumber(double value, int digits = 4, EndZeros zeros = EndZeros::dropped);

/// "m/s²" for "m/s2".
std::string plainUnit(std::string_view unit);

} // namespace ropewalk
