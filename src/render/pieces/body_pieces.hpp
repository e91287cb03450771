#pragma once

#include "packing.hpp"

#include "scenes/snapshot.hpp"

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <array>
#include <cstddef>
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
};

/// A ball or a box of the instanced meshes.
struct SolidInstance
{
    glm::vec3 position{0.0f}; ///< [m]
    float size = 0.0f;        ///< [m]
    Rgba8 colour{};
};

/// A circle of the plane.
struct DiscInstance
{
    glm::vec2 position{0.0f}; ///< [m]
    float angle = 0.0f;       ///< [rad]
    float radius = 0.0f;      ///< [m]
    Rgba8 colour{};
};

/// A corner of a triangle of a polygon of the plane.
struct PolygonVertex
{
    glm::vec3 position{0.0f}; ///< [m]
    float fromEdge = 0.0f;    ///< [m]
    float inner = 0.0f;       ///< [m], from the middle to the nearest edge; 0 on the walls
    Rgba8 colour{};
    std::array<std::int8_t, 4> normal{};
};

/// A corner of a triangle of a soft shadow.
struct ShadowVertex
{
    glm::vec3 place{0.0f}; ///< on the ground [m]
    float dark = 0.0f;     ///< 0 to 1
};

/// The triangles of all that is neither a line nor a marker. Keeps its memory from frame to frame. Leaves out what is
/// not finite or has no size.
class BodyPieces
{
public:
    /// `sun` points towards the sun; `fromFront` is true where the eye is in front of the plane.
    void pack(const Snapshot& snapshot, const glm::vec3& sun, bool fromFront);

    std::vector<SurfaceVertex> surfaceVertices;
    std::vector<std::uint32_t> surfaceIndices;
    std::vector<SolidInstance> spheres;
    std::vector<SolidInstance> cubes;
    std::vector<DiscInstance> discs;
    std::vector<PolygonVertex> polygons;
    std::vector<ShadowVertex> shadows;
    float thickness = 0.0f; ///< [m], of planar bodies, behind their plane

private:
    void addSurface(const Surface& surface);
    void addSurfaceShadow(std::size_t first, int columns, int rows);
    void addPolygon(const PlanarShape& shape, const glm::vec2* outline, bool fromFront);
    void findThickness(const Snapshot& snapshot);
    /// The shadow of the convex hull of `hull_`, which it empties.
    void addHullShadow();
    glm::vec3 onGround(const glm::vec3& point) const;
    float softness(const glm::vec3& point) const;

    glm::vec3 sun_{0.0f, 1.0f, 0.0f};
    bool hasGround_ = false;
    float ground_ = 0.0f;
    std::vector<glm::vec3> hull_;
    std::vector<glm::vec3> ordered_;
    std::vector<ShadowVertex> grid_;
    std::vector<glm::vec2> corners_;
};

/// A colour by which a body differs from its neighbours; fixed bodies are grey.
Rgba8 bodyColour(int identity, bool fixed);

} // namespace ropewalk
