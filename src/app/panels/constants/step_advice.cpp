#include "step_advice.hpp"

#include "scenes/shared/trial.hpp"

#include <rope/fixed_timestep.hpp>
#include <rope/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace ropewalk
{

namespace
{

constexpr double comfort = 0.9; ///< of the limit: from there on a change may well cross it

/// The constant raised or lowered as little as it must be, a thousandfold at most, for the step to be within `comfort`
/// of the limit; none where it does not help.
std::optional<Cure> changed(Scene& scene, std::string_view name, bool raise, double step)
{
    rope::Parameter* parameter = scene.parameters().find(name);
    if (parameter == nullptr || !Trial::possible(*parameter))
        return std::nullopt;
    const double before = Trial::valueOf(*parameter);
    const auto helps = [&] { return step <= comfort * scene.stepPlan().stable; };
    const std::optional<double> nearest = nearestThatHolds(*parameter, raise, helps);
    if (!nearest)
        return std::nullopt;
    // Half or double is easier said than 4800 for 10000, and near enough to it.
    const double factor = raise ? *nearest / before : before / *nearest;
    const bool half = factor > 1.8 && factor <= 2.0;
    const double value = half ? (raise ? 2.0 * before : 0.5 * before) : twoDigits(*nearest, raise);
    if (!holdsAt(*parameter, value, helps))
        return std::nullopt;
    return Cure{half ? fmt::format("{} {}", raise ? "Double" : "Halve", name)
                     : fmt::format("{} {} to {}", raise ? "Raise" : "Lower", name, fmt::format("{:g}", value)),
                std::string(name), rope::numberText(value)};
}

std::optional<Cure> shortened(Scene& scene)
{
    rope::Parameter* parameter = scene.parameters().find("max_dt");
    if (parameter == nullptr)
        return std::nullopt;
    const double tick = rope::FixedTimestep().tick();
    const double steps = std::ceil(tick / (comfort * scene.stepPlan().stable));
    // As few digits as still give so many steps.
    for (int digits = 2; digits <= 6; ++digits)
    {
        const double unit = std::pow(10.0, std::floor(std::log10(tick / steps)) + 1.0 - digits);
        const double step = std::stod(fmt::format("{:.{}g}", std::ceil(tick / steps / unit) * unit, digits));
        if (std::ceil(tick / step) == steps && step >= parameter->minimum() && step <= parameter->maximum())
            return Cure{fmt::format("{} steps a frame", grouped(steps)), parameter->name(), rope::numberText(step)};
    }
    return std::nullopt;
}

} // namespace

std::string_view constantOf(rope::StepCause cause)
{
    static constexpr std::array<std::string_view, rope::stepCauseNames.size()> names{
        "spring_constant", "spring_friction", "air_friction", "ground_repulsion", "ground_absorption", ""};
    return names[static_cast<std::size_t>(cause)];
}

std::vector<Cure> stepCures(Scene& scene, double step)
{
    const rope::StepLimits limits = scene.stepLimits();
    std::vector<Cure> cures;
    if (!(step > comfort * scene.stepPlan().stable))
        return cures;
    if (std::optional<Cure> cure = changed(scene, constantOf(limits.strongest), false, step))
        cures.push_back(std::move(*cure));
    if (std::optional<Cure> cure = changed(scene, "mass", true, step))
        cures.push_back(std::move(*cure));
    if (std::optional<Cure> cure = shortened(scene))
        cures.push_back(std::move(*cure));
    return cures;
}

std::vector<Cure> implicitCure(Scene& scene)
{
    constexpr std::string_view best = "energy_momentum";
    const rope::Parameter* parameter = scene.parameters().find("integrator");
    if (parameter == nullptr || !std::holds_alternative<rope::Parameter::Choice>(parameter->field()))
        return {};
    const std::vector<std::string_view>& names = parameter->choices();
    if (std::find(names.begin(), names.end(), best) == names.end() || parameter->text() == best)
        return {};
    return {{"Use integrator = energy_momentum", parameter->name(), std::string(best)}};
}

std::string sentenceOf(const std::vector<Cure>& cures)
{
    std::string result;
    for (std::size_t i = 0; i < cures.size(); ++i)
    {
        std::string label = cures[i].label;
        if (!label.empty() && label[0] >= 'A' && label[0] <= 'Z')
            label[0] = static_cast<char>(label[0] - 'A' + 'a');
        const bool last = i + 1 == cures.size();
        result += i == 0 ? "" : !last ? ", " : cures.size() > 2 ? ", or " : " or ";
        result += label;
    }
    return result;
}

std::string grouped(double number)
{
    const std::string digits = fmt::format("{:.0f}", number);
    std::string result;
    for (std::size_t i = 0; i < digits.size(); ++i)
    {
        if (i > 0 && (digits.size() - i) % 3 == 0)
            result += ',';
        result += digits[i];
    }
    return result;
}

} // namespace ropewalk
