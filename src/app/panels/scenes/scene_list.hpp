#pragma once

#include "app/panels/frame/panel_context.hpp"

#include <string>
#include <string_view>

namespace ropewalk
{

/// The scenes by category, each with its thumbnail; the current one with its hint, scrolled into sight when it has just
/// been `changed`. In the simple view two columns of pictures with names.
void drawSceneList(PanelContext& context, const Rectangle& at, bool changed);

/// Wrapped text that the UI map knows as `name`.
void drawWrapped(PanelContext& context, std::string name, const ImVec2& at, const ImVec4& colour, std::string_view line,
                 float wrap);

} // namespace ropewalk
