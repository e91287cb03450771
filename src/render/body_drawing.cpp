#include "body_drawing.hpp"

#include <cstddef>

namespace ropewalk
{

BodyDrawing::BodyDrawing() : ballMeshes_{GpuMesh(domeMesh(2, 10)), GpuMesh(domeMesh(5, 20)), GpuMesh(domeMesh(12, 48))}
{
    glBindVertexArray(surfaceArray_.id());
    glBindBuffer(GL_ARRAY_BUFFER, surfaceVertices_.id());
    attribute(0, 3, GL_FLOAT, sizeof(SurfaceVertex), offsetof(SurfaceVertex, position));
    attribute(1, 3, GL_FLOAT, sizeof(SurfaceVertex), offsetof(SurfaceVertex, normal));
    attribute(2, 3, GL_FLOAT, sizeof(SurfaceVertex), offsetof(SurfaceVertex, weave)); // and side
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, surfaceIndices_.id());

    for (const GpuMesh& mesh : ballMeshes_)
    {
        mesh.bind();
        glBindBuffer(GL_ARRAY_BUFFER, balls_.id());
        attribute(1, 4, GL_FLOAT, sizeof(BallInstance), offsetof(BallInstance, position), 1); // and radius
        attribute(2, 1, GL_FLOAT, sizeof(BallInstance), offsetof(BallInstance, angle), 1);
        attribute(3, 4, GL_UNSIGNED_BYTE, sizeof(BallInstance), offsetof(BallInstance, paint), 1);
    }

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
    std::array<Program, stageCount> made{
        library.program({"surface.vert"}, {"light.glsl", "surface.frag"}),
        library.program({"palette.glsl", "ball.vert"}, {"light.glsl", "material.glsl", "ball.frag"}),
        library.program({"palette.glsl", "prism.vert"}, {"light.glsl", "material.glsl", "prism.frag"}),
        library.program({"cast.vert"}, {"ground.glsl", "cast.frag"}),
    };
    programs_ = std::move(made);
}

void BodyDrawing::prepare(const Snapshot& snapshot, const glm::vec3& sun, const glm::vec3& eye, float pixel)
{
    pieces_.pack(snapshot, sun, eye, pixel);
    // As many triangles as can be seen, and no more than a crowd allows.
    const float radius = pieces_.largestBall / pixel;
    fineness_ = radius < 5.0f ? 0 : radius < 20.0f || pieces_.balls.size() > 300 ? 1 : 2;
    const auto write = [](StreamBuffer& buffer, const auto& items)
    {
        if (!items.empty())
            buffer.write(items);
    };
    write(surfaceVertices_, pieces_.surfaceVertices);
    write(surfaceIndices_, pieces_.surfaceIndices);
    write(balls_, pieces_.balls);
    write(prisms_, pieces_.prisms);
    write(shadows_, pieces_.shadows);
}

void BodyDrawing::drawShadows() const
{
    if (pieces_.shadows.empty())
        return;
    use(shadowStage);
    glBindVertexArray(shadowArray_.id());
    glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(pieces_.shadows.size()));
}

void BodyDrawing::draw(const Pass& pass) const
{
    if (!pieces_.surfaceIndices.empty())
    {
        Pass sides = pass;
        sides.cull = true; // each side has its own triangles
        sides.use();
        use(surfaceStage);
        glBindVertexArray(surfaceArray_.id());
        glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(pieces_.surfaceIndices.size()), GL_UNSIGNED_INT, nullptr);
    }
    pass.use();
    if (!pieces_.prisms.empty())
    {
        use(prismStage);
        glBindVertexArray(prismArray_.id());
        glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(pieces_.prisms.size()));
    }
    if (!pieces_.balls.empty())
    {
        use(ballStage);
        ballMeshes_[fineness_].drawInstances(static_cast<GLsizei>(pieces_.balls.size()));
    }
}

} // namespace ropewalk
