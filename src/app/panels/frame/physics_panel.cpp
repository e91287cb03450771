#include "physics_panel.hpp"

#include "app/platform/imgui_versions.hpp"
#include "rich_text.hpp"
#include "tool_window.hpp"

#include <utility>

namespace ropewalk
{

namespace
{

constexpr ToolInfo physicsTool{
    Tool::physics, "physics", "The physics", "Help", "F2", "the equations behind the constants", 400.0f, 540.0f};

/// The physics behind the quantities, section by section.
class PhysicsPanel : public ToolPanel
{
public:
    void draw(PanelContext& context, const Rectangle& dock) override;

private:
    std::string shown_; ///< anchor of the section that was drawn last
};

const ToolRegistration<PhysicsPanel> physicsRegistration(physicsTool);

} // namespace

void PhysicsPanel::draw(PanelContext& context, const Rectangle& dock)
{
    UiState& ui = context.ui;
    const PhysicsText& physics = context.physics;
    if (!beginTool(context, physicsTool, dock))
        return;
    const TextSection* section = physics.find(ui.physicsAnchor);
    if (section == nullptr)
        section = &physics.sections().front();
    std::vector<ListChoice> choices;
    for (const TextSection& one : physics.sections())
        choices.push_back({one.title, "section " + one.anchor});
    ImGui::SetNextItemWidth(-1.0f);
    const auto chosen = static_cast<std::size_t>(section - physics.sections().data());
    if (const std::optional<std::size_t> other = choiceBox(context, "sections", chosen, choices))
        ui.physicsAnchor = physics.sections()[*other].anchor;
    ImGui::BeginChild("text", {0.0f, 0.0f}, false, ImGuiWindowFlags_NoNav);
    if (std::exchange(shown_, section->anchor) != section->anchor)
        ImGui::SetScrollY(0.0f);
    pushFont(context.fonts.heading());
    wrappedText(context.colours.accent, section->title);
    ImGui::PopFont();
    context.ui.place("explained " + section->anchor, {});
    if (const std::optional<std::string> link = drawBlocks(context, section->blocks))
        ui.physicsAnchor = *link;
    ImGui::EndChild();
    ImGui::End();
}

float explainButtonWidth(const PanelContext& context)
{
    return context.px(16.0f);
}

void explainButton(PanelContext& context, const std::string& quantity, bool seen)
{
    const TextSection* section = context.physics.explaining(context.workbench.scene().info().id, quantity);
    if (section == nullptr)
    {
        ImGui::Dummy({explainButtonWidth(context), ImGui::GetFrameHeight()}); // the row stays as it is
        return;
    }
    const std::string id = "explain " + quantity;
    if (pressed(context, id,
                ImGui::InvisibleButton(id.c_str(), {explainButtonWidth(context), ImGui::GetFrameHeight()})))
        context.ui.explain(section->anchor);
    const bool focused = context.ui.keys.item() == id;
    if (!ImGui::IsItemVisible() || !(seen || focused))
        return;
    const ImVec2 from = ImGui::GetItemRectMin();
    const ImVec2 to = ImGui::GetItemRectMax();
    const ImVec2 middle{0.5f * (from.x + to.x), 0.5f * (from.y + to.y)};
    const bool hovered = ImGui::IsItemHovered();
    const ImVec4& colour = hovered ? context.colours.accent : context.colours.muted;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddCircleFilled(middle, context.px(8.0f), packed(context.colours.panel)); // over the end of a long name
    list.AddCircle(middle, context.px(7.0f), packed(colour, hovered ? 1.0f : 0.5f), 0, 1.0f);
    const ImVec2 size = textSize("?");
    drawText(list, {middle.x - 0.5f * size.x, middle.y - 0.5f * size.y}, packed(colour), "?");
    tooltip(context, "The physics of it: " + section->title);
}

} // namespace ropewalk
