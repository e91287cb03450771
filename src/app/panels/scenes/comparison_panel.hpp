#pragma once

#include "app/panels/frame/panel_context.hpp"

#include "scenes/hosts.hpp"

namespace ropewalk
{

/// The width that the table needs; 0 without rows.
float comparisonWidth(const PanelContext& context, const Comparison& comparison);

/// What the scene compares: a row each, numbers in columns.
void drawComparison(PanelContext& context, const Comparison& comparison, const Rectangle& at);

} // namespace ropewalk
