#pragma once

#include "renderer.hpp"
#include "theme_colours.hpp"

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include <array>

namespace ropewalk
{

/// The uniform block `Frame` of shaders/frame.glsl, field for field. By its layout std140 a vec3 begins at a multiple
/// of 16 bytes, and a float may stand in the four bytes behind it.
struct FrameBlock
{
    glm::mat4 viewProjection;
    alignas(16) glm::vec3 eye;
    float pixelSize;
    alignas(16) glm::vec3 right;
    float tubeRings;
    alignas(16) glm::vec3 up;
    float tubeSides;
    alignas(16) glm::vec3 forward;
    ThemeColours theme;
    float groundHeight;
    float groundPresent;
    alignas(8) glm::vec2 eyeInCells;
    alignas(8) glm::vec2 eyeOnPaper;
    float cellsPerMetre;
    float paperDistance;
    float paperFacing;
    float fineStrength;
    float coarseStrength;
    float hazeStart2;
    float groundOpacity;
    float sunkOpacity;
    alignas(16) std::array<glm::vec4, 11> tensionColours;
};
static_assert(sizeof(FrameBlock) == 64 + 4 * 16 + sizeof(ThemeColours) + 4 * 16 + 11 * 16);

FrameBlock frameBlock(const Snapshot& snapshot, const Camera& camera, const PictureOptions& options,
                      const glm::ivec2& size);

} // namespace ropewalk
