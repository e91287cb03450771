#pragma once

#include "packing.hpp"

#include "scenes/snapshot.hpp"

#include <glm/mat3x3.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <variant>
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

/// In place of a material, of a ball that shows no angle and of a prism that joins one.
inline constexpr std::uint8_t plainMaterial = 255;

/// A ball. The last part of the paint of a body is its material, as paintOf() has it.
struct BallInstance
{
    glm::vec3 position{0.0f}; ///< [m]
    float radius = 0.0f;      ///< [m]
    float angle = 0.0f;       ///< [rad], about the z axis
    Rgba8 paint{};
};

/// A corner of a triangle of a prism.
struct PrismVertex
{
    glm::vec3 position{0.0f}; ///< [m]
    float size = 0.0f;        ///< [m], width of the square that is as large as the outline
    glm::vec2 onFace{0.0f};   ///< [m], from the middle of the face, along the body's own axes
    glm::vec4 toEdges{0.0f};  ///< [m], to the face's edges; the least of them is the distance to the nearest one
    Rgba8 paint{};
    std::array<std::int8_t, 4> normal{};
};

/// A corner of a triangle of a soft shadow.
struct ShadowVertex
{
    glm::vec3 place{0.0f}; ///< on the ground [m]
    float dark = 0.0f;     ///< 0 to 1
};

/// What is made of one material, among all of its kind.
struct OfMaterial
{
    std::uint8_t material = 0;
    std::size_t first = 0;
    std::size_t count = 0;
};

/// The triangles of all that is neither a line nor a marker. Keeps its memory from frame to frame. Leaves out bodies
/// that are not finite or have no size.
class BodyPieces
{
public:
    /// `sun` points towards the sun, `pixel` is the size of a pixel at distance 1.
    void pack(const Snapshot& snapshot, const glm::vec3& sun, const glm::vec3& eye, float pixel = 0.001f);

    std::vector<SurfaceVertex> surfaceVertices;
    std::vector<std::uint32_t> surfaceIndices;
    std::vector<BallInstance> balls; ///< by material, of which the nearest is about the first, as are those of prisms
    std::vector<OfMaterial> ballMaterials;
    float largestBall = 0.0f; ///< the largest angle [rad] under which the eye sees a ball's radius
    std::vector<PrismVertex> prisms;
    std::vector<OfMaterial> prismMaterials;
    std::vector<ShadowVertex> shadows;

private:
    struct Prism
    {
        glm::vec3 position{0.0f}; ///< [m], the origin of the outline, in the middle of the depth
        glm::mat3 axes{1.0f};     ///< of the outline, and along the depth
        float depth = 0.0f;       ///< [m]
        Rgba8 paint{};
        bool round = false;     ///< the outline is a circle about its origin
        bool lids = true;       ///< else its ends are within something else
        float roundEnds = 0.0f; ///< [m], by which its shadow is longer at both ends
        bool castsShadow = true;
    };
    struct Faces;
    void orderShapes(const Snapshot& snapshot, const glm::vec3& eye);
    void addPlanarShape(const PlanarShape& shape, const Snapshot& snapshot, const glm::vec3& eye);
    void addSpatialShape(const SpatialShape& shape, const glm::vec3& eye, float pixel);
    void addRing(const SpatialShape& ring, const Rgba8& paint, const glm::vec3& eye);
    void addSurface(const Surface& surface);
    void addSheet(int columns, int rows, float finer, float half);
    void addTriangles(std::uint32_t first, int columns, int rows);
    void addSurfaceShadow(int columns, int rows);
    void layOnGround(int rows, float halfThickness, float cell);
    void addPrism(const Prism& prism, std::span<const glm::vec2> outline, const glm::vec3& eye);
    /// The shadow of the convex hull of `hull_`, which it empties.
    void addHullShadow(bool ofLine = false);
    glm::vec3 onGround(const glm::vec3& point) const;
    float softness(const glm::vec3& point) const;

    glm::vec3 sun_{0.0f, 1.0f, 0.0f};
    bool hasGround_ = false;
    float ground_ = 0.0f;
    static constexpr float clothThickness = 0.06f; ///< of a cell of the cloth
    std::vector<glm::vec3> sheet_;
    std::vector<glm::vec3> normals_;
    std::vector<glm::vec3> hull_;
    std::vector<glm::vec3> ordered_;
    std::vector<ShadowVertex> grid_;
    /// Bodies by the square of their distance from the eye [m2]. The nearest are drawn first, and the pixels that they
    /// hide cost nothing.
    std::vector<std::pair<float, std::variant<const SpatialShape*, const PlanarShape*>>> nearestFirst_;
};

/// A painted body has a colour by which it differs from its neighbours; fixed ones are grey. The last part is the
/// material's number.
Rgba8 paintOf(const PlanarShape& shape);

/// The outline of a prism; empty where it makes no sense.
std::span<const glm::vec2> outlineOf(const PlanarShape& shape, const Snapshot& snapshot);
/// Its depth [m]. Fixed bodies are deeper than all others, which stand in the middle of a floor, between walls that
/// hold them.
float depthOf(const PlanarShape& shape, const Snapshot& snapshot);

/// Whether a ball can be drawn.
bool isGoodBall(const PlanarShape& shape);
/// Whether it can be drawn.
bool isGoodShape(const SpatialShape& shape);

} // namespace ropewalk
