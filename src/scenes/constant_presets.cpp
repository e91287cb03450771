#include "constant_presets.hpp"

#include "hosts.hpp"
#include "scene.hpp"

#include "text/text.hpp"
#include <rope/elementary.hpp>
#include <rope/fixed_timestep.hpp>
#include <rope/rope_material.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <stdexcept>

namespace ropewalk
{

namespace
{

constexpr double pi = std::numbers::pi;

// Acceleration of gravity on the moon [m/s2]: NASA, Moon Fact Sheet.
constexpr std::string_view moonGravity = "0,-1.62,0";
// Viscosity of rosemary honey at 30 degrees Celsius [Pa s]: Pol. J. Food Nutr. Sci. 68 (2018), p. 217.
constexpr double honeyViscosity = 6.12;

struct RopeOf
{
    std::string_view name; ///< of the preset and of the material
    double diameter;       ///< [m]
};
// Steel is thin: a thicker wire would be stiffer than a segment may be.
constexpr std::array<RopeOf, 3> ropes{{{"hemp", 0.02}, {"nylon", 0.02}, {"steel", 0.003}}};
constexpr double ropeRadius = 0.01; ///< [m], of a rope in honey

std::optional<double> numberOf(const Scene& scene, std::string_view name)
{
    const rope::Parameter* row = scene.parameters().find(name);
    return row != nullptr && row->isNumber() ? std::optional(row->number()) : std::nullopt;
}

/// Notes the value where the scene has such a constant; refuses one that is out of its range.
bool note(PresetValues& preset, const Scene& scene, std::string_view name, const std::string& value)
{
    const rope::Parameter* row = scene.parameters().find(name);
    if (row == nullptr)
        return false;
    try
    {
        row->read(value);
        preset.values.emplace(name, value);
        return true;
    }
    catch (const std::invalid_argument& error)
    {
        preset.refusal = error.what();
        return false;
    }
}

bool note(PresetValues& preset, const Scene& scene, std::string_view name, double value)
{
    return note(preset, scene, name, fmt::format("{:.6g}", value));
}

void setGravity(PresetValues& preset, const Scene& scene, std::string_view gravity)
{
    preset.sign = "gravity";
    if (!note(preset, scene, preset.sign, std::string(gravity)))
        preset.refusal = "This scene has no gravity.";
}

void stillAir(PresetValues& preset, const Scene& scene)
{
    note(preset, scene, "wind", "0,0,0");
}

void makeMoon(PresetValues& preset, const Scene& scene)
{
    setGravity(preset, scene, moonGravity);
    if (!preset.refusal.empty())
        return;
    note(preset, scene, "air_friction", "0");
    note(preset, scene, "medium_drag", "0");
    note(preset, scene, "buoyancy", "0");
    stillAir(preset, scene);
}

/// The drag [N s/m] of a mass in honey, as far as the scene's constants say what it is a part of.
std::optional<double> dragInHoney(const Scene& scene)
{
    const std::optional<double> mass = numberOf(scene, "mass");
    // Broadside to the flow a slender cylinder of length L and radius r resists with 4 pi mu L / (ln(L / r) + 0.193),
    // of which a segment has its part: Cox, J. Fluid Mech. 44 (1970), p. 791.
    const std::optional<double> segment = numberOf(scene, "spring_length");
    const std::optional<double> masses = numberOf(scene, "mass_count");
    if (segment && masses)
        return 4.0 * pi * honeyViscosity * *segment /
               (rope::elementary::log(std::max(2.0, *segment * (*masses - 1.0) / ropeRadius)) + 0.193);
    // A disc of radius a resists with 16 mu a, face on (Happel and Brenner, chapter 5); a cloth as one of equal area.
    const std::optional<double> spacing = numberOf(scene, "spacing");
    const std::optional<double> columns = numberOf(scene, "columns");
    const std::optional<double> rows = numberOf(scene, "rows");
    if (spacing && columns && rows)
        return 16.0 * honeyViscosity * *spacing * std::sqrt((*columns - 1.0) * (*rows - 1.0) / pi) / (*columns * *rows);
    // Stokes: a ball of radius a resists with 6 pi mu a; it is as heavy as water.
    if (mass)
        return 6.0 * pi * honeyViscosity * rope::elementary::cbrt(3.0 * *mass / (4.0 * pi * 1000.0));
    return std::nullopt;
}

void makeHoney(PresetValues& preset, const Scene& scene)
{
    const std::optional<double> drag = dragInHoney(scene);
    for (const std::string_view name : {"air_friction", "medium_drag"})
        if (drag && scene.parameters().find(name) != nullptr)
        {
            preset.sign = name;
            note(preset, scene, name, *drag);
        }
    if (preset.sign.empty())
        preset.refusal = "This scene has no air whose friction could be set.";
    if (preset.refusal.empty())
        stillAir(preset, scene);
}

/// Segments of that rope, with the steps that they need.
void makeRope(PresetValues& preset, const Scene& scene, const RopeOf& made)
{
    preset.sign = "spring_constant";
    const std::optional<double> segment = numberOf(scene, "spring_length");
    if (!segment || !numberOf(scene, "mass") || !numberOf(scene, preset.sign))
    {
        preset.refusal = "This scene has no rope of segments with mass, length and stiffness.";
        return;
    }
    const rope::RopeMaterial& material = rope::ropeMaterial(made.name);
    const double area = 0.25 * pi * made.diameter * made.diameter;
    const double mass = material.density * area * *segment;
    const double stiffness = material.youngsModulus * area / *segment;
    note(preset, scene, "mass", mass);
    note(preset, scene, preset.sign, stiffness);
    note(preset, scene, "auto_steps", "true");

    // A long chain's highest frequency is 2 sqrt(k / m), and the explicit step may be 2 over it.
    constexpr double manySteps = 500.0;
    constexpr double mostCost = 2e7; ///< masses times steps in a tick
    const double steps = rope::FixedTimestep::usualTick / std::sqrt(mass / stiffness);
    const double masses = numberOf(scene, "mass_count").value_or(1.0) * numberOf(scene, "rope_count").value_or(1.0);
    const rope::Parameter* integrator = scene.parameters().find(rope::StepRole::integrator);
    constexpr std::string_view stiffly = "energy_momentum";
    if (steps > manySteps && integrator != nullptr && integrator->isChoice() &&
        std::find(integrator->choices().begin(), integrator->choices().end(), stiffly) != integrator->choices().end())
        note(preset, scene, integrator->name(), std::string(stiffly));
    else if (preset.refusal.empty() && steps * masses > mostCost)
        preset.refusal =
            fmt::format("{} needs {:.0f} steps in each tick of 1/60 s, too many for {} masses; fewer ropes "
                        "would do.",
                        made.name, steps, text::groupedText(masses));
}

/// A thickness of 0.4 segments for a rope that is paid out and lies in heaps. Limp strands of soft springs would kink
/// and press into each other: with these no two come nearer than 0.92 diameters.
void makeSolid(PresetValues& preset, const Scene& scene)
{
    preset.sign = "rope_radius";
    const std::optional<double> mass = numberOf(scene, "mass");
    const std::optional<double> segment = numberOf(scene, "spring_length");
    const bool heaps =
        scene.parameters().find("payout_speed") != nullptr && scene.parameters().find("self_contact") != nullptr;
    if (!mass || !segment || !heaps)
    {
        preset.refusal = "This scene has no rope of masses and springs on a reel that could be given a thickness.";
        return;
    }
    note(preset, scene, preset.sign, 0.4 * *segment);
    note(preset, scene, "self_contact", "true");
    note(preset, scene, "integrator", "bdf2"); // of a rope with a radius
    note(preset, scene, "contact_friction", 0.4);
    note(preset, scene, "spring_constant", 1e6 * *mass);
    note(preset, scene, "bending_stiffness", 400.0 * *mass * *segment * *segment);
}

bool has(const Scene& scene, std::string_view name, std::string_view value)
{
    const rope::Parameter* row = scene.parameters().find(name);
    return row != nullptr && row->value() == row->read(value);
}

/// Refuses values that the lesson of the scene's file locks.
void keepLocks(PresetValues& made, const Scene& scene)
{
    for (const auto& [name, value] : made.values)
        if (isLocked(scene, name) && !has(scene, name, value))
            made.refusal = fmt::format("{} is locked by the lesson of this file.", name);
}

} // namespace

const std::vector<ConstantPreset>& constantPresets()
{
    static const std::vector<ConstantPreset> presets{
        {"moon", "Moon", "Gravity of 1.62 m/s2, and no air."},
        {"no_gravity", "No gravity", "Nothing falls."},
        {"honey_air", "Honey air", "Air as thick as honey of 30 degrees (6.12 Pa s), without wind."},
        {"hemp", "Hemp", "Segments of a hemp rope of 20 mm."},
        {"nylon", "Nylon", "Segments of a nylon rope of 20 mm."},
        {"steel", "Steel", "Segments of a steel wire rope of 3 mm."},
        {"solid", "Solid rope",
         "Gives the rope a thickness: it lies on itself in heaps, on a hard and rough floor. Off: the source "
         "tutorial's rope of "
         "points, which melts into itself."}};
    return presets;
}

const ConstantPreset& constantPreset(std::string_view name)
{
    return text::elementNamed(name, constantPresets(), &ConstantPreset::name, "preset");
}

PresetValues valuesOf(const ConstantPreset& preset, const Scene& scene)
{
    PresetValues made;
    const auto rope =
        std::find_if(ropes.begin(), ropes.end(), [&preset](const RopeOf& row) { return row.name == preset.name; });
    if (rope != ropes.end())
        makeRope(made, scene, *rope);
    else if (preset.name == "moon")
        makeMoon(made, scene);
    else if (preset.name == "solid")
        makeSolid(made, scene);
    else if (preset.name == "no_gravity")
        setGravity(made, scene, "0,0,0");
    else
        makeHoney(made, scene);
    keepLocks(made, scene);
    if (!made.refusal.empty())
        made.values.clear();
    return made;
}

SceneConstants withValues(SceneConstants constants, const PresetValues& wanted)
{
    if (!wanted.refusal.empty())
        throw std::invalid_argument(wanted.refusal);
    for (const auto& [name, value] : wanted.values)
        constants.values.insert_or_assign(name, value);
    return constants;
}

std::string listedPresetOf(const Scene& scene)
{
    return scene.info().presets.empty() || ownSetUpOf(scene) ? std::string()
                                                             : scene.parameters().find("preset")->text();
}

bool hidesListedPreset(const Scene& scene, const rope::Parameter& parameter)
{
    return parameter.name() == "preset" && !scene.info().presets.empty() && ownSetUpOf(scene);
}

bool hasRealRope(const Scene& scene)
{
    return numberOf(scene, "rope_radius") && numberOf(scene, "bending_stiffness") && numberOf(scene, "length") &&
           numberOf(scene, "mass_count");
}

PresetValues realRopeValues(const Scene& scene, const RopeKind& kind)
{
    PresetValues made;
    made.sign = "rope_radius";
    if (!hasRealRope(scene))
    {
        made.refusal = "This scene has no rope with bending and thickness.";
        return made;
    }
    constexpr double poisson = 0.3;
    constexpr double longestSegment = 1.5; // radii
    const rope::RopeMaterial& material = rope::ropeMaterial(kind.material);
    const double radius = 0.5 * kind.diameter;
    const double area = pi * radius * radius;
    const double axial = material.youngsModulus * area;
    const double bending = rope::bendingStiffnessOf(kind.construction, axial, kind.diameter);
    const double length = scene.parameters().find("length")->number();
    const double segments = std::ceil(length / (longestSegment * radius) - 1e-9);
    const rope::Parameter& count = *scene.parameters().find("mass_count");
    const double most = count.maximum();
    if (!(segments + 1.0 <= most))
        made.refusal = fmt::format(
            "A rope of {:.3g} m that is {:.3g} mm thick needs {} masses, and this scene takes {}: "
            "a thicker or a shorter one would do.",
            length, 1e3 * kind.diameter, text::groupedText(std::min(segments, 1e9) + 1.0), text::groupedText(most));
    const auto set = [&](std::string_view name, double value)
    {
        if (made.refusal.empty())
            note(made, scene, name, value);
    };
    set("mass_per_length", material.density * area);
    set("axial_stiffness", axial);
    set("bending_stiffness", bending);
    set("torsional_stiffness", bending / (1.0 + poisson));
    set("rope_radius", radius);
    set("mass_count", std::max(segments + 1.0, count.minimum()));
    if (made.refusal.empty() && scene.parameters().find("look"))
        made.values["look"] = material.name == "steel"                               ? "wire"
                              : kind.construction == rope::RopeConstruction::braided ? "braided"
                                                                                     : "laid";
    keepLocks(made, scene);
    if (!made.refusal.empty())
        made.values.clear();
    return made;
}

bool holds(const PresetValues& preset, const Scene& scene)
{
    return !preset.values.empty() && std::all_of(preset.values.begin(), preset.values.end(),
                                                 [&](const auto& item) { return has(scene, item.first, item.second); });
}

std::optional<SolidSwitch> solidSwitch(const Scene& scene)
{
    SolidSwitch made{constantPreset("solid")};
    made.pressed = valuesOf(made.preset, scene);
    if (made.pressed.values.empty())
        return std::nullopt;
    made.on = has(scene, "self_contact", "true") && numberOf(scene, "rope_radius") > 0.0;
    if (made.on)
        for (auto& [name, value] : made.pressed.values)
            value = scene.parameters().find(name)->defaultText();
    keepLocks(made.pressed, scene);
    return made.pressed.refusal.empty() ? std::optional(made) : std::nullopt;
}

std::map<std::string, std::string_view, std::less<>> presetMarks(const Scene& scene)
{
    std::map<std::string, std::string_view, std::less<>> marks;
    for (const ConstantPreset& preset : constantPresets())
    {
        const PresetValues made = valuesOf(preset, scene);
        const auto sign = made.values.find(made.sign);
        if (sign == made.values.end() || !has(scene, sign->first, sign->second))
            continue;
        for (const auto& [name, value] : made.values)
            if (has(scene, name, value) && !scene.parameters().find(name)->isDefault())
                marks.emplace(name, preset.label);
    }
    return marks;
}

} // namespace ropewalk
