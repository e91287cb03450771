#pragma once

#include <glm/vec3.hpp>

#include <cstdint>
#include <vector>

namespace ropewalk
{

/// Triangles, counter-clockwise when seen from outside.
struct Mesh
{
    std::vector<glm::vec3> vertices;
    std::vector<std::uint16_t> indices;
};

/// A segment of a tube to be bent by the vertex shader. A vertex holds the place along the segment (0 to 1), the angle
/// (0 to 1), and the latitude on a cap in quarter turns: 0 but in the mesh of both caps of a tube (negative: of its
/// start, positive: of its end).
Mesh tubeMesh(int rings, int sides);
Mesh capsMesh(int rings, int sides);

Mesh sphereMesh(int rings, int sides);                 ///< radius 1
Mesh torusMesh(float thickness, int rings, int sides); ///< radius 1 around the z axis
Mesh domeMesh(int rings, int sides);                   ///< the half with z > 0 of a sphere of radius 1
/// A quad for each part of a segment. A vertex holds where the part begins and ends, from 0 to 1, and its side: -1 or 1
/// at its start, -2 or 2 at its end.
Mesh partsMesh(int parts);
Mesh cylinderMesh(int sides);                        ///< radius 1, from z = 0 to 1, without lids
Mesh skyMesh(int rows, int columns);                 ///< grid from -1 to 1 along x and from 0 to 1 along y
Mesh groundMesh(int rings, int sides, float growth); ///< disc around the y axis, rings 1, growth, growth^2 ...

} // namespace ropewalk
