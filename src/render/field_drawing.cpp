#include "field_drawing.hpp"

#include <algorithm>
#include <cstddef>

namespace ropewalk
{

FieldDrawing::FieldDrawing()
{
    glBindVertexArray(array_.id());
    glBindBuffer(GL_ARRAY_BUFFER, vertices_.id());
    attribute(0, 4, GL_FLOAT, sizeof(FieldVertex), offsetof(FieldVertex, position)); // and top
    attribute(1, 4, GL_BYTE, sizeof(FieldVertex), offsetof(FieldVertex, course));
    attribute(2, 4, GL_UNSIGNED_BYTE, sizeof(FieldVertex), offsetof(FieldVertex, paint));
    glBindVertexArray(0);
}

void FieldDrawing::load(const ShaderLibrary& library)
{
    std::array<Program, stageCount> made{
        library.program({"colour.glsl", "thicket.glsl", "field.vert"}, {"field.frag"}),
        library.program({"thicket.glsl", "field_shadow.vert"}, {"ground.glsl", "thicket.glsl", "field_shadow.frag"}),
    };
    for (std::size_t stage = 0; stage < stageCount; ++stage)
    {
        const GLuint id = made[stage].id();
        lowAt_[stage] = glGetUniformLocation(id, "thicketLow");
        highAt_[stage] = glGetUniformLocation(id, "thicketHigh");
    }
    programs_ = std::move(made);
}

void FieldDrawing::prepare(const RopeField& field, const FrameBlock& frame, float nearest)
{
    const bool groundSeen = frame.groundPresent > 0.5f && frame.groundOpacity > 0.99f;
    FieldView view{frame.eye, frame.forward, frame.right, frame.up, frame.pixelSize, nearest};
    if (groundSeen)
        view.ground = frame.groundHeight + field.radius;
    strips_.pack(field, view);
    if (!strips_.vertices().empty())
        vertices_.write(strips_.vertices());
    radius_ = field.radius;
    // A ray across the field meets a rope's width in every square of the lattice.
    density_ = std::min(2.0f * field.radius / (field.spacing * field.spacing), 4.0f);
}

void FieldDrawing::use(Stage stage) const
{
    glUseProgram(programs_[stage].id());
    const glm::vec3& low = strips_.low();
    const glm::vec3& high = strips_.high();
    glUniform4f(lowAt_[stage], low.x, low.y, low.z, radius_);
    glUniform4f(highAt_[stage], high.x, high.y, high.z, density_);
}

void FieldDrawing::drawShadow() const
{
    if (!(strips_.low().x <= strips_.high().x))
        return;
    use(shadowStage);
    glBindVertexArray(corners_.id());
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

void FieldDrawing::draw() const
{
    if (strips_.vertices().empty())
        return;
    use(ropeStage);
    glBindVertexArray(array_.id());
    glDrawArrays(GL_TRIANGLE_STRIP, 0, static_cast<GLsizei>(strips_.vertices().size()));
}

} // namespace ropewalk
