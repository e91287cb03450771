#include "viewport_target.hpp"

#include "render/gl/gl_objects.hpp"

#include <algorithm>

namespace ropewalk
{
namespace
{

void copy(GLuint from, GLuint to, const glm::ivec2& origin, const glm::ivec2& size)
{
    glBindFramebuffer(GL_READ_FRAMEBUFFER, from);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to);
    glBlitFramebuffer(0, 0, size.x, size.y, origin.x, origin.y, origin.x + size.x, origin.y + size.y,
                      GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

} // namespace

struct ViewportTarget::Storage
{
    Framebuffer multisampled;
    Renderbuffer colour;
    Renderbuffer depth;
    Framebuffer resolved;
    Renderbuffer resolvedColour;
    glm::ivec2 size{0};
    int samples = 0;
};

ViewportTarget::ViewportTarget() = default;

ViewportTarget::~ViewportTarget() = default;

void ViewportTarget::forget()
{
    storage_.reset();
}

bool ViewportTarget::prepare(const glm::ivec2& size, int samples)
{
    GLint most = 0;
    glGetIntegerv(GL_MAX_SAMPLES, &most);
    samples = std::min(samples, static_cast<int>(most));
    if (samples < 2)
        return false;
    if (storage_ && storage_->size == size && storage_->samples == samples)
        return true;
    storage_ = std::make_unique<Storage>();
    storage_->size = size;
    storage_->samples = samples;
    glBindFramebuffer(GL_FRAMEBUFFER, storage_->resolved.id());
    attach(storage_->resolvedColour, GL_RGBA8, GL_COLOR_ATTACHMENT0, size);
    bool usable = framebufferIsComplete();
    glBindFramebuffer(GL_FRAMEBUFFER, storage_->multisampled.id());
    attach(storage_->colour, GL_RGBA8, GL_COLOR_ATTACHMENT0, size, samples);
    attach(storage_->depth, GL_DEPTH_COMPONENT24, GL_DEPTH_ATTACHMENT, size, samples);
    usable = usable && framebufferIsComplete();
    if (!usable)
        storage_.reset();
    return usable;
}

void ViewportTarget::draw(const glm::ivec2& origin, const glm::ivec2& size, int samples,
                          const std::function<void(const glm::ivec2& origin)>& paint, unsigned into)
{
    if (!prepare(size, samples))
    {
        glBindFramebuffer(GL_FRAMEBUFFER, into);
        paint(origin);
        return;
    }
    glBindFramebuffer(GL_FRAMEBUFFER, storage_->multisampled.id());
    paint({0, 0});
    // In two steps: OpenGL resolves samples between equal formats only, and the driver chooses the window's format.
    copy(storage_->multisampled.id(), storage_->resolved.id(), {0, 0}, size);
    copy(storage_->resolved.id(), into, origin, size);
    glBindFramebuffer(GL_FRAMEBUFFER, into);
}

} // namespace ropewalk
