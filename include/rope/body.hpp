#pragma once

#include <rope/export.hpp>
#include <rope/solid.hpp>
#include <rope/vec.hpp>

#include <glm/mat3x3.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

namespace rope
{

/// Names a body of a simulation, while others come and go.
enum class BodyId : std::uint32_t
{
};

/// Names a bearing.
enum class BearingId : std::uint32_t
{
};

/// A rigid body in space that ropes, ground and other bodies move, and that moves them: its step is solved with theirs.
struct Body
{
    double mass = 1.0;        ///< [kg]
    Vec3 inertia{1.0};        ///< [kg m2], about its middle, by its own axes
    Vec3 position{0.0};       ///< [m], of its middle
    glm::dmat3 axes{1.0};     ///< its own axes in columns
    Vec3 velocity{0.0};       ///< [m/s]
    Vec3 spin{0.0};           ///< [rad/s]
    double airFriction = 0.0; ///< b [N s/m], against its velocity; against its spin b times its inertia by its mass
    double friction = 0.4;    ///< mu, where it touches bodies and solids: the smaller one of the two counts
    /// What it is made of, convex each, with positions and axes in its own axes. A body without any touches nothing.
    std::vector<SolidBody> shapes;

    /// [m], of a point that is given in its own axes.
    Vec3 pointAt(const Vec3& own) const { return position + axes * own; }
    Vec3 velocityAt(const Vec3& point) const { return velocity + glm::cross(spin, point - position); } ///< [m/s]
};

/// A place on a body, in its own axes.
struct BodyPlace
{
    BodyId body{};
    Vec3 at{0.0}; ///< [m]
};

/// What a tie holds: a mass by its index, a place on a body, or a point of space.
using TieEnd = std::variant<std::size_t, BodyPlace, Vec3>;

/// An axle: a place of a body stays at a place of another, or of space, and the body turns about an axis through it
/// only.
struct Bearing
{
    BodyId body{};
    Vec3 at{0.0};                     ///< [m], in the body's own axes
    Vec3 axis{0.0, 0.0, 1.0};         ///< in the body's own axes
    std::optional<BodyId> other = {}; ///< what carries it; none: it stands in space
    double radius = 0.0;              ///< [m], of the axle
    double friction = 0.0;            ///< mu of the axle: it brakes by at most mu times radius times its load
    std::optional<double> speed = {}; ///< [rad/s] at which a motor turns it against what carries it
    double mostTorque = 0.0;          ///< [N m], of the motor
};

} // namespace rope
