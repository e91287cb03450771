#pragma once

#include "viewport.hpp"

#include "render/camera.hpp"
#include "scenes/snapshot.hpp"

#include <cstddef>
#include <optional>

namespace ropewalk
{

/// A handle, a mass or a planar body that the mouse may take.
struct Pick
{
    std::optional<std::size_t> handle = std::nullopt; ///< index of Snapshot::handles; a mass or a body has none
    std::size_t polyline = 0; ///< polylines first, then surfaces, then one number for all planar bodies
    int identity = 0;         ///< index + Polyline::identity, the index in the surface or PlanarShape::identity
    glm::vec3 position{0.0f};
    glm::vec3 offset{0.0f}; ///< from the position of a body or handle to the place where it was grabbed
};

/// The handle under the cursor; otherwise the planar body there, if it is not fixed; otherwise the handle or grabbable
/// point that is drawn nearest to `cursor` (window coordinates) within `reach`; of those that are drawn within a pixel
/// of each other the one nearest to the eye. A solid of space under the cursor comes before points behind it, and
/// before those that are drawn farther away than a third of the reach.
std::optional<Pick> pick(const Snapshot& snapshot, const Camera& camera, const Rectangle& viewport,
                         const glm::vec2& cursor, float reach);

/// The solid of space that is seen under the cursor.
struct SolidSeen
{
    int identity = 0;      ///< SpatialShape::identity
    glm::vec3 at{0.0f};    ///< [m], of its surface
    float distance = 0.0f; ///< [m] from the eye
};
std::optional<SolidSeen> solidSeen(const Snapshot& snapshot, const Camera& camera, const Rectangle& viewport,
                                   const glm::vec2& cursor);

/// In which plane the mouse pulls.
enum class DragPlane
{
    view,  ///< facing the camera
    ground ///< horizontal
};

/// Where the ray through `cursor` meets the plane through `point` that faces the camera; nothing when that lies behind.
/// In DragPlane::ground, up in the picture is away from the camera, by as much: where the ray meets the ground would be
/// far away in most views.
std::optional<glm::vec3> dragTarget(const Camera& camera, const Rectangle& viewport, const glm::vec2& cursor,
                                    const glm::vec3& point, DragPlane plane = DragPlane::view);

} // namespace ropewalk
