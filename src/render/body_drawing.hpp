#pragma once

#include "render/gl/gpu_mesh.hpp"
#include "render/gl/pass.hpp"
#include "render/gl/shader_library.hpp"
#include "render/pieces/body_pieces.hpp"

#include <array>
#include <map>
#include <span>

namespace ropewalk
{

/// Draws cloth, balls and prisms, one call a material. Needs the uniform block to be bound.
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
    /// A kind of body in each of the materials that have been drawn: a software renderer computes all branches of a
    /// shader, so that a program for all materials would take several times as long.
    using Programs = std::map<std::uint8_t, Program>;
    static Program ball(const ShaderLibrary& library, std::uint8_t material);
    static Program prism(const ShaderLibrary& library, std::uint8_t material);
    void complete(Programs& programs, std::span<const OfMaterial> materials,
                  Program (*make)(const ShaderLibrary&, std::uint8_t)) const;

    void readBalls(const GpuMesh& mesh, std::size_t first) const;

    const ShaderLibrary* library_ = nullptr;
    Program surfaceProgram_;
    Program shadowProgram_;
    Programs ballPrograms_;
    Programs prismPrograms_;

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
