#pragma once

#include "set_up/scene_solid.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>

// Solids as scene files hold them.

namespace ropewalk
{

/// Reads one entry of the list of solids in a scene file:
/// {"shape": "bar", "position": [x, y, z], "axis": [x, y, z], "radius": 0.1, "length": 1, "roughness": 1} or
/// {"shape": "box", "position": [x, y, z], "size": [x, y, z], "axis": [x, y, z], "angle": a}
/// Throws std::invalid_argument that calls it solid `number` and says what would be right.
SceneSolid readSolid(const nlohmann::json& entry, std::size_t number);

/// The list as scene files hold it.
nlohmann::ordered_json solidListJson(const SolidList& solids);

} // namespace ropewalk
