#pragma once

#include "app/panels/frame/panel_context.hpp"

#include "theory/experiment.hpp"

namespace ropewalk
{

/// A chart: predictions as a line, measurements as points.
void drawChart(PanelContext& context, const Chart& chart, const Rectangle& at);

} // namespace ropewalk
