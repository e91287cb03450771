#include "viridis.hpp"

#include "renderer.hpp"

#include <glm/common.hpp>

#include <algorithm>
#include <cstddef>

namespace ropewalk
{

glm::vec3 viridis(float value, Theme theme)
{
    // Written so that a value that is not a number gives the bottom of the scale.
    const float share = value > 0.0f ? std::min(value, 1.0f) : 0.0f;
    const float darkest = theme == Theme::dark ? 0.35f : 0.0f;
    const float at = (darkest + (1.0f - darkest) * share) * static_cast<float>(viridisTable.size() - 1);
    const std::size_t step = std::min(static_cast<std::size_t>(at), viridisTable.size() - 2);
    return glm::mix(viridisTable[step], viridisTable[step + 1], at - static_cast<float>(step));
}

} // namespace ropewalk
