#pragma once

#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

namespace rope
{

/// Vector of three doubles; SI units throughout (m, m/s, N).
using Vec3 = glm::dvec3;

} // namespace rope
