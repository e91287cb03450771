#pragma once

#include <glm/vec3.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

// How a snapshot's numbers become vertices.

namespace ropewalk
{

using Rgba8 = std::array<std::uint8_t, 4>; ///< sRGB

/// An opaque colour; a part that is not a number is 0.
inline Rgba8 packed(const glm::vec3& colour)
{
    const auto part = [](float x)
    { return static_cast<std::uint8_t>(x > 0.0f ? std::lround(255.0f * std::min(x, 1.0f)) : 0L); };
    return {part(colour.x), part(colour.y), part(colour.z), 255};
}

inline bool isFinite(const glm::vec3& v)
{
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// The uniform curve of Catmull and Rom from b to c, whose neighbours are a and d.
inline glm::vec3 between(const glm::vec3& a, const glm::vec3& b, const glm::vec3& c, const glm::vec3& d, float t)
{
    return b + 0.5f * t * (c - a + t * (2.0f * a - 5.0f * b + 4.0f * c - d + t * (3.0f * (b - c) + d - a)));
}

/// The first point that is finite; the origin if there is none. A vertex that is not finite would blank its neighbours,
/// so such a point takes the place of the one before it, and of this one if there is none before it.
inline glm::vec3 firstFinite(const std::vector<glm::vec3>& points)
{
    const auto first = std::find_if(points.begin(), points.end(), isFinite);
    return first == points.end() ? glm::vec3(0.0f) : *first;
}

} // namespace ropewalk
