#include "body_drawing.hpp"

#include <cstddef>

namespace ropewalk
{

namespace
{

void readSolids(const GpuMesh& mesh, const StreamBuffer& instances)
{
    mesh.bind();
    glBindBuffer(GL_ARRAY_BUFFER, instances.id());
    attribute(1, 4, GL_FLOAT, sizeof(SolidInstance), offsetof(SolidInstance, position), 1); // and size
    attribute(2, 4, GL_UNSIGNED_BYTE, sizeof(SolidInstance), offsetof(SolidInstance, colour), 1);
    glBindVertexArray(0);
}

} // namespace

BodyDrawing::BodyDrawing()
    : sphere_(sphereMesh(24, 48)), cube_(cubeMesh()), disc_(lidMesh(48)), coarseDisc_(lidMesh(20))
{
    glBindVertexArray(surfaceArray_.id());
    glBindBuffer(GL_ARRAY_BUFFER, surfaceVertices_.id());
    attribute(0, 3, GL_FLOAT, sizeof(SurfaceVertex), offsetof(SurfaceVertex, position));
    attribute(1, 3, GL_FLOAT, sizeof(SurfaceVertex), offsetof(SurfaceVertex, normal));
    attribute(2, 2, GL_FLOAT, sizeof(SurfaceVertex), offsetof(SurfaceVertex, weave));
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, surfaceIndices_.id());

    readSolids(sphere_, spheres_);
    readSolids(cube_, cubes_);

    for (const GpuMesh* mesh : {&disc_, &coarseDisc_})
    {
        mesh->bind();
        glBindBuffer(GL_ARRAY_BUFFER, discs_.id());
        attribute(1, 4, GL_FLOAT, sizeof(DiscInstance), offsetof(DiscInstance, position), 1); // angle and radius
        attribute(2, 4, GL_UNSIGNED_BYTE, sizeof(DiscInstance), offsetof(DiscInstance, colour), 1);
    }

    glBindVertexArray(polygonArray_.id());
    glBindBuffer(GL_ARRAY_BUFFER, polygons_.id());
    attribute(0, 3, GL_FLOAT, sizeof(PolygonVertex), offsetof(PolygonVertex, position));
    attribute(1, 2, GL_FLOAT, sizeof(PolygonVertex), offsetof(PolygonVertex, fromEdge)); // and inner
    attribute(2, 4, GL_UNSIGNED_BYTE, sizeof(PolygonVertex), offsetof(PolygonVertex, colour));
    attribute(3, 3, GL_BYTE, sizeof(PolygonVertex), offsetof(PolygonVertex, normal));

    glBindVertexArray(shadowArray_.id());
    glBindBuffer(GL_ARRAY_BUFFER, shadows_.id());
    attribute(0, 4, GL_FLOAT, sizeof(ShadowVertex), offsetof(ShadowVertex, place)); // and dark
    glBindVertexArray(0);
}

void BodyDrawing::load(const ShaderLibrary& library)
{
    std::array<Program, stageCount> made{
        library.program({"surface.vert"}, {"light.glsl", "surface.frag"}),
        library.program({"palette.glsl", "solid.vert"}, {"light.glsl", "solid.frag"}),
        library.program({"palette.glsl", "disc.vert"}, {"light.glsl", "planar.frag"}),
        library.program({"palette.glsl", "polygon.vert"}, {"light.glsl", "planar.frag"}),
        library.program({"cast.vert"}, {"ground.glsl", "cast.frag"}),
    };
    programs_ = std::move(made);
    boxAt_ = glGetUniformLocation(programs_[solidStage].id(), "box");
    thicknessAt_ = glGetUniformLocation(programs_[discStage].id(), "thickness");
    sideAt_ = glGetUniformLocation(programs_[discStage].id(), "side");
}

void BodyDrawing::prepare(const Snapshot& snapshot, const glm::vec3& sun, const glm::vec3& eye)
{
    side_ = eye.z > 0.0f ? 1.0f : -1.0f;
    pieces_.pack(snapshot, sun, eye.z > 0.0f);
    const auto write = [](StreamBuffer& buffer, const auto& items)
    {
        if (!items.empty())
            buffer.write(items);
    };
    write(surfaceVertices_, pieces_.surfaceVertices);
    write(surfaceIndices_, pieces_.surfaceIndices);
    write(spheres_, pieces_.spheres);
    write(cubes_, pieces_.cubes);
    write(discs_, pieces_.discs);
    write(polygons_, pieces_.polygons);
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

void BodyDrawing::draw() const
{
    if (!pieces_.surfaceIndices.empty())
    {
        use(surfaceStage);
        glBindVertexArray(surfaceArray_.id());
        glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(pieces_.surfaceIndices.size()), GL_UNSIGNED_INT, nullptr);
    }
    if (!pieces_.polygons.empty())
    {
        use(polygonStage);
        glBindVertexArray(polygonArray_.id());
        glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(pieces_.polygons.size()));
    }
    if (!pieces_.discs.empty())
    {
        use(discStage);
        glUniform1f(thicknessAt_, pieces_.thickness);
        glUniform1f(sideAt_, side_);
        const GpuMesh& mesh = pieces_.discs.size() > 300 ? coarseDisc_ : disc_;
        mesh.drawInstances(static_cast<GLsizei>(pieces_.discs.size()));
    }
    if (pieces_.spheres.empty() && pieces_.cubes.empty())
        return;
    glEnable(GL_CULL_FACE);
    use(solidStage);
    if (!pieces_.spheres.empty())
    {
        glUniform1f(boxAt_, 0.0f);
        sphere_.drawInstances(static_cast<GLsizei>(pieces_.spheres.size()));
    }
    if (!pieces_.cubes.empty())
    {
        glUniform1f(boxAt_, 1.0f);
        cube_.drawInstances(static_cast<GLsizei>(pieces_.cubes.size()));
    }
    glDisable(GL_CULL_FACE);
}

} // namespace ropewalk
