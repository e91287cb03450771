#include "crane.hpp"

#include "scenes/shared/drawing.hpp"

#include <rope/elementary.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

namespace ropewalk
{

using rope::Vec2;

namespace
{

constexpr glm::vec3 yellow(0.80f, 0.55f, 0.10f);
constexpr glm::vec3 dark(0.30f, 0.31f, 0.33f);

/// A prism, in parts of the crane's size.
struct Part
{
    std::vector<Vec2> outline;
    Material material;
    double depth;
    double z = 0.0;
};

void addPart(Snapshot& snapshot, const Vec2& at, double size, const Part& part)
{
    PlanarShape& shape = addOutline(snapshot, at, size, part.outline);
    shape.identity = -static_cast<int>(snapshot.planarShapes.size());
    shape.fixed = true;
    shape.material = part.material;
    shape.depth = static_cast<float>(part.depth * size);
    shape.z = static_cast<float>(part.z * size);
}

void addHouse(Snapshot& snapshot, const Vec2& middle, double size)
{
    const std::vector<Vec2> crawler{{-1.0, 0.16}, {-0.86, 0.0}, {0.86, 0.0}, {1.0, 0.16}, {0.86, 0.36}, {-0.86, 0.36}};
    const std::vector<Vec2> house{{-0.95, 0.44}, {0.62, 0.44}, {0.62, 0.66}, {0.30, 1.02}, {-0.95, 1.02}};
    const std::vector<Vec2> weight{{-1.18, 0.50}, {-0.95, 0.50}, {-0.95, 1.0}, {-1.18, 1.0}};
    const std::vector<Vec2> cab{{-0.05, 0.46}, {0.56, 0.46}, {0.56, 0.80}, {0.44, 1.16}, {-0.05, 1.16}};
    const std::vector<Vec2> windows{{0.04, 0.70}, {0.575, 0.70}, {0.575, 0.80}, {0.47, 1.10}, {0.04, 1.10}};
    for (const double side : {-1.0, 1.0})
        addPart(snapshot, middle, size, {crawler, Material::iron, 0.30, 0.55 * side});
    addPart(snapshot, middle, size, {{{-0.5, 0.14}, {0.5, 0.14}, {0.5, 0.44}, {-0.5, 0.44}}, Material::iron, 0.9});
    addPart(snapshot, middle, size, {house, Material::enamel, 0.62});
    addPart(snapshot, middle, size, {weight, Material::iron, 0.8});
    addPart(snapshot, middle, size, {cab, Material::enamel, 0.26, 0.45});
    addPart(snapshot, middle, size, {windows, Material::glass, 0.275, 0.45});
}

/// A lattice of four chords between a pin at the foot and the sheave at the head.
struct Boom
{
    Vec2 foot;
    Vec2 head;
    Vec2 across; ///< of the length 1
    double size; ///< [m], of the crane
    static constexpr int bays = 12;

