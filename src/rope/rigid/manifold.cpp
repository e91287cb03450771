#include <rope/detail/manifold.hpp>

#include <algorithm>
#include <limits>

// Circles meet along the line of their centres; a polygon is met along the normal of the face that separates best
// (separating axis theorem), and the other's edge is clipped to that face.

namespace rope
{

namespace
{

struct Face
{
    std::size_t index = 0;
    double separation = -std::numeric_limits<double>::max();
};

/// What bestFace looks for, of polygons with many corners: while the faces of `a` turn, the nearest corner of `b` goes
/// round with them, and each is looked at once or twice in all, and not once for each face.
Face bestFaceOfMany(const PlacedShape& a, const PlacedShape& b)
{
    Face best;
    std::size_t nearest = 0;
    for (std::size_t j = 1; j < b.count; ++j)
        if (glm::dot(a.normals[0], b.vertices[j]) < glm::dot(a.normals[0], b.vertices[nearest]))
            nearest = j;
    for (std::size_t i = 0; i < a.count; ++i)
    {
        const Vec2& normal = a.normals[i];
        double least = glm::dot(normal, b.vertices[nearest]);
        for (std::size_t looked = 1; looked < b.count; ++looked)
        {
            const std::size_t next = (nearest + 1) % b.count;
            const double beyond = glm::dot(normal, b.vertices[next]);
            if (beyond > least)
                break;
            nearest = next;
            least = beyond;
        }
        const double separation = least - glm::dot(normal, a.vertices[i]);
        if (separation > best.separation)
            best = {i, separation};
    }
    return best;
}

/// The face of `a` from which the nearest corner of `b` is farthest.
Face bestFace(const PlacedShape& a, const PlacedShape& b)
{
    constexpr std::size_t many = 32; // corners of both, from which on it is the quicker way
    if (a.count + b.count > many)
        return bestFaceOfMany(a, b);
    Face best;
    for (std::size_t i = 0; i < a.count; ++i)
    {
        const Vec2& normal = a.normals[i];
        double nearest = glm::dot(normal, b.vertices[0]);
        for (std::size_t j = 1; j < b.count; ++j)
            nearest = std::min(nearest, glm::dot(normal, b.vertices[j]));
        const double separation = nearest - glm::dot(normal, a.vertices[i]);
        if (separation > best.separation)
            best = {i, separation};
    }
    return best;
}

Face bestFace(const PlacedShape& polygon, const Vec2& point)
{
    Face best;
    for (std::size_t i = 0; i < polygon.count; ++i)
    {
        const double separation = glm::dot(polygon.normals[i], point - polygon.vertices[i]);
        if (separation > best.separation)
            best = {i, separation};
    }
    return best;
}

Manifold single(const Vec2& normal, const Vec2& onSecond, double separation, double margin, std::uint32_t id)
{
    Manifold manifold;
    manifold.normal = normal;
    manifold.separation = separation;
    if (separation <= margin)
    {
        manifold.count = 1;
        manifold.points[0] = {onSecond + 0.5 * separation * normal, separation, id};
    }
    return manifold;
}

Manifold collideCircles(const PlacedShape& first, const PlacedShape& second, double margin)
{
    const Vec2 between = first.centre - second.centre;
    const double distance = glm::length(between);
    // Concentric circles have no normal of their own: any will part them.
    const Vec2 normal = distance > 0.0 ? between / distance : Vec2(0.0, 1.0);
    return single(normal, second.centre + second.radius * normal, distance - first.radius - second.radius, margin, 0);
}

/// The point of a polygon's outline that is nearest to `point`, the outward direction from it and the distance along
/// that, negative inside.
struct Nearest
{
    Vec2 position{0.0};
    Vec2 normal{0.0};
    double distance = 0.0;
    std::uint32_t id = 0;
};

Nearest nearestOnOutline(const PlacedShape& polygon, const Vec2& point)
{
    const Face face = bestFace(polygon, point);
    const std::size_t next = (face.index + 1) % polygon.count;
    const Vec2& a = polygon.vertices[face.index];
    const Vec2& b = polygon.vertices[next];
    const auto corner = [&](std::size_t index)
    {
        const Vec2 outwards = point - polygon.vertices[index];
        const double distance = glm::length(outwards);
        const Vec2 normal = distance > 0.0 ? outwards / distance : polygon.normals[face.index];
        return Nearest{polygon.vertices[index], normal, distance, static_cast<std::uint32_t>(2 * index + 1)};
    };
    if (face.separation > 0.0 && glm::dot(point - a, b - a) < 0.0)
        return corner(face.index);
    if (face.separation > 0.0 && glm::dot(point - b, a - b) < 0.0)
        return corner(next);
    const Vec2& normal = polygon.normals[face.index];
    return {point - face.separation * normal, normal, face.separation, static_cast<std::uint32_t>(2 * face.index)};
}

/// The polygon is the second shape.
Manifold collideCircleWithPolygon(const PlacedShape& circle, const PlacedShape& polygon, double margin)
{
    const Nearest nearest = nearestOnOutline(polygon, circle.centre);
    return single(nearest.normal, nearest.position, nearest.distance - circle.radius, margin, nearest.id);
}

/// Contact of the edge of `incident` that faces the reference face most, cut off at that face's ends. The normal points
/// out of the reference.
Manifold clipToFace(const PlacedShape& reference, const Face& face, const PlacedShape& incident, double margin,
                    bool referenceIsFirst)
{
    const Vec2& normal = reference.normals[face.index];
    std::size_t edge = 0;
    for (std::size_t i = 1; i < incident.count; ++i)
        if (glm::dot(incident.normals[i], normal) < glm::dot(incident.normals[edge], normal))
            edge = i;
    const Vec2& from = incident.vertices[edge];
    const Vec2& to = incident.vertices[(edge + 1) % incident.count];
    const Vec2& a = reference.vertices[face.index];
    const Vec2 tangent(-normal.y, normal.x); // along the face, from a
    const double length = glm::dot(tangent, reference.vertices[(face.index + 1) % reference.count] - a);

    // The edge runs against the face: u falls from `from` to `to`.
    const double u0 = glm::dot(tangent, from - a);
    const double u1 = glm::dot(tangent, to - a);
    Manifold manifold;
    manifold.normal = referenceIsFirst ? -normal : normal;
    manifold.separation = face.separation;
    if (u0 < 0.0 || u1 > length)
        return manifold;
    const auto pointAt = [&](double u, const Vec2& end)
    {
        // A corner inside the face is taken as it is: interpolation would round it.
        if (u == glm::dot(tangent, end - a))
            return end;
        return from + (u - u0) / (u1 - u0) * (to - from);
    };
    const std::array<Vec2, 2> ends{pointAt(std::min(u0, length), from), pointAt(std::max(u1, 0.0), to)};
    for (std::uint32_t k = 0; k < 2; ++k)
    {
        const double separation = glm::dot(normal, ends[k] - a);
        if (separation > margin)
            continue;
        const auto id = (referenceIsFirst ? 1u << 31 : 0u) | static_cast<std::uint32_t>(face.index) << 16 |
                        static_cast<std::uint32_t>(edge) << 1 | k;
        manifold.points[static_cast<std::size_t>(manifold.count++)] = {ends[k] - 0.5 * separation * normal, separation,
                                                                       id};
    }
    return manifold;
}

Manifold collidePolygons(const PlacedShape& first, const PlacedShape& second, double margin)
{
    const Face ofSecond = bestFace(second, first);
    if (ofSecond.separation > margin)
        return {{}, {}, 0, ofSecond.separation};
    const Face ofFirst = bestFace(first, second);
    if (ofFirst.separation > margin)
        return {{}, {}, 0, std::max(ofFirst.separation, ofSecond.separation)};
    // Two faces that lie flat on each other separate equally but for rounding: without the preference the manifold
    // would change sides from step to step and forget its impulses.
    constexpr double preference = 1e-9;
    const double scale = glm::length(second.vertices[1] - second.vertices[0]);
    if (ofFirst.separation > ofSecond.separation + preference * scale)
        return clipToFace(first, ofFirst, second, margin, true);
    return clipToFace(second, ofSecond, first, margin, false);
}

Manifold flipped(Manifold manifold)
{
    manifold.normal = -manifold.normal;
    return manifold;
}

} // namespace

PlacedShape place(const Shape& shape, const Vec2& position, const Rotation& rotation, Vec2* vertices, Vec2* normals)
{
    if (const Circle* circle = std::get_if<Circle>(&shape))
        return {position + rotation(circle->centre), circle->radius};
    const Polygon& polygon = std::get<Polygon>(shape);
    for (std::size_t i = 0; i < polygon.vertices.size(); ++i)
    {
        vertices[i] = position + rotation(polygon.vertices[i]);
        normals[i] = rotation(polygon.normals[i]);
    }
    return {{}, 0.0, vertices, normals, polygon.vertices.size()};
}

Manifold collide(const PlacedShape& first, const PlacedShape& second, double margin)
{
    if (first.circle())
        return second.circle() ? collideCircles(first, second, margin)
                               : collideCircleWithPolygon(first, second, margin);
    return second.circle() ? flipped(collideCircleWithPolygon(second, first, margin))
                           : collidePolygons(first, second, margin);
}

double separation(const PlacedShape& first, const PlacedShape& second)
{
    if (first.circle() && second.circle())
        return glm::length(first.centre - second.centre) - first.radius - second.radius;
    if (first.circle())
        return nearestOnOutline(second, first.centre).distance - first.radius;
    if (second.circle())
        return nearestOnOutline(first, second.centre).distance - second.radius;
    return std::max(bestFace(first, second).separation, bestFace(second, first).separation);
}

} // namespace rope
