#include "cures.hpp"

#include "files/plain_name.hpp"
#include "files/quantity.hpp"

#include <rope/elementary.hpp>
#include <rope/fixed_timestep.hpp>

#include "text/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <tuple>
#include <utility>

namespace ropewalk
{

namespace
{

using rope::Parameter;
using rope::StepRole;

constexpr double comfort = 0.9;  // of the stable step: a longer one may well cross it with the next change
constexpr double mildest = 1e-9; // [decades] a cure that changes less is rounding

Cure cureOf(std::string label, const Parameter& parameter, std::string value)
{
    return {std::move(label), parameter.name(), std::move(value)};
}

/// Gives a constant its value back.
class Restored
{
public:
    explicit Restored(Parameter& parameter) : parameter_(parameter), before_(parameter.value()) {}
    ~Restored() { parameter_.set(before_); }
    Restored(const Restored&) = delete;
    Restored& operator=(const Restored&) = delete;

private:
    Parameter& parameter_;
    Parameter::Value before_;
};

/// The last of the choices with which `holds` is true; nothing where there is none.
std::optional<std::string> lastChoiceThatHolds(Parameter& parameter, const std::function<bool()>& holds)
{
    const Restored restored(parameter);
    std::optional<std::string> last;
    for (const std::string_view choice : parameter.choices())
    {
        parameter.parse(choice);
        if (holds())
            last = choice;
    }
    return last;
}

/// The constant of that role, changed as little as it must be for `helps` to be true.
std::optional<Cure> changed(rope::Parameters& parameters, StepRole role, bool raise, const std::function<bool()>& helps)
{
    Parameter* parameter = role != StepRole::none ? parameters.find(role) : nullptr;
    const std::optional<double> nearest =
        parameter != nullptr ? nearestThatHolds(*parameter, raise, helps) : std::nullopt;
    if (!nearest)
        return std::nullopt;
    // Half or double is easier said than 4800 for 10000, and near enough to it.
    const double before = parameter->number();
    const double factor = raise ? *nearest / before : before / *nearest;
    const bool half = factor > 1.8 && factor <= 2.0;
    const double value = half ? (raise ? 2.0 * before : 0.5 * before) : twoDigits(*nearest, raise);
    if (!holdsAt(*parameter, value, helps))
        return std::nullopt;
    return cureOf(half ? fmt::format("{} {}", raise ? "Double" : "Halve", plainName(parameter->name()))
                       : fmt::format("{} {} to {}", raise ? "Raise" : "Lower", plainName(parameter->name()),
                                     quantityText(value, parameter->unit())),
                  *parameter, text::numberText(value));
}

/// The longest step that splits a tick into enough steps, rounded to the fewest digits that still give that number.
std::optional<Cure> shortened(const Parameter& longestStep, double stable, double tick)
{
    const double steps = rope::fewestSteps(tick, comfort * stable);
    for (int digits = 2; digits <= 6; ++digits)
    {
        const double unit =
            rope::elementary::pow(10.0, std::floor(rope::elementary::log10(tick / steps)) + 1.0 - digits);
        const double step = std::stod(fmt::format("{:.{}g}", std::ceil(tick / steps / unit) * unit, digits));
        if (rope::fewestSteps(tick, step) == steps && step >= longestStep.minimum() && step <= longestStep.maximum())
            return cureOf(fmt::format("{} steps a frame", text::groupedText(steps)), longestStep,
                          text::numberText(step));
    }
    return std::nullopt;
}

StepRole roleOf(rope::StepCause cause)
{
    static constexpr std::array<StepRole, rope::stepCauseNames.size()> roles{
        StepRole::springs,          StepRole::springFriction, StepRole::airFriction, StepRole::groundRepulsion,
        StepRole::groundAbsorption, StepRole::none,           StepRole::bending};
    return roles[static_cast<std::size_t>(cause)];
}

/// What stepCures and slownessCures have in common; `copy` has the constants of `scene`.
std::vector<Cure> forceCures(const Scene& scene, Scene& copy, double step)
{
    std::vector<Cure> cures;
    const auto helps = [&] { return step <= comfort * copy.stepPlan().stable; };
    if (helps())
        return cures;
    const StepRole strongest = roleOf(scene.stepLimits().strongest);
    for (const auto& [role, raise] : {std::pair(strongest, false), std::pair(StepRole::mass, true)})
        if (std::optional<Cure> cure = changed(copy.parameters(), role, raise, helps))
            cures.push_back(std::move(*cure));
    return cures;
}

} // namespace

void copyConstants(const rope::Parameters& from, rope::Parameters& to)
{
    for (std::size_t i = 0; i < from.rows().size(); ++i)
        if (const Parameter::Value value = from.rows()[i].value(); value != to.rows()[i].value())
            to.rows()[i].set(value);
}

std::unique_ptr<Scene> copyOfConstants(const Scene& scene)
{
    const auto entry = std::find_if(scenes().begin(), scenes().end(),
                                    [&](const SceneEntry& known) { return known.info.id == scene.info().id; });
    if (entry == scenes().end())
        return nullptr;
    std::unique_ptr<Scene> copy = entry->make();
    copyConstants(scene.parameters(), copy->parameters());
    return copy;
}

bool holdsAt(Parameter& parameter, double value, const std::function<bool()>& holds)
{
    if (!(value >= parameter.minimum() && value <= parameter.maximum()))
        return false;
    const Restored restored(parameter);
    parameter.setNumber(value);
    return holds();
}

std::optional<double> nearestThatHolds(Parameter& parameter, bool raise, const std::function<bool()>& holds)
{
    constexpr double harshest = 3.0; // decades: what changes more is another rope
    if (!parameter.isNumber())
        return std::nullopt;
    const double before = parameter.number();
    const double sign = raise ? 1.0 : -1.0;
    const auto at = [&](double decades) {
        return std::clamp(before * rope::elementary::pow(10.0, sign * decades), parameter.minimum(),
                          parameter.maximum());
    };
    double fails = 0.0;
    double works = harshest;
    if (before == 0.0 || !holdsAt(parameter, at(works), holds))
        return std::nullopt;
    for (int i = 0; i < 40; ++i) // the last of 40 halvings of 3 decades is below the rounding of a double
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
    const double unit = rope::elementary::pow(10.0, std::floor(rope::elementary::log10(std::abs(value))) - 1.0);
    const double digits = std::abs(value) / unit;
    constexpr double rounding = 1e-11; // a number of two digits stays as it is
    const double whole = up ? std::ceil(digits * (1.0 - rounding)) : std::floor(digits * (1.0 + rounding));
    return std::copysign(std::stod(fmt::format("{:.2g}", whole * unit)), value);
}

std::vector<Cure> curesAmong(rope::Parameters& parameters, const std::function<bool()>& holds)
{
    struct Found
    {
        double decades; ///< by which the constant changes
        StepRole role;
        Cure cure;
    };
    std::vector<Found> found;
    if (const Parameter* automatic = parameters.find(StepRole::automatic); automatic && automatic->text() == "false")
        found.push_back({0.0, StepRole::automatic, cureOf(plainName(automatic->name()) + " on", *automatic, "true")});
    const bool already = holds();
    for (Parameter& parameter : parameters.rows())
    {
        const StepRole role = parameter.stepRole();
        if (already || role == StepRole::none || role == StepRole::automatic)
            continue;
        if (role == StepRole::integrator)
        {
            if (const auto choice = lastChoiceThatHolds(parameter, holds))
                found.push_back({1.0, role, cureOf(plainName(*choice), parameter, *choice)});
            continue;
        }
        for (const bool raise : {false, true})
        {
            const std::optional<double> nearest = nearestThatHolds(parameter, raise, holds);
            const double value = nearest ? twoDigits(*nearest, raise) : 0.0;
            if (!nearest || !holdsAt(parameter, value, holds))
                continue;
            const double decades = std::abs(rope::elementary::log10(std::abs(value / parameter.number())));
            const std::string text = text::numberText(value);
            if (decades > mildest)
                found.push_back({decades, role,
                                 cureOf(plainName(parameter.name()) + " " + quantityText(value, parameter.unit()),
                                        parameter, text)});
        }
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const Found& a, const Found& b)
                     { return std::tie(a.decades, a.role) < std::tie(b.decades, b.role); });
    std::vector<Cure> cures;
    cures.reserve(found.size());
    for (Found& one : found)
        cures.push_back(std::move(one.cure));
    return cures;
}

