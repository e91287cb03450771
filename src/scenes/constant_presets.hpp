#pragma once

#include "scene_constants.hpp"

#include <rope/parameters.hpp>
#include <rope/rope_material.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ropewalk
{

/// Constants that go by one name: of a world, or of a rope's material.
struct ConstantPreset
{
    std::string_view name;     ///< "moon"
    std::string_view label;    ///< "Moon"
    std::string_view sentence; ///< what it sets
};

const std::vector<ConstantPreset>& constantPresets();

/// Throws std::invalid_argument naming the nearest known name.
const ConstantPreset& constantPreset(std::string_view name);

/// What a preset makes of a scene.
struct PresetValues
{
    std::map<std::string, std::string, std::less<>> values; ///< by name, as text that the parameter reads
    std::string sign;    ///< name of the constant that all by itself shows the preset, such as gravity for the moon
    std::string refusal; ///< why the scene cannot have it, a sentence; empty if it can
};

/// Only of constants that the scene has. A rope gets the stiffness that its present segments have when they are of the
/// material, and steps that are stable.
PresetValues valuesOf(const ConstantPreset& preset, const Scene& scene);

/// The constants with these values. Throws std::invalid_argument with their refusal.
SceneConstants withValues(SceneConstants constants, const PresetValues& wanted);

/// The preset with a picture of its own that the scene shows as it comes; empty where it is changed, or has none.
std::string listedPresetOf(const Scene& scene);
/// Whether it chooses among them, while the scene has a set-up of its own.
bool hidesListedPreset(const Scene& scene, const rope::Parameter& parameter);

/// A rope as it is sold.
struct RopeKind
{
    double diameter = 0.02;             ///< [m]
    std::string_view material = "hemp"; ///< a name of rope::ropeMaterials()
    rope::RopeConstruction construction = rope::RopeConstruction::laid;
};

/// Whether the scene has a rope with bending and thickness, whose constants realRopeValues can set.
bool hasRealRope(const Scene& scene);

/// What makes the scene's rope one of that kind, as long as it is: stiffnesses, mass, radius, and masses enough that no
/// segment is longer than 1.5 radii. EA and B come from rope::ropeMaterial and rope::bendingStiffnessOf, and
/// C = B/(1 + nu) with nu = 0.3, as of a round bar. Throws std::invalid_argument where no material has that name.
PresetValues realRopeValues(const Scene& scene, const RopeKind& kind);

/// Whether the scene has all values of a preset that it can have.
bool holds(const PresetValues& preset, const Scene& scene);

/// A preset that is also a switch: what the scene gets when somebody presses it.
struct SolidSwitch
{
    const ConstantPreset& preset; ///< solid
    bool on = false;              ///< the rope has a thickness and touches itself
    PresetValues pressed = {};    ///< the preset's, or where it is on, the defaults of the same constants
};

/// None where the scene's rope can have no other thickness.
std::optional<SolidSwitch> solidSwitch(const Scene& scene);

/// For each constant that is no longer its default because of a preset: the preset's label.
std::map<std::string, std::string_view, std::less<>> presetMarks(const Scene& scene);

} // namespace ropewalk
