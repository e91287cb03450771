#include "scene_search.hpp"

#include "files/plain_name.hpp"

#include "app/language/translation.hpp"
#include "app/panels/frame/scene_tiles.hpp"
#include "app/panels/frame/tool_window.hpp"
#include "app/platform/imgui_versions.hpp"
#include "scene_list.hpp"

#include "scenes/scene.hpp"

#include "text/text.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace ropewalk
{

namespace
{

constexpr float widestSearch = 980.0f; // [px] at scale 1
constexpr float leastCard = 200.0f;
constexpr std::size_t mostColumns = 4;

struct Card
{
    const SceneChoice* choice;
    float titleHeight = 0.0f;
    float hintHeight = 0.0f;
};

/// Cards in rows. All cards of a row are as high as the one with the longest text.
struct Grid
{
    Grid(const PanelContext& context, const std::vector<std::size_t>& found, float width);

    float heightOf(const Card& card) const
    {
        return 2.0f * padding + thumbnailHeight + between + card.titleHeight + card.hintHeight;
    }

    float gap;
    float padding;
    float between; ///< from the thumbnail to the title
    std::size_t columns;
    float cardWidth;
    float inner; ///< width of a card without its padding
    float thumbnailHeight;
    std::vector<Card> cards;
    std::vector<float> rows; ///< height of each row
    float height = 0.0f;
};

Grid::Grid(const PanelContext& context, const std::vector<std::size_t>& found, float width)
    : gap(context.px(8.0f)), padding(context.px(8.0f)), between(context.px(6.0f))
{
    const float fitting = (width + gap) / (context.px(leastCard) + gap);
    columns = std::clamp<std::size_t>(static_cast<std::size_t>(std::max(1.0f, fitting)), 1, mostColumns);
    const auto count = static_cast<float>(columns);
    cardWidth = std::max(1.0f, std::floor((width - (count - 1.0f) * gap) / count));
    inner = std::max(1.0f, cardWidth - 2.0f * padding);
    thumbnailHeight = std::round(inner / thumbnailAspect);
    for (const std::size_t number : found)
    {
        const SceneChoice& choice = sceneChoices()[number];
        Card card{&choice};
        pushFont(context.fonts.heading());
        card.titleHeight = textSize(choice.title, inner).y;
        ImGui::PopFont();
        card.hintHeight = textSize(withPlainNames(choice.hint), inner).y;
        if (cards.size() % columns == 0)
            rows.push_back(0.0f);
        rows.back() = std::max(rows.back(), heightOf(card));
        cards.push_back(card);
    }
    for (const float row : rows)
        height += row;
    height += gap * static_cast<float>(std::max<std::size_t>(rows.size(), 1) - 1);
}

bool drawCard(PanelContext& context, const Grid& grid, const Card& card, float height, bool chosen)
{
    const SceneChoice& choice = *card.choice;
    const std::string& id = choice.id;
    const bool pressed = ImGui::InvisibleButton(id.c_str(), {grid.cardWidth, height});
    const ImVec2 from = ImGui::GetItemRectMin();
    const ImVec2 to = ImGui::GetItemRectMax();
    const Palette& c = context.colours;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float rounding = context.px(6.0f);
    const bool hovered = ImGui::IsItemHovered();
    list.AddRectFilled(from, to, packed(chosen ? c.fill : hovered ? c.fieldHovered : c.panel), rounding);
    outline(list, from, to, packed(chosen ? c.accent : c.line), rounding, 1.0f);

    const Rectangle thumbnail{from.x + grid.padding, from.y + grid.padding, grid.inner, grid.thumbnailHeight};
    drawThumbnail(context, list, id, thumbnail);
    const ImVec2 tab = textSize(choice.tab);
    const ImVec2 margin{context.px(6.0f), context.px(2.0f)};
    if (tab.x + 2.0f * margin.x <= thumbnail.width && tab.y + 2.0f * margin.y <= thumbnail.height)
    {
        list.AddRectFilled({thumbnail.x, thumbnail.y},
                           {thumbnail.x + tab.x + 2.0f * margin.x, thumbnail.y + tab.y + 2.0f * margin.y},
                           packed(c.panel, 0.88f), context.px(4.0f));
        drawText(list, {thumbnail.x + margin.x, thumbnail.y + margin.y}, packed(c.muted), choice.tab);
    }
    const float top = thumbnail.bottom() + grid.between;
    pushFont(context.fonts.heading());
    drawWrapped(context, "found title " + id, {thumbnail.x, top}, c.text, choice.title, grid.inner);
    ImGui::PopFont();
    // The muted colour is readable on plain surfaces only.
    drawWrapped(context, "found hint " + id, {thumbnail.x, top + card.titleHeight}, chosen ? c.text : c.muted,
                withPlainNames(choice.hint), grid.inner);
    return pressed;
}

} // namespace

const std::vector<SceneChoice>& sceneChoices()
{
    static const std::vector<SceneChoice> choices = []
    {
        std::vector<SceneChoice> all;
        for (const SceneEntry& entry : scenes())
            all.emplace_back(
                SceneChoice{std::string(entry.info.id), entry.info.tab, entry.info.title, entry.info.hint});
        for (const SceneEntry& entry : scenes())
            for (const ListedPreset& preset : entry.info.presets)
                all.emplace_back(SceneChoice{idOf(entry.info, preset), entry.info.name, preset.title, preset.hint});
        return all;
    }();
    return choices;
}

std::vector<std::size_t> findScenes(std::string_view text)
{
    const std::string wanted = text::lowered(text);
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < sceneChoices().size(); ++i)
    {
        const SceneChoice& choice = sceneChoices()[i];
        for (const std::string_view part :
             {std::string_view(choice.id), choice.title, choice.tab, translated(choice.title), translated(choice.tab)})
            if (text::lowered(part).find(wanted) != std::string::npos)
            {
                found.push_back(i);
                break;
            }
    }
    return found;
}

