#pragma once

#include <rope/export.hpp>

#include <glm/geometric.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <cmath>

namespace rope
{

/// Vector of three doubles; SI units throughout (m, m/s, N).
using Vec3 = glm::dvec3;

/// Vector of two doubles, for bodies in the plane; SI units.
using Vec2 = glm::dvec2;

/// No component is infinite or not a number.
inline bool finite(const Vec3& v)
{
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// a x b, the component out of the plane.
inline double cross(const Vec2& a, const Vec2& b)
{
    return a.x * b.y - a.y * b.x;
}

/// w x r: velocity of the point r of a body that turns with w about its origin.
inline Vec2 cross(double w, const Vec2& r)
{
    return {-w * r.y, w * r.x};
}

/// A direction in the plane: cosine and sine of an angle.
struct Rotation
{
    double c = 1.0;
    double s = 0.0;

    Vec2 operator()(const Vec2& v) const { return {c * v.x - s * v.y, s * v.x + c * v.y}; }
};

ROPE_API Rotation rotation(double angle); ///< by `angle` [rad], from x towards y

} // namespace rope