    /// A corner of the lattice; up and side are -1 or 1.
    glm::vec3 chord(int bay, double up, double side) const
    {
        const double narrow = 0.035;
        const double wide = 0.17;
        const double f = static_cast<double>(bay) / bays;
        // Boxes taper to the pin at the foot and to the sheave at the head.
        const double half = narrow + (wide - narrow) * std::min({1.0, f / 0.17, (1.0 - f) / 0.25});
        const double deep = 0.14 + (0.11 - 0.14) * f;
        return inPlane(foot + f * (head - foot) + up * half * size * across) +
               glm::vec3(0.0f, 0.0f, static_cast<float>(side * deep * size));
    }
    Polyline thread(std::vector<glm::vec3> points, const glm::vec3& colour, double radius) const
    {
        return plainThread(std::move(points), colour, static_cast<float>(radius * size));
    }
};

constexpr double chordRadius = 0.024; // of the size
constexpr double barRadius = 0.013;

void addBoom(Snapshot& snapshot, const Boom& boom)
{
    for (const double up : {-1.0, 1.0})
        for (const double side : {-1.0, 1.0})
        {
            std::vector<glm::vec3> line;
            for (int bay = 0; bay <= Boom::bays; ++bay)
                line.push_back(boom.chord(bay, up, side));
            snapshot.polylines.push_back(boom.thread(std::move(line), yellow, chordRadius));
        }
    // The lattice of each of the four faces, from one of its chords to the other and back.
    const auto addLattice = [&](const Vec2& from, const Vec2& to)
    {
        std::vector<glm::vec3> line;
        for (int bay = 0; bay < Boom::bays; ++bay)
        {
            const Vec2& here = bay % 2 == 0 ? from : to;
            const Vec2& there = bay % 2 == 0 ? to : from;
            const glm::vec3 corner = boom.chord(bay, here.x, here.y);
            const glm::vec3 bar = boom.chord(bay + 1, there.x, there.y) - corner;
            // A curve through the corners alone would be a wave: two points in between keep each bar straight.
            line.insert(line.end(), {corner, corner + 0.04f * bar, corner + 0.96f * bar});
        }
        snapshot.polylines.push_back(boom.thread(std::move(line), yellow, barRadius));
    };
    for (const double side : {-1.0, 1.0})
    {
        addLattice({1.0, side}, {-1.0, side});
        addLattice({side, -1.0}, {side, 1.0});
    }
}

/// They hold the boom from a gantry at the rear of the house.
void addPendants(Snapshot& snapshot, const Vec2& middle, const Boom& boom)
{
    const Vec2 gantry = middle + boom.size * Vec2(-0.75, 1.75);
    for (const float side : {-1.0f, 1.0f})
    {
        const glm::vec3 beside(0.0f, 0.0f, side * 0.11f * static_cast<float>(boom.size));
        const glm::vec3 top = inPlane(gantry) + beside;
        for (const double at : {-0.95, -0.15})
            snapshot.polylines.push_back(
                boom.thread({inPlane(middle + boom.size * Vec2(at, 1.0)) + beside, top}, yellow, chordRadius));
        snapshot.polylines.push_back(boom.thread({top, boom.chord(Boom::bays, 1.0, side)}, dark, barRadius));
    }
}

} // namespace

void addSling(Snapshot& snapshot, float ballRadius, float reach)
{
    const std::vector<glm::vec3>& points = snapshot.polylines.front().points;
    const glm::vec3 ball = points.back();
    // The rope's first point outside of the sling gives its direction.
    std::size_t above = points.size() - 1;
    while (above > 0 && glm::distance(points[above], ball) < reach)
        --above;
    const glm::vec3 offset = points[above] - ball;
    const float length = glm::length(offset);
    if (!(length > 0.0f) || !std::isfinite(length))
        return;
    const glm::vec3 along = offset / length;
    const glm::vec3 top = ball + reach * along;
    const glm::vec3 across(-along.y, along.x, 0.0f);
    const float thick = 0.045f * ballRadius;
    snapshot.polylines.push_back(
        plainThread({top + 0.30f * ballRadius * along, top - 0.05f * ballRadius * along}, dark, 2.2f * thick));
    for (int leg = 0; leg < 3; ++leg)
    {
        const float turn = 2.0f * std::numbers::pi_v<float> * (static_cast<float>(leg) + 0.25f) / 3.0f;
        const auto [sine, cosine] = rope::elementary::sineAndCosine(turn);
        const glm::vec3 sideways =
            static_cast<float>(cosine) * across + glm::vec3(0.0f, 0.0f, static_cast<float>(sine));
        const glm::vec3 lug = ball + ballRadius * (0.80f * along + 0.60f * sideways); // 0.8^2 + 0.6^2 = 1: on the ball
        snapshot.polylines.push_back(plainThread({top, lug}, dark, thick));
        snapshot.solids.push_back(SpatialShape::sphere(lug, 2.4f * thick, dark));
    }
}

void addCrane(Snapshot& snapshot, const Vec2& start, const Vec2& tip)
{
    const double size = 0.2 * start.y;
    const Vec2 foot(start.x - 1.05 * start.y, 0.78 * size); // of the boom
    const Vec2 middle(foot.x - 0.55 * size, 0.0);
    addHouse(snapshot, middle, size);
    const double length = glm::distance(foot, tip);
    if (!(length > 0.0) || !std::isfinite(length))
        return;
    const Vec2 along = (tip - foot) / length;
    const Vec2 across(-along.y, along.x);
    // The rope leaves the head's sheave where the sheave ends, so its pin is a radius beside it.
    constexpr double sheave = 0.11; // of the size
    const Vec2 head = tip - Vec2(sheave * size, 0.0);
    const Boom boom{foot, head, across, size};
    addBoom(snapshot, boom);
    addPendants(snapshot, middle, boom);

    // The rope comes from the winch over the sheave.
    const Vec2 overSheave = head + sheave * size * across;
    snapshot.polylines.push_back(plainThread({inPlane(middle + size * Vec2(-0.2, 1.0)), inPlane(overSheave)}, dark,
                                             snapshot.polylines.front().radius));
    constexpr int sides = 24;
    Part wheel{{}, Material::iron, 0.07};
    for (int i = 0; i < sides; ++i)
    {
        const double angle = 2.0 * std::numbers::pi * i / sides;
        wheel.outline.push_back(sheave * Vec2(rope::elementary::cos(angle), rope::elementary::sin(angle)));
    }
    addPart(snapshot, head, size, wheel);
}

} // namespace ropewalk
