#pragma once

#include "frame_block.hpp"
#include "render/gl/gl_objects.hpp"

#include <glm/vec2.hpp>

namespace ropewalk
{

/// Sky, ground and paper of the last picture. Most pictures are seen from where the last one was, and without a
/// graphics card copying a backdrop costs a small part of drawing it. Pictures of several samples a pixel are drawn
/// each time.
class KeptBackdrop
{
public:
    /// Whether it has put the kept backdrop to `origin` of the current framebuffer, as nothing that it shows has
    /// changed.
    bool show(const FrameBlock& block, bool withGround, const glm::ivec2& origin, const glm::ivec2& size);
    /// Keeps what has been drawn there when the same was asked for twice; a moving camera costs no copy.
    void drawn(const glm::ivec2& origin, const glm::ivec2& size);
    void forget() { state_ = State::changed; } ///< after a change of the shaders

private:
    enum class State
    {
        changed,
        repeated,
        kept
    };
    FrameBlock block_{}; ///< with which it was drawn
    bool withGround_ = false;
    glm::ivec2 size_{0};
    State state_ = State::changed;
    glm::ivec2 storage_{0}; ///< size [pixel]
    Framebuffer framebuffer_;
    Renderbuffer colour_;
};

} // namespace ropewalk