void SceneSearch::draw(PanelContext& context)
{
    if (!context.ui.sceneListOpen)
    {
        open_ = false;
        return;
    }
    const bool opening = !std::exchange(open_, true);
    if (opening)
    {
        text_[0] = '\0';
        chosen_ = 0;
    }
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const ImGuiStyle& style = ImGui::GetStyle();
    const float margin = std::min(context.px(16.0f), 0.04f * std::min(window.x, window.y));
    const ImVec2 padding = style.WindowPadding;
    const float width = std::min(context.px(widestSearch), window.x - 2.0f * margin);
    const float above = 2.0f * padding.y + ImGui::GetFrameHeight() + style.ItemSpacing.y;
    const float most = window.y - 2.0f * margin - above; // for the cards
    if (width < context.px(80.0f) || most < context.px(40.0f))
    {
        if (keyPressed(ImGuiKey_Escape))
            context.ui.sceneListOpen = false;
        return;
    }

    const bool outside = drawVeil(context, "search veil");
    found_ = findScenes(text_.data());
    const float content = width - 2.0f * padding.x;
    const float height =
        found_.empty() ? ImGui::GetTextLineHeight() : std::min(most, Grid(context, found_, content).height);
    beginOverlay(context, "search", {std::round(0.5f * (window.x - width)), margin, width, above + height},
                 noScrolling);
    drawField(context, opening);
    if (found_.empty())
    {
        text(context.colours.muted, "No scene of that name.");
    }
    else
    {
        ImGui::BeginChild("cards", {content, height}, 0, panelFlags);
        drawCards(context);
        ImGui::EndChild();
    }
    ImGui::End();
    if (outside || keyPressed(ImGuiKey_Escape))
        context.ui.sceneListOpen = false;
}

void SceneSearch::drawField(PanelContext& context, bool opening)
{
    // The field has the keyboard as long as the overlay is open, whatever was clicked.
    if (opening || !ImGui::IsAnyItemActive())
        takeKeyboard(context);
    ImGui::SetNextItemWidth(-1.0f);
    entered_ = ImGui::InputTextWithHint(
        "##search", std::string(translated("Find a scene; Tab chooses the next, Enter opens it")).c_str(), text_.data(),
        text_.size(), ImGuiInputTextFlags_EnterReturnsTrue);
    placeItem(context, "search");
    const std::size_t count = found_.size();
    if (ImGui::IsItemEdited())
    {
        found_ = findScenes(text_.data());
        chosen_ = 0;
    }
    else if (count > 0 && keyPressed(ImGuiKey_Tab))
    {
        chosen_ = (chosen_ + (ImGui::GetIO().KeyShift ? count - 1 : 1)) % count;
        moved_ = true;
    }
}

void SceneSearch::drawCards(PanelContext& context)
{
    const Grid grid(context, found_, ImGui::GetContentRegionAvail().x);
    const ImVec2 begin = ImGui::GetCursorPos();
    float y = begin.y;
    for (std::size_t i = 0; i < grid.cards.size(); ++i)
    {
        const Card& card = grid.cards[i];
        const auto column = static_cast<float>(i % grid.columns);
        const float row = grid.rows[i / grid.columns];
        ImGui::SetCursorPos({begin.x + column * (grid.cardWidth + grid.gap), y});
        const bool pressed = drawCard(context, grid, card, row, i == chosen_);
        placeItem(context, "found " + card.choice->id);
        if (i == chosen_ && std::exchange(moved_, false))
            ImGui::SetScrollHereY(0.5f);
        if (pressed || (entered_ && i == chosen_))
        {
            context.ui.sceneRequest = card.choice->id;
            context.ui.sceneListOpen = false;
        }
        if ((i + 1) % grid.columns == 0)
            y += row + grid.gap;
    }
}

} // namespace ropewalk
