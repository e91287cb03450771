#include "body_drawing.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <utility>

namespace ropewalk
{

namespace
{

std::string defineMaterial(std::uint8_t material)
{
    return fmt::format("#define MATERIAL {}\n", material);
}

} // namespace

BodyDrawing::BodyDrawing() : ballMeshes_{GpuMesh(domeMesh(2, 10)), GpuMesh(domeMesh(5, 20)), GpuMesh(domeMesh(12, 48))}
{
    glBindVertexArray(surfaceArray_.id());
    glBindBuffer(GL_ARRAY_BUFFER, surfaceVertices_.id());
    attribute(0, 3, GL_FLOAT, sizeof(SurfaceVertex), offsetof(SurfaceVertex, position));
    attribute(1, 3, GL_FLOAT, sizeof(SurfaceVertex), offsetof(SurfaceVertex, normal));
    attribute(2, 3, GL_FLOAT, sizeof(SurfaceVertex), offsetof(SurfaceVertex, weave)); // and side
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, surfaceIndices_.id());

    glBindVertexArray(prismArray_.id());
    glBindBuffer(GL_ARRAY_BUFFER, prisms_.id());
    attribute(0, 4, GL_FLOAT, sizeof(PrismVertex), offsetof(PrismVertex, position)); // and size
    attribute(1, 2, GL_FLOAT, sizeof(PrismVertex), offsetof(PrismVertex, onFace));
    attribute(2, 4, GL_FLOAT, sizeof(PrismVertex), offsetof(PrismVertex, toEdges));
    attribute(3, 4, GL_UNSIGNED_BYTE, sizeof(PrismVertex), offsetof(PrismVertex, paint));
    attribute(4, 3, GL_BYTE, sizeof(PrismVertex), offsetof(PrismVertex, normal));

    glBindVertexArray(shadowArray_.id());
    glBindBuffer(GL_ARRAY_BUFFER, shadows_.id());
    attribute(0, 4, GL_FLOAT, sizeof(ShadowVertex), offsetof(ShadowVertex, place)); // and dark
    glBindVertexArray(0);
}

void BodyDrawing::load(const ShaderLibrary& library)
{
    Program surface = library.program({"surface.vert"}, {"light.glsl", "surface.frag"});
    Program shadow = library.program({"cast.vert"}, {"ground.glsl", "cast.frag"});
    const auto madeAnew = [&library](const Programs& programs, auto make)
    {
        Programs made;
        made.emplace(plainMaterial, make(library, plainMaterial)); // finds mistakes in what all of them share
        for (const auto& [material, program] : programs)
            made.try_emplace(material, make(library, material));
        return made;
    };
    Programs balls = madeAnew(ballPrograms_, ball);
    Programs prisms = madeAnew(prismPrograms_, prism);
    library_ = &library;
    surfaceProgram_ = std::move(surface);
    shadowProgram_ = std::move(shadow);
    ballPrograms_ = std::move(balls);
    prismPrograms_ = std::move(prisms);
}

Program BodyDrawing::ball(const ShaderLibrary& library, std::uint8_t material)
{
    return library.program({"palette.glsl", "ball.vert"}, {"light.glsl", "material.glsl", "ball.frag"},
                           defineMaterial(material));
}

Program BodyDrawing::prism(const ShaderLibrary& library, std::uint8_t material)
{
    return library.program({"palette.glsl", "prism.vert"}, {"light.glsl", "material.glsl", "prism.frag"},
                           defineMaterial(material));
}

void BodyDrawing::complete(Programs& programs, std::span<const OfMaterial> materials,
                           Program (*make)(const ShaderLibrary&, std::uint8_t)) const
{
    for (const OfMaterial& of : materials)
        if (!programs.contains(of.material))
            programs.emplace(of.material, make(*library_, of.material));
}

void BodyDrawing::prepare(const Snapshot& snapshot, const glm::vec3& sun, const glm::vec3& eye, float pixel)
{
    pieces_.pack(snapshot, sun, eye, pixel);
    // As many triangles as can be seen, and no more than a crowd allows.
    const float radius = pieces_.largestBall / pixel;
    fineness_ = radius < 5.0f ? 0 : radius < 20.0f || pieces_.balls.size() > 300 ? 1 : 2;
    complete(ballPrograms_, pieces_.ballMaterials, ball);
    complete(prismPrograms_, pieces_.prismMaterials, prism);
    surfaceVertices_.write(pieces_.cloth.vertices);
    surfaceIndices_.write(pieces_.cloth.indices);
    balls_.write(pieces_.balls);
    prisms_.write(pieces_.prisms);
    shadows_.write(pieces_.shadows.vertices());
}

/// Has a mesh drawn once a ball, from this one on. (OpenGL 3.3 knows no first instance.)
void BodyDrawing::readBalls(const GpuMesh& mesh, std::size_t first) const
{
    const std::size_t at = first * sizeof(BallInstance);
    mesh.bind();
    glBindBuffer(GL_ARRAY_BUFFER, balls_.id());
    attribute(1, 4, GL_FLOAT, sizeof(BallInstance), at + offsetof(BallInstance, position), 1); // and radius
    attribute(2, 1, GL_FLOAT, sizeof(BallInstance), at + offsetof(BallInstance, angle), 1);
    attribute(3, 4, GL_UNSIGNED_BYTE, sizeof(BallInstance), at + offsetof(BallInstance, paint), 1);
}

void BodyDrawing::drawShadows() const
{
    if (pieces_.shadows.vertices().empty())
        return;
    glUseProgram(shadowProgram_.id());
    glBindVertexArray(shadowArray_.id());
    glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(pieces_.shadows.vertices().size()));
}

void BodyDrawing::draw(const Pass& pass) const
{
    if (!pieces_.cloth.indices.empty())
    {
        Pass sides = pass;
        sides.cull = true; // each side has its own triangles
        sides.use();
        glUseProgram(surfaceProgram_.id());
        glBindVertexArray(surfaceArray_.id());
        glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(pieces_.cloth.indices.size()), GL_UNSIGNED_INT, nullptr);
    }
    pass.use();
    glBindVertexArray(prismArray_.id());
    for (const OfMaterial& of : pieces_.prismMaterials)
    {
        glUseProgram(prismPrograms_.at(of.material).id());
        glDrawArrays(GL_TRIANGLES, static_cast<GLint>(of.first), static_cast<GLsizei>(of.count));
    }
    for (const OfMaterial& of : pieces_.ballMaterials)
    {
        glUseProgram(ballPrograms_.at(of.material).id());
        readBalls(ballMeshes_[fineness_], of.first);
        ballMeshes_[fineness_].drawInstances(static_cast<GLsizei>(of.count));
    }
}

} // namespace ropewalk
