#pragma once

#include "app/panels/frame/panel_context.hpp"

#include "scenes/hosts.hpp"

namespace ropewalk
{

/// The width that the table needs; 0 where it has no rows.
float comparisonWidth(const PanelContext& context, const Comparison& comparison);

/// The comparison of the scene as a table.
void drawComparison(PanelContext& context, const Comparison& comparison, const Rectangle& at);

} // namespace ropewalk
