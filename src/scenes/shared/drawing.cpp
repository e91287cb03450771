#include "drawing.hpp"

#include <rope/elementary.hpp>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>
#include <variant>

namespace ropewalk
{

float ropeRadius(double massPerLength, double density, double thinnest)
{
    constexpr double thickest = 0.1;
    return static_cast<float>(std::clamp(std::sqrt(massPerLength / density / std::numbers::pi), thinnest, thickest));
}

Polyline plainThread(std::vector<glm::vec3> points, const glm::vec3& colour, float radius)
{
    Polyline line;
    line.style = Polyline::Style::thread;
    line.colour = colour;
    line.points = std::move(points);
    line.tension.assign(line.points.empty() ? 0 : line.points.size() - 1, 0.0f);
    line.radius = radius;
    line.grabbable = false;
    return line;
}

std::vector<glm::vec3> coil(const glm::vec3& from, const glm::vec3& to, float radius, int turns)
{
    const glm::vec3 axis = to - from;
    const float length = glm::length(axis);
    const glm::vec3 along = length > 1e-6f ? axis / length : glm::vec3(0.0f, -1.0f, 0.0f);
    // A helper across the coil that does not turn over while the spring swings in the plane of the screen.
    const glm::vec3 helper = std::abs(along.z) < 0.9f ? glm::vec3(0.0f, 0.0f, 1.0f) : glm::vec3(0.0f, 1.0f, 0.0f);
    const glm::vec3 u = glm::normalize(glm::cross(along, helper));
    const glm::vec3 v = glm::cross(along, u);

    constexpr int perTurn = 14;
    constexpr float straight = 0.08f; // of the length, at each end
    const int count = turns * perTurn;
    std::vector<glm::vec3> points{from};
    for (int i = 0; i <= count; ++i)
    {
        const float part = static_cast<float>(i) / static_cast<float>(count);
        const float angle = 6.28318530718f * static_cast<float>(i) / perTurn;
        const auto [sine, cosine] = rope::elementary::sineAndCosine(angle);
        // The wire widens from the axis within the first turn and comes back within the last.
        const float wide =
            radius * glm::smoothstep(0.0f, 1.0f / static_cast<float>(turns), glm::min(part, 1.0f - part));
        points.push_back(from + axis * (straight + (1.0f - 2.0f * straight) * part) +
                         wide * (static_cast<float>(cosine) * u + static_cast<float>(sine) * v));
    }
    points.push_back(to);
    return points;
}

Polyline& addLine(Snapshot& snapshot, const std::vector<rope::Mass>& masses, float radius)
{
    Polyline& line = snapshot.polylines.emplace_back();
    line.radius = radius;
    for (const rope::Mass& mass : masses)
        line.points.emplace_back(mass.position);
    return line;
}

void addTouches(const Snapshot& snapshot, Polyline& line, const std::vector<rope::SolidTouch>& touches,
                const std::vector<rope::RopeTouch>& selfTouches)
{
    const auto course = [&line](std::size_t edge)
    {
        const glm::vec3 chord = line.points[edge + 1] - line.points[edge];
        const float length = glm::length(chord);
        return length > 0.0f ? chord / length : glm::vec3(0.0f);
    };
    const std::size_t edges = line.points.size() - 1;
    for (const rope::SolidTouch& touch : touches)
    {
        const bool isFloor = snapshot.hasGround && touch.normal.y > 0.99 &&
                             touch.point.y < static_cast<double>(snapshot.groundHeight + 2.0f * line.radius);
        if (isFloor || touch.mass > edges)
            continue;
        const std::size_t segment = std::min<std::size_t>(touch.mass, edges - 1);
        const float along = touch.edge ? static_cast<float>(touch.along) : touch.mass > segment ? 1.0f : 0.0f;
        line.touches.push_back({segment, along, glm::vec3(-touch.normal), glm::vec3(0.0f)});
    }
    for (const rope::RopeTouch& touch : selfTouches)
    {
        if (touch.edge >= edges || touch.other >= edges)
            continue;
        const glm::vec3 normal(touch.normal);
        line.touches.push_back({touch.edge, static_cast<float>(touch.along), -normal, course(touch.other)});
        line.touches.push_back({touch.other, static_cast<float>(touch.otherAlong), normal, course(touch.edge)});
    }
}

void addConnection(Snapshot& snapshot, const glm::vec3& position, float radius)
{
    snapshot.markers.push_back({Marker::Kind::connection, position, radius});
    snapshot.handles.push_back({position, radius});
}

void addPinned(Snapshot& snapshot, const glm::vec3& position, float radius, std::string_view parameter)
{
    snapshot.solids.push_back(SpatialShape::sphere(position, radius, glm::vec3(0.42f)));
    snapshot.handles.push_back({position, radius, parameter});
}

void addPinned(Snapshot& snapshot, const glm::vec3& position, float radius, const rope::Pin& pin)
{
    addPinned(snapshot, position, radius, std::string_view());
    snapshot.handles.back().pin = pin.mass;
}

void addGrab(Snapshot& snapshot, const glm::vec3& grabbed, float grabbedRadius, const glm::vec3& target,
             float targetRadius)
{
    snapshot.markers.push_back({Marker::Kind::grabbed, grabbed, grabbedRadius});
    snapshot.markers.push_back({Marker::Kind::target, target, targetRadius});
}

PlanarShape& addOutline(Snapshot& snapshot, const rope::Vec2& position, double size,
                        std::span<const rope::Vec2> corners)
{
    PlanarShape& shape = snapshot.planarShapes.emplace_back();
    shape.position = glm::vec2(position);
    shape.firstVertex = static_cast<std::uint32_t>(snapshot.outlines.size());
    shape.vertexCount = static_cast<std::uint32_t>(corners.size());
    for (const rope::Vec2& corner : corners)
        snapshot.outlines.emplace_back(size * corner);
    return shape;
}

void addBodies(Snapshot& snapshot, const std::vector<rope::RigidBody>& bodies, bool fixedToo)
{
    for (std::size_t i = 0; i < bodies.size(); ++i)
    {
        const rope::RigidBody& body = bodies[i];
        if (body.fixed() && !fixedToo)
            continue;
        const rope::Polygon* const polygon = std::get_if<rope::Polygon>(&body.shape);
        const std::span<const rope::Vec2> corners =
            polygon ? std::span(polygon->vertices) : std::span<const rope::Vec2>();
        PlanarShape& shape = addOutline(snapshot, body.position, 1.0, corners);
        shape.angle = static_cast<float>(body.angle);
        shape.identity = static_cast<int>(i);
        shape.fixed = body.fixed();
        if (const rope::Circle* circle = std::get_if<rope::Circle>(&body.shape))
        {
            shape.position = glm::vec2(body.position + rope::rotation(body.angle)(circle->centre));
            shape.radius = static_cast<float>(circle->radius);
        }
    }
}

} // namespace ropewalk
