#include "set_up_drawing.hpp"
#include "workshop_knots.hpp"

#include "files/quantity.hpp"
#include "scenes/set_up/set_up_solid.hpp"
#include "scenes/shared/drawing.hpp"

#include <rope/elementary.hpp>

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ropewalk
{

namespace
{

using Shape = SceneSolid::Shape;

constexpr glm::vec3 barColour{0.12f, 0.36f, 0.53f};
constexpr glm::vec3 ringColour{0.80f, 0.40f, 0.14f};
constexpr glm::vec3 ballColour{0.62f, 0.21f, 0.20f};
constexpr glm::vec3 wheelColour{0.86f, 0.60f, 0.20f};
constexpr glm::vec3 cheekColour{0.20f, 0.32f, 0.42f};
constexpr glm::vec3 darkColour{0.13f, 0.14f, 0.16f};
constexpr glm::vec3 twineColour{0.30f, 0.19f, 0.10f};
constexpr glm::vec3 pinColour{0.42f, 0.42f, 0.42f};

/// Adds the shapes of one solid, all of one identity, by places in its own axes.
class SolidDrawing
{
public:
    SolidDrawing(std::vector<SpatialShape>& shapes, const Vec3& position, const glm::dmat3& axes, int identity)
        : shapes_(shapes), position_(position), axes_(axes), identity_(identity)
    {
    }

    /// Round about its second axis.
    SpatialShape& post(const glm::vec3& middle, float radius, float length, Material material,
                       const glm::vec3& colour = glm::vec3(0.5f))
    {
        return add(SpatialShape::post(middle, radius, length, colour), material);
    }
    SpatialShape& box(const glm::vec3& middle, const glm::vec3& size, Material material,
                      const glm::vec3& colour = glm::vec3(0.5f))
    {
        return add(SpatialShape::box(middle, size, colour), material);
    }
    /// A ring in the plane of the first two axes: an eye.
    SpatialShape& eye(const glm::vec3& middle, float radius, float thickness)
    {
        SpatialShape ring = SpatialShape::post(middle, radius, 0.0f, darkColour);
        ring.kind = SpatialShape::Kind::ring;
        ring.thickness = thickness;
        ring.axes = glm::mat3(glm::vec3(1.0f, 0.0f, 0.0f), glm::vec3(0.0f, 0.0f, 1.0f), glm::vec3(0.0f, -1.0f, 0.0f));
        return add(ring, Material::steel);
    }
    SpatialShape& add(SpatialShape shape, Material material)
    {
        shape.position = glm::vec3(position_ + axes_ * Vec3(shape.position));
        shape.axes = glm::mat3(axes_) * shape.axes;
        shape.material = material;
        shape.identity = identity_;
        return shapes_.emplace_back(shape);
    }

private:
    std::vector<SpatialShape>& shapes_;
    Vec3 position_;
    glm::dmat3 axes_;
    int identity_;
};

/// A hub between two rims that turns about its second axis; bolts show how far it has turned.
void addWheel(SolidDrawing& drawing, float radius, float depth, float width)
{
    const float rim = radius + depth;
    const float thick = std::max(0.12f * width, 0.05f * radius);
    const float out = 0.5f * (width + thick);
    drawing.post(glm::vec3(0.0f), radius, width, Material::steel);
    for (const float side : {-1.0f, 1.0f})
    {
        drawing.post({0.0f, side * out, 0.0f}, rim, thick, Material::paint, wheelColour);
        constexpr int bolts = 5;
        for (int i = 0; i < bolts; ++i)
        {
            const auto [sine, cosine] = rope::elementary::sineAndCosine(2.0 * std::numbers::pi * i / bolts);
            const glm::vec3 at(0.62f * rim * static_cast<float>(cosine), side * (out + 0.5f * thick),
                               0.62f * rim * static_cast<float>(sine));
            drawing.post(at, (i == 0 ? 0.17f : 0.1f) * rim, 0.3f * thick, Material::paint, darkColour);
        }
    }
}

void addAxle(SolidDrawing& drawing, float radius, float length)
{
    drawing.post(glm::vec3(0.0f), radius, length, Material::iron);
}

void addPulley(SolidDrawing& drawing, const SetUpSolid& solid)
{
    const auto radius = static_cast<float>(solid.radius);
    const auto width = static_cast<float>(solid.width);
    addWheel(drawing, radius, static_cast<float>(solid.depth), width);
    addAxle(drawing, std::max(static_cast<float>(solid.axleRadius), 0.16f * radius), 1.5f * width + 0.3f * radius);
}

void addWeight(SolidDrawing& drawing, const SetUpSolid& solid)
{
    const auto radius = static_cast<float>(solid.radius);
    const auto length = static_cast<float>(solid.length);
    const float edge = 0.12f * radius;
    drawing.post(glm::vec3(0.0f), radius, length - 2.0f * edge, Material::iron);
    for (const float side : {-1.0f, 1.0f})
        drawing.post({0.0f, side * 0.5f * (length - edge), 0.0f}, radius - edge, edge, Material::iron);
    drawing.post(glm::vec3(0.0f), 1.01f * radius, 0.16f * length, Material::paint, wheelColour);
    const float eye = 0.3f * radius;
    drawing.eye({0.0f, 0.5f * length + 0.8f * eye, 0.0f}, eye, 0.25f * eye);
}

/// On the ends of a drum, so that it is seen to turn.
void addMarks(SolidDrawing& drawing, const SetUpSolid& drum)
{
    const auto radius = static_cast<float>(drum.radius);
    for (const float side : {-1.0f, 1.0f})
        for (const float at : {-0.6f, 0.6f})
            drawing.post({at * radius, side * 0.5f * static_cast<float>(drum.length), 0.0f}, 0.15f * radius,
                         0.1f * radius, Material::paint, wheelColour);
}

void addPlain(SolidDrawing& drawing, const SetUpSolid& solid)
{
    SpatialShape shape;
    shape.kind = solid.shape == Shape::plank ? SpatialShape::Kind::box : static_cast<SpatialShape::Kind>(solid.shape);
    shape.radius = static_cast<float>(solid.radius);
    shape.length = static_cast<float>(solid.length);
    shape.thickness = static_cast<float>(solid.thickness);
    shape.size = solid.size;
    shape.colour = solid.shape == Shape::bar ? barColour : solid.shape == Shape::ring ? ringColour : ballColour;
    if (solid.moves == Moves::driven || solid.moves == Moves::axle)
        addMarks(drawing, solid);
    drawing.add(shape, solid.shape == Shape::post                                 ? Material::steel
                       : solid.shape == Shape::box || solid.shape == Shape::plank ? Material::wood
                                                                                  : Material::paint);
}

/// Two cheeks with an eye at each end; the wheel between them is drawn by itself.
void addCheeks(SolidDrawing& drawing, const SetUpSolid& block)
{
    const float rim = static_cast<float>(block.radius + block.depth);
    const auto width = static_cast<float>(block.width);
    const float thick = std::max(0.002f, 0.25f * width);
    const float out = 0.5f * width + 1.6f * thick;
    const glm::mat3 across(glm::vec3(1.0f, 0.0f, 0.0f), glm::vec3(0.0f, 0.0f, 1.0f), glm::vec3(0.0f, -1.0f, 0.0f));
    const auto reach = static_cast<float>(glm::length(ownPoint(block, {.solid = {}, .at = Vec3(0.0), .eye = "top"})));
    for (const float side : {-1.0f, 1.0f})
    {
        drawing.box({0.0f, 0.0f, side * out}, {0.62f * rim, 2.0f * reach, thick}, Material::paint, cheekColour);
        SpatialShape disc = SpatialShape::post({0.0f, 0.0f, side * out}, 0.8f * rim, 1.02f * thick, cheekColour);
        disc.axes = across;
        drawing.add(disc, Material::paint);
        SpatialShape bolt =
            SpatialShape::post({0.0f, side * 0.93f * reach, 0.0f}, 0.11f * rim, 2.0f * out + thick, darkColour);
        bolt.axes = across;
        drawing.add(bolt, Material::steel);
        drawing.eye({0.0f, side * 1.05f * reach, 0.0f}, 0.2f * rim, 0.055f * rim);
    }
    SpatialShape axle = SpatialShape::post(glm::vec3(0.0f), 0.16f * rim, 2.0f * out + 3.0f * thick, darkColour);
    axle.axes = across;
    drawing.add(axle, Material::iron);
}

void addSolids(Snapshot& snapshot, const Workshop& workshop)
{
    for (std::size_t i = 0; i < workshop.solids().size(); ++i)
    {
        const SetUpSolid& solid = workshop.setUp()->solids[i];
        const Workshop::Solid& placed = workshop.solids()[i];
        const auto identity = static_cast<int>(i);
        const std::size_t first = snapshot.spatialShapes.size();
        const rope::Body* body = placed.body ? &workshop.body(*placed.body) : nullptr;
        const Vec3 position = body != nullptr ? body->position : placed.position;
        SolidDrawing drawing(snapshot.spatialShapes, position, body != nullptr ? body->axes : placed.axes, identity);
        if (solid.shape == Shape::pulley)
            addPulley(drawing, solid);
        else if (solid.shape == Shape::weight)
            addWeight(drawing, solid);
        else if (solid.shape == Shape::block)
            addCheeks(drawing, solid);
        else
            addPlain(drawing, solid);
        if (placed.wheel)
        {
            const rope::Body& wheel = workshop.body(*placed.wheel);
            SolidDrawing inside(snapshot.spatialShapes, wheel.position, wheel.axes, identity);
            addWheel(inside, static_cast<float>(solid.radius), static_cast<float>(solid.depth),
                     static_cast<float>(solid.width));
        }
        Handle& handle = snapshot.handles.emplace_back();
        handle.position = glm::vec3(position);
        handle.radius = 0.6f * snapshot.spatialShapes[first].reach();
        handle.solid = identity;
    }
}

/// The rope that has a mass, and the mass's number in it.
struct InLine
{
    std::size_t line = 0;
    std::size_t mass = 0;
};

InLine inLine(const Workshop& workshop, std::size_t mass)
{
    std::size_t line = 0;
    while (line + 1 < workshop.pieces().size() && mass >= workshop.ropeOf(workshop.pieces()[line + 1]).first)
        ++line;
    return {line, mass - workshop.ropeOf(workshop.pieces()[line]).first};
}

/// Says where ropes touch solids, themselves and each other, for the light on them.
void addTouches(Snapshot& snapshot, const Workshop& workshop)
{
    const auto course = [&](const InLine& edge)
    {
        const std::vector<glm::vec3>& points = snapshot.polylines[edge.line].points;
        return glm::normalize(points[edge.mass + 1] - points[edge.mass]);
    };
    for (const rope::SolidTouch& touch : workshop.rope().touches())
    {
        const InLine at = inLine(workshop, touch.mass);
        Polyline& line = snapshot.polylines[at.line];
        const std::size_t segment = std::min(at.mass, line.points.size() - 2);
        const bool floor = snapshot.hasGround && touch.normal.y > 0.99 &&
                           touch.point.y < static_cast<double>(snapshot.groundHeight + 2.0f * line.radius);
        const float along = touch.edge ? static_cast<float>(touch.along) : at.mass > segment ? 1.0f : 0.0f;
        if (!floor)
            line.touches.push_back({segment, along, glm::vec3(-touch.normal), glm::vec3(0.0f)});
    }
    for (const rope::RopeTouch& touch : workshop.rope().selfTouches())
    {
        const InLine one = inLine(workshop, touch.edge);
        const InLine other = inLine(workshop, touch.other);
        const glm::vec3 normal(touch.normal);
        snapshot.polylines[one.line].touches.push_back(
            {one.mass, static_cast<float>(touch.along), -normal, course(other)});
        snapshot.polylines[other.line].touches.push_back(
            {other.mass, static_cast<float>(touch.otherAlong), normal, course(one)});
    }
}

/// What weighs on the ropes [N], by which their colours are scaled.
double weightOf(const Workshop& workshop)
{
    double mass = 0.0;
    for (const rope::Mass& m : workshop.masses())
        mass += m.mass;
    for (const SetUpSolid& solid : workshop.setUp()->solids)
        mass += solid.moves == Moves::free ? solid.mass : 0.0;
    return mass * glm::length(workshop.settings().gravity);
}

void addRopes(Snapshot& snapshot, const Workshop& workshop, KnotWatches& knots)
{
    const std::vector<rope::Mass>& masses = workshop.masses();
    const WorkshopColours colours = workshop.settings().colours;
    const std::vector<double> contact =
        colours == WorkshopColours::contact ? contactForces(workshop.rope()) : std::vector<double>{};
    double thickest = 0.0;
    for (const Workshop::Piece& piece : workshop.pieces())
    {
        const rope::Rope& rope = workshop.ropeOf(piece);
        Polyline& line = snapshot.polylines.emplace_back();
        line.radius = static_cast<float>(std::max(rope.constants.ropeRadius, 1e-3));
        line.identity = -rope.reel.netInsertions();
        thickest = std::max(thickest, rope.constants.ropeRadius);
        for (std::size_t i = rope.first; i < rope.first + rope.masses(); ++i)
            line.points.emplace_back(masses[i].position);
        for (std::size_t j = 0; j < rope.segments(); ++j)
        {
            const std::size_t i = rope.first + j;
            const Vec3 way = masses[i + 1].position - masses[i].position;
            double value = rope.springs[j].tension(glm::length(way));
            if (colours == WorkshopColours::contact)
                value = 0.5 * (contact[i] + contact[i + 1]) / rope.springs[j].restLength;
            if (colours == WorkshopColours::curvature && j + 1 < rope.segments())
            {
                const Vec3 one = glm::normalize(way);
                const Vec3 next = glm::normalize(masses[i + 2].position - masses[i + 1].position);
                value = 2.0 * glm::length(next - one) / glm::length(next + one) / rope.springs[j].restLength;
            }
            line.tension.push_back(static_cast<float>(value));
        }
        if (colours == WorkshopColours::crossings)
            line.tension = crossingColours(knots[piece.name].look(workshop.rope(), piece.id), rope.segments());
    }
    snapshot.tensionScale = tensionLegendTop(0.5 * weightOf(workshop));
    if (colours == WorkshopColours::curvature)
    {
        snapshot.tensionScale = tensionLegendTop(0.2 / std::max(thickest, 1e-3));
        snapshot.colourTitle = "Curvature [1/m]";
    }
    if (colours == WorkshopColours::contact)
        snapshot.colourTitle = "Contact [N/m]";
    if (colours == WorkshopColours::crossings)
        scaleCrossings(snapshot);
}

/// A lashing round a rope at a mass.
void addLashing(Snapshot& snapshot, const Workshop& workshop, std::size_t mass)
{
    const InLine at = inLine(workshop, mass);
    const Polyline& line = snapshot.polylines[at.line];
    const std::size_t edge = std::min(at.mass, line.points.size() - 2);
    SpatialShape shape = SpatialShape::post(line.points[at.mass], 1.45f * line.radius, 3.2f * line.radius, twineColour);
    const glm::vec3 along = glm::normalize(line.points[edge + 1] - line.points[edge]);
    const glm::vec3 helper = std::abs(along.x) < 0.7f ? glm::vec3(1.0f, 0.0f, 0.0f) : glm::vec3(0.0f, 1.0f, 0.0f);
    const glm::vec3 side = glm::normalize(glm::cross(along, helper));
    shape.axes = glm::mat3(side, along, glm::cross(side, along));
    shape.identity = static_cast<int>(mass);
    snapshot.solids.push_back(shape);
}

void addHolds(Snapshot& snapshot, const Workshop& workshop)
{
    const std::vector<SetUpHold>& holds = workshop.setUp()->holds;
    for (std::size_t i = 0; i < holds.size(); ++i)
    {
        const std::optional<std::size_t> mass = workshop.massOf(holds[i].rope);
        const glm::vec3 position = mass ? glm::vec3(workshop.masses()[*mass].position) : glm::vec3(workshop.heldAt(i));
        const float radius = mass ? 1.9f * snapshot.polylines[inLine(workshop, *mass).line].radius : 0.01f;
        if (workshop.hand() == i)
            snapshot.markers.push_back({Marker::Kind::connection, position, radius});
        else
            snapshot.solids.push_back(SpatialShape::sphere(position, radius, pinColour));
        snapshot.handles.push_back({position, radius});
    }
}

void addMeters(Snapshot& snapshot, const Workshop& workshop)
{
    const std::vector<SetUpTie>& ties = workshop.setUp()->ties; // in tiesOf() they come first
    for (std::size_t i = 0; i < ties.size(); ++i)
        if (ties[i].meter)
            snapshot.labels.push_back({glm::vec3(workshop.positionOf(ties[i].a)),
                                       quantityText(workshop.tieForceOf(i), "N", 3, EndZeros::kept)});
}

} // namespace

void addWorkshop(Snapshot& snapshot, const Workshop& workshop, KnotWatches& knots)
{
    addRopes(snapshot, workshop, knots);
    addKnotLabels(snapshot, workshop, knots);
    addTouches(snapshot, workshop);
    addHolds(snapshot, workshop);
    addSolids(snapshot, workshop);
    addMeters(snapshot, workshop);
    for (const SetUpTie& tie : tiesOf(*workshop.setUp()))
        for (const Place* place : {&tie.a, &tie.b})
            if (const auto* onRope = std::get_if<RopePlace>(place))
                if (const std::optional<std::size_t> mass = workshop.massOf(*onRope))
                    addLashing(snapshot, workshop, *mass);
    if (const std::optional<RodGrab> grab = workshop.pulled())
    {
        const float radius = snapshot.polylines[inLine(workshop, grab->mass).line].radius;
        addGrab(snapshot, glm::vec3(workshop.masses()[grab->mass].position), 1.8f * radius, glm::vec3(grab->target),
                0.9f * radius);
    }
}

} // namespace ropewalk
