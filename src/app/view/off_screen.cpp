#include "off_screen.hpp"

#include "render/subject.hpp"

#include <glm/geometric.hpp>
#include <glm/vec4.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace ropewalk
{
namespace
{

bool inView(const glm::vec3& point, const Camera& camera, float aspect)
{
    const glm::vec3 at = camera.project(point, aspect);
    return at.z > 0.0f && std::abs(at.x) <= 1.0f && std::abs(at.y) <= 1.0f;
}

} // namespace

float shareInView(const Snapshot& snapshot, const Camera& camera, float aspect)
{
    const std::vector<glm::vec4> points = subjectPoints(snapshot);
    if (points.empty())
        return 1.0f;
    const auto inside = std::count_if(points.begin(), points.end(),
                                      [&](const glm::vec4& point) { return inView(glm::vec3(point), camera, aspect); });
    return static_cast<float>(inside) / static_cast<float>(points.size());
}

std::optional<OffScreen> offScreen(const Snapshot& snapshot, const Camera& camera, float aspect)
{
    const std::vector<glm::vec4> points = subjectPoints(snapshot);
    const bool any = std::any_of(points.begin(), points.end(),
                                 [&](const glm::vec4& point) { return inView(glm::vec3(point), camera, aspect); });
    if (!any)
    {
        const Box box = subjectOf(snapshot);
        return box.empty() ? std::nullopt : std::optional(OffScreen{box.middle(), false});
    }
    std::optional<OffScreen> lost;
    for (const Marker& marker : snapshot.markers)
    {
        if (marker.kind != Marker::Kind::connection)
            continue;
        if (inView(marker.position, camera, aspect))
            return std::nullopt;
        lost = OffScreen{marker.position, true};
    }
    return lost;
}

EdgePlace edgePlace(const Rectangle& viewport, const Camera& camera, const glm::vec3& point, float inset)
{
    const Camera::Axes axes = camera.axes();
    const glm::vec3 way = point - camera.eye();
    const glm::vec2 half(std::max(1.0f, 0.5f * viewport.width - inset), std::max(1.0f, 0.5f * viewport.height - inset));
    EdgePlace place;
    const glm::vec2 across(glm::dot(way, axes.right), -glm::dot(way, axes.up));
    if (const float length = glm::length(across); length > 0.0f && std::isfinite(length))
        place.direction = across / length;
    const float steps = std::min(half.x / std::max(std::abs(place.direction.x), 1e-6f),
                                 half.y / std::max(std::abs(place.direction.y), 1e-6f));
    place.position =
        glm::vec2(viewport.x + 0.5f * viewport.width, viewport.y + 0.5f * viewport.height) + steps * place.direction;
    return place;
}

} // namespace ropewalk
