#pragma once

#include "app/panels/frame/panel_context.hpp"

namespace ropewalk
{

/// Every key and mouse action, in two columns; F1 and Esc close it.
void drawHelp(PanelContext& context);

/// What the parts of a frame cost, in a corner of the viewport.
void drawTimings(PanelContext& context);

/// The colours of the tension with numbers, in a corner of the viewport.
void drawTensionLegend(PanelContext& context);

/// The labels of the scene beside their points.
void drawLabels(PanelContext& context, const Camera& camera);

void drawToasts(PanelContext& context);

/// What to try first; goes when `age`, the seconds since the first key, has passed a moment (negative: no key yet).
void drawFirstHint(PanelContext& context, double age);

/// How to get hidden panels back.
void drawHiddenHint(PanelContext& context);

} // namespace ropewalk
