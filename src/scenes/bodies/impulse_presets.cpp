#include "impulse_presets.hpp"

#include <array>
#include <cmath>
#include <numbers>

namespace ropewalk
{

namespace
{

using rope::BodyDefinition;
using rope::boxBody;
using rope::circleBody;
using rope::Vec2;

/// A fixed plank between two points.
BodyDefinition plank(const Vec2& from, const Vec2& to, double thickness)
{
    BodyDefinition body = boxBody({glm::length(to - from), thickness}, 0.0, 0.5 * (from + to));
    body.angle = rope::angleOf(to - from);
    return body;
}

BodyDefinition regular(const Vec2& position, int corners, double radius, double mass)
{
    BodyDefinition body = circleBody(0.0, mass, position);
    for (int i = 0; i < corners; ++i)
        body.vertices.push_back(rope::rotation(2.0 * std::numbers::pi * i / corners)(Vec2(radius, 0.0)));
    return body;
}

/// A pool table seen from above, 2.54 m by 1.27 m, with balls of 57 mm.
BodyLayout billiard(int count)
{
    constexpr double radius = 0.028575;
    constexpr double mass = 0.17;
    constexpr Vec2 half(1.27, 0.635);
    constexpr double rim = 0.1;
    BodyLayout layout;
    for (const double side : {-1.0, 1.0})
    {
        layout.bodies.push_back(boxBody({2.0 * (half.x + rim), rim}, 0.0, {0.0, side * (half.y + rim / 2.0)}));
        layout.bodies.push_back(boxBody({rim, 2.0 * half.y}, 0.0, {side * (half.x + rim / 2.0), 0.0}));
    }
    // Not quite in line with the rack: a break that is exactly symmetrical looks like a mistake.
    layout.driven = layout.bodies.size();
    layout.bodies.push_back(circleBody(radius, mass, {-half.x / 2.0, 0.004}, {6.0, 0.0}));
    constexpr double pitch = 2.0 * radius * 1.0001;
    int placed = 0;
    for (int row = 0; placed < count; ++row)
        for (int i = 0; i <= row && placed < count; ++i, ++placed)
            layout.bodies.push_back(
                circleBody(radius, mass, {half.x / 2.0 + row * pitch * std::sqrt(0.75), (i - row / 2.0) * pitch}));
    return layout;
}

BodyLayout stack(int count)
{
    constexpr double side = 0.5;
    constexpr double gap = 0.002; // so that it has to come to rest
    BodyLayout layout;
    layout.bodies.push_back(boxBody({30.0, 0.5}, 0.0, {0.0, -0.25}));
    for (int i = 0; i < count; ++i)
        layout.bodies.push_back(boxBody({side, side}, 1.0, {0.0, side / 2.0 + gap + i * (side + gap)}));
    layout.driven = layout.bodies.size();
    layout.bodies.push_back(circleBody(0.4, 3.0, {-4.0, 0.4}));
    return layout;
}

BodyLayout cradle(int count)
{
    constexpr double radius = 0.1;
    constexpr double length = 1.5;
    BodyLayout layout;
    for (int i = 0; i < count; ++i)
    {
        const Vec2 hinge((i - (count - 1) / 2.0) * 2.0 * radius, 0.0);
        const double lift = i == 0 ? 0.7 : 0.0; // [rad]
        BodyDefinition ball = circleBody(radius, 1.0, hinge + rope::rotation(-lift)(Vec2(0.0, -length)));
        ball.angle = -lift;
        ball.hinge = hinge;
        layout.bodies.push_back(ball);
    }
    layout.driven = 0;
    return layout;
}

/// Balls and polygons fall through a hole into a bin that is deep enough for all of them.
BodyLayout funnel(int count)
{
    constexpr double half = 5.0;  // [m], of the width
    constexpr double hole = 0.75; // [m], half of it
    constexpr double pitch = 0.45;
    constexpr int columns = 20;
    const double floor = -3.0 - 0.02 * count;
    const int rows = count / columns + 2;
    const double top = 5.0 + pitch * rows;
    BodyLayout layout;
    layout.bodies.push_back(boxBody({2.0 * half + 1.0, 0.5}, 0.0, {0.0, floor - 0.25}));
    for (const double side : {-1.0, 1.0})
    {
        layout.bodies.push_back(boxBody({0.5, top - floor}, 0.0, {side * (half + 0.25), 0.5 * (floor + top)}));
        layout.bodies.push_back(plank({side * (half + 0.2), 4.0}, {side * hole, 0.5}, 0.2));
    }
    layout.driven = layout.bodies.size();
    for (int i = 0; i < count; ++i)
    {
        const int row = i / columns;
        const Vec2 at((i % columns - (columns - 1) / 2.0) * pitch + (row % 2 == 0 ? 0.05 : -0.05), 5.0 + row * pitch);
        const double radius = 0.13 + 0.02 * (i * 7 % 4);
        const double mass = 10.0 * radius * radius;
        const int corners = i % 5;
        BodyDefinition body = corners < 2 ? circleBody(radius, mass, at) : regular(at, corners + 1, radius, mass);
        body.angle = 0.5 * (i % 7);
        layout.bodies.push_back(body);
    }
    return layout;
}

BodyLayout dominoes(int count)
{
    constexpr Vec2 size(0.12, 1.0);
    constexpr double pitch = 0.5;
    const double width = pitch * count;
    BodyLayout layout;
    layout.bodies.push_back(boxBody({width + 12.0, 0.5}, 0.0, {0.0, -0.25}));
    for (int i = 0; i < count; ++i)
        layout.bodies.push_back(boxBody(size, 1.0, {-0.5 * width + i * pitch, size.y / 2.0}));
    layout.driven = layout.bodies.size();
    layout.bodies.push_back( // it rolls
        circleBody(0.35, 2.0, {-0.5 * width - 2.0, 0.35}, {3.0, 0.0}, -3.0 / 0.35));
    return layout;
}

struct Preset
{
    PresetConstants constants;
    BodyLayout (*layOut)(int count);
};

const Preset& presetOf(ImpulsePreset preset)
{
    static const rope::Vec3 weightless(0.0);
    static const rope::Vec3 gravity(0.0, -9.81, 0.0);
    static const std::array<Preset, 5> presets{{{{0.95, 0.05, weightless, 15}, billiard},
                                                {{0.0, 0.5, gravity, 15}, stack},
                                                {{1.0, 0.0, gravity, 5}, cradle},
                                                {{0.2, 0.2, gravity, 200}, funnel},
                                                {{0.0, 0.4, gravity, 24}, dominoes}}};
    return presets[static_cast<std::size_t>(preset)];
}

} // namespace

PresetConstants presetConstants(ImpulsePreset preset)
{
    return presetOf(preset).constants;
}

BodyLayout presetLayout(ImpulsePreset preset, int count)
{
    return presetOf(preset).layOut(count);
}

} // namespace ropewalk
