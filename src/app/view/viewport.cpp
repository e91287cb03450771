#include "viewport.hpp"

#include <algorithm>

namespace ropewalk
{

glm::vec2 viewportFromWindow(const Rectangle& viewport, const glm::vec2& window)
{
    return {2.0f * (window.x - viewport.x) / std::max(1.0f, viewport.width) - 1.0f,
            1.0f - 2.0f * (window.y - viewport.y) / std::max(1.0f, viewport.height)};
}

glm::vec2 windowFromViewport(const Rectangle& viewport, const glm::vec2& at)
{
    return {viewport.x + 0.5f * (at.x + 1.0f) * viewport.width, viewport.y + 0.5f * (1.0f - at.y) * viewport.height};
}

float aspectOf(const Rectangle& viewport)
{
    return std::max(1.0f, viewport.width) / std::max(1.0f, viewport.height);
}

} // namespace ropewalk
