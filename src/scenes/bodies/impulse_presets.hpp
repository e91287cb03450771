#pragma once

#include <rope/rigid_body.hpp>
#include <rope/vec.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace ropewalk
{

enum class ImpulsePreset
{
    billiard,
    stack,
    cradle,
    funnel,
    dominoes
};

/// The constants that a preset is made for.
struct PresetConstants
{
    double restitution = 0.0;
    double friction = 0.0;
    rope::Vec3 gravity{0.0};
    int bodyCount = 0;
};

PresetConstants presetConstants(ImpulsePreset preset);

/// Bodies laid out for a scene.
struct BodyLayout
{
    std::vector<rope::BodyDefinition> bodies;
    std::optional<std::size_t> driven; ///< the one that the keys push
};

/// The preset with `count` balls, boxes, dominoes ..., beside fixed bodies and those that hit them.
BodyLayout presetLayout(ImpulsePreset preset, int count);

} // namespace ropewalk
