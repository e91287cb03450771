#pragma once

#include "panel_context.hpp"

#include "theory/sketch.hpp"

#include <vector>

namespace ropewalk
{

/// A line from `from` to `to` whose end is a triangle.
void drawArrow(const PanelContext& context, ImDrawList& list, const ImVec2& from, const ImVec2& to, ImU32 colour,
               float thickness);

/// Draws strokes whose origin is `origin` and whose unit of length is `unit` pixels.
void drawStrokes(const PanelContext& context, const std::vector<Stroke>& strokes, const ImVec2& origin, float unit);

} // namespace ropewalk
