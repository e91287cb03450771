#pragma once

#include "panel_context.hpp"

#include "app/workbench/physics_text.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ropewalk
{

/// Paragraphs, lists, formulas and tables over the width of the current window. Returns the anchor of a link that was
/// clicked.
std::optional<std::string> drawBlocks(PanelContext& context, const std::vector<TextBlock>& blocks);

} // namespace ropewalk
