#include "tool_window.hpp"

#include <algorithm>
#include <string>

namespace ropewalk
{

Rectangle overViewport(const PanelContext& context, const Rectangle& area, float width, float height)
{
    const float margin = context.px(8.0f);
    const float most = area.width - 2.0f * margin;
    const float least = std::min(context.px(580.0f), most);
    const float left = std::max(margin, std::min(context.ui.viewport.x + margin, area.width - margin - least));
    float tall = std::min(context.px(height), area.height - 2.0f * margin);
    // A window that ended a little below the viewport would leave half a row of buttons in sight.
    const float row = context.px(34.0f);
    const float over = area.y + margin + tall - context.ui.viewport.bottom();
    if (over > 0.0f && over < row)
        tall = std::min(tall + row - over, area.height - 2.0f * margin);
    return {area.x + left, area.y + margin, std::min(context.px(width), area.width - margin - left), tall};
}

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
}

void closeButton(PanelContext& context, const std::string& name, bool& open, std::string_view help)
{
    const char* label = "Close";
    const float width = textSize(label).x + 2.0f * ImGui::GetStyle().FramePadding.x;
    ImGui::SameLine();
    ImGui::SetCursorPosX(
        std::max(ImGui::GetCursorPosX(), ImGui::GetWindowWidth() - ImGui::GetStyle().WindowPadding.x - width));
    if (button(context, label, "button close " + name, help))
        open = false;
}

bool beginToolWindow(PanelContext& context, const char* name, const char* title, const Rectangle& at, bool& open)
{
    if (at.width < context.px(120.0f) || at.height < context.px(80.0f))
        return false;
    beginOverlay(context, name, at, noScrolling);
    ImGui::AlignTextToFramePadding();
    heading(context, title);
    closeButton(context, name, open, "Esc closes it as well.");
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
