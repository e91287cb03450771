// Checks of a wish and of a measurement.
#pragma once

#include <rope/rope_wish.hpp>

#include <optional>

namespace rope
{

constexpr double smallestWishedStretch = 1e-6;
constexpr double largestWishedStretch = 10.0;

/// Throws std::invalid_argument naming the number, its value and the range; a NaN is in no range. A number that was not
/// given is right.
void requireRange(const char* name, std::optional<double> value, double minimum, double maximum, const char* unit);

/// Throws std::invalid_argument naming the wish, its value and what would be right.
void validateWish(const RopeWish& wish);

} // namespace rope
