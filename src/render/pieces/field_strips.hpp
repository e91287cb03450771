#pragma once

#include "scenes/snapshot.hpp"

#include <glm/vec3.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ropewalk
{

/// A corner of the ribbons that stand for ropes; two for each point, on either side of it.
struct FieldVertex
{
    glm::vec3 position{0.0f};            ///< [m], on the rope's middle line
    float top = 0.0f;                    ///< [m], height of the rope's higher end
    std::array<std::int8_t, 4> course{}; ///< direction of the rope; the last is the side, -127 or 127
    std::array<std::uint8_t, 4> paint{}; ///< place along the rope, its own tone
};
static_assert(sizeof(FieldVertex) == 24, "the vertex attributes are set up for this layout");

/// Where a field is looked at from.
struct FieldView
{
    glm::vec3 eye{0.0f};
    glm::vec3 forward{0.0f, 0.0f, -1.0f};
    glm::vec3 right{1.0f, 0.0f, 0.0f}; ///< to the edge of the image at distance 1
    glm::vec3 up{0.0f, 1.0f, 0.0f};
    float pixel = 0.001f;  ///< size of a pixel at distance 1
    float nearest = 0.1f;  ///< [m], closer points are not drawn
    float ground = -1e30f; ///< [m], nothing is drawn below it
};

/// The ropes of a field that are in view as one strip of triangles, the nearest ropes first, each with as many points
/// as can be seen at its distance.
class FieldStrips
{
public:
    /// Half the width [pixels] below which a rope would break into dots.
    static constexpr float thinnest = 0.55f;

    /// Keeps its memory from frame to frame.
    void pack(const RopeField& field, const FieldView& view);

    const std::vector<FieldVertex>& vertices() const { return vertices_; }
    std::size_t ropes() const { return ropes_; }  ///< drawn last
    const glm::vec3& low() const { return low_; } ///< [m], of the box of all ropes' two ends
    const glm::vec3& high() const { return high_; }

private:
    struct Seen
    {
        int rope = 0;
        float depth = 0.0f; ///< [m]
    };
    void look(const RopeField& field, const FieldView& view);
    void sortByDepth();
    /// How a line is drawn.
    struct Division
    {
        int parts;    ///< of each of its segments
        int segments; ///< in all
    };
    float takeLine(const RopeField& field, int rope, float ground);
    Division divisionOf(float length, float pixel) const;
    void addRope(const RopeField& field, const FieldView& view, const Seen& seen);

    std::vector<FieldVertex> vertices_;
    std::vector<Seen> seen_;
    std::vector<Seen> sorted_;
    std::vector<glm::vec3> line_;
    std::size_t ropes_ = 0;
    glm::vec3 low_{0.0f};
    glm::vec3 high_{0.0f};
};

} // namespace ropewalk
