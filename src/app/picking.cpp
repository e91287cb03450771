#include "picking.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <limits>

namespace ropewalk
{

glm::vec2 pictureFromWindow(const Rectangle& picture, const glm::vec2& window)
{
    return {2.0f * (window.x - picture.x) / std::max(1.0f, picture.width) - 1.0f,
            1.0f - 2.0f * (window.y - picture.y) / std::max(1.0f, picture.height)};
}

glm::vec2 windowFromPicture(const Rectangle& picture, const glm::vec2& at)
{
    return {picture.x + 0.5f * (at.x + 1.0f) * picture.width, picture.y + 0.5f * (1.0f - at.y) * picture.height};
}

float aspectOf(const Rectangle& picture)
{
    return std::max(1.0f, picture.width) / std::max(1.0f, picture.height);
}

std::optional<Pick> pick(const Snapshot& snapshot, const Camera& camera, const Rectangle& picture,
                         const glm::vec2& cursor, float reach)
{
    constexpr float sameSpot = 1.0f; // [pixel]
    const float aspect = aspectOf(picture);
    std::optional<Pick> best;
    float bestDistance = reach;
    float bestDepth = std::numeric_limits<float>::max();
    const auto consider = [&](std::size_t line, int identity, const glm::vec3& point)
    {
        const glm::vec3 onScreen = camera.project(point, aspect);
        if (onScreen.z <= 0.0f)
            return;
        const float distance = glm::length(windowFromPicture(picture, glm::vec2(onScreen)) - cursor);
        const bool nearer = distance < bestDistance - sameSpot;
        const bool inFront = distance < std::min(bestDistance + sameSpot, reach) && onScreen.z < bestDepth;
        if (!nearer && !inFront)
            return;
        bestDistance = distance;
        bestDepth = onScreen.z;
        best = Pick{line, identity, point};
    };
    for (std::size_t line = 0; line < snapshot.polylines.size(); ++line)
    {
        const Polyline& polyline = snapshot.polylines[line];
        if (polyline.grabbable)
            for (std::size_t i = 1; i < polyline.points.size(); ++i)
                consider(line, static_cast<int>(i) + polyline.identity, polyline.points[i]);
    }
    for (std::size_t sheet = 0; sheet < snapshot.surfaces.size(); ++sheet)
    {
        const Surface& surface = snapshot.surfaces[sheet];
        if (surface.grabbable)
            for (std::size_t i = 0; i < surface.points.size(); ++i)
                consider(snapshot.polylines.size() + sheet, static_cast<int>(i), surface.points[i]);
    }
    return best;
}

std::optional<glm::vec3> dragTarget(const Camera& camera, const Rectangle& picture, const glm::vec2& cursor,
                                    const glm::vec3& point)
{
    const Ray ray = camera.ray(pictureFromWindow(picture, cursor), aspectOf(picture));
    const glm::vec3 forward = glm::normalize(camera.target - camera.eye());
    const float along = glm::dot(ray.direction, forward);
    const float distance = glm::dot(point - ray.origin, forward);
    if (along <= 1e-4f || distance <= 0.0f)
        return std::nullopt;
    return ray.origin + ray.direction * (distance / along);
}

} // namespace ropewalk
