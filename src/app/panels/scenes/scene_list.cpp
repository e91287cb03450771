#include "scene_list.hpp"

#include "app/language/translation.hpp"
#include "app/panels/frame/scene_tiles.hpp"

#include "files/plain_name.hpp"

#include "app/platform/imgui_versions.hpp"

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
    line = translated(line);
    float widest = 0.0f;
    while (!line.empty())
    {
        const std::size_t end = std::min(line.find(' '), line.size());
        widest = std::max(widest, sizeVerbatim(line.substr(0, end)).x);
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
    const float textHeight = textSize(title, wrap).y;
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

std::vector<std::string_view> categories()
{
    std::vector<std::string_view> tabs;
    for (const SceneEntry& entry : scenes())
        if (std::find(tabs.begin(), tabs.end(), entry.info.tab) == tabs.end())
            tabs.push_back(entry.info.tab);
    return tabs;
}

/// Two columns of pictures: all scenes are seen at once.
void drawTiles(PanelContext& context, std::string_view tab, std::string_view current, bool changed)
{
    SceneTiles tiles(context);
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

void drawWrapped(PanelContext& context, std::string name, const ImVec2& at, const ImVec4& colour, std::string_view line,
                 float wrap)
{
    line = translated(line);
    const ImVec2 size = ImGui::CalcTextSize(line.data(), line.data() + line.size(), false, wrap);
    context.ui.place(std::move(name), {at.x, at.y, size.x, size.y});
    ImGui::GetWindowDrawList()->AddText(ImGui::GetFont(), ImGui::GetFontSize(), {std::round(at.x), std::round(at.y)},
                                        packed(colour), line.data(), line.data() + line.size(), wrap + 1.0f);
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
