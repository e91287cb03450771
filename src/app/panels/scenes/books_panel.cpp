#include "app/panels/frame/tool_window.hpp"
#include "book_table.hpp"

#include "files/quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace ropewalk
{

namespace
{

/// Where the energy and the momentum of the scene came from and went to, as a table.
class BooksPanel : public ToolPanel
{
public:
    void sceneChanged() override { power_.clear(); }
    void draw(PanelContext& context, const Rectangle& dock) override;

private:
    BookPower power_;
};

constexpr ToolInfo booksTool{Tool::books, "books", "Energy and momentum", "View", "B", "books of energy and momentum",
                             470.0f,      470.0f};
const ToolRegistration<BooksPanel> booksRegistration(booksTool);

constexpr std::array<std::string_view, 3> pageNames{"Energy", "Momentum", "Angular momentum"};

/// All numbers have the same decimals, so that the points stand below each other. A number too small for them is a
/// power of ten, and rounding alone, beside the `largest` of the column, is "0".
std::string cellText(const BookTable::Column& column, double value, double largest)
{
    if (std::isnan(value))
        return {};
    const double size = std::abs(value);
    const bool share = column.unit == "%";
    if (size < std::max(share ? 1e-6 : 1e-9, 1e-9 * largest))
        return "0";
    if (!(size < 1e6))
        return plainNumber(value, 3);
    if (size < (share ? 0.05 : 5e-4))
        return plainNumber(value, 1);
    return fmt::format("{:.{}f}", value, share ? 1 : size < 1000.0 ? 3 : 0);
}

std::string headText(const BookTable::Column& column)
{
    std::string unit = plainUnit(column.unit);
    if (const std::size_t square = unit.find("m2/"); square != std::string::npos)
        unit.replace(square + 1, 1, "\u00b2");
    return std::string(column.name) + " [" + unit + "]";
}

/// The pages as words in a row, the open one underlined.
void drawPages(PanelContext& context)
{
    UiState& ui = context.ui;
    for (std::size_t page = 0; page < pageNames.size(); ++page)
    {
        if (page > 0)
            ImGui::SameLine(0.0f, context.px(14.0f));
        const std::string name(pageNames[page]);
        const ImVec2 from = ImGui::GetCursorScreenPos();
        const ImVec2 size = textSize(name);
        const float height = ImGui::GetTextLineHeight() + context.px(5.0f);
        if (pressed(context, "page " + name, ImGui::InvisibleButton(name.c_str(), {size.x, height})))
            ui.booksPage = static_cast<int>(page);
        const bool open = ui.booksPage == static_cast<int>(page);
        const ImVec4& colour = open || ImGui::IsItemHovered() ? context.colours.text : context.colours.muted;
        ImDrawList& list = *ImGui::GetWindowDrawList();
        drawText(list, from, packed(colour), name);
        if (open)
            list.AddRectFilled({from.x, from.y + height - context.px(2.0f)}, {from.x + size.x, from.y + height},
                               packed(context.colours.accent));
    }
}

const ImVec4& colourOf(const Palette& colours, BookTable::Flow flow)
{
    return flow == BookTable::Flow::came ? colours.good : flow == BookTable::Flow::lost ? colours.bad : colours.accent;
}

/// Each column is as wide as its widest possible number, so that nothing moves while the numbers change.
void drawTable(PanelContext& context, const BookTable& table)
{
    const Palette& c = context.colours;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float line = ImGui::GetTextLineHeight() + context.px(2.0f);
    const float indent = context.px(8.0f);
    const float labels = indent + textSize("Changed constants ").x;
    const float bar = context.px(38.0f);

    std::array<float, 3> rights{};
    float right = from.x + labels + bar;
    for (std::size_t i = 0; i < table.columns.size(); ++i)
    {
        const std::string head = headText(table.columns[i]);
        const float width = std::max(textSize(head).x, textSize("-100.000").x) + context.px(12.0f);
        ImGui::SetCursorScreenPos({right, from.y});
        right += width;
        rights[i] = right;
        ImGui::InvisibleButton(head.c_str(), {width, line});
        placeItem(context, "column " + std::string(table.columns[i].name));
        tooltip(context, table.columns[i].sentence);
        drawText(list, {right - textSize(head).x, from.y}, packed(c.muted), head);
    }

    std::array<double, 3> largest{};
    for (const BookTable::Group& group : table.groups)
        for (const BookTable::Row& row : group.rows)
            for (std::size_t i = 0; i < largest.size(); ++i)
                if (std::isfinite(row.values[i]))
                    largest[i] = std::max(largest[i], std::abs(row.values[i]));
    float y = from.y + line;
    for (const BookTable::Group& group : table.groups)
    {
        list.AddLine({from.x, std::round(y)}, {right, std::round(y)}, packed(c.line));
        drawText(list, {from.x, y + context.px(1.0f)}, packed(c.muted), group.title);
        y += line;
        for (const BookTable::Row& row : group.rows)
        {
            ImGui::SetCursorScreenPos({from.x, y});
            ImGui::InvisibleButton(row.name.c_str(), {right - from.x, line});
            placeItem(context, "row " + row.name);
            tooltip(context, row.sentence);
            drawText(list, {from.x + indent, y}, packed(c.text), row.label);
            const float share = static_cast<float>(std::clamp(std::isfinite(row.share) ? row.share : 0.0, 0.0, 1.0));
            const float length = std::round(share * (bar - context.px(6.0f)));
            const float barFrom = from.x + labels;
            if (length >= 1.0f)
                list.AddRectFilled({barFrom, y + 0.25f * line}, {barFrom + length, y + 0.7f * line},
                                   packed(colourOf(c, row.flow), 0.75f), context.px(2.0f));
            for (std::size_t i = 0; i < table.columns.size(); ++i)
            {
                const std::string cell = cellText(table.columns[i], row.values[i], largest[i]);
                drawText(list, {rights[i] - textSize(cell).x, y}, packed(c.text), cell);
            }
            y += line;
        }
    }
    ImGui::SetCursorScreenPos(from);
    ImGui::Dummy({right - from.x, y - from.y});
}

} // namespace

void BooksPanel::draw(PanelContext& context, const Rectangle& dock)
{
    UiState& ui = context.ui;
    const Scene& scene = context.workbench.scene();
    if (!beginTool(context, booksTool, dock))
    {
        power_.clear();
        return;
    }
    const std::optional<rope::EnergyBook> energy = scene.energyBook();
    const std::optional<rope::MomentumBook> momentum = scene.momentumBook();
    if (energy)
        power_.add(scene.time(), *energy);
    if (momentum)
        drawPages(context);
    if (!momentum || (!energy && ui.booksPage == 0))
    {
        ImGui::PushTextWrapPos(0.0f);
        heading(context, momentum ? "Energy has no book here" : "There are no books here");
        text(context, scene.booksNote());
        text(context.colours.muted, momentum
                                        ? "The other pages have the momenta."
                                        : "Rope, deployment, spring pendulum and the scenes of rods keep them; the "
                                          "wrecking ball keeps those of its momenta.");
        ImGui::PopTextWrapPos();
    }
    else
    {
        ImGui::BeginChild("table", {0.0f, 0.0f}, false, ImGuiWindowFlags_NoNav | ImGuiWindowFlags_HorizontalScrollbar);
        drawTable(context, ui.booksPage == 0   ? energyTable(*energy, power_)
                           : ui.booksPage == 1 ? momentumTable(*momentum)
                                               : angularMomentumTable(*momentum));
        ImGui::EndChild();
    }
    ImGui::End();
}

} // namespace ropewalk
