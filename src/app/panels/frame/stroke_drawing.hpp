#pragma once

#include "panel_context.hpp"

#include "theory/sketch.hpp"

#include <vector>

namespace ropewalk
{

/// Draws strokes whose origin is `origin` and whose unit of length is `unit` pixels.
void drawStrokes(const PanelContext& context, const std::vector<Stroke>& strokes, const ImVec2& origin, float unit);

} // namespace ropewalk
