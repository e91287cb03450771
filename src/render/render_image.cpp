#include "offscreen.hpp"
#include "render/gl/gl_objects.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ropewalk
{

namespace
{

/// A framebuffer with its own storage; bound while it lives.
class Target
{
public:
    Target(const glm::ivec2& size, int samples)
    {
        glGetIntegerv(GL_FRAMEBUFFER_BINDING, &before_);
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
        attach(colour_, GL_RGBA8, GL_COLOR_ATTACHMENT0, size, samples);
        attach(depth_, GL_DEPTH_COMPONENT24, GL_DEPTH_ATTACHMENT, size, samples);
        if (!framebufferIsComplete())
        {
            glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(before_));
            throw std::runtime_error(
                fmt::format("an image of {}x{} pixels with {} samples is more than OpenGL has memory for", size.x,
                            size.y, samples));
        }
    }
    ~Target() { glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(before_)); }
    Target(const Target&) = delete;
    Target& operator=(const Target&) = delete;
    GLuint id() const { return framebuffer_.id(); }

private:
    GLint before_ = 0;
    Framebuffer framebuffer_;
    Renderbuffer colour_;
    Renderbuffer depth_;
};

} // namespace

Image renderImage(Renderer& renderer, const Snapshot& snapshot, const Camera& camera, const PictureOptions& options,
                  const glm::ivec2& size)
{
    GLint largest = 0;
    GLint samples = 0;
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &largest);
    glGetIntegerv(GL_MAX_SAMPLES, &samples);
    if (size.x < 1 || size.y < 1 || size.x > largest || size.y > largest)
        throw std::runtime_error(fmt::format("an image of {}x{} pixels cannot be drawn: 1x1 to {}x{} is possible",
                                             size.x, size.y, largest, largest));

    const Target resolved(size, 0);
    const Target multisampled(size, std::min(samples, 4));
    renderer.draw(snapshot, camera, options, {0, 0}, size);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, multisampled.id());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, resolved.id());
    glBlitFramebuffer(0, 0, size.x, size.y, 0, 0, size.x, size.y, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, resolved.id());
    return readFramebuffer(size.x, size.y);
}

} // namespace ropewalk
