#include "scene_list.hpp"

#include "imgui_versions.hpp"

#include "scenes/scene.hpp"

#include <algorithm>
#include <string>

namespace ropewalk
{

namespace
{

std::string lowered(std::string_view line)
{
    std::string result(line);
    for (char& c : result)
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    return result;
}

/// A row of a list with a title that is broken into lines, never cut off.
bool listRow(PanelContext& context, const char* id, std::string_view title, bool chosen)
{
    const ImVec2 padding{context.px(8.0f), context.px(4.0f)};
    const float width = std::max(context.px(40.0f), ImGui::GetContentRegionAvail().x);
    const float wrap = width - 2.0f * padding.x;
    const char* end = title.data() + title.size();
    const ImVec2 size = ImGui::CalcTextSize(title.data(), end, false, wrap);
    const bool pressed = ImGui::InvisibleButton(id, {width, size.y + 2.0f * padding.y});
    const ImVec2 from = ImGui::GetItemRectMin();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Palette& c = context.colours;
    if (chosen || ImGui::IsItemHovered())
        list.AddRectFilled(from, ImGui::GetItemRectMax(),
                           packed(chosen                  ? c.fill
                                  : ImGui::IsItemActive() ? c.fieldActive
                                                          : c.fieldHovered),
                           ImGui::GetStyle().FrameRounding);
    list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {from.x + padding.x, from.y + padding.y}, packed(c.text),
                 title.data(), end, wrap);
    return pressed;
}

} // namespace

std::vector<std::size_t> findScenes(std::string_view text)
{
    const std::string wanted = lowered(text);
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < scenes().size(); ++i)
    {
        const SceneInfo& info = scenes()[i].info;
        for (const std::string_view part : {info.id, info.title, info.tab})
            if (lowered(part).find(wanted) != std::string::npos)
            {
                found.push_back(i);
                break;
            }
    }
    return found;
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
            if (listRow(context, id.c_str(), entry.info.title, chosen) && !chosen)
                context.ui.sceneRequest = id;
            placeItem(context, "scene " + id);
            if (!chosen)
            {
                tooltip(context, context.fonts.shown(entry.info.hint));
                continue;
            }
            ImGui::Indent(context.px(8.0f));
            ImGui::PushTextWrapPos(0.0f);
            text(context.colours.muted, context.fonts.shown(entry.info.hint));
            ImGui::PopTextWrapPos();
            ImGui::Unindent(context.px(8.0f));
        }
        ImGui::Dummy({0.0f, context.px(4.0f)});
    }
    ImGui::End();
}

void SceneSearch::draw(PanelContext& context)
{
    if (!context.ui.sceneListOpen)
    {
        open_ = false;
        return;
    }
    const bool opening = !open_;
    if (opening)
    {
        text_[0] = '\0';
        chosen_ = 0;
        open_ = true;
    }
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float width = std::min(context.px(440.0f), 0.9f * window.x);
    ImGui::SetNextWindowPos({0.5f * (window.x - width), 0.12f * window.y});
    ImGui::SetNextWindowSizeConstraints({width, 0.0f}, {width, 0.75f * window.y});
    if (opening)
        ImGui::SetNextWindowFocus();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0f);
    ImGui::Begin("scene search", nullptr,
                 (panelFlags & ~ImGuiWindowFlags_NoBringToFrontOnFocus) | ImGuiWindowFlags_AlwaysAutoResize);
    ImGui::PopStyleVar();
    placeWindow(context, "overlay search");

    if (opening)
        ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(width - 2.0f * ImGui::GetStyle().WindowPadding.x);
    const bool entered = ImGui::InputTextWithHint("##search", "Find a scene; Enter opens it", text_.data(),
                                                  text_.size(), ImGuiInputTextFlags_EnterReturnsTrue);
    const std::vector<std::size_t> found = findScenes(text_.data());
    const int count = static_cast<int>(found.size());
    if (keyPressed(ImGuiKey_DownArrow))
        ++chosen_;
    if (keyPressed(ImGuiKey_UpArrow))
        --chosen_;
    chosen_ = std::clamp(chosen_, 0, std::max(0, count - 1));
    for (int i = 0; i < count; ++i)
    {
        const SceneInfo& info = scenes()[found[static_cast<std::size_t>(i)]].info;
        const std::string id(info.id);
        const bool pressed = listRow(context, id.c_str(), info.title, i == chosen_);
        placeItem(context, "found " + id);
        if (pressed || (entered && i == chosen_))
        {
            context.ui.sceneRequest = id;
            context.ui.sceneListOpen = false;
        }
    }
    if (count == 0)
        text(context.colours.muted, "No scene of that name.");
    const bool elsewhere = !opening && ImGui::IsMouseClicked(ImGuiMouseButton_Left) &&
                           !ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
    if (elsewhere || keyPressed(ImGuiKey_Escape))
        context.ui.sceneListOpen = false;
    ImGui::End();
}

} // namespace ropewalk
