#pragma once

#include <rope/detail/rope_state.hpp>

#include <glm/mat3x3.hpp>

namespace rope
{

/// How a step is to move a body: as StepGoal for its place, and for its turn by the angular momentum.
struct BodyGoal
{
    double length = 1.0;      ///< 1/r [s]
    double drag = 0.0;        ///< r [1/s]; 0 of a rest
    Vec3 target{0.0};         ///< [m]
    Vec3 dragged{0.0};        ///< [m]
    Vec3 turnDragged{0.0};    ///< [rad]
    Vec3 momentumTarget{0.0}; ///< [kg m2/s], about its middle
};

/// A body at the end of a step, as far as the solver has found it.
struct BodyPose
{
    Vec3 position{0.0}; ///< [m]
    glm::dmat3 axes{1.0};
    Vec3 turn{0.0};     ///< [rad], by which the step turns it
    Vec3 velocity{0.0}; ///< [m/s]
    Vec3 spin{0.0};     ///< [rad/s]

    Vec3 pointAt(const Vec3& own) const { return position + axes * own; } ///< [m]
    /// [m], of the piece of the body that the step brings to `point`; `before` says where the body was.
    template <typename Before>
    Vec3 wayOf(const Vec3& point, const Before& before) const
    {
        return point - before.position - before.axes * ((point - position) * axes); // the transpose times it
    }
};

/// [kg m2/s], about its middle.
Vec3 angularMomentum(const Body& body, const glm::dmat3& axes, const Vec3& spin);
/// [kg m2], about its middle.
glm::dmat3 inertiaOf(const Body& body, const glm::dmat3& axes);
/// [m], how far it reaches from its middle; a turn times it is a way.
double reachOf(const Body& body);
/// [1/s], what air takes of the angular momentum a second.
inline double turnDrag(const Body& body)
{
    return body.mass > 0.0 ? body.airFriction / body.mass : 0.0;
}
/// [J]
double kineticEnergy(const Body& body);
/// [J], of motion and weight of all bodies; the one of weight is zero at the origin.
double bodyMotion(const RopeState& state);
double bodyWeight(const RopeState& state);

/// `position` and `turn` are those that the solver moves.
BodyPose poseOf(const Body& body, const BodyGoal& goal, const Vec3& position, const Vec3& turn);
/// Brings the body into that pose, and lets it move so.
void move(Body& body, const BodyPose& pose);
/// A shape as a solid of space that moves with its body, which is given as a Body or as its BodyPose.
template <typename Whole>
SolidBody placed(const SolidBody& shape, const Whole& body)
{
    SolidBody solid = shape;
    solid.position = body.pointAt(shape.position);
    solid.axes = body.axes * shape.axes;
    solid.velocity = body.velocity + glm::cross(body.spin, solid.position - body.position);
    solid.spin = body.spin;
    return solid;
}
/// Brings the shapes among the solids to where the bodies are.
void placeShapes(RopeState& state);

} // namespace rope
