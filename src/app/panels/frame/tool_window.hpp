#pragma once

#include "panel_context.hpp"

#include "app/state/tool_list.hpp"

namespace ropewalk
{

/// Begins a window over the panels, which has the focus when it appears; ImGui::End() ends it. The map calls it
/// "overlay NAME".
void beginOverlay(PanelContext& context, const std::string& name, const Rectangle& at, ImGuiWindowFlags flags = 0);

/// The panel of a tool in the dock.
class ToolPanel
{
public:
    virtual ~ToolPanel() = default;
    virtual void draw(PanelContext& context, const Rectangle& dock) = 0;
    virtual void sceneChanged() {}
};

/// Begins the panel of a tool in the dock, with its title and a button that closes it ("button close NAME"). False
/// where another tool is seen or there is no room: then there is no window to end.
bool beginTool(PanelContext& context, const ToolInfo& info, const Rectangle& dock);

/// Covers the window behind an overlay, so that a click beside the overlay reaches nothing else; true when there was
/// one.
bool drawVeil(const PanelContext& context, const char* name);

/// A button of a row of which one is chosen; the map calls it `name`.
bool choiceButton(PanelContext& context, const std::string& label, std::string name, bool chosen);

} // namespace ropewalk
