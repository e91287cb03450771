#pragma once

#include <glm/vec2.hpp>

#include <functional>
#include <memory>

namespace ropewalk
{

/// Where a scene is drawn before it goes into the window or a texture: multisampled, and only as large as the viewport.
/// A multisampled window would pay for four samples under every panel too, which a software renderer feels.
class ViewportTarget
{
public:
    ViewportTarget();
    ~ViewportTarget();
    ViewportTarget(const ViewportTarget&) = delete;
    ViewportTarget& operator=(const ViewportTarget&) = delete;

    /// Has `paint` draw into a framebuffer of that size and copies the result to `origin` (pixels, y up) of the
    /// framebuffer `into` (0: the window), which is bound afterwards. `samples` below 2: straight into it. `paint` gets
    /// the place in the current framebuffer where it draws.
    void draw(const glm::ivec2& origin, const glm::ivec2& size, int samples,
              const std::function<void(const glm::ivec2& origin)>& paint, unsigned into = 0);

    /// After a loss of OpenGL's context: the next picture makes all anew.
    void forget();

private:
    struct Storage;
    bool prepare(const glm::ivec2& size, int samples);

    std::unique_ptr<Storage> storage_;
};

} // namespace ropewalk
