#pragma once

#include "soft_shadows.hpp"

#include "scenes/snapshot.hpp"

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <cstdint>
#include <vector>

namespace ropewalk
{

/// What the vertex shaders read of the points of a cloth.
struct SurfaceVertex
{
    glm::vec3 position{0.0f}; ///< [m]
    glm::vec3 normal{0.0f};   ///< of the front, length 1
    glm::vec2 weave{0.0f};    ///< column and row
    float side = 1.0f;        ///< 1: of the front, -1: of the back
};

/// The triangles of cloth. Leaves out a surface whose points are not as many as it says.
class ClothPieces
{
public:
    /// Adds the shadows to `shadows`.
    void pack(const Snapshot& snapshot, SoftShadows& shadows);

    std::vector<SurfaceVertex> vertices;
    std::vector<std::uint32_t> indices;

private:
    void addSurface(const Surface& surface, SoftShadows& shadows);
    void addSheet(int columns, int rows, float finer, float half);
    void addTriangles(std::uint32_t first, int columns, int rows);
    void layOnGround(float ground, int rows, float halfThickness, float cell);

    std::vector<glm::vec3> sheet_;
    std::vector<glm::vec3> normals_;
};

} // namespace ropewalk
