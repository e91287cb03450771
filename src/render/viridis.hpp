#pragma once

#include <glm/vec3.hpp>

#include <array>

namespace ropewalk
{

/// The viridis scale in equal steps (sRGB); the shaders get the same table.
const std::array<glm::vec3, 11>& viridisTable();

} // namespace ropewalk
