#pragma once

#include "render/gl/gpu_mesh.hpp"
#include "render/gl/pass.hpp"
#include "render/gl/shader_library.hpp"
#include "render/pieces/body_pieces.hpp"

#include <array>

namespace ropewalk
{

/// Draws cloth, balls and prisms, each kind in one call. Needs the uniform block to be bound.
class BodyDrawing
{
public:
    BodyDrawing();

    /// Replaces the programs only when all are made; throws as ShaderLibrary does.
    void load(const ShaderLibrary& library);

    /// `pixel` is the size of a pixel at distance 1.
    void prepare(const Snapshot& snapshot, const glm::vec3& sun, const glm::vec3& eye, float pixel);
    void drawShadows() const; ///< onto the ground; expects blending that keeps the darker
    void draw(const Pass& pass) const;

private:
    enum Stage : std::size_t
    {
        surfaceStage,
        ballStage,
        prismStage,
        shadowStage,
        stageCount
    };
    void use(Stage stage) const { glUseProgram(programs_[stage].id()); }

    std::array<Program, stageCount> programs_;

    BodyPieces pieces_;
    VertexArray surfaceArray_;
    StreamBuffer surfaceVertices_;
    StreamBuffer surfaceIndices_;
    std::array<GpuMesh, 3> ballMeshes_; ///< the coarsest first
    std::size_t fineness_ = 0;
    StreamBuffer balls_;
    VertexArray prismArray_;
    StreamBuffer prisms_;
    VertexArray shadowArray_;
    StreamBuffer shadows_;
};

} // namespace ropewalk
