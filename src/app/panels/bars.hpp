#pragma once

#include "app/panels/constants/step_meter.hpp"
#include "app/panels/frame/panel_context.hpp"

namespace ropewalk
{

void drawMenuBar(PanelContext& context, const Rectangle& at);
void drawStatusBar(PanelContext& context, const Rectangle& at, StepMeter& meter);

} // namespace ropewalk
