#pragma once

#include <glad/gl.h>

#include <utility>

namespace ropewalk
{

/// An OpenGL name that is deleted with its owner. `Kind` says how it is made and deleted.
template <typename Kind>
class GlObject
{
public:
    GlObject() : id_(Kind::create()) {}
    explicit GlObject(GLuint id) : id_(id) {}
    ~GlObject()
    {
        if (id_ != 0)
            Kind::destroy(id_);
    }
    GlObject(GlObject&& other) noexcept : id_(std::exchange(other.id_, 0u)) {}
    GlObject& operator=(GlObject&& other) noexcept
    {
        std::swap(id_, other.id_);
        return *this;
    }
    GLuint id() const { return id_; }

private:
    GLuint id_;
};

struct BufferKind
{
    static GLuint create()
    {
        GLuint id = 0;
        glGenBuffers(1, &id);
        return id;
    }
    static void destroy(GLuint id) { glDeleteBuffers(1, &id); }
};

struct VertexArrayKind
{
    static GLuint create()
    {
        GLuint id = 0;
        glGenVertexArrays(1, &id);
        return id;
    }
    static void destroy(GLuint id) { glDeleteVertexArrays(1, &id); }
};

struct FramebufferKind
{
    static GLuint create()
    {
        GLuint id = 0;
        glGenFramebuffers(1, &id);
        return id;
    }
    static void destroy(GLuint id) { glDeleteFramebuffers(1, &id); }
};

struct RenderbufferKind
{
    static GLuint create()
    {
        GLuint id = 0;
        glGenRenderbuffers(1, &id);
        return id;
    }
    static void destroy(GLuint id) { glDeleteRenderbuffers(1, &id); }
};

struct ProgramKind
{
    static GLuint create() { return glCreateProgram(); }
    static void destroy(GLuint id) { glDeleteProgram(id); }
};

using Buffer = GlObject<BufferKind>;
using VertexArray = GlObject<VertexArrayKind>;
using Framebuffer = GlObject<FramebufferKind>;
using Renderbuffer = GlObject<RenderbufferKind>;
using Program = GlObject<ProgramKind>;

} // namespace ropewalk
