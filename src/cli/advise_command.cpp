#include "arguments.hpp"
#include "command_line.hpp"
#include "commands.hpp"
#include "console.hpp"
#include "options.hpp"

#include "files/table.hpp"
#include "scenes/scene_file.hpp"
#include "scenes/shared/rope_advice.hpp"

#include <rope/advisor.hpp>
#include <rope/text.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <optional>
#include <stdexcept>

namespace ropewalk
{

namespace
{

using Json = nlohmann::ordered_json;

/// "0.01", "1/60", and "1%" where it is a fraction. Which numbers make sense is said by the adviser.
double number(std::string_view option, std::string_view text, bool fraction = false)
{
    const bool percent = fraction && text.ends_with('%');
    const std::optional<double> value = rope::parseNumber(percent ? text.substr(0, text.size() - 1) : text);
    if (!value)
        throw std::invalid_argument(fmt::format("{} '{:.60}': must be a number, such as {}", option, text,
                                                fraction ? "1% or 0.01" : "4, 0.02 or 1/60"));
    return percent ? *value / 100.0 : *value;
}

std::optional<double> optionalNumber(std::string_view option, const std::string& text, bool fraction = false)
{
    return text.empty() ? std::nullopt : std::optional(number(option, text, fraction));
}

std::optional<int> optionalCount(std::string_view option, const std::string& text, int minimum, int maximum)
{
    return text.empty() ? std::nullopt : std::optional(parseCountOption(option, text, minimum, maximum));
}

void require(const std::string& text, std::string_view option, std::string_view example)
{
    if (text.empty())
        throw std::invalid_argument(
            fmt::format("{} is missing; must be given, such as {} {}", option, option, example));
}

std::optional<rope::RopeMeasurement> measurement(const AdviseOptions& o)
{
    if (o.elongation.empty() && o.period.empty())
    {
        if (!o.elongationError.empty() || !o.periodError.empty())
            throw std::invalid_argument("an error without what was measured; must come with --elongation and --period");
        return std::nullopt;
    }
    require(o.elongation, "--elongation", "0.03");
    require(o.period, "--period", "4.1");
    require(o.mass, "--mass", "4");
    require(o.load, "--load", "1");
    if (!o.length.empty() || !o.stretch.empty() || !o.stretchOf.empty())
        throw std::invalid_argument("--length and --stretch follow from --elongation and --period; must be left out");
    rope::RopeMeasurement measured;
    measured.mass = number("--mass", o.mass);
    measured.load = number("--load", o.load);
    measured.elongation = number("--elongation", o.elongation);
    measured.period = number("--period", o.period);
    measured.elongationError = optionalNumber("--elongation-error", o.elongationError).value_or(0.001);
    measured.periodError = optionalNumber("--period-error", o.periodError).value_or(0.02);
    measured.gravity = optionalNumber("--gravity", o.gravity).value_or(measured.gravity);
    return measured;
}

rope::RopeWish wishOf(const AdviseOptions& o, const std::optional<rope::MeasuredRope>& measured)
{
    rope::RopeWish wish;
    if (!measured)
        require(o.length, "--length", "4");
    wish.length = measured ? measured->length : number("--length", o.length);
    wish.mass = optionalNumber("--mass", o.mass);
    wish.diameter = optionalNumber("--diameter", o.diameter);
    wish.material = o.material;
    wish.load = optionalNumber("--load", o.load).value_or(wish.load);
    wish.stretch = measured ? measured->stretch : optionalNumber("--stretch", o.stretch, true);
    if (!o.stretchOf.empty() && o.stretchOf != "all" && o.stretchOf != "load")
        throw std::invalid_argument(fmt::format("--stretch-of '{:.60}': must be all or load", o.stretchOf));
    if (measured || o.stretchOf == "load")
        wish.stretchCause = rope::StretchCause::load;
    wish.dampingRatio = optionalNumber("--damping-ratio", o.dampingRatio, true);
    wish.settlingTime = optionalNumber("--settle", o.settlingTime);
    wish.segments = optionalCount("--segments", o.segments, 1, 9999);
    wish.massBudget = optionalCount("--max-masses", o.maxMasses, 2, 10'000);
    wish.stepBudget = optionalCount("--max-steps", o.maxSteps, 1, 100'000);
    wish.costBudget = optionalCount("--max-cost", o.maxCost, 2, 1'000'000'000);
    wish.step = optionalNumber("--step", o.step).value_or(wish.step);
    wish.gravity = optionalNumber("--gravity", o.gravity).value_or(wish.gravity);
    wish.implicit = o.implicit;
    return wish;
}

std::unique_ptr<Scene> sceneWith(const rope::RopeSettings& settings)
{
    std::unique_ptr<Scene> scene = makeScene("rope");
    for (const auto& [name, value] : advisedParameters(settings))
        scene->parameters().set(name, value);
    return scene;
}

Json jsonOf(const rope::RopeAdvice& advice, const std::optional<rope::MeasuredRope>& measured, const Scene* scene)
{
    Json json{{"granted", advice.granted()}, {"reason", advice.refusal}, {"notes", advice.notes}};
    for (const AdvisedQuantity& row : advisedQuantities(advice))
        json[std::string(row.name)] = row.unit == "%" ? row.value / 100.0 : row.value;
    json["mass_count"] = advice.settings.massCount;
    json["steps_a_frame"] = advice.steps;
    json["cost"] = static_cast<long long>(advice.steps) * advice.settings.massCount;
    json["integrator"] = advice.settings.implicit() ? "energy_momentum" : "semi_implicit_euler";
    if (measured)
        json["measured"] = {{"length", measured->length},
                            {"length_error", measured->lengthError},
                            {"axial_stiffness", measured->axialStiffness},
                            {"axial_stiffness_error", measured->axialStiffnessError},
                            {"spring_constant", (advice.settings.massCount - 1) * measured->stiffness},
                            {"spring_constant_error", (advice.settings.massCount - 1) * measured->stiffnessError}};
    json["scene_file"] = scene ? Json::parse(sceneText(*scene)) : Json();
    return json;
}

std::string textOf(const rope::RopeAdvice& advice, const std::optional<rope::MeasuredRope>& measured,
                   const Scene& scene)
{
    std::string text;
    if (measured)
        text += fmt::format(
            "measured: length {:.4g} +- {:.2g} m, EA {:.4g} +- {:.2g} N, so that each of {} segments has "
            "spring_constant {:.4g} +- {:.2g} N/m\n\n",
            measured->length, measured->lengthError, measured->axialStiffness, measured->axialStiffnessError,
            advice.settings.massCount - 1, (advice.settings.massCount - 1) * measured->stiffness,
            (advice.settings.massCount - 1) * measured->stiffnessError);
    Table table({{"quantity"}, {"value", true}, {"unit"}, {"meaning"}});
    for (const AdvisedQuantity& row : advisedQuantities(advice))
        table.add({std::string(row.name), fmt::format("{:.5g}", row.value), std::string(row.unit),
                   std::string(row.sentence)});
    text += table.text();
    for (const std::string& note : advice.notes)
        text += fmt::format("note: {}\n", note);
    text += "\nOn the running rope (the ground scaled to the mass as well):\n\nropewalk rope";
    for (const rope::Parameter& row : scene.parameters().rows())
        if (!row.isDefault())
            text += fmt::format(" --set {}={}", row.name(), row.text());
    return text + "\n\nAs a scene file:\n\n" + sceneText(scene);
}

} // namespace

void addAdviseOptions(CLI::App& app, AdviseOptions& o)
{
    addText(app, "--length", o.length, "M", "Length without tension [m]");
    addText(app, "--mass", o.mass, "KG", "Mass of the whole rope [kg]; or --diameter and --material");
    addText(app, "--diameter", o.diameter, "M", "Diameter [m]");
    addText(app, "--material", o.material, "NAME", "hemp, nylon, polyester, steel or rubber");
    addText(app, "--load", o.load, "KG", "Heaviest load at the end [kg] (default 0)");
    addText(app, "--stretch", o.stretch, "S",
            "Stretch of the hanging rope at rest, such as 1% (default: the material's)");
    addText(app, "--stretch-of", o.stretchOf, "all|load", "Stretch by weight and load, or by the load alone");
    addText(app, "--damping-ratio", o.dampingRatio, "Z", "Of the bounce along the rope, with its load");
    addText(app, "--settle", o.settlingTime, "S", "Time until 2 % of a bounce are left [s]");
    addText(app, "--segments", o.segments, "N", "Exactly so many segments (default 79, fewer if the budget asks)");
    addText(app, "--max-masses", o.maxMasses, "N", "At most so many masses");
    addText(app, "--max-steps", o.maxSteps, "N", "At most so many steps a frame");
    addText(app, "--max-cost", o.maxCost, "N", "At most so many masses times steps a frame, instead of segments");
    addText(app, "--step", o.step, "S", "Step of the engine [s] (default 1/60)");
    addText(app, "--gravity", o.gravity, "G", "[m/s2] (default 9.81)");
    app.add_flag("--implicit", o.implicit, "Take the implicit integrator where the explicit one needs more steps");
    addText(app, "--elongation", o.elongation, "M", "Measured: what --load adds to the length [m]");
    addText(app, "--elongation-error", o.elongationError, "M", "Its standard error [m] (default 0.001)");
    addText(app, "--period", o.period, "S", "Measured: slowest small swing of the hanging rope alone [s]");
    addText(app, "--period-error", o.periodError, "S", "Its standard error [s] (default 0.02)");
}

int advise(const AdviseOptions& options, Format format)
{
    std::optional<rope::MeasuredRope> measured;
    if (const std::optional<rope::RopeMeasurement> m = measurement(options))
        measured = rope::measuredRope(*m);
    const rope::RopeAdvice advice = rope::adviseRope(wishOf(options, measured));
    const std::unique_ptr<Scene> scene = advice.granted() ? sceneWith(advice.settings) : nullptr;
    if (format == Format::json)
        writeOutput(jsonOf(advice, measured, scene.get()).dump(2) + "\n");
    else if (scene)
        writeOutput(textOf(advice, measured, *scene));
    flushOutput();
    if (advice.granted())
        return success;
    writeError(advice.refusal);
    return failed;
}

} // namespace ropewalk
