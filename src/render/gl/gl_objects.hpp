#pragma once

#include <glad/gl.h>
#include <glm/vec2.hpp>

#include <utility>

namespace ropewalk
{

/// An OpenGL name that is deleted with its owner; made and deleted by functions of glGenBuffers' kind. (They are
/// pointers that the loader fills in, so they are taken by reference.)
template <auto& generate, auto& destroy>
class GlObject
{
public:
    GlObject() { generate(1, &id_); }
    ~GlObject()
    {
        if (id_ != 0)
            destroy(1, &id_);
    }
    GlObject(GlObject&& other) noexcept : id_(std::exchange(other.id_, 0u)) {}
    GlObject& operator=(GlObject&& other) noexcept
    {
        std::swap(id_, other.id_);
        return *this;
    }
    GLuint id() const { return id_; }

private:
    GLuint id_ = 0;
};

inline void generateProgram(GLsizei, GLuint* id)
{
    *id = glCreateProgram();
}
inline void deleteProgram(GLsizei, const GLuint* id)
{
    glDeleteProgram(*id);
}

using Buffer = GlObject<glad_glGenBuffers, glad_glDeleteBuffers>;
using VertexArray = GlObject<glad_glGenVertexArrays, glad_glDeleteVertexArrays>;
using Framebuffer = GlObject<glad_glGenFramebuffers, glad_glDeleteFramebuffers>;
using Renderbuffer = GlObject<glad_glGenRenderbuffers, glad_glDeleteRenderbuffers>;
using Texture = GlObject<glad_glGenTextures, glad_glDeleteTextures>;
using Program = GlObject<generateProgram, deleteProgram>;

/// Gives the bound framebuffer storage of that many samples a pixel.
inline void attach(const Renderbuffer& storage, GLenum format, GLenum at, const glm::ivec2& size, int samples = 0)
{
    glBindRenderbuffer(GL_RENDERBUFFER, storage.id());
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, size.x, size.y);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, at, GL_RENDERBUFFER, storage.id());
    glBindRenderbuffer(GL_RENDERBUFFER, 0);
}

inline bool framebufferIsComplete()
{
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

} // namespace ropewalk
