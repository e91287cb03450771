#include "scene_view.hpp"

#include <glm/common.hpp>

#include <cmath>
#include <utility>

namespace ropewalk
{

void SceneView::beforePanels(const Snapshot& snapshot, const Rectangle& viewport)
{
    if (!std::exchange(openWanted_, false))
        return;
    camera.face(snapshot);
    if (viewport.width > 0.0f)
        camera.frame(snapshot, aspectOf(viewport));
}

void SceneView::afterPanels(const Snapshot& snapshot, const Rectangle& viewport, bool moved, double now, double elapsed)
{
    constexpr double settling = 0.5; // [s] that it goes on following, to come to rest smoothly
    if (std::exchange(allWanted_, false))
        camera.frame(snapshot, aspectOf(viewport));
    if (moved)
        followUntil_ = now + settling;
    if (now < followUntil_)
        follow(snapshot, viewport, elapsed);
}

void SceneView::follow(const Snapshot& snapshot, const Rectangle& viewport, double elapsed)
{
    constexpr float edge = 0.8f;  // of the distance from the middle of the viewport to its border
    constexpr double rate = 10.0; // [1/s]
    const float aspect = aspectOf(viewport);
    for (const Marker& marker : snapshot.markers)
    {
        const glm::vec3 seen = camera.project(marker.position, aspect);
        if (marker.kind != Marker::Kind::connection || seen.z <= 0.0f)
            continue;
        const glm::vec2 beyond = glm::vec2(seen) - glm::clamp(glm::vec2(seen), -edge, edge);
        camera.pan(-static_cast<float>(1.0 - std::exp(-rate * elapsed)) * beyond, aspect);
    }
}

} // namespace ropewalk
