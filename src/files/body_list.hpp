#pragma once

#include <rope/rigid_body.hpp>

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <vector>

namespace ropewalk
{

/// Reads one entry of the list of bodies in a scene file:
/// {"shape": "circle", "radius": 1, "mass": 2, "position": [x, y], "velocity": [vx, vy], "angle": a,
///  "angular_velocity": w} or {"shape": "polygon", "vertices": [[x, y], ...], "mass": 0, ...}
/// Throws std::invalid_argument that calls it body `number` and says what would be right.
rope::BodyDefinition readBody(const nlohmann::json& entry, std::size_t number);

/// The list as scene files hold it.
nlohmann::ordered_json bodyListJson(const std::vector<rope::BodyDefinition>& bodies);

} // namespace ropewalk
