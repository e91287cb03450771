#pragma once

#include "render/camera.hpp"
#include "scenes/snapshot.hpp"
#include "ui_state.hpp"

#include <cstddef>
#include <optional>

namespace ropewalk
{

/// A place in the picture as Camera::project gives it (x and y in [-1, 1], y up) for window coordinates, and back.
glm::vec2 pictureFromWindow(const Rectangle& picture, const glm::vec2& window);
glm::vec2 windowFromPicture(const Rectangle& picture, const glm::vec2& at);
float aspectOf(const Rectangle& picture);

/// A mass that the mouse may take.
struct Pick
{
    std::size_t polyline = 0; ///< surfaces count on behind the polylines
    int identity = 0;         ///< index + Polyline::identity, or the index in the surface
    glm::vec3 position{0.0f};
};

/// The grabbable point that is drawn nearest to `cursor` (window coordinates) within `reach`; of those that are drawn
/// within a pixel of each other the one nearest to the eye.
std::optional<Pick> pick(const Snapshot& snapshot, const Camera& camera, const Rectangle& picture,
                         const glm::vec2& cursor, float reach);

/// Where the ray through `cursor` meets the plane through `point` that faces the camera; nothing when it lies behind.
std::optional<glm::vec3> dragTarget(const Camera& camera, const Rectangle& picture, const glm::vec2& cursor,
                                    const glm::vec3& point);

} // namespace ropewalk
