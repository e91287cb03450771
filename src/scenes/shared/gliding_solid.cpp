#include "gliding_solid.hpp"

#include <rope/detail/glide.hpp>
#include <rope/elementary.hpp>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace ropewalk
{

namespace
{

/// The turn from one set of axes to the other: its axis times its angle [rad].
Vec3 turnBetween(const glm::dmat3& from, const glm::dmat3& to)
{
    const glm::dmat3 turn = to * glm::transpose(from);
    const Vec3 twiceSine(turn[1][2] - turn[2][1], turn[2][0] - turn[0][2], turn[0][1] - turn[1][0]);
    const double sine = 0.5 * glm::length(twiceSine);
    const double cosine = 0.5 * (turn[0][0] + turn[1][1] + turn[2][2] - 1.0);
    const double angle = rope::elementary::atan2(sine, cosine);
    if (sine > 1e-6)
        return angle * 0.5 / sine * twiceSine;
    if (cosine > 0.0)
        return 0.5 * twiceSine;
    // Half a turn: its axis is left as it is, so the sum with its image lies along it.
    for (const Vec3& v : {Vec3(1.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0), Vec3(0.0, 0.0, 1.0)})
        if (const Vec3 along = v + turn * v; glm::length(along) > 0.5)
            return angle * glm::normalize(along);
    return Vec3(0.0);
}

/// Of something that is `way` from its goal and moves with `velocity`, for the next step. The glide approaches its end
/// for ever: near the goal the next step is the last one, and the one after it stands.
Vec3 glide(const Vec3& way, const Vec3& velocity, double dt)
{
    constexpr double near = 1e-6;
    if (glm::length(way) < near && glm::length(velocity) * dt < 2.0 * near)
        return way / dt;
    return rope::glideVelocity(Vec3(0.0), velocity, way, dt);
}

} // namespace

void GlidingSolid::prepare(const SceneSolid& wanted, const BodiesAt& bodiesAt, double dt, rope::RopeSimulation& rope)
{
    velocity = glide(wanted.position - position, velocity, dt);
    spin = glide(turnBetween(axes, axesOf(wanted)), spin, dt);
    const bool moves = velocity != Vec3(0.0) || spin != Vec3(0.0);
    rope::SolidBody whole;
    whole.position = position;
    whole.axes = axes;
    whole.velocity = velocity;
    whole.spin = spin;
    whole = whole.after(dt);
    const std::vector<rope::SolidBody> after =
        moves ? bodiesAt(whole.position, whole.axes) : std::vector<rope::SolidBody>{};
    for (std::size_t i = 0; i < bodies.size(); ++i)
    {
        rope::SolidBody body = rope.solid(bodies[i]);
        body.velocity = moves ? (after[i].position - body.position) / dt : Vec3(0.0);
        body.spin = spin;
        rope.setSolid(bodies[i], body);
    }
    position = whole.position;
    axes = whole.axes;
}

} // namespace ropewalk
