#include "scene_list.hpp"

#include "files/plain_name.hpp"

#include "app/platform/imgui_versions.hpp"

#include "scenes/hosts.hpp"
#include "scenes/scene.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace ropewalk
{

namespace
{

constexpr float rowThumbnail = 76.0f; ///< [px] at scale 1, of a thumbnail beside its title

float widestWord(std::string_view line)
{
    float widest = 0.0f;
    while (!line.empty())
    {
        const std::size_t end = std::min(line.find(' '), line.size());
        widest = std::max(widest, textSize(line.substr(0, end)).x);
        line.remove_prefix(std::min(end + 1, line.size()));
    }
    return widest;
}

/// A thumbnail with the title beside it; where a word would be cut off there, below it. True when it was clicked.
bool sceneRow(PanelContext& context, const SceneInfo& info, bool chosen)
{
    const ImVec2 padding{context.px(4.0f), context.px(3.0f)};
    const float gap = context.px(8.0f);
    const float width = std::max(context.px(40.0f), ImGui::GetContentRegionAvail().x);
    const float inner = width - 2.0f * padding.x;
    const std::string_view title = info.title;

    Rectangle thumbnail{padding.x, padding.y, std::round(context.px(rowThumbnail)), 0.0f};
    const bool beside = inner - thumbnail.width - gap >= widestWord(title);
    if (!beside)
        thumbnail.width = std::min(inner, context.px(160.0f));
    thumbnail.height = std::round(thumbnail.width / thumbnailAspect);
    const float wrap = beside ? inner - thumbnail.width - gap : inner;
    const float textHeight = wrappedSize(title, wrap).y;
    const float height =
        beside ? std::max(thumbnail.height, textHeight) : thumbnail.height + context.px(3.0f) + textHeight;
    const ImVec2 text{beside ? padding.x + thumbnail.width + gap : padding.x,
                      padding.y + (beside ? 0.5f * (height - textHeight) : height - textHeight)};

    const bool pressed = ImGui::InvisibleButton(std::string(info.id).c_str(), {width, height + 2.0f * padding.y});
    const ImVec2 from = ImGui::GetItemRectMin();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Palette& c = context.colours;
    if (chosen || ImGui::IsItemHovered())
        list.AddRectFilled(from, ImGui::GetItemRectMax(),
                           packed(chosen                  ? c.fill
                                  : ImGui::IsItemActive() ? c.fieldActive
                                                          : c.fieldHovered),
                           ImGui::GetStyle().FrameRounding);
    thumbnail.x += from.x;
    thumbnail.y += from.y + (beside ? std::round(0.5f * (height - thumbnail.height)) : 0.0f);
    drawThumbnail(context, list, info.id, thumbnail);
    drawWrapped(context, "scene title " + std::string(info.id), {from.x + text.x, from.y + text.y}, c.text, title,
                wrap);
    return pressed;
}

/// Brings a part of the window's contents into sight.
void scrollTo(float top, float bottom)
{
    const float height = ImGui::GetWindowHeight();
    if (top < ImGui::GetScrollY())
        ImGui::SetScrollY(top);
    else if (bottom > ImGui::GetScrollY() + height)
        ImGui::SetScrollY(bottom - height);
}

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
    const ImVec2 size = textSize(name);
    const ImVec2 at{std::round(from.x + 0.5f * (width - size.x)), std::round(to.y - size.y - context.px(1.0f))};
    drawText(list, at, packed(c.text), name);
    context.ui.place("scene title " + id, {at.x, at.y, size.x, size.y});
    ImGui::PopFont();
    return clicked;
}

std::vector<std::string_view> categories()
{
    std::vector<std::string_view> tabs;
    for (const SceneEntry& entry : scenes())
        if (std::find(tabs.begin(), tabs.end(), entry.info.tab) == tabs.end())
            tabs.push_back(entry.info.tab);
    return tabs;
}

/// Pictures in two columns, which the panel shares between them.
class Tiles
{
public:
    explicit Tiles(const PanelContext& context)
        : gap_(context.px(4.0f)), left_(ImGui::GetCursorPosX()),
          width_(std::floor(0.5f * (ImGui::GetContentRegionAvail().x - gap_)))
    {
    }

    /// A click asks for the scene, or its preset, of this id.
    void draw(PanelContext& context, const std::string& id, std::string_view label, const std::string& hint,
              bool chosen)
    {
        if (std::exchange(second_, !second_))
            ImGui::SameLine(left_ + width_ + gap_);
        if (pressed(context, "scene " + id, sceneTile(context, id, label, chosen, width_)) && !chosen)
            context.ui.sceneRequest = id;
        tooltip(context, hint);
    }

private:
    float gap_;
    float left_;
    float width_;
    bool second_ = false; ///< the next one goes into the second column
};

/// Two columns of pictures: all scenes are seen at once.
void drawTiles(PanelContext& context, std::string_view tab, std::string_view current, bool changed)
{
    Tiles tiles(context);
    for (const SceneEntry& entry : scenes())
    {
        const SceneInfo& info = entry.info;
        if (info.tab != tab)
            continue;
        const bool chosen = info.id == current;
        const float top = ImGui::GetCursorPosY();
        tiles.draw(context, std::string(info.id), info.name, std::string(info.title) + ". " + withPlainNames(info.hint),
                   chosen);
        if (chosen && changed)
            scrollTo(top, top + ImGui::GetItemRectSize().y);
    }
}

} // namespace

