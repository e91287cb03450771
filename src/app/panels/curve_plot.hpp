#pragma once

#include "panel_context.hpp"

#include "scenes/scene.hpp"

namespace ropewalk
{

/// A scene's curve over 0, 1, 2 ... on a logarithmic axis of whole decades; values that are not positive have no point.
void drawCurvePlot(PanelContext& context, const Curve& curve, const Rectangle& at);

} // namespace ropewalk
