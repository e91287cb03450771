#pragma once

#include <rope/vec2.hpp>

#include <cstddef>
#include <variant>
#include <vector>

namespace rope
{

struct Circle
{
    double radius = 1.0; ///< [m]
    Vec2 centre{0.0};    ///< [m], about the body's reference point
};

/// Convex, counter-clockwise, about the body's reference point. Made by `convexPolygon` or `box`.
struct Polygon
{
    std::vector<Vec2> vertices; ///< [m]
    std::vector<Vec2> normals;  ///< outward; normal i belongs to the edge from vertex i to vertex i + 1
};

using Shape = std::variant<Circle, Polygon>;

/// The polygon of these vertices, given in any order. Throws std::invalid_argument for fewer than three or more than
/// 256, one that is not finite or there twice, all in one line, and one that lies inside the hull of the others: then
/// the polygon is concave.
Polygon convexPolygon(const std::vector<Vec2>& vertices);

/// A rectangle with its centre at the origin.
Polygon box(double width, double height);

struct MassProperties
{
    double area = 0.0;    ///< [m2]
    Vec2 centroid{0.0};   ///< [m]
    double inertia = 0.0; ///< [kg m2] about the centroid
};

/// Of a simple polygon with uniform density, convex or not, its vertices in order either way round.
MassProperties massProperties(const std::vector<Vec2>& vertices, double mass);
MassProperties massProperties(const Circle& circle, double mass);

/// Moves the shape's vertices or its centre.
void translate(Shape& shape, const Vec2& by);

/// How far a shape reaches, and how thin it is.
struct Extent
{
    double outer = 0.0; ///< [m], largest distance from the reference point
    double inner = 0.0; ///< [m], radius of the circle about its own centre that fits in
};

Extent extent(const Shape& shape);

} // namespace rope
