#pragma once

#include <rope/impulse.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

/// Bodies and settings for the tests of the impulse engine.

inline rope::ImpulseSettings impulseSettings(double restitution, double friction, double gravity)
{
    rope::ImpulseSettings settings;
    settings.restitution = restitution;
    settings.friction = friction;
    settings.gravity = rope::Vec3(0.0, -gravity, 0.0);
    return settings;
}

/// How far an energy ever is above its lowest value before. Beside its first value, losses would hide a gain.
class EnergyGain
{
public:
    void look(double energy)
    {
        lowest_ = std::min(lowest_, energy);
        gain_ = std::max(gain_, energy - lowest_);
    }
    double value() const { return gain_; } ///< [J]

private:
    double lowest_ = std::numeric_limits<double>::max();
    double gain_ = 0.0;
};

/// Circles, squares and triangles on a grid, all on their way towards the middle, each a little differently.
inline std::vector<rope::BodyDefinition> crowd(int columns, int rows)
{
    std::uint32_t state = 12345;
    const auto random = [&state] // in [-1, 1]
    {
        state = state * 1664525u + 1013904223u;
        return static_cast<double>(state >> 8) / 8388608.0 - 1.0;
    };
    std::vector<rope::BodyDefinition> bodies;
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
        {
            const rope::Vec2 position(1.2 * (column - columns / 2), 1.2 * (row - rows / 2));
            const rope::Vec2 velocity = -0.3 * position + rope::Vec2(random(), random());
            const double mass = 1.0 + 0.5 * random();
            rope::BodyDefinition body = rope::boxBody({0.6, 0.6}, mass, position, velocity, random());
            const std::size_t kind = bodies.size() % 3;
            if (kind == 0)
                body = rope::circleBody(0.4, mass, position, velocity, random());
            if (kind == 1)
                body.vertices = {{0.4, 0.0}, {-0.2, 0.35}, {-0.2, -0.35}};
            bodies.push_back(body);
        }
    return bodies;
}
