#pragma once

#include <glm/vec2.hpp>

namespace ropewalk
{

/// In window coordinates, as mouse and ImGui use them, y down.
struct Rectangle
{
    float x = 0.0f;
    float y = 0.0f;
    float width = 0.0f;
    float height = 0.0f;

    float right() const { return x + width; }
    float bottom() const { return y + height; }
    bool contains(float px, float py) const { return px >= x && py >= y && px < right() && py < bottom(); }
};

/// Turns window coordinates into a place in the viewport as Camera::project gives it (x and y in [-1, 1], y up), and
/// back.
glm::vec2 viewportFromWindow(const Rectangle& viewport, const glm::vec2& window);
glm::vec2 windowFromViewport(const Rectangle& viewport, const glm::vec2& at);
float aspectOf(const Rectangle& viewport); ///< width over height

} // namespace ropewalk
