#pragma once

#include "viewport.hpp"

#include "render/camera.hpp"
#include "scenes/snapshot.hpp"

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <optional>

namespace ropewalk
{

/// The part of the subject's points, 0 to 1, that is in the viewport; 1 where there is no subject.
float shareInView(const Snapshot& snapshot, const Camera& camera, float aspect);

/// The search is for the middle of the subject when none of it is in the viewport, else a connection point when none
/// of these is.
struct OffScreen
{
    glm::vec3 position{0.0f}; ///< [m]
    bool connection = false;
};
std::optional<OffScreen> offScreen(const Snapshot& snapshot, const Camera& camera, float aspect);

/// A place at the edge of the viewport, and the unit direction from its middle to there, in window coordinates.
struct EdgePlace
{
    glm::vec2 position{0.0f};
    glm::vec2 direction{1.0f, 0.0f};
};

/// Where the way to a point that is not in the viewport leaves the viewport less an `inset` [px]. Behind the eye, the
/// way is the shorter turn.
EdgePlace edgePlace(const Rectangle& viewport, const Camera& camera, const glm::vec3& point, float inset);

} // namespace ropewalk
