#include "rich_text.hpp"

#include "app/platform/imgui_versions.hpp"

#include <algorithm>
#include <cmath>

namespace ropewalk
{

namespace
{

ImFont* fontOf(const PanelContext& context, TextSpan::Style style)
{
    return style == TextSpan::Style::code     ? context.fonts.mono()
           : style == TextSpan::Style::strong ? context.fonts.heading()
                                              : context.fonts.body();
}

/// A part of a word in one style.
struct Piece
{
    const TextSpan* span;
    std::string text;
    float width;
};

/// Pieces without a blank between them, which stay together on a line.
using Word = std::vector<Piece>;

std::vector<Word> wordsOf(const PanelContext& context, const TextLine& line)
{
    std::vector<Word> words;
    bool glued = false;
    for (const TextSpan& span : line)
    {
        pushFont(fontOf(context, span.style));
        for (std::size_t at = 0; at < span.text.size();)
        {
            const std::size_t end = std::min(span.text.find(' ', at), span.text.size());
            if (end > at)
            {
                const std::string part = span.text.substr(at, end - at);
                if (!glued)
                    words.emplace_back();
                words.back().push_back({&span, part, textSize(part).x});
                glued = true;
            }
            if (end < span.text.size())
                glued = false;
            at = end + 1;
        }
        ImGui::PopFont();
    }
    return words;
}

float widthOf(const Word& word)
{
    float width = 0.0f;
    for (const Piece& piece : word)
        width += piece.width;
    return width;
}

/// Draws the line from the cursor on, broken at the right edge of the window. Sets `link` where one is clicked.
void flow(PanelContext& context, const TextLine& line, std::optional<std::string>& link)
{
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float right = from.x + std::max(1.0f, ImGui::GetContentRegionAvail().x);
    const float lineHeight = std::round(1.25f * ImGui::GetFontSize());
    const float blank = textSize(" ").x;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const bool hovered = ImGui::IsWindowHovered();
    float x = from.x;
    float y = from.y;
    for (const Word& word : wordsOf(context, line))
    {
        if (x > from.x && x + widthOf(word) > right)
        {
            x = from.x;
            y += lineHeight;
        }
        for (const Piece& piece : word)
        {
            const bool isLink = piece.span->style == TextSpan::Style::link;
            const ImVec2 low{x, y};
            const ImVec2 high{x + piece.width, y + lineHeight};
            pushFont(fontOf(context, piece.span->style));
            drawText(list, low, packed(isLink ? context.colours.accent : context.colours.text), piece.text);
            ImGui::PopFont();
            if (isLink)
            {
                list.AddLine({low.x, high.y - context.px(3.0f)}, {high.x, high.y - context.px(3.0f)},
                             packed(context.colours.accent, 0.6f));
                context.ui.place("link " + piece.span->anchor, {low.x, low.y, piece.width, lineHeight});
                if (hovered && mouse.x >= low.x && mouse.x < high.x && mouse.y >= low.y && mouse.y < high.y)
                {
                    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
                    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left))
                        link = piece.span->anchor;
                }
            }
            x += piece.width;
        }
        x += blank;
    }
    ImGui::Dummy({std::max(1.0f, right - from.x), y + lineHeight - from.y});
}

void drawFormula(PanelContext& context, const TextBlock& block, int index)
{
    pushFont(context.fonts.mono());
    float widest = 0.0f;
    for (const std::string& line : block.formula)
        widest = std::max(widest, textSize(line).x);
    const ImVec2 padding{context.px(10.0f), context.px(7.0f)};
    const float room = ImGui::GetContentRegionAvail().x;
    const bool scrolls = widest + 2.0f * padding.x > room;
    const float lineHeight = ImGui::GetTextLineHeightWithSpacing();
    const float height = lineHeight * static_cast<float>(block.formula.size()) + 2.0f * padding.y +
                         (scrolls ? ImGui::GetStyle().ScrollbarSize : 0.0f);
    ImGui::PushStyleColor(ImGuiCol_ChildBg, context.colours.field);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
    ImGui::PushID(index);
    // The wheel belongs to the text around it.
    ImGui::BeginChild("formula", {room, height}, true,
                      ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoScrollWithMouse |
                          (scrolls ? ImGuiWindowFlags_HorizontalScrollbar : ImGuiWindowFlags_NoScrollbar));
    for (const std::string& line : block.formula)
        text(context.colours.text, line.empty() ? " " : line);
    ImGui::EndChild();
    ImGui::PopID();
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
    ImGui::PopFont();
}

void drawTable(PanelContext& context, const TextBlock& block, int index, std::optional<std::string>& link)
{
    if (block.rows.empty() || block.rows[0].empty())
        return;
    const std::size_t columns = block.rows[0].size();
    std::vector<float> widths(columns, context.px(24.0f));
    for (const std::vector<TextLine>& row : block.rows)
        for (std::size_t i = 0; i < std::min(columns, row.size()); ++i)
        {
            float width = 0.0f;
            for (const Word& word : wordsOf(context, row[i]))
                width += widthOf(word) + textSize(" ").x;
            widths[i] = std::max(widths[i], std::min(width, context.px(200.0f)));
        }
    ImGui::PushID(index);
    if (ImGui::BeginTable("table", static_cast<int>(columns), ImGuiTableFlags_BordersInnerH))
    {
        for (const float width : widths)
            ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, width);
        for (const std::vector<TextLine>& row : block.rows)
        {
            ImGui::TableNextRow();
            for (std::size_t i = 0; i < std::min(columns, row.size()); ++i)
            {
                ImGui::TableSetColumnIndex(static_cast<int>(i));
                TextLine cell = row[i];
                if (&row == &block.rows.front())
                    for (TextSpan& span : cell)
                        span.style = TextSpan::Style::strong;
                flow(context, cell, link);
            }
        }
        ImGui::EndTable();
    }
    ImGui::PopID();
}

} // namespace

std::optional<std::string> drawBlocks(PanelContext& context, const std::vector<TextBlock>& blocks)
{
    std::optional<std::string> link;
    const float space = context.px(5.0f);
    int index = 0;
    for (const TextBlock& block : blocks)
    {
        switch (block.kind)
        {
        case TextBlock::Kind::paragraph:
            flow(context, block.line, link);
            break;
        case TextBlock::Kind::item:
        {
            const ImVec2 at = ImGui::GetCursorScreenPos();
            if (block.mark.empty())
                ImGui::GetWindowDrawList()->AddCircleFilled(
                    {at.x + context.px(6.0f), at.y + 0.6f * ImGui::GetFontSize()}, context.px(2.5f),
                    packed(context.colours.muted));
            else
                drawText(*ImGui::GetWindowDrawList(), at, packed(context.colours.muted), block.mark);
            ImGui::Indent(context.px(18.0f));
            flow(context, block.line, link);
            ImGui::Unindent(context.px(18.0f));
            break;
        }
        case TextBlock::Kind::formula:
            drawFormula(context, block, index);
            break;
        case TextBlock::Kind::table:
            drawTable(context, block, index, link);
            break;
        }
        ImGui::Dummy({1.0f, space});
        ++index;
    }
    return link;
}

} // namespace ropewalk
