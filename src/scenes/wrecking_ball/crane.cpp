#include "crane.hpp"

#include "scenes/shared/drawing.hpp"

#include <rope/elementary.hpp>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numbers>
#include <utility>
#include <vector>

namespace ropewalk
{

using rope::Vec2;

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
    constexpr glm::vec3 dark(0.30f, 0.31f, 0.33f);
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

    int identity = 0;
    const auto prism =
        [&](const Vec2& at, std::initializer_list<Vec2> outline, Material material, double depth, double z = 0.0)
    {
        PlanarShape& shape = snapshot.planarShapes.emplace_back();
        shape.identity = --identity;
        shape.fixed = true;
        shape.material = material;
        shape.position = glm::vec2(at);
        shape.depth = static_cast<float>(depth * size);
        shape.z = static_cast<float>(z * size);
        shape.firstVertex = static_cast<std::uint32_t>(snapshot.outlines.size());
        shape.vertexCount = static_cast<std::uint32_t>(outline.size());
        for (const Vec2& corner : outline)
            snapshot.outlines.emplace_back(size * corner);
    };
    const Vec2 middle(foot.x - 0.55 * size, 0.0);
    for (const double side : {-1.0, 1.0})
        prism(middle, {{-1.0, 0.16}, {-0.86, 0.0}, {0.86, 0.0}, {1.0, 0.16}, {0.86, 0.36}, {-0.86, 0.36}},
              Material::iron, 0.30, 0.55 * side);
    prism(middle, {{-0.5, 0.14}, {0.5, 0.14}, {0.5, 0.44}, {-0.5, 0.44}}, Material::iron, 0.9);
    prism(middle, {{-0.95, 0.44}, {0.62, 0.44}, {0.62, 0.66}, {0.30, 1.02}, {-0.95, 1.02}}, Material::enamel, 0.62);
    prism(middle, {{-1.18, 0.50}, {-0.95, 0.50}, {-0.95, 1.0}, {-1.18, 1.0}}, Material::iron, 0.8); // counterweight
    prism(middle, {{-0.05, 0.46}, {0.56, 0.46}, {0.56, 0.80}, {0.44, 1.16}, {-0.05, 1.16}}, Material::enamel, 0.26,
          0.45); // the driver's cab
    prism(middle, {{0.04, 0.70}, {0.575, 0.70}, {0.575, 0.80}, {0.47, 1.10}, {0.04, 1.10}}, Material::glass, 0.275,
          0.45);

    const double length = glm::distance(foot, tip);
    if (!(length > 0.0) || !std::isfinite(length))
        return;
    const Vec2 along = (tip - foot) / length;
    const Vec2 across(-along.y, along.x);
    constexpr glm::vec3 yellow(0.80f, 0.55f, 0.10f);
    constexpr glm::vec3 dark(0.30f, 0.31f, 0.33f);

    // The rope leaves the head's sheave where the sheave ends, so its pin is a radius beside it.
    constexpr double sheave = 0.11; // of the size
    const Vec2 head = tip - Vec2(sheave * size, 0.0);
    constexpr int bays = 12;
    const double narrow = 0.035;
    const double wide = 0.17;
    const auto chord = [&](int bay, double up, double side)
    {
        const double f = static_cast<double>(bay) / bays;
        // Boxes taper to the pin at the foot and to the sheave at the head.
        const double half = narrow + (wide - narrow) * std::min({1.0, f / 0.17, (1.0 - f) / 0.25});
        const double deep = 0.14 + (0.11 - 0.14) * f;
        return inPlane(foot + f * (head - foot) + up * half * size * across) +
               glm::vec3(0.0f, 0.0f, static_cast<float>(side * deep * size));
    };
    const auto chordRadius = static_cast<float>(0.024 * size);
    const auto barRadius = static_cast<float>(0.013 * size);
    for (const double up : {-1.0, 1.0})
        for (const double side : {-1.0, 1.0})
        {
            std::vector<glm::vec3> line;
            for (int bay = 0; bay <= bays; ++bay)
                line.push_back(chord(bay, up, side));
            snapshot.polylines.push_back(plainThread(std::move(line), yellow, chordRadius));
        }
    // The lattice of each of the four faces, from one of its chords to the other and back.
    const auto addLattice = [&](const Vec2& from, const Vec2& to)
    {
        std::vector<glm::vec3> line;
        for (int bay = 0; bay < bays; ++bay)
        {
            const Vec2& here = bay % 2 == 0 ? from : to;
            const Vec2& there = bay % 2 == 0 ? to : from;
            const glm::vec3 corner = chord(bay, here.x, here.y);
            const glm::vec3 bar = chord(bay + 1, there.x, there.y) - corner;
            // A curve through the corners alone would be a wave: two points in between keep each bar straight.
            line.insert(line.end(), {corner, corner + 0.04f * bar, corner + 0.96f * bar});
        }
        snapshot.polylines.push_back(plainThread(std::move(line), yellow, barRadius));
    };
    for (const double side : {-1.0, 1.0})
    {
        addLattice({1.0, side}, {-1.0, side});
        addLattice({side, -1.0}, {side, 1.0});
    }

    // Pendants hold the boom from a gantry at the rear of the house; the rope comes from the winch over the sheave.
    const Vec2 gantry = middle + size * Vec2(-0.75, 1.75);
    for (const float side : {-1.0f, 1.0f})
    {
        const glm::vec3 beside(0.0f, 0.0f, side * 0.11f * static_cast<float>(size));
        const glm::vec3 top = inPlane(gantry) + beside;
        for (const double at : {-0.95, -0.15})
            snapshot.polylines.push_back(
                plainThread({inPlane(middle + size * Vec2(at, 1.0)) + beside, top}, yellow, chordRadius));
        snapshot.polylines.push_back(plainThread({top, chord(bays, 1.0, side)}, dark, barRadius));
    }
    const Vec2 overSheave = head + sheave * size * across;
    snapshot.polylines.push_back(plainThread({inPlane(middle + size * Vec2(-0.2, 1.0)), inPlane(overSheave)}, dark,
                                             snapshot.polylines.front().radius));
    constexpr int sides = 24;
    PlanarShape& wheel = snapshot.planarShapes.emplace_back();
    wheel.identity = --identity;
    wheel.fixed = true;
    wheel.material = Material::iron;
    wheel.position = glm::vec2(head);
    wheel.depth = static_cast<float>(0.07 * size);
    wheel.firstVertex = static_cast<std::uint32_t>(snapshot.outlines.size());
    wheel.vertexCount = sides;
    for (int i = 0; i < sides; ++i)
    {
        const double angle = 2.0 * std::numbers::pi * i / sides;
        snapshot.outlines.emplace_back(sheave * size *
                                       Vec2(rope::elementary::cos(angle), rope::elementary::sin(angle)));
    }
}

} // namespace ropewalk
