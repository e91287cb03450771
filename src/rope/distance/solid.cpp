#include <rope/solid.hpp>

#include <rope/elementary.hpp>

#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>

// The distance of a convex body is a convex function of the point, inside as well as outside. Outside it is the
// distance to a feature (a corner, a straight line, a face), less a radius. At the distance d from the feature its
// second derivative is (I - n nᵀ - a aᵀ)/d, with n its gradient and a the direction of a straight line; of a face 0.

namespace rope
{

namespace
{

/// n with two directions across it; n has the length 1.
glm::dmat3 axesAround(const Vec3& n)
{
    const Vec3 aside = std::abs(n.x) < 0.7 ? Vec3(1.0, 0.0, 0.0) : Vec3(0.0, 0.0, 1.0);
    const Vec3 z = glm::normalize(glm::cross(aside, n));
    return {glm::cross(n, z), n, z};
}

SolidBody roundSolid(SolidShape shape, const Vec3& from, const Vec3& to, double radius)
{
    SolidBody solid;
    solid.shape = shape;
    solid.position = 0.5 * (from + to);
    const double length = glm::distance(from, to);
    solid.axes = axesAround(length > 0.0 ? (to - from) / length : Vec3(0.0, 1.0, 0.0));
    solid.halfSize = Vec3(radius, 0.5 * length, radius);
    return solid;
}

/// Of a point beside a feature, `offset` from it.
template <bool curved>
Clearance beside(const Vec3& offset, double radius, const Vec3& straight)
{
    const double d = glm::length(offset);
    if (d == 0.0) // inside, and any direction leads out of it
    {
        const Vec3 n = glm::dot(straight, straight) > 0.0 ? axesAround(straight)[0] : Vec3(0.0, 1.0, 0.0);
        return {-radius, n, glm::dmat3(0.0)};
    }
    const Vec3 n = offset / d;
    if constexpr (!curved)
        return {d - radius, n, glm::dmat3(0.0)};
    glm::dmat3 across(1.0);
    across -= glm::outerProduct(n, n) + glm::outerProduct(straight, straight);
    return {d - radius, n, across / d};
}

/// p is the point in the solid's own axes.
template <bool curved>
Clearance ofCapsule(const SolidBody& solid, const Vec3& p)
{
    const double half = solid.halfSize.y;
    const double y = std::clamp(p.y, -half, half);
    return beside<curved>(Vec3(p.x, p.y - y, p.z), solid.halfSize.x, Vec3(0.0, std::abs(p.y) < half ? 1.0 : 0.0, 0.0));
}

template <bool curved>
Clearance ofCylinder(const SolidBody& solid, const Vec3& p)
{
    const double side = std::sqrt(p.x * p.x + p.z * p.z) - solid.halfSize.x;
    const double end = std::abs(p.y) - solid.halfSize.y;
    const Vec3 up(0.0, p.y < 0.0 ? -1.0 : 1.0, 0.0);
    if (side > 0.0 && end > 0.0)
    {
        // Beside the rim: a circle, that is nearly straight where the point is near.
        const Vec3 radial = Vec3(p.x, 0.0, p.z) / (side + solid.halfSize.x);
        Clearance c = beside<curved>(side * radial + end * up, 0.0, glm::cross(radial, up));
        const Vec3 along = glm::cross(radial, up);
        if constexpr (curved)
            c.curvature += glm::outerProduct(along, along) * (glm::dot(c.normal, radial) / (side + solid.halfSize.x));
        return c;
    }
    if (side > end)
        return beside<curved>(Vec3(p.x, 0.0, p.z), solid.halfSize.x, Vec3(0.0, 1.0, 0.0));
    return {end, up, glm::dmat3(0.0)};
}

template <bool curved>
Clearance ofBox(const SolidBody& solid, const Vec3& p)
{
    const Vec3 out = glm::abs(p) - solid.halfSize;
    const Vec3 sign(p.x < 0.0 ? -1.0 : 1.0, p.y < 0.0 ? -1.0 : 1.0, p.z < 0.0 ? -1.0 : 1.0);
    int outside = 0;
    Vec3 offset(0.0);
    Vec3 straight(0.0);
    for (int k = 0; k < 3; ++k)
    {
        outside += out[k] > 0.0 ? 1 : 0;
        offset[k] = out[k] > 0.0 ? sign[k] * out[k] : 0.0;
        straight[k] = out[k] > 0.0 ? 0.0 : 1.0;
    }
    if (outside == 3)
        return beside<curved>(offset, 0.0, Vec3(0.0));
    if (outside == 2)
        return beside<curved>(offset, 0.0, straight);
    const int nearest = out.x > out.y ? (out.x > out.z ? 0 : 2) : (out.y > out.z ? 1 : 2);
    Vec3 n(0.0);
    n[nearest] = sign[nearest];
    return {out[nearest], n, glm::dmat3(0.0)};
}

} // namespace

SolidBody SolidBody::plane(const Vec3& point, const Vec3& normal)
{
    SolidBody solid;
    solid.position = point;
    solid.axes = axesAround(glm::normalize(normal));
    return solid;
}

SolidBody SolidBody::sphere(const Vec3& middle, double radius)
{
    SolidBody solid;
    solid.shape = SolidShape::sphere;
    solid.position = middle;
    solid.halfSize = Vec3(radius);
    return solid;
}

SolidBody SolidBody::capsule(const Vec3& from, const Vec3& to, double radius)
{
    return roundSolid(SolidShape::capsule, from, to, radius);
}

SolidBody SolidBody::cylinder(const Vec3& from, const Vec3& to, double radius)
{
    return roundSolid(SolidShape::cylinder, from, to, radius);
}

SolidBody SolidBody::box(const Vec3& middle, const Vec3& halfSize, const glm::dmat3& axes)
{
    SolidBody solid;
    solid.shape = SolidShape::box;
    solid.position = middle;
    solid.halfSize = halfSize;
    solid.axes = axes;
    return solid;
}

namespace
{

/// Rodrigues' formula, column by column; the last column is made anew, so that the axes stay at right angles.
glm::dmat3 turnedAbout(const glm::dmat3& axes, const Vec3& a, double angle)
{
    const double c = elementary::cos(angle);
    const double s = elementary::sin(angle);
    const auto turned = [&](const Vec3& v) { return c * v + s * glm::cross(a, v) + (1.0 - c) * glm::dot(a, v) * a; };
    glm::dmat3 after;
    after[1] = glm::normalize(turned(axes[1]));
    after[2] = glm::normalize(glm::cross(turned(axes[0]), after[1]));
    after[0] = glm::cross(after[1], after[2]);
    return after;
}

} // namespace

glm::dmat3 turned(const glm::dmat3& axes, const Vec3& turn)
{
    const double angle = glm::length(turn);
    return angle == 0.0 ? axes : turnedAbout(axes, turn / angle, angle);
}

SolidBody SolidBody::after(double dt) const
{
    SolidBody moved = *this;
    moved.position += dt * velocity;
    const double speed = glm::length(spin);
    if (speed * dt != 0.0)
        moved.axes = turnedAbout(axes, spin / speed, speed * dt);
    return moved;
}

void SolidBody::push(const Vec3& impulse, const Vec3& point)
{
    velocity += inverseMass * Vec3(impulse.x, impulse.y, 0.0);
    spin.z += inverseInertia * glm::cross(point - position, impulse).z;
}

double SolidBody::mobility(const Vec3& point) const
{
    const Vec3 arm(point.x - position.x, point.y - position.y, 0.0);
    return inverseMass + inverseInertia * glm::dot(arm, arm);
}

namespace
{

template <bool curved>
Clearance clearanceOf(const SolidBody& solid, const Vec3& point)
{
    const Vec3 from = point - solid.position;
    switch (solid.shape)
    {
    case SolidShape::plane:
        return {glm::dot(from, solid.axes[1]), solid.axes[1], glm::dmat3(0.0)};
    case SolidShape::sphere:
        return beside<curved>(from, solid.halfSize.x, Vec3(0.0));
    case SolidShape::capsule:
    case SolidShape::cylinder:
    case SolidShape::box:
        break;
    }
    const Vec3 p = from * solid.axes; // the transpose times it
    const Clearance own = solid.shape == SolidShape::capsule    ? ofCapsule<curved>(solid, p)
                          : solid.shape == SolidShape::cylinder ? ofCylinder<curved>(solid, p)
                                                                : ofBox<curved>(solid, p);
    if constexpr (!curved)
        return {own.distance, solid.axes * own.normal, glm::dmat3(0.0)};
    return {own.distance, solid.axes * own.normal, solid.axes * own.curvature * glm::transpose(solid.axes)};
}

} // namespace

Clearance clearance(const SolidBody& solid, const Vec3& point)
{
    return clearanceOf<true>(solid, point);
}

Clearance clearanceAndNormal(const SolidBody& solid, const Vec3& point)
{
    return clearanceOf<false>(solid, point);
}

} // namespace rope
