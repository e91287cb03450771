#include "rich_text.hpp"

#include "app/language/translation.hpp"
#include "app/learning/figure.hpp"
#include "app/platform/imgui_versions.hpp"
#include "stroke_drawing.hpp"

#include "files/plain_name.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ropewalk
{

namespace
{

ImFont* fontOf(const Fonts& fonts, TextSpan::Style style)
{
    return style == TextSpan::Style::code     ? fonts.mono()
           : style == TextSpan::Style::strong ? fonts.heading()
                                              : fonts.body();
}

/// How many bytes of the text, a character at least, are no wider than `width` in the present font.
std::size_t fitting(std::string_view text, float width)
{
    if (sizeVerbatim(text).x <= width)
        return text.size();
    std::size_t fits = 0;
    for (std::size_t end = 1; end <= text.size(); ++end)
    {
        if (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80)
            continue; // within a character
        if (fits > 0 && sizeVerbatim(text.substr(0, end)).x > width)
            break;
        fits = end;
    }
    return fits;
}

/// Where a word that has room for `most` bytes is broken: behind a sign within a name or a path, if there is one.
std::size_t breakOfWord(std::string_view word, std::size_t most)
{
    const std::size_t sign = word.substr(0, most).find_last_of("/_-");
    return most < word.size() && sign != std::string_view::npos ? sign + 1 : most;
}

float lineHeight()
{
    return std::round(1.25f * ImGui::GetFontSize());
}

/// Where a line of a formula is broken that has room for `most` bytes: at its last wide gap, else behind its last
/// comma, else at its last blank.
std::size_t breakOf(std::string_view line, std::size_t most)
{
    const std::size_t first = line.find_first_not_of(' ');
    for (const std::string_view gap : {std::string_view("   "), std::string_view(", "), std::string_view(" ")})
        if (const std::size_t at = line.substr(0, most + 1).rfind(gap); at != std::string_view::npos && at > first)
            return gap.front() == ',' ? at + 1 : at;
    return most;
}

/// Draws the paragraph from the cursor on. Sets `link` where one is clicked.
void draw(PanelContext& context, const Paragraph& paragraph, float width, std::optional<std::string>& link)
{
    const ImVec2 from = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const bool hovered = ImGui::IsWindowHovered();
    for (const PlacedText& piece : paragraph.pieces)
    {
        const bool isLink = piece.span->style == TextSpan::Style::link;
        const ImVec2 low{from.x + piece.x, from.y + piece.y};
        const ImVec2 high{low.x + piece.width, low.y + lineHeight()};
        pushFont(fontOf(context.fonts, piece.span->style));
        drawVerbatim(list, low, packed(isLink ? context.colours.accent : context.colours.text), piece.text);
        ImGui::PopFont();
        if (!isLink)
            continue;
        list.AddLine({low.x, high.y - context.px(3.0f)}, {high.x, high.y - context.px(3.0f)},
                     packed(context.colours.accent, 0.6f));
        context.ui.place("link " + piece.span->anchor, {low.x, low.y, piece.width, lineHeight()});
        if (hovered && mouse.x >= low.x && mouse.x < high.x && mouse.y >= low.y && mouse.y < high.y)
        {
            ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
            if (ImGui::IsMouseClicked(ImGuiMouseButton_Left))
                link = piece.span->anchor;
        }
    }
    ImGui::Dummy({width, paragraph.height});
}

/// The same with the scene's constants and quantities named as its rows name them.
TextLine withNamesOfRows(const PanelContext& context, TextLine line)
{
    const Scene& scene = context.workbench.scene();
    for (TextSpan& span : line)
        if (span.style == TextSpan::Style::code &&
            (scene.parameters().find(span.text) != nullptr || scene.diagnostics().find(span.text) != nullptr))
            span = {TextSpan::Style::strong, std::string(translated(plainName(span.text))), {}};
    return line;
}

/// Draws the line from the cursor on, broken at the right edge of the window. Sets `link` where one is clicked.
void flow(PanelContext& context, const TextLine& line, std::optional<std::string>& link)
{
    const float width = std::max(1.0f, ImGui::GetContentRegionAvail().x);
    const TextLine named = withNamesOfRows(context, line);
    draw(context, layOut(context.fonts, named, width), width, link);
}

void drawFormula(PanelContext& context, const TextBlock& block)
{
    const float padding = formulaPadding(context);
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const std::vector<std::string> lines = layOutFormula(context.fonts, block.formula, width - 2.0f * padding);
    const float height = lineHeight() * static_cast<float>(lines.size()) + 1.4f * padding;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(from, {from.x + width, from.y + height}, packed(context.colours.field),
                       ImGui::GetStyle().FrameRounding);
    pushFont(context.fonts.mono());
    for (std::size_t i = 0; i < lines.size(); ++i)
        drawVerbatim(list, {from.x + padding, from.y + 0.7f * padding + lineHeight() * static_cast<float>(i)},
                     packed(context.colours.text), lines[i]);
    ImGui::PopFont();
    ImGui::Dummy({width, height});
}

/// At most as wide as the window, with its sentence below.
void drawPicture(PanelContext& context, const TextBlock& block, std::optional<std::string>& link)
{
    for (const Figure& figure : figures())
        if (figure.file == block.picture)
        {
            const ImVec2 from = ImGui::GetCursorScreenPos();
            const auto full = static_cast<float>(figure.width);
            const float width = std::min(ImGui::GetContentRegionAvail().x, context.px(full));
            const float height = width / full * static_cast<float>(figure.height);
            drawStrokes(context, figure.strokes, from, width / full);
            context.ui.place("picture " + block.picture, {from.x, from.y, width, height});
            ImGui::Dummy({width, height});
        }
    flow(context, block.line, link);
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
            constexpr float one = 1e6f; // [px]: wide enough for one line
            const Paragraph cell = layOut(context.fonts, row[i], one);
            const float width = cell.pieces.empty() ? 0.0f : cell.pieces.back().x + cell.pieces.back().width;
            widths[i] = std::max(widths[i], std::min(width + sizeVerbatim(" ").x, context.px(200.0f)));
        }
    ImGui::PushID(index);
    if (ImGui::BeginTable("table", static_cast<int>(columns), ImGuiTableFlags_BordersInnerH))
    {
        // Only wide columns give room away: a short word would be broken.
        const float narrow = context.px(90.0f);
        for (const float width : widths)
            ImGui::TableSetupColumn(
                "", width < narrow ? ImGuiTableColumnFlags_WidthFixed : ImGuiTableColumnFlags_WidthStretch,
                width < narrow ? 1.15f * width : width); // the heading's letters are wider
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

namespace
{

/// Sets words one behind the other into lines of a width.
struct TypeSetter
{
    float width;
    Paragraph paragraph{};
    float x = 0.0f;
    float y = 0.0f;
    std::size_t wordBegins = 0; ///< pieces without a blank between them stay together on a line
    bool glued = false;

    void newLine()
    {
        x = 0.0f;
        y += lineHeight();
    }

    /// The word goes to the next line as a whole, as far as it has room there.
    void moveWord(float needed)
    {
        const std::size_t first = glued ? wordBegins : paragraph.pieces.size();
        const float shift = first < paragraph.pieces.size() ? paragraph.pieces[first].x : x;
        const bool moves = shift > 0.0f && x - shift + needed <= width;
        newLine();
        for (std::size_t i = first; moves && i < paragraph.pieces.size(); ++i)
        {
            PlacedText& piece = paragraph.pieces[i];
            piece.x -= shift;
            piece.y = y;
            x = piece.x + piece.width;
        }
    }

    void put(const TextSpan& span, std::string_view part, float blank)
    {
        if (!glued)
        {
            x += x > 0.0f ? blank : 0.0f;
            wordBegins = paragraph.pieces.size();
        }
        if (const float needed = sizeVerbatim(part).x; x > 0.0f && x + needed > width)
            moveWord(needed);
        while (!part.empty())
        {
            const std::size_t taken = breakOfWord(part, fitting(part, width - x));
            const std::string_view piece = part.substr(0, taken);
            const float pieceWidth = sizeVerbatim(piece).x;
            paragraph.pieces.push_back({&span, std::string(piece), x, y, pieceWidth});
            x += pieceWidth;
            part.remove_prefix(taken);
            if (!part.empty())
                newLine();
        }
        glued = true;
    }
};

} // namespace

Paragraph layOut(const Fonts& fonts, const TextLine& line, float width)
{
    TypeSetter setter{width};
    const float blank = sizeVerbatim(" ").x;
    for (const TextSpan& span : line)
    {
        pushFont(fontOf(fonts, span.style));
        for (std::size_t at = 0; at < span.text.size();)
        {
            const std::size_t end = std::min(span.text.find(' ', at), span.text.size());
            if (end > at)
                setter.put(span, std::string_view(span.text).substr(at, end - at), blank);
            if (end < span.text.size())
                setter.glued = false;
            at = end + 1;
        }
        ImGui::PopFont();
    }
    setter.paragraph.height = setter.y + lineHeight();
    return setter.paragraph;
}

std::vector<std::string> layOutFormula(const Fonts& fonts, const std::vector<std::string>& lines, float width)
{
    pushFont(fonts.mono());
    std::vector<std::string> result;
    for (std::string line : lines)
    {
        while (sizeVerbatim(line).x > width)
        {
            constexpr std::size_t indent = 4;
            const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
            const std::size_t at = breakOf(line, fitting(line, width));
            std::string rest = line.substr(std::min(line.find_first_not_of(' ', at), line.size()));
            if (rest.empty() || at <= blanks)
                break;
            line.resize(at);
            result.push_back(std::move(line));
            line.assign(indent, ' ');
            line += rest;
        }
        result.push_back(std::move(line));
    }
    ImGui::PopFont();
    return result;
}

float formulaPadding(const PanelContext& context)
{
    return context.px(10.0f);
}

void drawParagraph(PanelContext& context, const Paragraph& paragraph)
{
    std::optional<std::string> link;
    draw(context, paragraph, std::max(1.0f, ImGui::GetContentRegionAvail().x), link);
}

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
                drawVerbatim(*ImGui::GetWindowDrawList(), at, packed(context.colours.muted), block.mark);
            ImGui::Indent(context.px(18.0f));
            flow(context, block.line, link);
            ImGui::Unindent(context.px(18.0f));
            break;
        }
        case TextBlock::Kind::formula:
            drawFormula(context, block);
            break;
        case TextBlock::Kind::table:
            drawTable(context, block, index, link);
            break;
        case TextBlock::Kind::picture:
            drawPicture(context, block, link);
            break;
        }
        ImGui::Dummy({1.0f, space});
        ++index;
    }
    return link;
}

} // namespace ropewalk
