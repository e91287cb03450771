#pragma once

#include "app/panels/frame/panel_context.hpp"

namespace ropewalk
{

/// In an open menu, the presets of constants: those that the scene's constants hold are ticked, those that do not fit
/// the scene say why.
void presetItems(PanelContext& context);

} // namespace ropewalk
