#include "kept_backdrop.hpp"

#include <cstring>
#include <utility>

namespace ropewalk
{

namespace
{

void copy(GLuint from, const glm::ivec2& fromOrigin, GLuint to, const glm::ivec2& toOrigin, const glm::ivec2& size)
{
    glDisable(GL_SCISSOR_TEST);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, from);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to);
    glBlitFramebuffer(fromOrigin.x, fromOrigin.y, fromOrigin.x + size.x, fromOrigin.y + size.y, toOrigin.x, toOrigin.y,
                      toOrigin.x + size.x, toOrigin.y + size.y, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glEnable(GL_SCISSOR_TEST);
}

GLuint currentFramebuffer()
{
    GLint current = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &current);
    return static_cast<GLuint>(current);
}

} // namespace

bool KeptBackdrop::show(const FrameBlock& block, bool withGround, const glm::ivec2& origin, const glm::ivec2& size)
{
    GLint samples = 0;
    glGetIntegerv(GL_SAMPLES, &samples);
    const FrameBlock before = std::exchange(block_, block);
    block_.tubeRings = block_.tubeSides = block_.sunkOpacity = 0.0f; // ropes alone have these
    // Where only what lies between members differs, the backdrop is drawn once more.
    // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
    const bool sameLook = std::memcmp(&before, &block_, sizeof(block)) == 0;
    const bool sameGround = std::exchange(withGround_, withGround) == withGround;
    const bool sameSize = std::exchange(size_, size) == size;
    if (samples > 1 || !sameLook || !sameGround || !sameSize)
        state_ = State::changed;
    else if (state_ != State::kept)
        state_ = State::repeated;
    if (state_ != State::kept)
        return false;
    const GLuint current = currentFramebuffer();
    copy(framebuffer_.id(), {0, 0}, current, origin, size);
    glBindFramebuffer(GL_FRAMEBUFFER, current);
    return true;
}

void KeptBackdrop::drawn(const glm::ivec2& origin, const glm::ivec2& size)
{
    if (state_ != State::repeated)
        return;
    const GLuint current = currentFramebuffer();
    if (storage_ != size)
    {
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
        attach(colour_, GL_RGBA8, GL_COLOR_ATTACHMENT0, size);
        storage_ = size;
    }
    copy(current, origin, framebuffer_.id(), {0, 0}, size);
    glBindFramebuffer(GL_FRAMEBUFFER, current);
    state_ = State::kept;
}

} // namespace ropewalk
