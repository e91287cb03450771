#pragma once

#include "panel_context.hpp"

#include "app/learning/physics_text.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ropewalk
{

/// A part of a line in one style, where it stands; `span` belongs to the line that was laid out.
struct PlacedText
{
    const TextSpan* span;
    std::string text;
    float x; ///< [px] from the upper left corner of the paragraph
    float y;
    float width;
};

/// A line broken where it reaches a width. A word that is wider is broken within, so that nothing is ever cut off.
struct Paragraph
{
    std::vector<PlacedText> pieces;
    float height = 0.0f;
};
Paragraph layOut(const Fonts& fonts, const TextLine& line, float width);

/// The lines of a formula, broken at their gaps where they are wider than `width`; continued lines are indented.
std::vector<std::string> layOutFormula(const Fonts& fonts, const std::vector<std::string>& lines, float width);

/// How far text lies within a formula's frame [px], on each side.
float formulaPadding(const PanelContext& context);

/// Paragraphs, lists, formulas, tables and pictures over the width of the current window. Returns the anchor of a link
/// that was clicked.
std::optional<std::string> drawBlocks(PanelContext& context, const std::vector<TextBlock>& blocks);

/// A paragraph without links from the cursor on; its line must still be there.
void drawParagraph(PanelContext& context, const Paragraph& paragraph);

} // namespace ropewalk
