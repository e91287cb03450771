#include "app/language/translation.hpp"
#include "app/panels/frame/tool_window.hpp"
#include "app/platform/imgui_versions.hpp"

#include "cards/rope_card.hpp"
#include "scenes/shared/rope_advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <optional>
#include <string>
#include <utility>

namespace ropewalk
{

namespace
{

/// The running rope written for other systems: the format in a list, the text below it, to be copied or saved.
class CardPanel : public ToolPanel
{
public:
    void draw(PanelContext& context, const Rectangle& dock) override;

private:
    void drawFormats(PanelContext& context);
    void drawText(PanelContext& context);
    void update(const Scene& scene);

    std::size_t chosen_ = 0; ///< of cardFormats()

    // The text is made anew when one of these changes.
    std::optional<RopeDescription> rope_;
    std::size_t made_ = 0;
    std::string language_;
    std::string text_;
    std::string error_; ///< why there is no card
};

constexpr ToolInfo cardTool{Tool::card, "card", "Rope card", "Export", "E", "the rope's constants for other systems",
                            420.0f,     640.0f};
const ToolRegistration<CardPanel> cardRegistration(cardTool);

/// Scenes by their titles, as the list names them, for: "scene 'rope'".
std::string withTitles(std::string text)
{
    for (const SceneEntry& entry : scenes())
        if (const std::string name = fmt::format("scene '{}'", entry.info.id); text.find(name) != std::string::npos)
            text.replace(text.find(name), name.size(), fmt::format("scene \"{}\"", entry.info.title));
    return text;
}

} // namespace

void CardPanel::draw(PanelContext& context, const Rectangle& dock)
{
    if (!context.ui.tools.seen(Tool::card))
        return;
    update(context.workbench.scene());
    if (!beginTool(context, cardTool, dock))
        return;
    drawFormats(context);
    drawText(context);
    ImGui::End();
}

void CardPanel::update(const Scene& scene)
{
    try
    {
        RopeDescription rope = cardRope(scene);
        if (rope_ == rope && made_ == chosen_ && language_ == language())
            return;
        rope_ = std::move(rope);
        made_ = chosen_;
        language_ = language();
        error_.clear();
        CardFacts facts = cardFacts(*rope_);
        facts.words = [](std::string_view line) { return std::string(translated(line)); };
        text_ = cardFormats()[chosen_].make(facts);
    }
    catch (const std::exception& error)
    {
        rope_.reset();
        text_.clear();
        error_ = withTitles(error.what());
    }
}

void CardPanel::drawFormats(PanelContext& context)
{
    std::vector<ListChoice> choices;
    for (const CardFormat& format : cardFormats())
        choices.push_back({std::string(format.title), "format " + std::string(format.name)});
    ImGui::SetNextItemWidth(-1.0f);
    chosen_ = choiceBox(context, "formats", chosen_, choices).value_or(chosen_);
    tooltip(context, "On the command line: ropewalk card " + std::string(context.workbench.scene().info().id) +
                         " --format " + std::string(cardFormats()[chosen_].name));
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
    verbatim(context.colours.text, text_);
    ImGui::PopFont();
    ImGui::EndChild();
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
}

} // namespace ropewalk
