#include "tool_window.hpp"

#include <algorithm>
#include <string>

namespace ropewalk
{

namespace
{

/// The button in the upper right corner.
void closeButton(PanelContext& context, const ToolInfo& info)
{
    const char* label = "Close";
    const float width = textSize(label).x + 2.0f * ImGui::GetStyle().FramePadding.x;
    ImGui::SameLine();
    ImGui::SetCursorPosX(
        std::max(ImGui::GetCursorPosX(), ImGui::GetWindowWidth() - ImGui::GetStyle().WindowPadding.x - width));
    if (button(context, label, "button close " + std::string(info.name),
               shortcut(Action::closeOverlay) + " closes it as well."))
        context.ui.tools.close(info.tool);
}

} // namespace

void beginOverlay(PanelContext& context, const std::string& name, const Rectangle& at, ImGuiWindowFlags flags)
{
    ImGui::SetNextWindowPos({at.x, at.y});
    ImGui::SetNextWindowSize({at.width, at.height});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0f);
    ImGui::Begin(name.c_str(), nullptr, overlayFlags | flags);
    ImGui::PopStyleVar();
    if (ImGui::IsWindowAppearing())
        ImGui::SetWindowFocus();
    placeWindow(context, "overlay " + name);
    beginKeys(context, "overlay " + name);
}

bool beginTool(PanelContext& context, const ToolInfo& info, const Rectangle& dock)
{
    if (!context.ui.tools.seen(info.tool) || dock.width < context.px(120.0f) || dock.height < context.px(80.0f))
        return false;
    beginPanel(context, std::string(info.name).c_str(), dock, noScrolling);
    if (ImGui::IsWindowAppearing())
        ImGui::SetWindowFocus();
    ImGui::AlignTextToFramePadding();
    heading(context, info.title);
    closeButton(context, info);
    return true;
}

bool drawVeil(const PanelContext& context, const char* name)
{
    ImGui::SetNextWindowPos({0.0f, 0.0f});
    ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, context.colours.veil);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
    ImGui::Begin(name, nullptr, overlayFlags);
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
    const bool appearing = ImGui::IsWindowAppearing();
    if (appearing)
        ImGui::SetWindowFocus();
    const bool clicked = !appearing && ImGui::IsMouseClicked(ImGuiMouseButton_Left) && ImGui::IsWindowHovered();
    ImGui::End();
    return clicked;
}

bool choiceButton(PanelContext& context, const std::string& label, std::string name, bool chosen)
{
    ImGui::PushStyleColor(ImGuiCol_Button, chosen ? context.colours.fill : context.colours.field);
    const bool pressed = button(context, label.c_str(), std::move(name));
    ImGui::PopStyleColor();
    return pressed;
}

} // namespace ropewalk
