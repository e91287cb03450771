#include "bars_and_overlays.hpp"

#include "app/panels/frame/tool_window.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace ropewalk
{

namespace
{

/// The column of each group, so that the longest column is as short as can be.
std::vector<std::size_t> columnsOf(const std::vector<HelpGroup>& groups, std::size_t columns)
{
    const auto lengthOf = [](const HelpGroup& group) { return group.rows.size() + 2; };
    std::vector<std::size_t> result;
    for (std::size_t most = 1;; ++most)
    {
        result.clear();
        std::size_t column = 0;
        std::size_t length = 0;
        for (const HelpGroup& group : groups)
        {
            if (length > 0 && length + lengthOf(group) > most)
            {
                ++column;
                length = 0;
            }
            length += lengthOf(group);
            result.push_back(column);
            if (length > most || column >= columns)
                break;
        }
        if (result.size() == groups.size() && length <= most && column < columns)
            return result;
    }
}

void drawGroup(const PanelContext& context, const HelpGroup& group, float right)
{
    float keyWidth = context.px(70.0f);
    for (const auto& row : group.rows)
        keyWidth = std::max(keyWidth, textSize(row.first).x);
    keyWidth += context.px(14.0f);
    const float left = ImGui::GetCursorPosX();
    heading(context, group.title);
    for (const auto& [keys, help] : group.rows)
    {
        ImGui::SetCursorPosX(left);
        text(context.colours.accent, keys);
        ImGui::SameLine(left + keyWidth);
        ImGui::PushTextWrapPos(right);
        text(context, help);
        ImGui::PopTextWrapPos();
    }
    ImGui::Dummy({1.0f, context.px(4.0f)});
}

} // namespace

void drawHelp(PanelContext& context)
{
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    if (!context.ui.helpOpen || window.x < 60.0f || window.y < 60.0f)
        return;
    const std::vector<HelpGroup> groups = helpGroups();
    const float margin = context.px(16.0f);
    const float width = std::min(context.px(1320.0f), window.x - 2.0f * margin);
    const auto columns = static_cast<std::size_t>(std::clamp(std::floor(width / context.px(400.0f)), 1.0f, 3.0f));

    const bool outside = drawVeil(context, "veil");
    ImGui::SetNextWindowPos({0.5f * window.x, 0.5f * window.y}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSizeConstraints({width, 0.0f}, {width, window.y - 2.0f * margin});
    beginFitting(context, "help", overlayFlags, 0.0f);
    if (ImGui::IsWindowAppearing())
        ImGui::SetWindowFocus();
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, context.px(2.0f)});
    const float left = ImGui::GetCursorPosX();
    const float top = ImGui::GetCursorPosY();
    const float right = width - ImGui::GetStyle().WindowPadding.x;
    const float column = (right - left) / static_cast<float>(columns);
    const std::vector<std::size_t> columnOf = columnsOf(groups, columns);
    float bottom = top;
    for (std::size_t i = 0; i < groups.size(); ++i)
    {
        if (i > 0 && columnOf[i] != columnOf[i - 1])
        {
            bottom = std::max(bottom, ImGui::GetCursorPosY());
            ImGui::SetCursorPosY(top);
        }
        const float x = left + column * static_cast<float>(columnOf[i]);
        ImGui::SetCursorPosX(x);
        drawGroup(context, groups[i], x + column - context.px(12.0f));
    }
    ImGui::SetCursorPos({left, std::max(bottom, ImGui::GetCursorPosY())});
    text(context.colours.muted,
         shortcut(Action::help) + " or " + shortcut(Action::closeOverlay) + " closes this help.");
    ImGui::PopStyleVar();
    ImGui::End();
    if (outside)
        context.ui.helpOpen = false;
}

} // namespace ropewalk