std::vector<Cure> stepCures(const Scene& scene, double step, double tick)
{
    const std::unique_ptr<Scene> copy = copyOfConstants(scene);
    if (!copy)
        return {};
    std::vector<Cure> cures = forceCures(scene, *copy, step);
    const double stable = copy->stepPlan().stable;
    const Parameter* longestStep = copy->parameters().find(StepRole::longestStep);
    if (longestStep != nullptr && step > comfort * stable)
        if (std::optional<Cure> cure = shortened(*longestStep, stable, tick))
            cures.push_back(std::move(*cure));
    return cures;
}

std::vector<Cure> slownessCures(const Scene& scene, double step)
{
    const std::unique_ptr<Scene> copy = copyOfConstants(scene);
    if (!copy)
        return {};
    std::vector<Cure> cures = forceCures(scene, *copy, step);
    Parameter* integrator = copy->parameters().find(StepRole::integrator);
    if (integrator == nullptr)
        return cures;
    // Bends limit the step of all of them: the implicit ones solve for the rest.
    const auto choice = lastChoiceThatHolds(*integrator, [&] { return step <= comfort * copy->stepPlan().stable; });
    if (choice && *choice != integrator->text())
        cures.push_back(cureOf("Use " + plainName(*choice), *integrator, *choice));
    return cures;
}

} // namespace ropewalk
