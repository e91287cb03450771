#include "viridis.hpp"

#include "renderer.hpp"

#include <glm/common.hpp>

#include <algorithm>
#include <cstddef>

namespace ropewalk
{

const std::array<glm::vec3, 11>& viridisTable()
{
    static constexpr std::array<glm::vec3, 11> table{{
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
    return table;
}

glm::vec3 viridis(float value)
{
    const auto& table = viridisTable();
    // Written so that a value that is not a number gives the bottom of the scale.
    const float at = (value > 0.0f ? std::min(value, 1.0f) : 0.0f) * static_cast<float>(table.size() - 1);
    const std::size_t step = std::min(static_cast<std::size_t>(at), table.size() - 2);
    return glm::mix(table[step], table[step + 1], at - static_cast<float>(step));
}

} // namespace ropewalk
