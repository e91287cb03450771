#include "body_motion.hpp"

#include <rope/elementary.hpp>

#include <glm/matrix.hpp>

#include <algorithm>
#include <cmath>

namespace rope
{

namespace
{

/// The spin of axes that a turn vector turns, from the rate of that vector: its derivative is not along it where its
/// direction changes (A. Iserles, H. Munthe-Kaas, S. Norsett, A. Zanna, Lie-group methods, Acta Numerica 9, 2000).
Vec3 spinOf(const Vec3& turn, const Vec3& rate)
{
    const double square = glm::dot(turn, turn);
    const double angle = std::sqrt(square);
    constexpr double small = 1e-2; // [rad]
    const double one = angle < small ? 0.5 - square / 24.0 : (1.0 - elementary::cos(angle)) / square;
    const double two = angle < small ? 1.0 / 6.0 - square / 120.0 : (angle - elementary::sin(angle)) / (square * angle);
    const Vec3 across = glm::cross(turn, rate);
    return rate + one * across + two * glm::cross(turn, across);
}

} // namespace

Vec3 angularMomentum(const Body& body, const glm::dmat3& axes, const Vec3& spin)
{
    return axes * (body.inertia * (spin * axes)); // the transpose times it
}

glm::dmat3 inertiaOf(const Body& body, const glm::dmat3& axes)
{
    glm::dmat3 sum(0.0);
    for (int k = 0; k < 3; ++k)
        sum += glm::outerProduct(body.inertia[k] * axes[k], axes[k]);
    return sum;
}

double reachOf(const Body& body)
{
    double reach = 0.0;
    for (const SolidBody& shape : body.shapes)
        reach = std::max(reach, glm::length(shape.position) + glm::length(shape.halfSize));
    if (reach > 0.0)
        return reach;
    return body.mass > 0.0 ? std::sqrt(std::max({body.inertia.x, body.inertia.y, body.inertia.z}) / body.mass) : 0.1;
}

double kineticEnergy(const Body& body)
{
    return 0.5 * body.mass * glm::dot(body.velocity, body.velocity) +
           0.5 * glm::dot(body.spin, angularMomentum(body, body.axes, body.spin));
}

double bodyMotion(const RopeState& state)
{
    double sum = 0.0;
    for (const BodyNow& body : state.bodies)
        sum += kineticEnergy(body.body);
    return sum;
}

double bodyWeight(const RopeState& state)
{
    double sum = 0.0;
    for (const BodyNow& body : state.bodies)
        sum -= body.body.mass * glm::dot(state.world.gravity, body.body.position);
    return sum;
}

BodyPose poseOf(const Body& body, const BodyGoal& goal, const Vec3& position, const Vec3& turn)
{
    BodyPose pose;
    pose.position = position;
    pose.turn = turn;
    pose.axes = turned(body.axes, turn);
    pose.velocity = (position - goal.dragged) / goal.length;
    pose.spin = spinOf(turn, (turn - goal.turnDragged) / goal.length);
    return pose;
}

void move(Body& body, const BodyPose& pose)
{
    body.position = pose.position;
    body.axes = pose.axes;
    body.velocity = pose.velocity;
    body.spin = pose.spin;
}

void placeShapes(RopeState& state)
{
    std::size_t solid = state.firstShape();
    for (const BodyNow& body : state.bodies)
        for (const SolidBody& shape : body.body.shapes)
            state.solids[solid++] = placed(shape, body.body);
}

} // namespace rope
