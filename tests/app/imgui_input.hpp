#pragma once

#include <imgui.h>

// Input for Dear ImGui without a window, and what else of it differs between the versions 1.86 and 1.92.

namespace ropewalk
{

inline void sendMouse(float x, float y)
{
#if IMGUI_VERSION_NUM >= 18700
    ImGui::GetIO().AddMousePosEvent(x, y);
#else
    ImGui::GetIO().MousePos = {x, y};
#endif
}

inline void sendButton(int which, bool down)
{
#if IMGUI_VERSION_NUM >= 18700
    ImGui::GetIO().AddMouseButtonEvent(which, down);
#else
    ImGui::GetIO().MouseDown[which] = down;
#endif
}

/// Turns the wheel; before 1.87 it goes on turning in every frame until it is sent 0.
inline void sendWheel(float clicks)
{
#if IMGUI_VERSION_NUM >= 18700
    ImGui::GetIO().AddMouseWheelEvent(0.0f, clicks);
#else
    ImGui::GetIO().MouseWheel = clicks;
#endif
}

inline void sendKey(ImGuiKey which, bool down)
{
#if IMGUI_VERSION_NUM >= 18700
    ImGui::GetIO().AddKeyEvent(which, down);
#else
    ImGui::GetIO().KeyMap[which] = which;
    ImGui::GetIO().KeysDown[which] = down;
#endif
}

/// Says that textures will be drawn: from 1.92 on, Dear ImGui asks for that before it lays out text.
inline void promiseTextures()
{
#if IMGUI_VERSION_NUM >= 19200
    ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
#endif
}

inline bool hasGlyph(ImFont& font, unsigned code)
{
#if IMGUI_VERSION_NUM >= 19200
    return font.IsGlyphInFont(static_cast<ImWchar>(code));
#else
    return font.FindGlyphNoFallback(static_cast<ImWchar>(code)) != nullptr;
#endif
}

} // namespace ropewalk
