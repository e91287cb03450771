#include "scene_tiles.hpp"

#include "app/platform/imgui_versions.hpp"
#include "files/plain_name.hpp"
#include "scenes/constant_presets.hpp"
#include "scenes/scene.hpp"

#include <rope/parameters.hpp>

#include <cmath>
#include <utility>

namespace ropewalk
{

namespace
{

/// A picture with a name below it. True when it was clicked.
bool sceneTile(PanelContext& context, const std::string& id, std::string_view label, bool chosen, float width)
{
    const float border = context.px(1.0f);
    const float picture = std::round((width - 2.0f * border) / thumbnailAspect);
    const bool clicked = ImGui::InvisibleButton(id.c_str(), {width, picture + context.px(Fonts::smallSize + 4.0f)});
    const ImVec2 from = ImGui::GetItemRectMin();
    const ImVec2 to = ImGui::GetItemRectMax();
    const Palette& c = context.colours;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (chosen || ImGui::IsItemHovered())
        list.AddRectFilled(from, to, packed(chosen ? c.fill : c.fieldHovered), context.px(5.0f));
    drawThumbnail(context, list, id, {from.x + border, from.y + border, width - 2.0f * border, picture});
    if (chosen)
        outline(list, from, {to.x, from.y + picture + 2.0f * border}, packed(c.accent), context.px(5.0f),
                context.px(2.0f));
    pushFont(context.fonts.small(), Fonts::smallSize);
    const std::string name = shortened(label, width);
    const ImVec2 size = sizeVerbatim(name);
    const ImVec2 at{std::round(from.x + 0.5f * (width - size.x)), std::round(to.y - size.y - context.px(1.0f))};
    drawVerbatim(list, at, packed(c.text), name);
    context.ui.place("scene title " + id, {at.x, at.y, size.x, size.y});
    if (name.ends_with("\u2026"))
        context.ui.place("cut off " + id, {});
    ImGui::PopFont();
    return clicked;
}

} // namespace

void drawThumbnail(PanelContext& context, ImDrawList& list, std::string_view id, const Rectangle& at)
{
    const float rounding = context.px(4.0f);
    const ImVec2 from = topLeft(at);
    const ImVec2 to = bottomRight(at);
    const ThumbnailTextures* const textures = context.ui.thumbnails;
    if (const auto found = textures != nullptr ? textures->find(id) : ThumbnailTextures::const_iterator();
        textures != nullptr && found != textures->end())
        drawTexture(list, found->second, from, to, rounding);
    else
        list.AddRectFilled(from, to, packed(context.colours.field), rounding);
    outline(list, from, to, packed(context.colours.line), rounding, 1.0f);
}

void scrollTo(float top, float bottom)
{
    const float height = ImGui::GetWindowHeight();
    if (top < ImGui::GetScrollY())
        ImGui::SetScrollY(top);
    else if (bottom > ImGui::GetScrollY() + height)
        ImGui::SetScrollY(bottom - height);
}

SceneTiles::SceneTiles(const PanelContext& context)
    : gap_(context.px(4.0f)), left_(ImGui::GetCursorPosX()),
      width_(std::floor(0.5f * (ImGui::GetContentRegionAvail().x - gap_)))
{
}

void SceneTiles::draw(PanelContext& context, const std::string& id, std::string_view label, const std::string& hint,
                      bool chosen)
{
    if (std::exchange(second_, !second_))
        ImGui::SameLine(left_ + width_ + gap_);
    if (pressed(context, "scene " + id, sceneTile(context, id, label, chosen, width_)) && !chosen)
        context.ui.sceneRequest = id;
    tooltip(context, hint);
}

bool drawPresetTiles(PanelContext& context)
{
    const Scene& scene = context.workbench.scene();
    if (scene.info().presets.empty())
        return false;
    heading(context, "Set-ups");
    const std::string present = listedPresetOf(scene);
    // A list whose contents have changed knows how far it can scroll after some frames.
    constexpr int frames = 3;
    ImGuiStorage& storage = *ImGui::GetStateStorage();
    const auto shown = static_cast<int>(ImGui::GetID(present.c_str()));
    const ImGuiID last = ImGui::GetID("set-up shown");
    const ImGuiID since = ImGui::GetID("frames since");
    storage.SetInt(since, storage.GetInt(last) == shown ? storage.GetInt(since) + 1 : 0);
    storage.SetInt(last, shown);
    SceneTiles tiles(context);
    for (const ListedPreset& preset : scene.info().presets)
    {
        const float top = ImGui::GetCursorPosY();
        tiles.draw(context, idOf(scene.info(), preset), plainName(preset.id),
                   std::string(preset.title) + ". " + std::string(preset.hint), preset.id == present);
        if (preset.id == present && storage.GetInt(since) < frames)
            scrollTo(top, top + ImGui::GetItemRectSize().y);
    }
    return true;
}

} // namespace ropewalk
