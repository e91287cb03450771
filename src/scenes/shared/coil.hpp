#pragma once

#include <glm/vec3.hpp>

#include <vector>

namespace ropewalk
{

/// The wire of a coil spring between two points, straight at both ends, to be drawn as a thread.
void coil(const glm::vec3& from, const glm::vec3& to, float radius, int turns, std::vector<glm::vec3>& points);

} // namespace ropewalk
