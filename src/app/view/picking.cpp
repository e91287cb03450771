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
            return Pick{std::nullopt, snapshot.polylines.size() + snapshot.surfaces.size(), shape.identity, at,
                        glm::vec3(offset, 0.0f)};
    }
    return std::nullopt;
}

constexpr float missed = std::numeric_limits<float>::infinity();

/// How far along the ray it enters what lies between two parallel planes, cut with [from, to].
void cutSlab(float origin, float direction, float half, float& from, float& to)
{
    if (std::abs(direction) < 1e-12f)
    {
        if (std::abs(origin) > half)
            to = -missed;
        return;
    }
    const float a = (-half - origin) / direction;
    const float b = (half - origin) / direction;
    from = std::max(from, std::min(a, b));
    to = std::min(to, std::max(a, b));
}

/// How far along the ray [m] it enters a ball about the origin.
float enterBall(const glm::vec3& origin, const glm::vec3& direction, float radius)
{
    const float middle = -glm::dot(origin, direction);
    const glm::vec3 beside = origin + middle * direction;
    const float half = radius * radius - glm::dot(beside, beside);
    return half < 0.0f || middle < 0.0f ? missed : middle - std::sqrt(half);
}

/// The same of a round post along y.
float enterPost(const glm::vec3& origin, const glm::vec3& direction, float radius, float half)
{
    const float a = direction.x * direction.x + direction.z * direction.z;
    const float b = origin.x * direction.x + origin.z * direction.z;
    const float c = origin.x * origin.x + origin.z * origin.z - radius * radius;
    float from = 0.0f;
    float to = missed;
    if (a > 1e-12f)
    {
        const float root = b * b - a * c;
        if (root < 0.0f)
            return missed;
        from = std::max(from, (-b - std::sqrt(root)) / a);
        to = (-b + std::sqrt(root)) / a;
    }
    else if (c > 0.0f)
        return missed;
    cutSlab(origin.y, direction.y, half, from, to);
    return from <= to ? from : missed;
}

/// How far along the ray [m] it enters the shape; infinite where it passes by.
float entering(const SpatialShape& shape, const Ray& ray)
{
    const glm::vec3 origin = (ray.origin - shape.position) * shape.axes; // in the shape's own axes
    const glm::vec3 direction = ray.direction * shape.axes;
    const float radius = shape.radius;
    const float half = 0.5f * shape.length;
    switch (shape.kind)
    {
    case SpatialShape::Kind::sphere:
        return enterBall(origin, direction, radius);
    case SpatialShape::Kind::post:
        return enterPost(origin, direction, radius, half);
    case SpatialShape::Kind::bar:
    {
        const glm::vec3 end(0.0f, half, 0.0f);
        return std::min({enterPost(origin, direction, radius, half), enterBall(origin - end, direction, radius),
                         enterBall(origin + end, direction, radius)});
    }
    case SpatialShape::Kind::box:
    {
        float from = 0.0f;
        float to = missed;
        for (int i = 0; i < 3; ++i)
            cutSlab(origin[i], direction[i], 0.5f * shape.size[i], from, to);
        return from <= to ? from : missed;
    }
    case SpatialShape::Kind::ring:
        break;
    }
    // Balls beside each other stand for its bar.
    constexpr int balls = 48;
    float nearest = missed;
    for (int i = 0; i < balls; ++i)
    {
        const float angle = 6.28318531f * static_cast<float>(i) / static_cast<float>(balls);
        const glm::vec3 middle(radius * std::cos(angle), 0.0f, radius * std::sin(angle));
        nearest = std::min(nearest, enterBall(origin - middle, direction, 1.3f * shape.thickness));
    }
    return nearest;
}

struct SolidPick
{
    std::optional<Pick> pick = std::nullopt;
    float along = missed; ///< [m], of the ray
};

/// The handle of the solid that the ray meets first.
SolidPick pickSolid(const Snapshot& snapshot, const Ray& ray)
{
    SolidPick best;
    for (const SpatialShape& shape : snapshot.spatialShapes)
    {
        const float along = entering(shape, ray);
        if (!(along < best.along))
            continue;
        for (std::size_t i = 0; i < snapshot.handles.size(); ++i)
            if (snapshot.handles[i].solid == shape.identity)
                best = {Pick{.handle = i, .position = snapshot.handles[i].position}, along};
    }
    return best;
}

