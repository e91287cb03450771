#include "text/text.hpp"
#include <rope/rigid_body.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <string>

namespace rope
{

namespace
{

constexpr std::size_t mostVertices = 256;

std::string vertexText(std::size_t index, const Vec2& vertex)
{
    return "vertex " + std::to_string(index) + " (" + text::numberText(vertex.x) + ", " + text::numberText(vertex.y) +
           ")";
}

Polygon withNormals(std::vector<Vec2> vertices)
{
    Polygon polygon;
    polygon.normals.reserve(vertices.size());
    for (std::size_t i = 0; i < vertices.size(); ++i)
    {
        const Vec2 edge = glm::normalize(vertices[(i + 1) % vertices.size()] - vertices[i]);
        polygon.normals.emplace_back(edge.y, -edge.x);
    }
    polygon.vertices = std::move(vertices);
    return polygon;
}

/// Indices of the corners of the hull, counter-clockwise (Andrew's monotone chain). Vertices on a straight edge are no
/// corners.
std::vector<std::size_t> hull(const std::vector<Vec2>& points, double tolerance)
{
    std::vector<std::size_t> order(points.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b)
              { return points[a].x < points[b].x || (points[a].x == points[b].x && points[a].y < points[b].y); });
    std::vector<std::size_t> corners;
    const auto chain = [&](auto begin, auto end)
    {
        const std::size_t start = corners.size();
        for (auto it = begin; it != end; ++it)
        {
            while (corners.size() >= start + 2)
            {
                const Vec2& a = points[corners[corners.size() - 2]];
                const Vec2& b = points[corners.back()];
                if (cross(b - a, points[*it] - a) > tolerance * glm::length(points[*it] - a))
                    break;
                corners.pop_back();
            }
            corners.push_back(*it);
        }
        corners.pop_back(); // the first of the next chain
    };
    chain(order.begin(), order.end());
    chain(order.rbegin(), order.rend());
    return corners;
}

} // namespace

Polygon convexPolygon(const std::vector<Vec2>& vertices)
{
    if (vertices.size() < 3 || vertices.size() > mostVertices)
        throw std::invalid_argument("polygon has " + std::to_string(vertices.size()) + " vertices; must have 3 to " +
                                    std::to_string(mostVertices));
    double size = 0.0;
    for (std::size_t i = 0; i < vertices.size(); ++i)
    {
        if (!std::isfinite(vertices[i].x) || !std::isfinite(vertices[i].y))
            throw std::invalid_argument("polygon: " + vertexText(i, vertices[i]) + " must be finite");
        size = std::max(size, glm::length(vertices[i] - vertices[0]));
    }
    // Rounded coordinates of a straight edge must not become a corner or a dent.
    const double tolerance = 1e-9 * size;
    for (std::size_t i = 0; i < vertices.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (const Vec2 apart = vertices[i] - vertices[j]; glm::dot(apart, apart) <= tolerance * tolerance)
                throw std::invalid_argument("polygon: " + vertexText(i, vertices[i]) + " is vertex " +
                                            std::to_string(j) + " again; each must be there once");

    const std::vector<std::size_t> corners = hull(vertices, tolerance);
    if (corners.size() < 3)
        throw std::invalid_argument("polygon has no area: its vertices lie on one line");
    std::vector<char> onHull(vertices.size(), 0);
    for (const std::size_t corner : corners)
        onHull[corner] = 1;
    for (std::size_t i = 0; i < vertices.size(); ++i)
    {
        if (onHull[i])
            continue;
        double inside = std::numeric_limits<double>::max(); // distance from the nearest edge of the hull
        for (std::size_t c = 0; c < corners.size(); ++c)
        {
            const Vec2& a = vertices[corners[c]];
            const Vec2 edge = vertices[corners[(c + 1) % corners.size()]] - a;
            inside = std::min(inside, cross(edge, vertices[i] - a) / glm::length(edge));
        }
        if (inside > 2.0 * tolerance)
            throw std::invalid_argument("polygon is concave: " + vertexText(i, vertices[i]) +
                                        " lies inside the hull of the others; must be convex");
    }
    std::vector<Vec2> outline;
    outline.reserve(corners.size());
    for (const std::size_t corner : corners)
        outline.push_back(vertices[corner]);
    return withNormals(std::move(outline));
}

Polygon box(double width, double height)
{
    const Vec2 half(width / 2.0, height / 2.0);
    return withNormals({{-half.x, -half.y}, {half.x, -half.y}, {half.x, half.y}, {-half.x, half.y}});
}

BodyDefinition circleBody(double radius, double mass, const Vec2& position, const Vec2& velocity,
                          double angularVelocity)
{
    BodyDefinition body;
    body.radius = radius;
    body.mass = mass;
    body.position = position;
    body.velocity = velocity;
    body.angularVelocity = angularVelocity;
    return body;
}

BodyDefinition boxBody(const Vec2& size, double mass, const Vec2& position, const Vec2& velocity,
                       double angularVelocity)
{
    BodyDefinition body = circleBody(0.0, mass, position, velocity, angularVelocity);
    body.vertices = box(size.x, size.y).vertices;
    return body;
}

MassProperties massProperties(const std::vector<Vec2>& vertices, double mass)
{
    // Triangles from the first vertex a: with p, q the two other corners, all about a,
    // A = sum p x q / 2,  A c = sum (p x q)/2 (p + q)/3,  integral r^2 = sum (p x q)/12 (p.p + p.q + q.q).
    const Vec2 a = vertices.front();
    double area = 0.0;
    Vec2 first{0.0};
    double second = 0.0;
    for (std::size_t i = 1; i + 1 < vertices.size(); ++i)
    {
        const Vec2 p = vertices[i] - a;
        const Vec2 q = vertices[i + 1] - a;
        const double twice = cross(p, q);
        area += twice / 2.0;
        first += twice / 6.0 * (p + q);
        second += twice / 12.0 * (glm::dot(p, p) + glm::dot(p, q) + glm::dot(q, q));
    }
    const Vec2 centroid = first / area;
    // Steiner: I = m (integral r^2 / A - c^2). Clockwise vertices change the sign of every sum.
    return {std::abs(area), a + centroid, mass * (second / area - glm::dot(centroid, centroid))};
}

MassProperties massProperties(const Circle& circle, double mass)
{
    const double r2 = circle.radius * circle.radius;
    return {std::numbers::pi * r2, circle.centre, mass * r2 / 2.0};
}

void translate(Shape& shape, const Vec2& by)
{
    if (Circle* circle = std::get_if<Circle>(&shape))
        circle->centre += by;
    else
        for (Vec2& vertex : std::get<Polygon>(shape).vertices)
            vertex += by;
}

Extent extent(const Shape& shape)
{
    if (const Circle* circle = std::get_if<Circle>(&shape))
        return {glm::length(circle->centre) + circle->radius, circle->radius};
    const Polygon& polygon = std::get<Polygon>(shape);
    const Vec2 centre = massProperties(polygon.vertices, 1.0).centroid;
    Extent result{0.0, std::numeric_limits<double>::max()};
    for (std::size_t i = 0; i < polygon.vertices.size(); ++i)
    {
        result.outer = std::max(result.outer, glm::length(polygon.vertices[i]));
        result.inner = std::min(result.inner, glm::dot(polygon.normals[i], polygon.vertices[i] - centre));
    }
    return result;
}

} // namespace rope
