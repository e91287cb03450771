#pragma once

#include "render/renderer.hpp"

#include <imgui.h>

#include <array>

namespace ropewalk
{

/// The colours of a theme. Every text colour is readable (contrast 4.5:1 and more) on every surface that it stands on.
struct Palette
{
    ImVec4 panel;        ///< panels and windows
    ImVec4 bar;          ///< menu and status bar
    ImVec4 field;        ///< fields for input
    ImVec4 fieldHovered; ///< under the cursor
    ImVec4 fieldActive;  ///< while it is pressed
    ImVec4 fill;         ///< the filled part of a slider, the chosen row of a list
    ImVec4 line;         ///< borders and grids
    ImVec4 text;
    ImVec4 muted;  ///< units, hints, axes
    ImVec4 accent; ///< chosen, changed or dragged things
    ImVec4 good;
    ImVec4 close;
    ImVec4 bad;
    ImVec4 veil; ///< over the viewport behind an overlay
    std::array<ImVec4, 6> curves;
};

const Palette& palette(Theme theme);

/// Colours, roundings and distances of Dear ImGui for a palette, at a scale.
void applyPalette(const Palette& colours, float scale);

/// The same colour, `alpha` times as opaque, as draw lists take it.
ImU32 packed(const ImVec4& colour, float alpha = 1.0f);

} // namespace ropewalk
