#pragma once

#include "frame_block.hpp"
#include "render/gl/gpu_mesh.hpp"
#include "render/gl/shader_library.hpp"
#include "render/pieces/field_strips.hpp"

#include <array>

namespace ropewalk
{

/// Draws a field of ropes in one call. Needs the uniform block to be bound.
class FieldDrawing
{
public:
    FieldDrawing();

    /// Replaces the programs only when all are made; throws as ShaderLibrary does.
    void load(const ShaderLibrary& library);

    void prepare(const RopeField& field, const FrameBlock& frame, float nearest);
    void drawShadow() const; ///< onto the ground; expects blending that keeps the darker
    void draw() const;       ///< with depth

private:
    enum Stage : std::size_t
    {
        ropeStage,
        shadowStage,
        stageCount
    };
    void use(Stage stage) const;

    std::array<Program, stageCount> programs_;
    std::array<GLint, stageCount> lowAt_{};
    std::array<GLint, stageCount> highAt_{};
    FieldStrips strips_;
    float radius_ = 0.02f;
    float density_ = 0.0f; ///< [1/m], part of the light that a metre of the field takes
    VertexArray array_;
    StreamBuffer vertices_;
    VertexArray corners_; ///< of the shadow: made of numbers only
};

} // namespace ropewalk
