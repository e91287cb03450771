#include "subject.hpp"

#include "render/pieces/drawn_ground.hpp"
#include "render/pieces/packing.hpp"
#include "scenes/snapshot.hpp"

#include <glm/common.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace ropewalk
{

namespace
{

/// Calls `visit(point, radius)` for the corners of a body in the plane z = 0, or for the middle of a circle.
template <typename Visit>
void visitShape(const Snapshot& snapshot, const PlanarShape& shape, Visit visit)
{
    if (shape.vertexCount == 0)
        return visit({shape.position, 0.0f}, shape.radius);
    const float c = std::cos(shape.angle);
    const float s = std::sin(shape.angle);
    for (std::uint32_t i = shape.firstVertex; i < shape.firstVertex + shape.vertexCount; ++i)
        if (i < snapshot.outlines.size())
        {
            const glm::vec2& v = snapshot.outlines[i];
            visit({shape.position.x + c * v.x - s * v.y, shape.position.y + s * v.x + c * v.y, 0.0f}, 0.0f);
        }
}

/// Where the bodies of a scene are that keep together: Tukey's fences at this multiple of the distance between the
/// quartiles. Around less than eight bodies there is no fence.
Box fenceAround(const std::vector<const PlanarShape*>& shapes)
{
    constexpr std::size_t fewest = 8;
    constexpr float reach = 8.0f;
    Box fence{glm::vec3(std::numeric_limits<float>::lowest()), glm::vec3(std::numeric_limits<float>::max())};
    if (shapes.size() < fewest)
        return fence;
    glm::vec2 lower(0.0f);
    glm::vec2 upper(0.0f);
    std::vector<float> places;
    for (const int axis : {0, 1})
    {
        places.clear();
        for (const PlanarShape* shape : shapes)
            if (std::isfinite(shape->position[axis]))
                places.push_back(shape->position[axis]);
        if (places.empty())
            return fence;
        const auto quartile = [&](std::size_t number)
        {
            const auto at = places.begin() + static_cast<std::ptrdiff_t>(number * (places.size() - 1) / 4);
            std::nth_element(places.begin(), at, places.end());
            return *at;
        };
        lower[axis] = quartile(1);
        upper[axis] = quartile(3);
    }
    const float spread = reach * std::max(upper.x - lower.x, upper.y - lower.y);
    if (!(spread > 0.0f))
        return fence;
    fence.low = {lower - spread, 0.0f};
    fence.high = {upper + spread, 0.0f};
    return fence;
}

void addBodies(const Snapshot& snapshot, std::vector<glm::vec4>& points)
{
    const bool allFixed = std::all_of(snapshot.planarShapes.begin(), snapshot.planarShapes.end(),
                                      [](const PlanarShape& shape) { return shape.fixed; });
    std::vector<const PlanarShape*> moving;
    for (const PlanarShape& shape : snapshot.planarShapes)
        if (allFixed || !shape.fixed)
            moving.push_back(&shape);
    const Box fence = fenceAround(moving);
    for (const PlanarShape* shape : moving)
    {
        const glm::vec2& at = shape->position;
        if (at.x >= fence.low.x && at.x <= fence.high.x && at.y >= fence.low.y && at.y <= fence.high.y)
            visitShape(snapshot, *shape,
                       [&](const glm::vec3& point, float radius) { points.emplace_back(point, radius); });
    }
}

void addField(const RopeField& field, std::vector<glm::vec4>& points)
{
    constexpr int most = 256;
    const int stride = std::max(1, field.ropeCount / most);
    for (int rope = 0; rope < field.ropeCount; rope += stride)
        for (const int end : {0, field.pointsPerRope - 1})
            points.emplace_back(field.point(rope, end), field.radius);
}

} // namespace

void Box::add(const glm::vec3& point, const glm::vec3& radius)
{
    if (!isFinite(point))
        return;
    low = glm::min(low, point - radius);
    high = glm::max(high, point + radius);
}

glm::vec3 Box::corner(int number) const
{
    return {(number & 1) ? high.x : low.x, (number & 2) ? high.y : low.y, (number & 4) ? high.z : low.z};
}

float Box::size() const
{
    return empty() ? 0.0f : std::max({high.x - low.x, high.y - low.y, high.z - low.z});
}

Box boxAround(const std::vector<glm::vec4>& points)
{
    Box box;
    for (const glm::vec4& point : points)
        box.add(glm::vec3(point), glm::vec3(point.w));
    return box;
}

void addNearGround(Box& box, const Snapshot& snapshot)
{
    const float ground = drawnGroundHeight(snapshot);
    if (snapshot.hasGround && box.low.y - ground < 0.25f * box.size())
        box.low.y = std::min(box.low.y, ground);
}

std::vector<glm::vec4> wholePoints(const Snapshot& snapshot)
{
    std::vector<glm::vec4> points;
    const auto add = [&points](const glm::vec3& point, float radius)
    {
        if (isFinite(point) && std::isfinite(radius))
            points.emplace_back(point, radius);
    };
    for (const Polyline& polyline : snapshot.polylines)
        for (const glm::vec3& point : polyline.points)
            add(point, polyline.radius);
    for (const Surface& surface : snapshot.surfaces)
        for (const glm::vec3& point : surface.points)
            add(point, 0.0f);
    // A field is to be flown over: what its scene wants to be seen of it is enough.
    if (snapshot.view.points.empty())
        addField(snapshot.field, points);
    for (const SpatialShape& solid : snapshot.solids)
        add(solid.position, solid.extent().x);
    for (const SpatialShape& shape : snapshot.spatialShapes)
    {
        const glm::vec3 extent = shape.extent();
        const Box box{shape.position - extent, shape.position + extent};
        for (int number = 0; number < 8; ++number)
            add(box.corner(number), 0.0f);
    }
    for (const Marker& marker : snapshot.markers)
        add(marker.position, marker.radius);
    for (const glm::vec3& point : snapshot.view.points)
        add(point, 0.0f);
    // A long floor that bodies stand on would make them small.
    for (const bool fixed : {false, true})
        for (const PlanarShape& shape : snapshot.planarShapes)
            if (shape.fixed == fixed && (!fixed || points.empty()))
                visitShape(snapshot, shape, add);
    return points;
}

std::vector<glm::vec4> subjectPoints(const Snapshot& snapshot)
{
    std::vector<glm::vec4> points;
    for (const Polyline& polyline : snapshot.polylines)
        if (polyline.style == Polyline::Style::rope || polyline.grabbable)
            for (const glm::vec3& point : polyline.points)
                points.emplace_back(point, polyline.radius);
    for (const Surface& surface : snapshot.surfaces)
        for (const glm::vec3& point : surface.points)
            points.emplace_back(point, 0.0f);
    for (const SpatialShape& solid : snapshot.solids)
        points.emplace_back(solid.position, solid.extent().x);
    for (const Marker& marker : snapshot.markers)
        if (marker.kind == Marker::Kind::connection)
            points.emplace_back(marker.position, marker.radius);
    addBodies(snapshot, points);
    addField(snapshot.field, points);
    return points;
}

Box subjectOf(const Snapshot& snapshot)
{
    if (snapshot.field.ropeCount == 0 || snapshot.view.points.empty())
        return boxAround(subjectPoints(snapshot));
    Box box;
    for (const glm::vec3& point : snapshot.view.points)
        box.add(point, glm::vec3(0.0f));
    return box;
}

} // namespace ropewalk
