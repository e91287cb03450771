#pragma once

#include "panel_context.hpp"

namespace ropewalk
{

/// A place of up to this size [px at scale 1] in the area: from the left edge of the viewport on, and over the scene
/// list where it would be too narrow otherwise.
Rectangle overViewport(const PanelContext& context, const Rectangle& area, float width, float height);

/// Begins a window over the panels, which has the focus when it appears; ImGui::End() ends it. The map calls it
/// "overlay NAME".
void beginOverlay(PanelContext& context, const std::string& name, const Rectangle& at, ImGuiWindowFlags flags = 0);

/// The button in the upper right corner of an overlay; the map calls it "button close NAME".
void closeButton(PanelContext& context, const std::string& name, bool& open, std::string_view help = {});

/// Begins an overlay with a title and a button that closes it; the rope stays in reach beside it. False where there is
/// no room: then there is no window to end.
bool beginToolWindow(PanelContext& context, const char* name, const char* title, const Rectangle& at, bool& open);

/// Covers the window behind an overlay, so that a click beside the overlay reaches nothing else; true when there was
/// one.
bool drawVeil(const PanelContext& context, const char* name);

/// A button of a row of which one is chosen; the map calls it `name`.
bool choiceButton(PanelContext& context, const std::string& label, std::string name, bool chosen);

} // namespace ropewalk
