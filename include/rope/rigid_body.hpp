#pragma once

#include <rope/shape.hpp>

#include <optional>
#include <vector>

namespace rope
{

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

/// A rigid polygon or circle. It moves with its reference point: the centre of mass, or the hinge it is hung from.
/// Mass and inertia follow from the shape with uniform density; a fixed body's inverses are 0, and so are the inverse
/// mass of a hung one and, in both, the velocity of the reference point.
struct RigidBody
{
    Shape shape;                  ///< about the reference point
    Vec2 position{0.0};           ///< [m], of the reference point
    double angle = 0.0;           ///< [rad]
    Vec2 velocity{0.0};           ///< [m/s], of the reference point
    double angularVelocity = 0.0; ///< [rad/s]
    double mass = 0.0;            ///< [kg]; 0: fixed
    double inertia = 0.0;         ///< [kg m2], about the reference point
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

/// Throws std::invalid_argument naming what is wrong: the shape, a value that is not finite, a negative mass, a fixed
/// body that moves.
RigidBody makeBody(const BodyDefinition& definition);

} // namespace rope
