#include "picking.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ropewalk
{

namespace
{

/// `point` is seen from the shape's position, turned back by the shape's angle.
bool contains(const PlanarShape& shape, const std::vector<glm::vec2>& outlines, const glm::vec2& point)
{
    if (shape.vertexCount == 0)
        return glm::length(point) <= shape.radius;
    for (std::uint32_t i = 0; i < shape.vertexCount; ++i)
    {
        const glm::vec2& a = outlines[shape.firstVertex + i];
        const glm::vec2& b = outlines[shape.firstVertex + (i + 1) % shape.vertexCount];
        if ((b.x - a.x) * (point.y - a.y) < (b.y - a.y) * (point.x - a.x))
            return false;
    }
    return true;
}

std::optional<Pick> pickBody(const Snapshot& snapshot, const Ray& ray)
{
    const float distance = -ray.origin.z / ray.direction.z; // to the plane of the bodies; infinite along it
    if (!(distance > 0.0f) || !std::isfinite(distance))
        return std::nullopt;
    const glm::vec3 at = ray.origin + distance * ray.direction;
    for (const PlanarShape& shape : snapshot.planarShapes)
    {
        const glm::vec2 offset = glm::vec2(at) - shape.position;
        const float c = std::cos(shape.angle);
        const float s = std::sin(shape.angle);
        const glm::vec2 turnedBack(c * offset.x + s * offset.y, c * offset.y - s * offset.x);
        if (!shape.fixed && contains(shape, snapshot.outlines, turnedBack))
            return Pick{snapshot.polylines.size() + snapshot.surfaces.size(), shape.identity, at,
                        glm::vec3(offset, 0.0f)};
    }
    return std::nullopt;
}

} // namespace

std::optional<Pick> pick(const Snapshot& snapshot, const Camera& camera, const Rectangle& viewport,
                         const glm::vec2& cursor, float reach)
{
    constexpr float sameSpot = 1.0f; // [pixel]
    const float aspect = aspectOf(viewport);
    if (const std::optional<Pick> body = pickBody(snapshot, camera.ray(viewportFromWindow(viewport, cursor), aspect)))
        return body;
    std::optional<Pick> best;
    float bestDistance = reach;
    float bestDepth = std::numeric_limits<float>::max();
    const auto consider = [&](std::size_t line, int identity, const glm::vec3& point)
    {
        const glm::vec3 onScreen = camera.project(point, aspect);
        if (onScreen.z <= 0.0f)
            return;
        const float distance = glm::length(windowFromViewport(viewport, glm::vec2(onScreen)) - cursor);
        const bool nearer = distance < bestDistance - sameSpot;
        const bool inFront = distance < std::min(bestDistance + sameSpot, reach) && onScreen.z < bestDepth;
        if (!nearer && !inFront)
            return;
        bestDistance = distance;
        bestDepth = onScreen.z;
        best = Pick{line, identity, point, glm::vec3(0.0f)};
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

std::optional<glm::vec3> dragTarget(const Camera& camera, const Rectangle& viewport, const glm::vec2& cursor,
                                    const glm::vec3& point)
{
    const Ray ray = camera.ray(viewportFromWindow(viewport, cursor), aspectOf(viewport));
    const glm::vec3 forward = glm::normalize(camera.target - camera.eye());
    const float along = glm::dot(ray.direction, forward);
    const float distance = glm::dot(point - ray.origin, forward);
    if (along <= 1e-4f || distance <= 0.0f)
        return std::nullopt;
    return ray.origin + ray.direction * (distance / along);
}

} // namespace ropewalk
