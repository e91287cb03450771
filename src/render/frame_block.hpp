#pragma once

#include "renderer.hpp"

#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>

#include <array>

namespace ropewalk
{

/// The uniform block `Frame` of shaders/frame.glsl, field for field (std140: vectors of four only).
struct FrameBlock
{
    glm::mat4 viewProjection;
    glm::vec4 eye;
    glm::vec4 right;
    glm::vec4 up;
    glm::vec4 forward;
    glm::vec4 sun;
    glm::vec4 sunColour;
    glm::vec4 skyLight;
    glm::vec4 groundLight;
    glm::vec4 zenith;
    glm::vec4 horizon;
    glm::vec4 glow;
    glm::vec4 groundNear;
    glm::vec4 groundShade;
    glm::vec4 gridLine;
    glm::vec4 grid;
    glm::vec4 gridLevel;
    glm::vec4 backdrop;
    std::array<glm::vec4, 11> tensionColours;
};

FrameBlock frameBlock(const Snapshot& snapshot, const Camera& camera, const PictureOptions& options,
                      const glm::ivec2& size);

} // namespace ropewalk
