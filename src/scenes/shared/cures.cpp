#include "cures.hpp"

#include "trial.hpp"

#include <rope/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

namespace ropewalk
{

namespace
{

using Field = rope::Parameter::Field;

/// What limits a step comes from, as it is called in one scene or another.
constexpr std::array<std::string_view, 17> limiting{
    "max_dt",           "spring_constant",   "spring_friction", "air_friction", "mass",
    "ground_repulsion", "ground_absorption", "ground_friction", "payout_speed", "stiffness",
    "total_mass",       "deployment_speed",  "damping",         "medium_drag",  "structural_stiffness",
    "shear_stiffness",  "bend_stiffness"};
constexpr double mildest = 1e-9; // a cure that changes next to nothing is rounding

/// The nearest value that holds in two digits.
std::optional<double> neatThatHolds(rope::Parameter& parameter, bool raise, const std::function<bool()>& holds)
{
    const std::optional<double> nearest = nearestThatHolds(parameter, raise, holds);
    const double neat = nearest ? twoDigits(*nearest, raise) : 0.0;
    return nearest && holdsAt(parameter, neat, holds) ? std::optional(neat) : std::nullopt;
}

} // namespace

std::vector<Cure> curesAmong(rope::Parameters& parameters, const std::function<bool()>& holds)
{
    std::vector<std::pair<double, Cure>> found; // by how much they change, in decades
    if (rope::Parameter* automatic = parameters.find("auto_steps"); automatic && automatic->text() == "false")
        found.push_back({0.0, {"auto_steps on", automatic->name(), "true"}});
    if (!holds())
    {
        for (const std::string_view name : limiting)
        {
            rope::Parameter* parameter = parameters.find(name);
            double* const* field = parameter ? std::get_if<double*>(&parameter->field()) : nullptr;
            if (field == nullptr)
                continue;
            for (const bool raise : {false, true})
                if (const auto value = neatThatHolds(*parameter, raise, holds))
                {
                    const double decades = std::abs(std::log10(std::abs(*value / **field)));
                    if (decades > mildest)
                        found.push_back({decades,
                                         {fmt::format("{} = {}", name, rope::numberText(*value)), parameter->name(),
                                          rope::numberText(*value)}});
                }
        }
        if (rope::Parameter* integrator = parameters.find("integrator"))
        {
            const std::string before = integrator->text();
            std::optional<Cure> other;
            for (const std::string_view choice : integrator->choices())
            {
                integrator->parse(choice);
                if (holds())
                    other = Cure{fmt::format("integrator = {}", choice), integrator->name(), std::string(choice)};
            }
            integrator->parse(before);
            if (other)
                found.push_back({1.0, *other});
        }
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<Cure> cures;
    for (auto& [decades, cure] : found)
        cures.push_back(std::move(cure));
    return cures;
}

} // namespace ropewalk
