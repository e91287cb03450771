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

std::vector<SolidVector> solidVectors(Shape shape)
{
    std::vector<SolidVector> vectors{{"position", &SceneSolid::position}};
    if (shape != Shape::sphere)
        vectors.push_back({"axis", &SceneSolid::axis});
    if (shape == Shape::box)
        vectors.push_back({"size", &SceneSolid::size});
    return vectors;
}

std::vector<SolidNumber> solidNumbers(Shape shape)
{
    constexpr double half = std::numbers::pi; // [rad]
    std::vector<SolidNumber> numbers;
    if (shape != Shape::box)
        numbers.push_back({"radius", &SceneSolid::radius, 0.005, 50.0, "m"});
    if (shape == Shape::bar || shape == Shape::post)
        numbers.push_back({"length", &SceneSolid::length, 0.01, 100.0, "m"});
    if (shape == Shape::ring)
        numbers.push_back({"thickness", &SceneSolid::thickness, 0.005, 10.0, "m"});
    if (shape == Shape::box)
        numbers.push_back({"angle", &SceneSolid::angle, -half, half, "rad"});
    numbers.push_back({"roughness", &SceneSolid::roughness, 0.0, 10.0, ""});
    return numbers;
}

void validate(const SceneSolid& solid)
{
    for (int i = 0; i < 3; ++i)
        demand("position", solid.position[i], -farthestSolid, farthestSolid);
    const double length = glm::length(solid.axis);
    if (!(length > 1e-6 && length < 1e6))
        throw std::invalid_argument("axis: must be a direction [x, y, z] that is not zero");
    for (const SolidNumber& number : solidNumbers(solid.shape))
        demand(number.name, solid.*number.field, number.minimum, number.maximum);
    if (solid.shape == Shape::box)
        for (int i = 0; i < 3; ++i)
            demand("size", solid.size[i], leastBox, mostBox);
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
    if (solid.shape != Shape::box)
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

std::vector<Vec3> ringLine(const SceneSolid& ring, const Vec3& position, const glm::dmat3& axes)
{
    constexpr int corners = 24;
    constexpr double half = std::numbers::pi / corners;
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
