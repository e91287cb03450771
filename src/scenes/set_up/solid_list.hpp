#pragma once

#include "scene_solid.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <string_view>
#include <vector>

// Solids as scene files hold them.

namespace ropewalk
{

/// Reads one entry of the list of solids in a scene file:
/// {"shape": "bar", "position": [x, y, z], "axis": [x, y, z], "radius": 0.1, "length": 1, "roughness": 1} or
/// {"shape": "box", "position": [x, y, z], "size": [x, y, z], "axis": [x, y, z], "angle": a}
/// Throws std::invalid_argument that calls it solid `number` and says what would be right.
SceneSolid readSolid(const nlohmann::json& entry, std::size_t number);

/// The shape that an entry has by its key `shape`, among these names in the order of the shapes.
SceneSolid::Shape shapeOf(const nlohmann::json& entry, const std::vector<std::string_view>& names);

/// The list as scene files hold it.
nlohmann::ordered_json solidListJson(const SolidList& solids);

} // namespace ropewalk
