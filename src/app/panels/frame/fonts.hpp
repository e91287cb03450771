#pragma once

#include <imgui.h>

#include <string>
#include <string_view>

namespace ropewalk
{

/// The program's fonts: a proper one of the system's, else Dear ImGui's own.
class Fonts
{
public:
    static constexpr float bodySize = 15.0f; ///< [px] at scale 1

    /// Builds the fonts for a scale and the display's pixels per point, unless they are there already. True when they
    /// were built anew. Never during a frame.
    bool build(float scale, float density);

    ImFont* body() const { return body_; }
    ImFont* heading() const { return heading_; } ///< bolder where the system has it

    ImFont* mono() const { return mono_; } ///< of one width, for formulas and programs

    /// The text with the signs that the font lacks written in letters, so that no box or question mark shows.
    std::string shown(std::string_view text) const;

private:
    ImFont* body_ = nullptr;
    ImFont* heading_ = nullptr;
    ImFont* mono_ = nullptr;
    float scale_ = 0.0f;
    float density_ = 0.0f;
    bool complete_ = false; ///< it has every sign that we write
};

} // namespace ropewalk