/// The handle that the ray meets first.
std::optional<Pick> pickHandle(const Snapshot& snapshot, const Ray& ray)
{
    constexpr float asDrawn = 1.5f; // the ring around a ball belongs to it
    std::optional<Pick> best;
    float bestAlong = std::numeric_limits<float>::max();
    for (std::size_t i = 0; i < snapshot.handles.size(); ++i)
    {
        const Handle& handle = snapshot.handles[i];
        if (handle.solid)
            continue;
        const glm::vec3 towards = handle.position - ray.origin;
        const float along = glm::dot(towards, ray.direction);
        const float beside = glm::length(towards - along * ray.direction);
        if (along <= 0.0f || along >= bestAlong || !(beside <= asDrawn * handle.radius))
            continue;
        bestAlong = along;
        best = Pick{.handle = i, .position = handle.position};
    }
    return best;
}

} // namespace

std::optional<Pick> pick(const Snapshot& snapshot, const Camera& camera, const Rectangle& viewport,
                         const glm::vec2& cursor, float reach)
{
    constexpr float sameSpot = 1.0f; // [pixel]
    const float aspect = aspectOf(viewport);
    const Ray ray = camera.ray(viewportFromWindow(viewport, cursor), aspect);
    if (const std::optional<Pick> handle = pickHandle(snapshot, ray))
        return handle;
    if (const std::optional<Pick> body = pickBody(snapshot, ray))
        return body;
    const SolidPick solid = pickSolid(snapshot, ray);
    std::optional<Pick> best;
    // Over a solid, only masses near the cursor and in front of the solid come before it.
    float bestDistance = solid.pick ? reach / 3.0f : reach;
    float bestDepth = std::numeric_limits<float>::max();
    const auto consider = [&](const Pick& candidate)
    {
        const glm::vec3 onScreen = camera.project(candidate.position, aspect);
        if (onScreen.z <= 0.0f || (solid.pick && glm::distance(candidate.position, ray.origin) > 1.05f * solid.along))
            return;
        const float distance = glm::length(windowFromViewport(viewport, glm::vec2(onScreen)) - cursor);
        const bool nearer = distance < bestDistance - sameSpot;
        const bool inFront =
            distance < std::min(bestDistance + sameSpot, solid.pick ? reach / 3.0f : reach) && onScreen.z < bestDepth;
        if (!nearer && !inFront)
            return;
        bestDistance = distance;
        bestDepth = onScreen.z;
        best = candidate;
    };
    for (std::size_t i = 0; i < snapshot.handles.size(); ++i)
        if (!snapshot.handles[i].solid)
            consider({.handle = i, .position = snapshot.handles[i].position});
    for (std::size_t line = 0; line < snapshot.polylines.size(); ++line)
    {
        const Polyline& polyline = snapshot.polylines[line];
        if (polyline.grabbable)
            for (std::size_t i = 1; i < polyline.points.size(); ++i)
                consider({.polyline = line,
                          .identity = static_cast<int>(i) + polyline.identity,
                          .position = polyline.points[i]});
    }
    for (std::size_t sheet = 0; sheet < snapshot.surfaces.size(); ++sheet)
    {
        const Surface& surface = snapshot.surfaces[sheet];
        if (surface.grabbable)
            for (std::size_t i = 0; i < surface.points.size(); ++i)
                consider({.polyline = snapshot.polylines.size() + sheet,
                          .identity = static_cast<int>(i),
                          .position = surface.points[i]});
    }
    return best ? best : solid.pick;
}

std::optional<SolidSeen> solidSeen(const Snapshot& snapshot, const Camera& camera, const Rectangle& viewport,
                                   const glm::vec2& cursor)
{
    const Ray ray = camera.ray(viewportFromWindow(viewport, cursor), aspectOf(viewport));
    std::optional<SolidSeen> seen;
    for (const SpatialShape& shape : snapshot.spatialShapes)
        if (const float along = entering(shape, ray); along < (seen ? seen->distance : missed))
            seen = SolidSeen{shape.identity, ray.origin + along * ray.direction, along};
    return seen;
}

std::optional<glm::vec3> dragTarget(const Camera& camera, const Rectangle& viewport, const glm::vec2& cursor,
                                    const glm::vec3& point, DragPlane plane)
{
    const Ray ray = camera.ray(viewportFromWindow(viewport, cursor), aspectOf(viewport));
    const glm::vec3 forward = glm::normalize(camera.target - camera.eye());
    const float along = glm::dot(ray.direction, forward);
    const float distance = glm::dot(point - ray.origin, forward);
    if (along <= 1e-4f || distance <= 0.0f)
        return std::nullopt;
    const glm::vec3 target = ray.origin + ray.direction * (distance / along);
    if (plane == DragPlane::view)
        return target;
    const glm::vec3 right(std::cos(camera.yaw), 0.0f, -std::sin(camera.yaw));
    const glm::vec3 away(-std::sin(camera.yaw), 0.0f, -std::cos(camera.yaw));
    const glm::vec3 way = target - point;
    return point + glm::dot(way, right) * right + glm::dot(way, glm::cross(right, forward)) * away;
}

} // namespace ropewalk
