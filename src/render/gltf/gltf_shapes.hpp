#pragma once

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace ropewalk
{

/// Triangles with a normal for each corner, counter-clockwise when seen from outside.
struct Triangles
{
    std::vector<glm::vec3> positions; ///< [m]
    std::vector<glm::vec3> normals;
    std::vector<std::uint32_t> indices;
    std::vector<std::uint16_t> joints; ///< the joint that carries each corner; empty where nothing bends
};

Triangles ballTriangles(float radius);
Triangles barTriangles(float radius, float length);     ///< along y, `length` between the middles of its round ends
Triangles postTriangles(float radius, float length);    ///< along y, with flat ends
Triangles ringTriangles(float radius, float thickness); ///< about y
/// A prism along z whose outline, counter-clockwise, is seen whole from the origin.
Triangles prismTriangles(std::span<const glm::vec2> outline, float depth);
Triangles boxTriangles(const glm::vec3& size);
/// A level square about the origin.
Triangles floorTriangles(float halfSize);

} // namespace ropewalk
