#include "coil.hpp"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <cmath>

namespace ropewalk
{

void coil(const glm::vec3& from, const glm::vec3& to, float radius, int turns, std::vector<glm::vec3>& points)
{
    points.clear();
    const glm::vec3 way = to - from;
    const float length = glm::length(way);
    const glm::vec3 along = length > 1e-6f ? way / length : glm::vec3(0.0f, -1.0f, 0.0f);
    // A helper across the coil that does not turn over while the spring swings in the plane of the picture.
    const glm::vec3 helper = std::abs(along.z) < 0.9f ? glm::vec3(0.0f, 0.0f, 1.0f) : glm::vec3(0.0f, 1.0f, 0.0f);
    const glm::vec3 u = glm::normalize(glm::cross(along, helper));
    const glm::vec3 v = glm::cross(along, u);

    constexpr int perTurn = 14;
    constexpr float straight = 0.08f; // of the length, at each end
    const int count = turns * perTurn;
    points.push_back(from);
    for (int i = 0; i <= count; ++i)
    {
        const float part = static_cast<float>(i) / static_cast<float>(count);
        const float angle = 6.28318530718f * static_cast<float>(i) / perTurn;
        // The wire widens from the axis within the first turn and comes back within the last.
        const float wide =
            radius * glm::smoothstep(0.0f, 1.0f / static_cast<float>(turns), glm::min(part, 1.0f - part));
        points.push_back(from + way * (straight + (1.0f - 2.0f * straight) * part) +
                         wide * (std::cos(angle) * u + std::sin(angle) * v));
    }
    points.push_back(to);
}

} // namespace ropewalk
