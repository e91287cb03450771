#pragma once

#include <glm/vec2.hpp>

#include <cstddef>
#include <memory>
#include <vector>

struct ImDrawData;

namespace ropewalk
{

/// Paints the panels. An opaque panel that looks as in the last frame is copied from a picture that is kept of it: a
/// software renderer spends half of a frame on panels, most of which seldom change.
class KeptPanels
{
public:
    KeptPanels();
    ~KeptPanels();
    KeptPanels(const KeptPanels&) = delete;
    KeptPanels& operator=(const KeptPanels&) = delete;

    /// Paints into this framebuffer (0: the window), which is bound and as large as `data` says.
    void paint(ImDrawData& data, unsigned into = 0);
    /// How many panels the last paint() has copied.
    std::size_t copied() const { return copied_; }

    /// Textures have new contents, or OpenGL's context is lost: no picture is valid any more.
    void forget();

private:
    struct Panel;
    struct Storage;

    /// The panels of the frame: a window with the child windows that lie within it.
    std::vector<Panel> panelsOf(const ImDrawData& data) const;
    bool prepare(const glm::ivec2& pixels); ///< false where the driver has no such framebuffer
    void paintLists(ImDrawData& data, const std::vector<const Panel*>& panels) const;

    std::vector<Panel> shown_; ///< in the last frame
    std::unique_ptr<Storage> storage_;
    std::size_t copied_ = 0;
};

} // namespace ropewalk
