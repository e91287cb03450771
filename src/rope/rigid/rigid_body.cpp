#include "text/text.hpp"
#include <rope/rigid_body.hpp>

#include <cmath>
#include <stdexcept>
#include <string>

namespace rope
{

namespace
{

void requireFinite(const char* name, double value)
{
    if (!std::isfinite(value))
        throw std::invalid_argument(std::string(name) + " = " + text::numberText(value) + ": must be finite");
}

void requireFinite(const char* name, const Vec2& value)
{
    requireFinite(name, value.x);
    requireFinite(name, value.y);
}

/// Beyond these, products of masses and lengths could leave the range of numbers.
constexpr double leastSize = 1e-30;
constexpr double mostSize = 1e30;

void requireSize(const char* name, double value, const char* unit, const char* otherwise = "")
{
    if (!(value >= leastSize && value <= mostSize)) // a NaN is in no range
        throw std::invalid_argument(std::string(name) + " = " + text::numberText(value) + " " + unit + ": must be " +
                                    otherwise + text::numberText(leastSize) + " to " + text::numberText(mostSize) +
                                    " " + unit);
}

void validate(const BodyDefinition& definition)
{
    if (definition.mass != 0.0)
        requireSize("mass", definition.mass, "kg", "0 (fixed) or ");
    requireFinite("position", definition.position);
    requireFinite("velocity", definition.velocity);
    requireFinite("angle", definition.angle);
    requireFinite("angular_velocity", definition.angularVelocity);
    if (definition.mass == 0.0 && (definition.velocity != Vec2(0.0) || definition.angularVelocity != 0.0))
        throw std::invalid_argument("a fixed body (mass 0) must have no velocity and no angular_velocity");
    if (definition.vertices.empty())
        requireSize("radius", definition.radius, "m");
    for (const Vec2& vertex : definition.vertices)
        if (const double far = glm::length(vertex); far > mostSize)
            throw std::invalid_argument("vertex (" + text::numberText(vertex.x) + ", " + text::numberText(vertex.y) +
                                        "): must be within " + text::numberText(mostSize) + " m of the body's origin");
}

} // namespace

RigidBody makeBody(const BodyDefinition& definition)
{
    validate(definition);
    RigidBody body;
    MassProperties properties;
    if (definition.vertices.empty())
    {
        const Circle circle{definition.radius};
        properties = massProperties(circle, definition.mass);
        body.shape = circle;
    }
    else
    {
        Polygon polygon = convexPolygon(definition.vertices);
        properties = massProperties(polygon.vertices, definition.mass);
        body.shape = std::move(polygon);
    }

    body.mass = definition.mass;
    body.angle = definition.angle;
    body.angularVelocity = definition.angularVelocity;
    const Rotation turn = rotation(definition.angle);
    const Rotation turnBack = rotation(-definition.angle);
    // The reference point about the body's own origin, at angle 0.
    Vec2 reference = properties.centroid;
    if (definition.hinge && !body.fixed())
    {
        requireFinite("hinge", *definition.hinge);
        reference = turnBack(*definition.hinge - definition.position);
        body.arm = properties.centroid - reference;
        body.position = *definition.hinge;
    }
    else
    {
        body.position = definition.position + turn(reference);
        body.velocity = definition.velocity + cross(definition.angularVelocity, turn(reference));
    }
    translate(body.shape, -reference);
    body.localOrigin = -reference;
    if (!body.fixed())
    {
        // Steiner's theorem carries the inertia from the centre of mass to the hinge.
        body.inertia = properties.inertia + body.mass * glm::dot(body.arm, body.arm);
        body.inverseInertia = 1.0 / body.inertia;
        body.inverseMass = definition.hinge ? 0.0 : 1.0 / body.mass;
    }
    return body;
}

double RigidBody::kineticEnergy() const
{
    // With the reference point at the centre of mass, or at rest in the hinge.
    return 0.5 * (mass * glm::dot(velocity, velocity) + inertia * angularVelocity * angularVelocity);
}

Vec2 RigidBody::momentum() const
{
    return mass * centreVelocity();
}

double RigidBody::angularMomentum() const
{
    const double aboutCentre = inertia - mass * glm::dot(arm, arm);
    return cross(centre(), momentum()) + aboutCentre * angularVelocity;
}

} // namespace rope
