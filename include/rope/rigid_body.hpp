#pragma once

#include <rope/export.hpp>
#include <rope/vec.hpp>

#include <optional>
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

/// The angle [rad] of a direction, from x towards y, in [-pi, pi]; 0 of a direction that is none. Like `rotation` it
/// has the same bits on every processor.
ROPE_API double angleOf(const Vec2& direction);

/// The polygon of these vertices, given in any order. Throws std::invalid_argument for fewer than three or more than
/// 256, one that is not finite or there twice, all in one line, and one that lies inside the hull of the others: then
/// the polygon is concave.
ROPE_API Polygon convexPolygon(const std::vector<Vec2>& vertices);

/// A rectangle with its centre at the origin.
ROPE_API Polygon box(double width, double height);

struct MassProperties
{
    double area = 0.0;    ///< [m2]
    Vec2 centroid{0.0};   ///< [m]
    double inertia = 0.0; ///< [kg m2] about the centroid
};

/// Of a simple polygon with uniform density, convex or not, its vertices clockwise or counter-clockwise.
ROPE_API MassProperties massProperties(const std::vector<Vec2>& vertices, double mass);
ROPE_API MassProperties massProperties(const Circle& circle, double mass);

/// Moves the shape's vertices or its centre.
ROPE_API void translate(Shape& shape, const Vec2& by);

/// How far a shape reaches, and how thin it is.
struct Extent
{
    double outer = 0.0; ///< [m], largest distance from the reference point
    double inner = 0.0; ///< [m], radius of the circle about its own centre that fits in
};

ROPE_API Extent extent(const Shape& shape);

/// A rigid body as a person describes it; SI units.
struct BodyDefinition
{
    /// The vertices of a polygon about the body's own origin, in any order; a circle if there are none.
    std::vector<Vec2> vertices;
    double radius = 0.0;          ///< [m], of the circle
    double mass = 1.0;            ///< [kg]; 0: fixed
    Vec2 position{0.0};           ///< [m], of the body's own origin
    Vec2 velocity{0.0};           ///< [m/s], of the body's own origin
    double angle = 0.0;           ///< [rad], counter-clockwise
    double angularVelocity = 0.0; ///< [rad/s]
    /// A point [m] of the plane that the body is hung from, so that it can only turn about it: a pendulum. Its velocity
    /// is then w x (position - hinge).
    std::optional<Vec2> hinge;

    friend bool operator==(const BodyDefinition&, const BodyDefinition&) = default;
};

ROPE_API BodyDefinition circleBody(double radius, double mass, const Vec2& position, const Vec2& velocity = Vec2(0.0),
                                   double angularVelocity = 0.0);

/// A rectangle of that width and height about its position.
ROPE_API BodyDefinition boxBody(const Vec2& size, double mass, const Vec2& position, const Vec2& velocity = Vec2(0.0),
                                double angularVelocity = 0.0);

/// What changes of a rigid body as it moves.
struct BodyState
{
    Vec2 position{0.0};           ///< [m], of the reference point
    double angle = 0.0;           ///< [rad]
    Vec2 velocity{0.0};           ///< [m/s], of the reference point
    double angularVelocity = 0.0; ///< [rad/s]
};

/// A rigid polygon or circle. It moves with its reference point: the centre of mass, or the hinge it is hung from.
/// Mass and inertia follow from the shape with uniform density; a fixed body's inverses are 0, and so are the inverse
/// mass of a hung one and, in both, the velocity of the reference point.
struct ROPE_API RigidBody : BodyState
{
    Shape shape;          ///< about the reference point
    double mass = 0.0;    ///< [kg]; 0: fixed
    double inertia = 0.0; ///< [kg m2], about the reference point
    double inverseMass = 0.0;
    double inverseInertia = 0.0;
    Vec2 arm{0.0};         ///< [m], centre of mass about the reference point, at angle 0: zero unless hung
    Vec2 localOrigin{0.0}; ///< [m], the body's own origin about the reference point, at angle 0

    bool fixed() const { return mass == 0.0; }
    bool hung() const { return mass > 0.0 && inverseMass == 0.0; }

    Vec2 centre() const { return position + rotation(angle)(arm); } ///< [m], centre of mass
    Vec2 centreVelocity() const { return velocity + cross(angularVelocity, rotation(angle)(arm)); }
    Vec2 origin() const { return position + rotation(angle)(localOrigin); } ///< [m]
    Vec2 originVelocity() const { return velocity + cross(angularVelocity, rotation(angle)(localOrigin)); }

    double kineticEnergy() const;   ///< [J]
    Vec2 momentum() const;          ///< [kg m/s]
    double angularMomentum() const; ///< [kg m2/s], about the origin of the plane
};

/// Throws std::invalid_argument naming the fault: the shape, a value that is not finite, a negative mass, a fixed
/// body that moves.
ROPE_API RigidBody makeBody(const BodyDefinition& definition);

} // namespace rope
