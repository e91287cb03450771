#pragma once

#include "render/gl/gpu_mesh.hpp"
#include "render/gl/shader_library.hpp"
#include "render/pieces/body_pieces.hpp"

#include <array>

namespace ropewalk
{

/// Draws cloth, balls, boxes and bodies of the plane, each kind in one call. Needs the uniform block to be bound.
class BodyDrawing
{
public:
    BodyDrawing();

    /// Replaces the programs only when all are made; throws as ShaderLibrary does.
    void load(const ShaderLibrary& library);

    void prepare(const Snapshot& snapshot, const glm::vec3& sun, const glm::vec3& eye);
    void drawShadows() const; ///< onto the ground; expects blending that keeps the darker
    void draw() const;        ///< with depth

private:
    enum Stage : std::size_t
    {
        surfaceStage,
        solidStage,
        discStage,
        polygonStage,
        shadowStage,
        stageCount
    };
    void use(Stage stage) const { glUseProgram(programs_[stage].id()); }

    std::array<Program, stageCount> programs_;
    GLint boxAt_ = -1;
    GLint thicknessAt_ = -1;
    GLint sideAt_ = -1;
    float side_ = 1.0f;

    BodyPieces pieces_;
    VertexArray surfaceArray_;
    StreamBuffer surfaceVertices_;
    StreamBuffer surfaceIndices_;
    GpuMesh sphere_;
    StreamBuffer spheres_;
    GpuMesh cube_;
    StreamBuffer cubes_;
    GpuMesh disc_;
    GpuMesh coarseDisc_; ///< for crowds
    StreamBuffer discs_;
    VertexArray polygonArray_;
    StreamBuffer polygons_;
    VertexArray shadowArray_;
    StreamBuffer shadows_;
};

} // namespace ropewalk
