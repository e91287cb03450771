#pragma once

#include <imgui.h>

namespace ropewalk
{

/// The panels' fonts: Roboto and DejaVu, which are part of the program; Dear ImGui's own font where it was built
/// without.
class Fonts
{
public:
    static constexpr float bodySize = 15.0f;  ///< [px] at scale 1
    static constexpr float smallSize = 12.0f; ///< [px] at scale 1

    /// Builds the fonts for a scale and the display's pixels per point, unless they are there already. True when they
    /// were built anew. Never during a frame.
    bool build(float scale, float density);

    ImFont* body() const { return body_; }
    ImFont* heading() const { return heading_; } ///< bold
    ImFont* small() const { return small_; }     ///< for names of pictures
    ImFont* mono() const { return mono_; }       ///< of one width, for formulas and programs

private:
    ImFont* body_ = nullptr;
    ImFont* heading_ = nullptr;
    ImFont* small_ = nullptr;
    ImFont* mono_ = nullptr;
    float scale_ = 0.0f;
    float density_ = 0.0f;
};

} // namespace ropewalk
