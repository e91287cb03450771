#pragma once

#include "app/panels/frame/panel_context.hpp"

#include "cli/sweep_table.hpp"

#include <optional>

namespace ropewalk
{

/// Draws a column of a sweep over its first constant, or as colours over its first two; a cross is a run that did not
/// end. Returns the row under the mouse.
std::optional<std::size_t> drawSweep(PanelContext& context, const SweepTable& table, std::size_t column,
                                     const Rectangle& at);

} // namespace ropewalk
