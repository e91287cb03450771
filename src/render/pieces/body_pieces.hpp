#pragma once

#include "cloth_pieces.hpp"
#include "packing.hpp"
#include "soft_shadows.hpp"

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

    ClothPieces cloth;
    std::vector<BallInstance> balls; ///< by material, of which the nearest is about the first, as are those of prisms
    std::vector<OfMaterial> ballMaterials;
    float largestBall = 0.0f; ///< the largest angle [rad] under which the eye sees a ball's radius
    std::vector<PrismVertex> prisms;
    std::vector<OfMaterial> prismMaterials;
    SoftShadows shadows; ///< of cloth and bodies

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
    void addPrism(const Prism& prism, std::span<const glm::vec2> outline, const glm::vec3& eye);

    std::vector<glm::vec3> hull_;
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
