#pragma once

#include "text.hpp"

#include <cmath>
#include <string>

namespace text
{

/// A positive number with two digits that count, for rough estimates: "0.013", "240", "240000".
inline std::string roughText(double value)
{
    if (!(value > 0.0) || !std::isfinite(value))
        return numberText(value);
    double up = 1.0;
    double down = 1.0;
    while (value / up >= 99.5)
        up *= 10.0;
    while (value * down < 9.95)
        down *= 10.0;
    return numberText(std::round(value * down / up) * up / down);
}

} // namespace text
