#pragma once

#include "app/panels/frame/panel_context.hpp"

#include "render/camera.hpp"

namespace ropewalk
{

/// When, where and why the scene ran away, and what helps; the mass and the spring are marked in the viewport.
void drawDivergence(PanelContext& context, const Camera& camera);

} // namespace ropewalk
