#include "rope_on_bodies.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <variant>

namespace ropewalk
{

namespace
{

using rope::Vec2;

/// Half of width and height of a rectangle about its middle, which stands upright in its own axes.
std::optional<Vec2> halfSize(const rope::Polygon& polygon)
{
    const Vec2 half = glm::abs(polygon.vertices.front());
    const bool rectangle =
        polygon.vertices.size() == 4 &&
        std::all_of(polygon.vertices.begin(), polygon.vertices.end(),
                    [&half](const Vec2& vertex) { return glm::distance(glm::abs(vertex), half) < 1e-9 * half.x; });
    return rectangle ? std::optional(half) : std::nullopt;
}

/// Nothing for a polygon that is no rectangle.
std::optional<rope::SolidBody> solidOf(const rope::RigidBody& body)
{
    rope::SolidBody solid;
    const Vec3 middle(body.position, 0.0);
    if (const auto* circle = std::get_if<rope::Circle>(&body.shape))
        solid = rope::SolidBody::sphere(middle, circle->radius);
    else
    {
        const std::optional<Vec2> half = halfSize(std::get<rope::Polygon>(body.shape));
        if (!half)
            return std::nullopt;
        solid = rope::SolidBody::box(middle, Vec3(*half, half->x));
    }
    // A ball turns too: what sticks to it goes along.
    const rope::Rotation turn = rope::rotation(body.angle);
    solid.axes = {turn.c, turn.s, 0, -turn.s, turn.c, 0, 0, 0, 1};
    solid.velocity = Vec3(body.velocity, 0.0);
    solid.spin.z = body.angularVelocity;
    solid.inverseMass = body.inverseMass;
    solid.inverseInertia = body.inverseInertia;
    return solid;
}

/// [m], at the beginning.
double top(const rope::SolidBody& solid)
{
    if (solid.shape == rope::SolidShape::sphere)
        return solid.position.y + solid.halfSize.x;
    return solid.position.y + std::abs(solid.axes[0].y) * solid.halfSize.x +
           std::abs(solid.axes[1].y) * solid.halfSize.y;
}

} // namespace

void RopeOnBodies::choose(const rope::ImpulseSimulation& bodies, double groundHeight)
{
    touched_.clear();
    for (std::size_t i = 0; i < bodies.bodies().size(); ++i)
        if (const std::optional<rope::SolidBody> solid = solidOf(bodies.bodies()[i]);
            solid && !(bodies.bodies()[i].fixed() && top(*solid) <= groundHeight))
            touched_.push_back(i);
    forces_.assign(touched_.size(), Vec3(0.0));
}

void RopeOnBodies::hang(std::size_t body, std::size_t touchingMasses)
{
    hung_ = body;
    touchingMasses_ = touchingMasses;
}

void RopeOnBodies::meet(rope::RopeSimulation& rope, const rope::ImpulseSimulation& bodies) const
{
    std::vector<rope::SolidBody> solids;
    solids.reserve(touched_.size());
    for (const std::size_t body : touched_)
    {
        solids.push_back(*solidOf(bodies.bodies()[body]));
        if (body == hung_)
            solids.back().touchingMasses = touchingMasses_;
    }
    rope.setGuests(std::move(solids));
}

void RopeOnBodies::push(const rope::RopeSimulation& rope, rope::ImpulseSimulation& bodies, double dt)
{
    for (std::size_t i = 0; i < touched_.size(); ++i)
    {
        const rope::SolidPush push = rope.pushOnGuest(i);
        const rope::RigidBody& body = bodies.bodies()[touched_[i]];
        const double aboutMiddle = push.turning.z - glm::cross(Vec3(body.position, 0.0), push.impulse).z;
        bodies.applyImpulse(touched_[i], Vec2(push.impulse), aboutMiddle);
        if (!body.fixed())
            planeMomentum_ += push.impulse.z;
        forces_[i] = push.impulse / dt;
    }
}

Vec3 RopeOnBodies::force(std::size_t body) const
{
    const auto found = std::find(touched_.begin(), touched_.end(), body);
    return found != touched_.end() ? forces_[static_cast<std::size_t>(found - touched_.begin())] : Vec3(0.0);
}

} // namespace ropewalk
