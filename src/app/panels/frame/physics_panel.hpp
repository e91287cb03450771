#pragma once

#include "panel_context.hpp"

#include <string>

namespace ropewalk
{

/// A small "?" of the height of a row that opens the section on the quantity; an empty place where there is none. The
/// keys find it also where it is not `seen`.
void explainButton(PanelContext& context, const std::string& quantity, bool seen = true);
float explainButtonWidth(const PanelContext& context);

} // namespace ropewalk
