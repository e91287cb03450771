#pragma once

#include <rope/vec.hpp>

#include <glm/common.hpp>

#include <vector>

/// Places of masses [m], evenly from the first to the last.
inline std::vector<rope::Vec3> straight(const rope::Vec3& from, const rope::Vec3& to, int count)
{
    std::vector<rope::Vec3> positions;
    for (int i = 0; i < count; ++i)
        positions.push_back(glm::mix(from, to, static_cast<double>(i) / (count - 1)));
    return positions;
}
