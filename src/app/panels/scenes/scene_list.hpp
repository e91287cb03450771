#pragma once

#include "app/panels/frame/panel_context.hpp"

#include <string_view>

namespace ropewalk
{

/// The scenes by category, each with its picture; the current one with its hint.
void drawSceneList(PanelContext& context, const Rectangle& at);

/// The picture of a scene; until it is made, the one of the other size, else a plain field.
void drawScenePicture(PanelContext& context, ImDrawList& list, std::string_view scene, ScenePictureSize size,
                      const Rectangle& at);

} // namespace ropewalk
