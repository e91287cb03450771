#include "set_up_solid.hpp"

#include <rope/elementary.hpp>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <numbers>

namespace ropewalk
{

namespace
{

using Shape = SceneSolid::Shape;

constexpr double pi = std::numbers::pi;

/// [m], of a rim of a pulley or a cheek of a block.
double plateThickness(const SetUpSolid& solid)
{
    return std::max(0.002, 0.25 * solid.width);
}

double rimRadius(const SetUpSolid& solid)
{
    return solid.radius + solid.depth;
}

/// [m] from the middle of a block to its eyes.
double eyeReach(const SetUpSolid& block)
{
    return 1.3 * rimRadius(block);
}

std::vector<rope::SolidBody> pulleyShapes(const SetUpSolid& pulley)
{
    const Vec3 inside(0.0, 0.5 * pulley.width, 0.0);
    const Vec3 outside(0.0, inside.y + plateThickness(pulley), 0.0);
    return {rope::SolidBody::cylinder(-inside, inside, pulley.radius),
            rope::SolidBody::cylinder(inside, outside, rimRadius(pulley)),
            rope::SolidBody::cylinder(-outside, -inside, rimRadius(pulley))};
}

std::vector<rope::SolidBody> cheeks(const SetUpSolid& block)
{
    const double thickness = plateThickness(block);
    const Vec3 half(0.6 * rimRadius(block), eyeReach(block), 0.5 * thickness);
    const Vec3 aside(0.0, 0.0, 0.5 * block.width + 1.5 * thickness); // the rims of the wheel are between
    return {rope::SolidBody::box(-aside, half), rope::SolidBody::box(aside, half)};
}

std::vector<rope::SolidBody> ringShapes(const SetUpSolid& ring)
{
    constexpr double small = 0.05; // [m]
    const std::vector<Vec3> line = ringLine(ring, Vec3(0.0), glm::dmat3(1.0), ring.radius < small ? 12 : 24);
    std::vector<rope::SolidBody> shapes;
    for (std::size_t i = 0; i + 1 < line.size(); ++i)
        shapes.push_back(rope::SolidBody::capsule(line[i], line[i + 1], ring.thickness));
    return shapes;
}

/// A volume [m3], and the moments of inertia of a kilogram in a cubic metre about its middle, by its own axes [m5].
struct Bulk
{
    double volume = 0.0;
    Vec3 inertia{0.0};
};

Bulk bulkOf(const rope::SolidBody& body)
{
    const double r = body.halfSize.x;
    const double ball = 4.0 / 3.0 * pi * r * r * r;
    const double h = 2.0 * body.halfSize.y;
    const double roll = pi * r * r * h;
    const double rollAcross = roll * (h * h + 3.0 * r * r) / 12.0;
    switch (body.shape)
    {
    case rope::SolidShape::sphere:
        return {ball, Vec3(0.4 * ball * r * r)};
    case rope::SolidShape::capsule:
    {
        const double across = rollAcross + ball * (0.4 * r * r + 0.25 * h * h + 0.375 * h * r);
        return {roll + ball, Vec3(across, (0.5 * roll + 0.4 * ball) * r * r, across)};
    }
    case rope::SolidShape::cylinder:
        return {roll, Vec3(rollAcross, 0.5 * roll * r * r, rollAcross)};
    default:
    {
        const Vec3 size = 2.0 * body.halfSize;
        const double volume = size.x * size.y * size.z;
        const Vec3 squares = size * size;
        return {volume, volume / 12.0 * Vec3(squares.y + squares.z, squares.z + squares.x, squares.x + squares.y)};
    }
    }
}

/// Of a kilogram [m2]; the axes of all shapes together are the solid's own.
Vec3 inertiaOf(const std::vector<rope::SolidBody>& shapes)
{
    Bulk all;
    for (const rope::SolidBody& body : shapes)
    {
        const Bulk bulk = bulkOf(body);
        all.volume += bulk.volume;
        const Vec3& c = body.position;
        for (int i = 0; i < 3; ++i)
        {
            for (int k = 0; k < 3; ++k)
                all.inertia[i] += body.axes[k][i] * body.axes[k][i] * bulk.inertia[k];
            all.inertia[i] += bulk.volume * (glm::dot(c, c) - c[i] * c[i]);
        }
    }
    return all.inertia / all.volume;
}

/// The same of a torus.
Vec3 ringInertia(const SetUpSolid& ring)
{
    const double R = ring.radius * ring.radius;
    const double t = ring.thickness * ring.thickness;
    const double across = 0.5 * R + 0.625 * t;
    return {across, R + 0.75 * t, across};
}

} // namespace

std::vector<Eye> eyesOf(const SetUpSolid& solid)
{
    const auto ends = [](std::string_view low, std::string_view high, double reach) {
        return std::vector<Eye>{{low, Vec3(0.0, -reach, 0.0)}, {high, Vec3(0.0, reach, 0.0)}};
    };
    switch (solid.shape)
    {
    case Shape::sphere:
        return {{"top", Vec3(0.0, solid.radius, 0.0)}};
    case Shape::bar:
        return ends("first", "last", 0.5 * solid.length + solid.radius);
    case Shape::post:
        return ends("first", "last", 0.5 * solid.length);
    case Shape::box:
        return ends("bottom", "top", 0.5 * solid.size.y);
    case Shape::block:
        return ends("bottom", "top", eyeReach(solid));
    case Shape::weight:
        return {{"top", Vec3(0.0, 0.5 * solid.length, 0.0)}};
    case Shape::plank:
        return {{"left", Vec3(-0.5 * solid.size.x, 0.0, 0.0)},
                {"middle", Vec3(0.0)},
                {"right", Vec3(0.5 * solid.size.x, 0.0, 0.0)}};
    default:
        return {};
    }
}

Vec3 ownPoint(const SetUpSolid& solid, const SolidPlace& place)
{
    for (const Eye& eye : eyesOf(solid))
        if (eye.name == place.eye)
            return eye.at;
    return place.at;
}

Vec3 pointOn(const SetUpSolid& solid, const SolidPlace& place)
{
    return solid.position + axesOf(solid) * ownPoint(solid, place);
}

bool isRound(Shape shape)
{
    constexpr std::array round{Shape::pulley, Shape::bar, Shape::post, Shape::sphere, Shape::block};
    return std::find(round.begin(), round.end(), shape) != round.end();
}

std::vector<Moves> waysToMove(Shape shape)
{
    using enum Moves;
    if (shape == Shape::pulley)
        return {no, axle, driven};
    if (shape == Shape::block) // its wheel turns anyway
        return {no, free};
    return {no, axle, driven, free};
}

std::string_view movesName(Moves moves)
{
    static constexpr std::array<std::string_view, 4> names{"no", "axle", "driven", "free"};
    return names[static_cast<std::size_t>(moves)];
}

Vec3 turningAxis(const SetUpSolid& solid)
{
    return axesOf(solid)[solid.shape == Shape::block ? 2 : 1];
}

std::vector<rope::SolidBody> shapesOf(const SetUpSolid& solid)
{
    std::vector<rope::SolidBody> shapes;
    const Vec3 end(0.0, 0.5 * solid.length, 0.0);
    switch (solid.shape)
    {
    case Shape::sphere:
        shapes = {rope::SolidBody::sphere(Vec3(0.0), solid.radius)};
        break;
    case Shape::bar:
        shapes = {rope::SolidBody::capsule(-end, end, solid.radius)};
        break;
    case Shape::post:
    case Shape::weight:
        shapes = {rope::SolidBody::cylinder(-end, end, solid.radius)};
        break;
    case Shape::box:
    case Shape::plank:
        shapes = {rope::SolidBody::box(Vec3(0.0), 0.5 * solid.size)};
        break;
    case Shape::ring:
        shapes = ringShapes(solid);
        break;
    case Shape::pulley:
        shapes = pulleyShapes(solid);
        break;
    case Shape::block:
        shapes = cheeks(solid);
        break;
    }
    for (rope::SolidBody& shape : shapes)
        shape.roughness = solid.roughness;
    return shapes;
}

double reachOf(const SetUpSolid& solid)
{
    double farthest = 0.0;
    for (const rope::SolidBody& shape : shapesOf(solid))
    {
        const Vec3& half = shape.halfSize;
        const double own = shape.shape == rope::SolidShape::box      ? glm::length(half)
                           : shape.shape == rope::SolidShape::sphere ? half.x
                                                                     : half.x + half.y;
        farthest = std::max(farthest, glm::length(shape.position) + own);
    }
    return farthest;
}

Vec3 halfBox(const SetUpSolid& solid)
{
    Vec3 half(0.0);
    const glm::dmat3 axes = axesOf(solid);
    for (const rope::SolidBody& shape : shapesOf(solid))
    {
        const double radius = shape.halfSize.x;
        const Vec3 own =
            shape.shape == rope::SolidShape::box ? shape.halfSize : Vec3(radius, shape.halfSize.y + radius, radius);
        Vec3 reach = glm::abs(axes * shape.position);
        for (int i = 0; i < 3; ++i)
            reach += glm::abs((axes * shape.axes)[i]) * own[i];
        half = glm::max(half, reach);
    }
    return half;
}

SetUpSolid wheelOf(const SetUpSolid& block)
{
    SetUpSolid wheel = block;
    wheel.shape = Shape::pulley;
    wheel.axis = turningAxis(block);
    wheel.angle = 0.0;
    wheel.moves = Moves::axle;
    wheel.mass = 0.5 * block.mass;
    return wheel;
}

rope::Body bodyOf(const SetUpSolid& solid)
{
    rope::Body body;
    body.shapes = shapesOf(solid);
    body.mass = solid.shape == Shape::block ? 0.5 * solid.mass : solid.mass;
    body.inertia = body.mass * (solid.shape == Shape::ring ? ringInertia(solid) : inertiaOf(body.shapes));
    body.position = solid.position;
    body.axes = axesOf(solid);
    body.velocity = solid.velocity;
    return body;
}

double weightRadius(double mass)
{
    constexpr double density = 7800.0; // [kg/m3]
    return std::clamp(rope::elementary::cbrt(mass / (2.0 * pi * density)), 0.01, 1.0);
}

SetUpSolid usualSolid(Shape shape)
{
    SetUpSolid solid;
    solid.shape = shape;
    if (shape == Shape::pulley || shape == Shape::bar || shape == Shape::ring)
        solid.axis = Vec3(0.0, 0.0, 1.0);
    if (shape == Shape::pulley)
        solid.moves = Moves::axle;
    if (shape == Shape::block || shape == Shape::weight || shape == Shape::plank)
        solid.moves = Moves::free;
    if (shape == Shape::block || shape == Shape::pulley)
    {
        solid.radius = 0.06;
        solid.mass = 0.3;
        solid.axleRadius = 0.006;
    }
    else if (shape == Shape::weight)
    {
        solid.radius = weightRadius(solid.mass);
        solid.length = 2.0 * solid.radius;
    }
    else if (shape == Shape::plank)
        solid.size = Vec3(0.6, 0.03, 0.15);
    else if (shape == Shape::bar || shape == Shape::post)
        solid.radius = 0.04;
    return solid;
}

} // namespace ropewalk
