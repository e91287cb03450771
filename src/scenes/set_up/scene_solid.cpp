#include "scene_solid.hpp"

#include "text/text.hpp"
#include <rope/elementary.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace ropewalk
{

namespace
{

using Shape = SceneSolid::Shape;

void demand(std::string_view name, double value, double minimum, double maximum)
{
    if (!(value >= minimum && value <= maximum))
        throw std::invalid_argument(std::string(name) + " = " + text::numberText(value) + ": must be " +
                                    text::numberText(minimum) + " to " + text::numberText(maximum));
}

/// The least turn that brings the second axis of space to `axis`, which has the length 1.
glm::dmat3 tilted(const Vec3& axis)
{
    // Rodrigues' formula for the turn about y x axis, whose sine and cosine the components of the axis are.
    if (axis.y < -1.0 + 1e-9)
        return {Vec3(1.0, 0.0, 0.0), Vec3(0.0, -1.0, 0.0), Vec3(0.0, 0.0, -1.0)};
    const double k = 1.0 / (1.0 + axis.y);
    return {Vec3(1.0 - k * axis.x * axis.x, -axis.x, -k * axis.x * axis.z), axis,
            Vec3(-k * axis.x * axis.z, -axis.z, 1.0 - k * axis.z * axis.z)};
}

} // namespace

const std::vector<std::string_view>& solidShapeNames()
{
    static const std::vector<std::string_view> names{"sphere", "bar", "post", "box", "ring"};
    return names;
}

const std::vector<std::string_view>& setUpShapeNames()
{
    static const std::vector<std::string_view> names{"sphere", "bar",   "post",   "box",  "ring",
                                                     "pulley", "block", "weight", "plank"};
    return names;
}

bool hasAngle(Shape shape)
{
    return shape == Shape::box || shape == Shape::plank || shape == Shape::block;
}

std::vector<SolidVector> solidVectors(Shape shape)
{
    std::vector<SolidVector> vectors{
        {"position", &SceneSolid::position, -farthestSolid, farthestSolid, "m", "Where its middle is."}};
    if (shape != Shape::sphere)
        vectors.push_back({"axis", &SceneSolid::axis, -1e6, 1e6, "", "Direction of its axis, of any length."});
    if (shape == Shape::box || shape == Shape::plank)
        vectors.push_back({"size", &SceneSolid::size, leastBox, mostBox, "m", "Along its own axes."});
    return vectors;
}

std::vector<SolidNumber> solidNumbers(Shape shape)
{
    constexpr double half = std::numbers::pi; // [rad]
    std::vector<SolidNumber> numbers;
    if (shape != Shape::box && shape != Shape::plank)
        numbers.push_back({"radius", &SceneSolid::radius, 0.005, 50.0, "m",
                           "Radius; of a ring to the middle of its bar, of a pulley under the rope."});
    if (shape == Shape::bar || shape == Shape::post || shape == Shape::weight)
        numbers.push_back({"length", &SceneSolid::length, 0.01, 100.0, "m", "Along its axis."});
    if (shape == Shape::ring)
        numbers.push_back({"thickness", &SceneSolid::thickness, 0.005, 10.0, "m", "Radius of the ring's bar."});
    if (hasAngle(shape))
        numbers.push_back({"angle", &SceneSolid::angle, -half, half, "rad", "By which it is turned about its axis."});
    numbers.push_back({"roughness", &SceneSolid::roughness, 0.0, 10.0, "", "Times the rope's contact friction."});
    return numbers;
}

void validate(const SceneSolid& solid)
{
    const double length = glm::length(solid.axis);
    for (const SolidVector& vector : solidVectors(solid.shape))
    {
        if (vector.field == &SceneSolid::axis && !(length > 1e-6 && length < 1e6))
            throw std::invalid_argument("axis: must be a direction [x, y, z] that is not zero");
        for (int i = 0; i < 3; ++i)
            demand(vector.name, (solid.*vector.field)[i], vector.minimum, vector.maximum);
    }
    for (const SolidNumber& number : solidNumbers(solid.shape))
        demand(number.name, solid.*number.field, number.minimum, number.maximum);
    if (solid.shape == Shape::ring && solid.thickness >= solid.radius)
        throw std::invalid_argument("thickness = " + text::numberText(solid.thickness) +
                                    ": must be below the radius, " + text::numberText(solid.radius));
}

SceneSolid withoutIdleNumbers(const SceneSolid& solid)
{
    SceneSolid plain;
    plain.shape = solid.shape;
    for (const SolidVector& vector : solidVectors(solid.shape))
        plain.*vector.field = solid.*vector.field;
    for (const SolidNumber& number : solidNumbers(solid.shape))
        plain.*number.field = solid.*number.field;
    return plain;
}

glm::dmat3 axesOf(const SceneSolid& solid)
{
    const glm::dmat3 tilt = tilted(glm::normalize(solid.axis));
    const double c = rope::elementary::cos(solid.angle);
    const double s = rope::elementary::sin(solid.angle);
    return {c * tilt[0] - s * tilt[2], tilt[1], s * tilt[0] + c * tilt[2]};
}

void setAxes(SceneSolid& solid, const glm::dmat3& axes)
{
    solid.axis = glm::normalize(axes[1]);
    if (!hasAngle(solid.shape))
        return;
    const glm::dmat3 tilt = tilted(solid.axis);
    solid.angle = rope::elementary::atan2(-glm::dot(axes[0], tilt[2]), glm::dot(axes[0], tilt[0]));
}

bool sameShape(const SceneSolid& a, const SceneSolid& b)
{
    SceneSolid moved = a;
    moved.position = b.position;
    moved.axis = b.axis;
    moved.angle = b.angle;
    return moved == b;
}

std::vector<rope::SolidBody> bodiesOf(const SceneSolid& solid)
{
    return bodiesAt(solid, solid.position, axesOf(solid));
}

std::vector<rope::SolidBody> bodiesAt(const SceneSolid& solid, const Vec3& position, const glm::dmat3& axes)
{
    std::vector<rope::SolidBody> bodies;
    if (solid.shape == Shape::ring)
    {
        const std::vector<Vec3> line = ringLine(solid, position, axes);
        for (std::size_t i = 0; i + 1 < line.size(); ++i)
            bodies.push_back(rope::SolidBody::capsule(line[i], line[i + 1], solid.thickness));
    }
    else
    {
        using enum rope::SolidShape;
        rope::SolidBody& body = bodies.emplace_back(rope::SolidBody::box(position, 0.5 * solid.size, axes));
        body.shape = std::array{sphere, capsule, cylinder, box}[static_cast<std::size_t>(solid.shape)];
        if (solid.shape == Shape::sphere)
            body.halfSize = Vec3(solid.radius);
        else if (solid.shape != Shape::box)
            body.halfSize = Vec3(solid.radius, 0.5 * solid.length, solid.radius);
    }
    for (rope::SolidBody& body : bodies)
        body.roughness = solid.roughness;
    return bodies;
}

std::vector<Vec3> ringLine(const SceneSolid& ring, const Vec3& position, const glm::dmat3& axes, int corners)
{
    const double half = std::numbers::pi / corners;
    // The polygon is as long as the circle.
    const double reach = ring.radius * half / rope::elementary::sin(half);
    std::vector<Vec3> line;
    for (int i = 0; i <= corners; ++i)
    {
        const double angle = 2.0 * half * (i % corners);
        line.push_back(position +
                       reach * (rope::elementary::cos(angle) * axes[0] + rope::elementary::sin(angle) * axes[2]));
    }
    return line;
}

} // namespace ropewalk
