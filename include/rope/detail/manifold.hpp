#pragma once

#include <rope/rigid_body.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace rope
{

/// A shape where its body is: a circle, or a convex polygon whose corners are kept elsewhere.
struct PlacedShape
{
    Vec2 centre{0.0};    ///< [m], of a circle
    double radius = 0.0; ///< [m], of a circle
    const Vec2* vertices = nullptr;
    const Vec2* normals = nullptr;
    std::size_t count = 0; ///< of vertices; 0: a circle

    bool circle() const { return count == 0; }
};

/// Puts a shape at a position; the corners and normals of a polygon are written to `vertices` and `normals`, which have
/// room for them.
PlacedShape place(const Shape& shape, const Vec2& position, const Rotation& rotation, Vec2* vertices, Vec2* normals);

struct ManifoldPoint
{
    Vec2 position{
        0.0}; ///< [m], halfway between the two surfaces: one point for both bodies keeps their angular momentum
    double separation = 0.0; ///< [m] along the normal; negative when they overlap
    std::uint32_t id = 0;    ///< which edges and corners meet: the same point in the next step has the same
};

/// Where two shapes touch or nearly do.
struct Manifold
{
    Vec2 normal{0.0}; ///< unit length, from the second shape to the first
    std::array<ManifoldPoint, 2> points;
    int count = 0;
    /// [m]: negative when they overlap. For apart polygons the gap along the best face normal, a lower bound of their
    /// distance.
    double separation = 0.0;
};

/// The points of contact that are at most `margin` apart (none if the shapes are farther from each other).
Manifold collide(const PlacedShape& first, const PlacedShape& second, double margin);

/// Manifold::separation alone.
double separation(const PlacedShape& first, const PlacedShape& second);

} // namespace rope
