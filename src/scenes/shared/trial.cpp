#include "trial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>

namespace ropewalk
{

Trial::Trial(rope::Parameter& parameter, double value) : parameter_(parameter), before_(valueOf(parameter))
{
    set(value);
}

Trial::~Trial()
{
    set(before_);
}

bool Trial::possible(const rope::Parameter& parameter)
{
    return std::holds_alternative<double*>(parameter.field()) || std::holds_alternative<int*>(parameter.field());
}

double Trial::valueOf(const rope::Parameter& parameter)
{
    if (int* const* whole = std::get_if<int*>(&parameter.field()))
        return **whole;
    return *std::get<double*>(parameter.field());
}

void Trial::set(double value)
{
    if (int* const* whole = std::get_if<int*>(&parameter_.field()))
        **whole = static_cast<int>(std::lround(value));
    else
        *std::get<double*>(parameter_.field()) = value;
}

bool holdsAt(rope::Parameter& parameter, double value, const std::function<bool()>& holds)
{
    if (!(value >= parameter.minimum() && value <= parameter.maximum()))
        return false;
    const Trial trial(parameter, value);
    return holds();
}

std::optional<double> nearestThatHolds(rope::Parameter& parameter, bool raise, const std::function<bool()>& holds)
{
    constexpr double harshest = 3.0; // decades: what changes more is another rope
    if (!Trial::possible(parameter))
        return std::nullopt;
    const double before = Trial::valueOf(parameter);
    const double sign = raise ? 1.0 : -1.0;
    const auto at = [&](double decades)
    { return std::clamp(before * std::pow(10.0, sign * decades), parameter.minimum(), parameter.maximum()); };
    double fails = 0.0;
    double works = harshest;
    if (before == 0.0 || !holdsAt(parameter, at(works), holds))
        return std::nullopt;
    for (int i = 0; i < 40; ++i)
    {
        const double middle = 0.5 * (fails + works);
        (holdsAt(parameter, at(middle), holds) ? works : fails) = middle;
    }
    return at(works);
}

double twoDigits(double value, bool up)
{
    if (value == 0.0)
        return value;
    const double unit = std::pow(10.0, std::floor(std::log10(std::abs(value))) - 1.0);
    const double digits = std::abs(value) / unit;
    constexpr double rounding = 1e-11; // what is two digits already stays as it is
    const double whole = up ? std::ceil(digits * (1.0 - rounding)) : std::floor(digits * (1.0 + rounding));
    return std::copysign(std::stod(fmt::format("{:.2g}", whole * unit)), value);
}

} // namespace ropewalk
