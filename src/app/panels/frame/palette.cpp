#include "palette.hpp"

#include <initializer_list>

namespace ropewalk
{

namespace
{

ImVec4 rgb(unsigned value, float alpha = 1.0f)
{
    return {static_cast<float>((value >> 16) & 0xffu) / 255.0f, static_cast<float>((value >> 8) & 0xffu) / 255.0f,
            static_cast<float>(value & 0xffu) / 255.0f, alpha};
}

// The curves follow the colour-blind-safe set of Okabe and Ito, darkened or lightened until each reads as text.
const Palette light{
    .panel = rgb(0xf6f8fb),
    .bar = rgb(0xe9eef4),
    .field = rgb(0xe6ebf2),
    .fieldHovered = rgb(0xdde5ef),
    .fieldActive = rgb(0xd2deec),
    .fill = rgb(0xbfd6ef),
    .line = rgb(0xcdd6e1),
    .text = rgb(0x1b2632),
    .muted = rgb(0x50606f),
    .accent = rgb(0x17609f),
    .good = rgb(0x0a6b4c),
    .close = rgb(0x8a5200),
    .bad = rgb(0xb3261e),
    .veil = rgb(0x22303f, 0.35f),
    .curves = {rgb(0x0063a6), rgb(0xb34700), rgb(0x00724f), rgb(0x9c3d77), rgb(0x6a5a00), rgb(0x3c4652)},
};

const Palette dark{
    .panel = rgb(0x141b28),
    .bar = rgb(0x0f1520),
    .field = rgb(0x212b3c),
    .fieldHovered = rgb(0x29364b),
    .fieldActive = rgb(0x30415a),
    .fill = rgb(0x2c4f76),
    .line = rgb(0x323f54),
    .text = rgb(0xe3eaf3),
    .muted = rgb(0xa2b1c4),
    .accent = rgb(0x6db5f2),
    .good = rgb(0x5ccb9d),
    .close = rgb(0xf0b14a),
    .bad = rgb(0xff8a80),
    .veil = rgb(0x05080d, 0.55f),
    .curves = {rgb(0x6db5f2), rgb(0xf29a4a), rgb(0x4fc99a), rgb(0xe39ac4), rgb(0xe2d254), rgb(0xc5ced9)},
};

} // namespace

const Palette& palette(Theme theme)
{
    return theme == Theme::dark ? dark : light;
}

ImU32 packed(const ImVec4& colour, float alpha)
{
    return ImGui::ColorConvertFloat4ToU32({colour.x, colour.y, colour.z, colour.w * alpha});
}

void applyPalette(const Palette& c, float scale)
{
    ImGuiStyle style;
    style.WindowPadding = {10.0f, 10.0f};
    style.FramePadding = {8.0f, 3.0f};
    style.ItemSpacing = {8.0f, 5.0f};
    style.ItemInnerSpacing = {6.0f, 4.0f};
    style.IndentSpacing = 14.0f;
    style.ScrollbarSize = 10.0f;
    style.GrabMinSize = 10.0f;
    style.WindowRounding = 8.0f;
    style.ChildRounding = 6.0f;
    style.FrameRounding = 5.0f;
    style.PopupRounding = 6.0f;
    style.ScrollbarRounding = 6.0f;
    style.GrabRounding = 5.0f;
    style.WindowBorderSize = 0.0f;
    style.PopupBorderSize = 1.0f;
    style.FrameBorderSize = 0.0f;
    style.ScaleAllSizes(scale);
    style.WindowMinSize = {1.0f, 1.0f}; // at any scale: in a window of one pixel, panels must not overlap

    if (c.text.x < 0.5f)
        ImGui::StyleColorsLight(&style);
    else
        ImGui::StyleColorsDark(&style);
    const auto paint = [&style](const ImVec4& colour, std::initializer_list<ImGuiCol_> parts)
    {
        for (const ImGuiCol_ part : parts)
            style.Colors[part] = colour;
    };
    paint({}, {ImGuiCol_ChildBg, ImGuiCol_ScrollbarBg, ImGuiCol_NavHighlight});
    paint(c.text, {ImGuiCol_Text});
    paint(c.muted, {ImGuiCol_TextDisabled, ImGuiCol_ScrollbarGrabHovered});
    paint(c.panel, {ImGuiCol_WindowBg, ImGuiCol_PopupBg});
    paint(c.bar, {ImGuiCol_MenuBarBg});
    paint(c.line, {ImGuiCol_Border, ImGuiCol_Separator, ImGuiCol_ScrollbarGrab});
    paint(c.field, {ImGuiCol_FrameBg, ImGuiCol_Button});
    paint(c.fieldHovered, {ImGuiCol_FrameBgHovered, ImGuiCol_ButtonHovered, ImGuiCol_HeaderHovered});
    paint(c.fieldActive, {ImGuiCol_FrameBgActive, ImGuiCol_ButtonActive, ImGuiCol_HeaderActive});
    paint(c.fill, {ImGuiCol_Header, ImGuiCol_TextSelectedBg});
    paint(c.accent, {ImGuiCol_CheckMark, ImGuiCol_ScrollbarGrabActive});
    paint(c.veil, {ImGuiCol_ModalWindowDimBg});
    ImGui::GetStyle() = style;
}

} // namespace ropewalk
