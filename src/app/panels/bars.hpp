#pragma once

#include "panel_context.hpp"
#include "step_meter.hpp"

namespace ropewalk
{

void drawMenuBar(PanelContext& context, const Rectangle& at);
void drawStatusBar(PanelContext& context, const Rectangle& at, StepMeter& meter);

} // namespace ropewalk
