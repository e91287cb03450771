#pragma once

#include "render/gl/image.hpp"
#include "renderer.hpp"

namespace ropewalk
{

/// An OpenGL 3.3 context without window and without display; current while it lives. Throws NoOpenGL when the machine
/// has none.
class OffscreenContext
{
public:
    OffscreenContext();
    ~OffscreenContext();
    OffscreenContext(const OffscreenContext&) = delete;
    OffscreenContext& operator=(const OffscreenContext&) = delete;

private:
    struct Handles;
    std::unique_ptr<Handles> handles_;
};

/// Draws one image, multisampled, into memory. Needs a current context.
Image renderImage(Renderer& renderer, const Snapshot& snapshot, const Camera& camera, const PictureOptions& options,
                  const glm::ivec2& size);

} // namespace ropewalk