ImVec2 wrappedSize(std::string_view line, float wrap)
{
    return ImGui::CalcTextSize(line.data(), line.data() + line.size(), false, wrap);
}

void drawWrapped(PanelContext& context, std::string name, const ImVec2& at, const ImVec4& colour, std::string_view line,
                 float wrap)
{
    const ImVec2 size = wrappedSize(line, wrap);
    context.ui.place(std::move(name), {at.x, at.y, size.x, size.y});
    ImGui::GetWindowDrawList()->AddText(ImGui::GetFont(), ImGui::GetFontSize(), {std::round(at.x), std::round(at.y)},
                                        packed(colour), line.data(), line.data() + line.size(), wrap + 1.0f);
}

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

bool drawPresetTiles(PanelContext& context)
{
    const Scene& scene = context.workbench.scene();
    if (scene.info().presets.empty())
        return false;
    heading(context, "Presets");
    const std::string present = ownSetUpOf(scene) ? std::string() : scene.parameters().find("preset")->text();
    Tiles tiles(context);
    for (const ListedPreset& preset : scene.info().presets)
        tiles.draw(context, idOf(scene.info(), preset), plainName(preset.id),
                   std::string(preset.title) + ". " + std::string(preset.hint), preset.id == present);
    return true;
}

void drawSceneList(PanelContext& context, const Rectangle& at, bool changed)
{
    const std::string_view current = context.workbench.scene().info().id;
    if (!context.ui.allPanels)
    {
        beginPanel(context, "scenes", at, 0, {4.0f, 4.0f});
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {context.px(4.0f), context.px(3.0f)});
        for (const std::string_view tab : categories())
        {
            heading(context, tab);
            drawTiles(context, tab, current, changed);
        }
        ImGui::PopStyleVar();
        ImGui::End();
        return;
    }
    beginPanel(context, "scenes", at);
    for (const std::string_view tab : categories())
    {
        heading(context, tab);
        for (const SceneEntry& entry : scenes())
        {
            if (entry.info.tab != tab)
                continue;
            const std::string id(entry.info.id);
            const bool chosen = entry.info.id == current;
            const float top = ImGui::GetCursorPosY();
            if (pressed(context, "scene " + id, sceneRow(context, entry.info, chosen)) && !chosen)
                context.ui.sceneRequest = id;
            if (!chosen)
            {
                tooltip(context, entry.info.hint);
                continue;
            }
            ImGui::Indent(context.px(5.0f));
            wrappedText(context.colours.muted, withPlainNames(entry.info.hint));
            ImGui::Unindent(context.px(5.0f));
            context.ui.place("scene hint",
                             {at.x, at.y + top - ImGui::GetScrollY(), at.width, ImGui::GetCursorPosY() - top});
            if (changed)
                scrollTo(top, ImGui::GetCursorPosY());
        }
        ImGui::Dummy({0.0f, context.px(2.0f)});
    }
    ImGui::End();
}

} // namespace ropewalk
