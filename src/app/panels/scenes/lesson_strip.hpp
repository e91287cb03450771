#pragma once

#include "app/panels/frame/panel_context.hpp"

namespace ropewalk
{

/// The height [px] that every step of the scene's lesson finds room in above this viewport, so that nothing moves from
/// step to step: all of its words, or one line where they would take too much of the scene.
float lessonHeight(const PanelContext& context, const Rectangle& viewport);

/// The step of the lesson that is shown: what to do, what to watch, what it shows, with a tick when it is done.
void drawLesson(PanelContext& context, const Rectangle& at);

} // namespace ropewalk
