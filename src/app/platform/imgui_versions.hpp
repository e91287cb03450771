#pragma once

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

// Dear ImGui changed these functions between 1.86 and 1.92; all others are called directly.

namespace ropewalk
{

inline bool keyPressed(ImGuiKey key)
{
#if IMGUI_VERSION_NUM >= 18700
    return ImGui::IsKeyPressed(key, false);
#else
    return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), false);
#endif
}

/// A font at the size it was added with, times the scale of the style.
inline void pushFont(ImFont* font)
{
#if IMGUI_VERSION_NUM >= 19200
    ImGui::PushFont(font, 0.0f);
#else
    ImGui::PushFont(font);
#endif
}

/// A font of `size` [px at scale 1] that was added with that size.
inline void pushFont(ImFont* font, [[maybe_unused]] float size)
{
#if IMGUI_VERSION_NUM >= 19200
    ImGui::PushFont(font, size);
#else
    ImGui::PushFont(font);
#endif
}

/// Whether the atlas makes the sizes of a font as they are drawn, so that the files are read only once.
constexpr bool fontsHaveEverySize = IMGUI_VERSION_NUM >= 19200;

/// Scales all fonts; returns the size [px] that a font of `size` at scale 1 is to be added with.
inline float setFontScale(float size, float scale, [[maybe_unused]] float density)
{
#if IMGUI_VERSION_NUM >= 19200
    ImGui::GetStyle().FontSizeBase = size;
    ImGui::GetStyle().FontScaleMain = scale;
    return size;
#else
    ImGui::GetIO().FontGlobalScale = 1.0f / density;
    return std::round(size * scale * density);
#endif
}

/// After the last font was added.
inline void finishFonts([[maybe_unused]] ImFontAtlas& atlas)
{
#if IMGUI_VERSION_NUM < 19200
    atlas.Build();
#endif
}

inline void polyline(ImDrawList& list, const ImVec2* points, int count, ImU32 colour, float thickness)
{
#if IMGUI_VERSION_NUM >= 19280
    list.AddPolyline(points, count, colour, thickness, ImDrawFlags_None);
#else
    list.AddPolyline(points, count, colour, ImDrawFlags_None, thickness);
#endif
}

inline void outline(ImDrawList& list, const ImVec2& from, const ImVec2& to, ImU32 colour, float rounding,
                    float thickness)
{
#if IMGUI_VERSION_NUM >= 19280
    list.AddRect(from, to, colour, rounding, thickness, ImDrawFlags_None);
#else
    list.AddRect(from, to, colour, rounding, ImDrawFlags_None, thickness);
#endif
}

/// An OpenGL texture, whose first row is the uppermost.
inline void drawTexture(ImDrawList& list, unsigned texture, const ImVec2& from, const ImVec2& to, float rounding)
{
#if IMGUI_VERSION_NUM >= 19140
    const auto id = static_cast<ImTextureID>(texture);
#else
    const auto id = reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(texture));
#endif
    list.AddImageRounded(id, from, to, {0.0f, 0.0f}, {1.0f, 1.0f}, IM_COL32_WHITE, rounding);
}

/// `lists` must outlive what is drawn.
inline void setLists(ImDrawData& data, std::vector<ImDrawList*>& lists)
{
#if IMGUI_VERSION_NUM >= 18980
    data.CmdLists.resize(static_cast<int>(lists.size()));
    std::copy(lists.begin(), lists.end(), data.CmdLists.begin());
#else
    data.CmdLists = lists.data();
#endif
    data.CmdListsCount = static_cast<int>(lists.size());
}

} // namespace ropewalk
