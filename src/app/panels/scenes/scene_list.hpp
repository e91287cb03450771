#pragma once

#include "app/panels/frame/panel_context.hpp"

#include <string_view>

namespace ropewalk
{

/// The scenes by category, each with its thumbnail; the current one with its hint.
void drawSceneList(PanelContext& context, const Rectangle& at);

/// The thumbnail of a scene; until it is made, the one of the other size, else a plain field.
void drawThumbnail(PanelContext& context, ImDrawList& list, std::string_view scene, ThumbnailSize size,
                   const Rectangle& at);

} // namespace ropewalk
