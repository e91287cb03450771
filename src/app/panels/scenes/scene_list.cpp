#include "scene_list.hpp"

#include "app/platform/imgui_versions.hpp"

#include "scenes/scene.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace ropewalk
{

namespace
{

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

/// A picture with the title beside it, or below it where a word would not fit beside it; never cut off.
bool sceneRow(PanelContext& context, const SceneInfo& info, bool chosen)
{
    const ImVec2 padding{context.px(4.0f), context.px(3.0f)};
    const float gap = context.px(8.0f);
    const float width = std::max(context.px(40.0f), ImGui::GetContentRegionAvail().x);
    const float inner = width - 2.0f * padding.x;
    const std::string title = context.fonts.shown(info.title);
    const char* end = title.data() + title.size();

    Rectangle picture{padding.x, padding.y, std::round(context.px(0.5f * scenePictureWidths[rowPicture])), 0.0f};
    const bool beside = inner - picture.width - gap >= widestWord(title);
    if (!beside)
        picture.width = std::min(inner, context.px(160.0f));
    picture.height = std::round(picture.width / scenePictureAspect);
    const float wrap = beside ? inner - picture.width - gap : inner;
    const float textHeight = ImGui::CalcTextSize(title.data(), end, false, wrap).y;
    const float height = beside ? std::max(picture.height, textHeight) : picture.height + context.px(3.0f) + textHeight;
    const ImVec2 text{beside ? padding.x + picture.width + gap : padding.x,
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
    picture.x += from.x;
    picture.y += from.y + (beside ? std::round(0.5f * (height - picture.height)) : 0.0f);
    drawScenePicture(context, list, info.id, rowPicture, picture);
    list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {std::round(from.x + text.x), std::round(from.y + text.y)},
                 packed(c.text), title.data(), end, wrap + 1.0f);
    const float textWidth = ImGui::CalcTextSize(title.data(), end, false, wrap).x;
    context.ui.place("scene title " + std::string(info.id), {from.x + text.x, from.y + text.y, textWidth, textHeight});
    return pressed;
}

} // namespace

void drawScenePicture(PanelContext& context, ImDrawList& list, std::string_view scene, ScenePictureSize size,
                      const Rectangle& at)
{
    context.ui.scenePicturesWanted[size] = true;
    const float rounding = context.px(4.0f);
    const ImVec2 from{at.x, at.y};
    const ImVec2 to{at.x + at.width, at.y + at.height};
    unsigned texture = 0;
    for (const ScenePictureSize made : {size, size == rowPicture ? cardPicture : rowPicture})
        if (const auto& pictures = context.ui.scenePictures[made]; texture == 0 && pictures.count(scene) > 0)
            texture = pictures.find(scene)->second;
    if (texture != 0)
        drawTexture(list, texture, from, to, rounding);
    else
        list.AddRectFilled(from, to, packed(context.colours.field), rounding);
    outline(list, from, to, packed(context.colours.line), rounding, 1.0f);
}

void drawSceneList(PanelContext& context, const Rectangle& at)
{
    beginPanel(context, "scenes", at);
    const std::string_view current = context.workbench.scene().info().id;
    std::vector<std::string_view> tabs;
    for (const SceneEntry& entry : scenes())
        if (std::find(tabs.begin(), tabs.end(), entry.info.tab) == tabs.end())
            tabs.push_back(entry.info.tab);
    for (const std::string_view tab : tabs)
    {
        heading(context, tab);
        for (const SceneEntry& entry : scenes())
        {
            if (entry.info.tab != tab)
                continue;
            const std::string id(entry.info.id);
            const bool chosen = entry.info.id == current;
            if (sceneRow(context, entry.info, chosen) && !chosen)
                context.ui.sceneRequest = id;
            placeItem(context, "scene " + id);
            if (!chosen)
            {
                tooltip(context, context.fonts.shown(entry.info.hint));
                continue;
            }
            ImGui::Indent(context.px(5.0f));
            ImGui::PushTextWrapPos(0.0f);
            text(context.colours.muted, context.fonts.shown(entry.info.hint));
            ImGui::PopTextWrapPos();
            ImGui::Unindent(context.px(5.0f));
        }
        ImGui::Dummy({0.0f, context.px(2.0f)});
    }
    ImGui::End();
}

} // namespace ropewalk
