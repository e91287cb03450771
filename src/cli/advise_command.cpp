#include "command_line.hpp"
#include "commands.hpp"
#include "console.hpp"

#include "files/table.hpp"
#include "scenes/document/scene_file.hpp"
#include "scenes/shared/rope_advice.hpp"

#include "text/text.hpp"
#include <rope/advisor.hpp>
#include <rope/measured_rope.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstddef>
#include <iterator>
#include <optional>
#include <stdexcept>

namespace ropewalk
{

namespace
{

using Json = nlohmann::ordered_json;

template <typename Value>
const Value& required(const std::optional<Value>& value, std::string_view option, std::string_view example)
{
    if (!value)
        throw std::invalid_argument(
            fmt::format("{} is missing; must be given, such as {} {}", option, option, example));
    return *value;
}

std::optional<rope::MeasuredRope> measuredRope(const AdviseOptions& o)
{
    if (!o.elongation && !o.period)
    {
        if (o.elongationError || o.periodError)
            throw std::invalid_argument("an error without what was measured; must come with --elongation and --period");
        return std::nullopt;
    }
    rope::RopeMeasurement measured;
    measured.elongation = required(o.elongation, "--elongation", "0.03");
    measured.period = required(o.period, "--period", "4.1");
    measured.mass = required(o.wish.mass, "--mass", "4");
    measured.load = required(o.load, "--load", "1");
    if (o.length || o.wish.stretch || !o.stretchOf.empty())
        throw std::invalid_argument("--length and --stretch follow from --elongation and --period; must be left out");
    measured.elongationError = o.elongationError.value_or(measured.elongationError);
    measured.periodError = o.periodError.value_or(measured.periodError);
    measured.gravity = o.wish.gravity;
    return rope::measuredRope(measured);
}

std::optional<rope::MeasuredBending> measuredBending(const AdviseOptions& o, const rope::RopeWish& wish)
{
    if (!o.overhang && !o.droop)
    {
        if (o.droopError)
            throw std::invalid_argument("an error without what was measured; must come with --overhang and --droop");
        return std::nullopt;
    }
    rope::BendMeasurement measured;
    measured.overhang = required(o.overhang, "--overhang", "0.2");
    measured.droop = required(o.droop, "--droop", "0.08");
    measured.droopError = o.droopError.value_or(measured.droopError);
    measured.massPerLength = rope::massPerLengthOf(wish);
    measured.gravity = wish.gravity;
    return rope::measuredBending(measured);
}

rope::RopeWish wishOf(const AdviseOptions& o, const std::optional<rope::MeasuredRope>& measured)
{
    rope::RopeWish wish = o.wish;
    wish.length = measured ? measured->length : required(o.length, "--length", "4");
    wish.load = o.load.value_or(wish.load);
    if (measured)
        wish.stretch = measured->stretch;
    if (measured || o.stretchOf == "load")
        wish.stretchCause = rope::StretchCause::load;
    for (std::size_t i = 0; i < std::size(rope::ropeConstructionNames); ++i)
        if (o.construction == rope::ropeConstructionNames[i])
            wish.construction = static_cast<rope::RopeConstruction>(i);
    return wish;
}

std::unique_ptr<Scene> sceneWith(const rope::RopeSettings& settings)
{
    std::unique_ptr<Scene> scene = makeScene("rope");
    for (const auto& [name, value] : advisedParameters(settings))
        scene->parameters().set(name, value);
    return scene;
}

Json jsonOf(const rope::RopeAdvice& advice, const std::optional<rope::MeasuredRope>& measured,
            const std::optional<rope::MeasuredBending>& bent, const Scene* scene)
{
    Json json{{"granted", advice.granted()}, {"reason", advice.refusal}, {"notes", advice.notes}};
    for (const AdvisedQuantity& row : advisedQuantities(advice))
        json[row.name] = row.unit == "%" ? row.value / 100.0 : row.value;
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
    if (bent)
        json["measured_bending"] = {{"bending_stiffness", bent->bendingStiffness},
                                    {"bending_stiffness_error", bent->error}};
    json["scene_file"] = scene ? Json::parse(sceneText(*scene)) : Json();
    return json;
}

std::string textOf(const rope::RopeAdvice& advice, const std::optional<rope::MeasuredRope>& measured,
                   const std::optional<rope::MeasuredBending>& bent, const Scene& scene)
{
    std::string text;
    if (bent)
        text += fmt::format("measured: bending stiffness EI {:.4g} +- {:.2g} N m2\n\n", bent->bendingStiffness,
                            bent->error);
    if (measured)
        text += fmt::format(
            "measured: length {:.4g} +- {:.2g} m, EA {:.4g} +- {:.2g} N, so that each of {} segments has "
            "spring_constant {:.4g} +- {:.2g} N/m\n\n",
            measured->length, measured->lengthError, measured->axialStiffness, measured->axialStiffnessError,
            advice.settings.massCount - 1, (advice.settings.massCount - 1) * measured->stiffness,
            (advice.settings.massCount - 1) * measured->stiffnessError);
    Table table({{"quantity"}, {"value", true}, {"unit"}, {"meaning"}});
    for (const AdvisedQuantity& row : advisedQuantities(advice))
        table.add({row.name, fmt::format("{:.5g}", row.value), std::string(row.unit), std::string(row.sentence)});
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

int advise(const AdviseOptions& options, Format format)
{
    const std::optional<rope::MeasuredRope> measured = measuredRope(options);
    rope::RopeWish wish = wishOf(options, measured);
    const std::optional<rope::MeasuredBending> bent = measuredBending(options, wish);
    if (bent)
        wish.bendingStiffness = bent->bendingStiffness;
    const rope::RopeAdvice advice = rope::adviseRope(wish);
    const std::unique_ptr<Scene> scene = advice.granted() ? sceneWith(advice.settings) : nullptr;
    if (format == Format::json)
        writeOutput(jsonOf(advice, measured, bent, scene.get()).dump(2) + "\n");
    else if (scene)
        writeOutput(textOf(advice, measured, bent, *scene));
    flushOutput();
    if (advice.granted())
        return success;
    writeError(advice.refusal);
    return failed;
}

} // namespace ropewalk
