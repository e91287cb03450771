#pragma once

#include <rope/export.hpp>
#include <rope/vec.hpp>

#include <glm/mat3x3.hpp>

#include <cstddef>
#include <limits>

namespace rope
{

enum class SolidShape
{
    plane,    ///< all that lies below it
    sphere,   ///<
    capsule,  ///< a round bar with round ends
    cylinder, ///< a round post with flat ends
    box       ///<
};

/// A convex body that a rope touches, at rest or moving. Nothing changes its velocities but a rope, where the body has
/// a mass: it is then kept in its plane across z, which takes what pushes it out of there.
struct ROPE_API SolidBody
{
    SolidShape shape = SolidShape::plane;
    Vec3 position{0.0}; ///< [m] of its middle; of a plane a point on it
    glm::dmat3 axes{
        1.0};           ///< its own axes in columns; the second one is a plane's normal, and the axis of a round solid
    Vec3 halfSize{0.5}; ///< [m]: a box's along its axes; x the radius of a round solid, y half the length of its axis
    Vec3 velocity{0.0}; ///< [m/s]
    Vec3 spin{0.0};     ///< [rad/s], about its middle
    double roughness = 1.0; ///< times the rope's contact friction; 0: greased

    double inverseMass = 0.0;    ///< [1/kg]; 0: no rope pushes it
    double inverseInertia = 0.0; ///< [1/(kg m2)], about its middle, of a spin about z
    /// Number of masses, from the rope's first one, that touch it: a body that hangs at the end does not touch what
    /// carries it.
    std::size_t touchingMasses = std::numeric_limits<std::size_t>::max();

    static SolidBody plane(const Vec3& point, const Vec3& normal);
    static SolidBody sphere(const Vec3& middle, double radius);
    static SolidBody capsule(const Vec3& from, const Vec3& to,
                             double radius); ///< between the middles of its round ends
    static SolidBody cylinder(const Vec3& from, const Vec3& to, double radius);
    static SolidBody box(const Vec3& middle, const Vec3& halfSize, const glm::dmat3& axes = glm::dmat3(1.0));

    Vec3 velocityAt(const Vec3& point) const { return velocity + glm::cross(spin, point - position); } ///< [m/s]
    SolidBody after(double dt) const; ///< moved and turned by its velocities
    /// Changes the velocities by an impulse [N s] at a point [m].
    void push(const Vec3& impulse, const Vec3& point);
    double mobility(const Vec3& point) const; ///< [1/kg], the largest speed there by an impulse there of 1 N s
};

/// Axes after a turn [rad] about its own direction; at right angles whatever has added up.
ROPE_API glm::dmat3 turned(const glm::dmat3& axes, const Vec3& turn);

/// How far a point is from a solid's surface, and how that changes when the point moves.
struct Clearance
{
    double distance = 0.0;     ///< [m], below 0 inside
    Vec3 normal{0.0};          ///< its gradient, of the length 1
    glm::dmat3 curvature{0.0}; ///< [1/m], its second derivative
};

ROPE_API Clearance clearance(const SolidBody& solid, const Vec3& point);
/// The same without the curvature, in a third of the time.
ROPE_API Clearance clearanceAndNormal(const SolidBody& solid, const Vec3& point);

} // namespace rope
