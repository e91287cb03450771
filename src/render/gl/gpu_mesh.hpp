#pragma once

#include "gl_objects.hpp"
#include "render/pieces/mesh.hpp"

#include <vector>

namespace ropewalk
{

/// A buffer that is written anew for each frame. Its storage grows and never shrinks.
class StreamBuffer
{
public:
    GLuint id() const { return buffer_.id(); }

    template <typename Item>
    void write(const std::vector<Item>& items)
    {
        if (items.empty())
            return; // WebGL takes a length of 0 for all that there is
        const auto bytes = static_cast<GLsizeiptr>(items.size() * sizeof(Item));
        // WebGL takes no indices through GL_ARRAY_BUFFER; this target takes anything.
        glBindBuffer(GL_COPY_WRITE_BUFFER, buffer_.id());
        if (bytes > capacity_)
            capacity_ = bytes + bytes / 2;
        // The old storage may still be read for the last frame: OpenGL gives a new one instead of waiting for it.
        glBufferData(GL_COPY_WRITE_BUFFER, capacity_, nullptr, GL_STREAM_DRAW);
        glBufferSubData(GL_COPY_WRITE_BUFFER, 0, bytes, items.data());
    }

private:
    Buffer buffer_;
    GLsizeiptr capacity_ = 0;
};

/// Describes a member of the items in the bound buffer as an attribute of the bound vertex array.
inline void attribute(GLuint location, GLint components, GLenum type, std::size_t stride, std::size_t offset,
                      GLuint divisor = 0)
{
    glEnableVertexAttribArray(location);
    glVertexAttribPointer(location, components, type, GL_TRUE, static_cast<GLsizei>(stride),
                          reinterpret_cast<const void*>(offset));
    glVertexAttribDivisor(location, divisor);
}

/// A mesh in video memory; its vertices are attribute 0.
class GpuMesh
{
public:
    explicit GpuMesh(const Mesh& mesh) : count_(static_cast<GLsizei>(mesh.indices.size()))
    {
        glBindVertexArray(array_.id());
        glBindBuffer(GL_ARRAY_BUFFER, vertices_.id());
        glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(mesh.vertices.size() * sizeof(glm::vec3)),
                     mesh.vertices.data(), GL_STATIC_DRAW);
        attribute(0, 3, GL_FLOAT, sizeof(glm::vec3), 0);
        glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_.id());
        glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(mesh.indices.size() * sizeof(std::uint16_t)),
                     mesh.indices.data(), GL_STATIC_DRAW);
        glBindVertexArray(0);
    }

    void bind() const { glBindVertexArray(array_.id()); }

    void draw() const
    {
        bind();
        glDrawElements(GL_TRIANGLES, count_, GL_UNSIGNED_SHORT, nullptr);
    }
    void drawInstances(GLsizei instances) const
    {
        bind();
        glDrawElementsInstanced(GL_TRIANGLES, count_, GL_UNSIGNED_SHORT, nullptr, instances);
    }

private:
    VertexArray array_;
    Buffer vertices_;
    Buffer indices_;
    GLsizei count_;
};

} // namespace ropewalk
