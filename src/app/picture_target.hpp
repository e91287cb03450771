#pragma once

#include "render/gl_objects.hpp"

#include <glm/vec2.hpp>

#include <functional>
#include <optional>

namespace ropewalk
{

/// Where the scene is drawn before it goes into the window: multisampled, and only as large as the picture. A
/// multisampled window would pay for four samples under every panel too, which a software renderer feels.
class PictureTarget
{
public:
    /// Has `paint` draw into a framebuffer of that size and copies the result to `origin` (pixels, y up) of the window.
    /// `samples` below 2: straight into the window. `paint` is told where in the current framebuffer to draw.
    void draw(const glm::ivec2& origin, const glm::ivec2& size, int samples,
              const std::function<void(const glm::ivec2& origin)>& paint);

private:
    struct Storage
    {
        Framebuffer multisampled;
        Renderbuffer colour;
        Renderbuffer depth;
        Framebuffer resolved;
        Renderbuffer resolvedColour;
        glm::ivec2 size{0};
        int samples = 0;
    };
    bool prepare(const glm::ivec2& size, int samples);

    std::optional<Storage> storage_;
};

} // namespace ropewalk
