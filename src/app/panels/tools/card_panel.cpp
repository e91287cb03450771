#include "card_panel.hpp"

#include "app/panels/frame/tool_window.hpp"
#include "app/platform/imgui_versions.hpp"

#include "scenes/shared/rope_advice.hpp"

#include <algorithm>
#include <exception>
#include <utility>

namespace ropewalk
{

void CardPanel::draw(PanelContext& context, const Rectangle& area)
{
    if (!context.ui.cardOpen)
        return;
    update(context.workbench.scene());
    const Rectangle at = overViewport(context, area, 860.0f, 560.0f);
    if (!beginToolWindow(context, "card", "Rope card", at, context.ui.cardOpen))
        return;
    const float list = std::min(context.px(160.0f), 0.35f * at.width);
    ImGui::BeginChild("formats", {list, 0.0f}, false, ImGuiWindowFlags_NoNav);
    drawFormats(context);
    ImGui::EndChild();
    ImGui::SameLine();
    ImGui::BeginChild("card", {0.0f, 0.0f}, false, ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoScrollbar);
    drawText(context);
    ImGui::EndChild();
    ImGui::End();
}

void CardPanel::update(const Scene& scene)
{
    try
    {
        RopeDescription rope = cardRope(scene);
        if (rope_ == rope && made_ == chosen_)
            return;
        rope_ = std::move(rope);
        made_ = chosen_;
        error_.clear();
        text_ = cardFormats()[chosen_].make(cardFacts(*rope_));
    }
    catch (const std::exception& error)
    {
        rope_.reset();
        text_.clear();
        error_ = error.what();
    }
}

void CardPanel::drawFormats(PanelContext& context)
{
    for (std::size_t i = 0; i < cardFormats().size(); ++i)
    {
        const CardFormat& format = cardFormats()[i];
        if (ImGui::Selectable(std::string(format.title).c_str(), i == chosen_))
            chosen_ = i;
        placeItem(context, "format " + std::string(format.name));
        tooltip(context, "On the command line: ropewalk card " + std::string(context.workbench.scene().info().id) +
                             " --format " + std::string(format.name));
    }
}

void CardPanel::drawText(PanelContext& context)
{
    if (!error_.empty())
    {
        wrappedText(context.colours.text, error_);
        if (button(context, "Open the rope", "button open rope"))
            context.ui.sceneRequest = std::string(advisedScene);
        return;
    }
    const CardFormat& format = cardFormats()[chosen_];
    if (button(context, "Copy", "button copy card"))
    {
        ImGui::SetClipboardText(text_.c_str());
        context.ui.toast("Card copied");
    }
    ImGui::SameLine();
    if (button(context, "Save", "button save card", "Writes " + std::string(format.file) + " in the current folder."))
        context.ui.saveRequest = TextFile{std::string(format.file), text_};
    ImGui::SameLine();
    text(context.colours.muted, "of the rope as it is now");

    ImGui::PushStyleColor(ImGuiCol_ChildBg, context.colours.field);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {context.px(8.0f), context.px(6.0f)});
    ImGui::BeginChild("text", {0.0f, 0.0f}, true, ImGuiWindowFlags_NoNav | ImGuiWindowFlags_HorizontalScrollbar);
    placeWindow(context, "card text");
    pushFont(context.fonts.mono());
    text(context, text_);
    ImGui::PopFont();
    ImGui::EndChild();
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
}

} // namespace ropewalk
