#include "physics_panel.hpp"

#include "app/platform/imgui_versions.hpp"
#include "rich_text.hpp"
#include "tool_window.hpp"

#include <algorithm>
#include <utility>

namespace ropewalk
{

void PhysicsPanel::draw(PanelContext& context, const Rectangle& area)
{
    UiState& ui = context.ui;
    if (!ui.physicsOpen)
        return;
    const TextSection* section = text_.find(ui.physicsAnchor);
    if (section == nullptr)
        section = &text_.sections().front();

    const float margin = context.px(8.0f);
    const float width = std::min(context.px(520.0f), area.width - 2.0f * margin);
    const float most = area.height - 2.0f * margin;
    const ImGuiStyle& style = ImGui::GetStyle();
    const float above = 2.0f * (style.WindowPadding.y + ImGui::GetFrameHeight() + style.ItemSpacing.y);
    const float height = height_ > 0.0f ? std::min(most, above + height_) : most;
    if (!beginToolWindow(context, "physics", "The physics",
                         {area.right() - margin - width, area.y + margin, width, height}, ui.physicsOpen))
        return;
    ImGui::SetNextItemWidth(-1.0f);
    if (ImGui::BeginCombo("##section", section->title.c_str(), ImGuiComboFlags_HeightLargest))
    {
        closeWithEscape();
        for (const TextSection& one : text_.sections())
        {
            if (ImGui::Selectable(one.title.c_str(), &one == section))
                ui.physicsAnchor = one.anchor;
            placeItem(context, "section " + one.anchor);
        }
        ImGui::EndCombo();
    }
    placeItem(context, "sections");
    ImGui::BeginChild("text", {0.0f, 0.0f}, false, ImGuiWindowFlags_NoNav);
    if (std::exchange(shown_, section->anchor) != section->anchor)
        ImGui::SetScrollY(0.0f);
    pushFont(context.fonts.heading());
    wrappedText(context.colours.accent, section->title);
    ImGui::PopFont();
    context.ui.place("explained " + section->anchor, {});
    if (const std::optional<std::string> link = drawBlocks(context, section->blocks))
        ui.physicsAnchor = *link;
    height_ = ImGui::GetCursorPosY();
    ImGui::EndChild();
    ImGui::End();
}

float explainButtonWidth(const PanelContext& context)
{
    return context.px(16.0f);
}

void explainButton(PanelContext& context, const std::string& quantity)
{
    const TextSection* section = context.physics.explaining(context.workbench.scene().info().id, quantity);
    if (section == nullptr)
    {
        ImGui::Dummy({explainButtonWidth(context), ImGui::GetFrameHeight()}); // the row stays as it is
        return;
    }
    const std::string id = "explain " + quantity;
    if (ImGui::InvisibleButton(id.c_str(), {explainButtonWidth(context), ImGui::GetFrameHeight()}))
        context.ui.explain(section->anchor);
    placeItem(context, id);
    const ImVec2 from = ImGui::GetItemRectMin();
    const ImVec2 to = ImGui::GetItemRectMax();
    const ImVec2 middle{0.5f * (from.x + to.x), 0.5f * (from.y + to.y)};
    const bool hovered = ImGui::IsItemHovered();
    const ImVec4& colour = hovered ? context.colours.accent : context.colours.muted;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddCircle(middle, context.px(7.0f), packed(colour, hovered ? 1.0f : 0.5f), 0, 1.0f);
    const ImVec2 size = textSize("?");
    drawText(list, {middle.x - 0.5f * size.x, middle.y - 0.5f * size.y}, packed(colour), "?");
    tooltip(context, "The physics of it: " + section->title);
}

} // namespace ropewalk
