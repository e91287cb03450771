#pragma once

#include <glm/vec3.hpp>

#include <array>

namespace ropewalk
{

/// The viridis scale in equal steps (sRGB); the shaders get the same table.
inline constexpr std::array<glm::vec3, 11> viridisTable{{
    {0.267f, 0.005f, 0.329f},
    {0.283f, 0.141f, 0.458f},
    {0.254f, 0.265f, 0.530f},
    {0.207f, 0.372f, 0.553f},
    {0.164f, 0.471f, 0.558f},
    {0.128f, 0.567f, 0.551f},
    {0.135f, 0.659f, 0.518f},
    {0.267f, 0.749f, 0.441f},
    {0.478f, 0.821f, 0.318f},
    {0.741f, 0.873f, 0.150f},
    {0.993f, 0.906f, 0.144f},
}};

} // namespace ropewalk
