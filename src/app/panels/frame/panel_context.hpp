#pragma once

#include "fonts.hpp"
#include "palette.hpp"

#include "app/state/timings.hpp"
#include "app/state/ui_state.hpp"
#include "app/workbench/physics_text.hpp"
#include "app/workbench/workbench.hpp"

#include "render/camera.hpp"

#include <imgui.h>

#include <optional>
#include <string>
#include <string_view>

namespace ropewalk
{

/// What every panel draws with, for one frame.
struct PanelContext
{
    Workbench& workbench;
    UiState& ui;
    const Timings& timings;
    const Palette& colours;
    const Fonts& fonts;
    const PhysicsText& physics;
    double mouseRest; ///< [s] for which the mouse has not moved

    float px(float value) const { return value * ui.scale; } ///< pixels at this scale
};

/// Without decoration and fixed in place. No navigation: the arrow keys drag the rope's end and Tab hides the panels.
constexpr ImGuiWindowFlags panelFlags =
    ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
    ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoBringToFrontOnFocus;

/// The same for a window over the viewport that is as big as its contents.
constexpr ImGuiWindowFlags overlayFlags =
    (panelFlags & ~ImGuiWindowFlags_NoBringToFrontOnFocus) | ImGuiWindowFlags_AlwaysAutoResize;

/// Begins a panel that fills the rectangle; ImGui::End() ends it.
void beginPanel(PanelContext& context, const char* name, const Rectangle& at, ImGuiWindowFlags flags = 0);

/// Tells the map where the last item is.
void placeItem(PanelContext& context, std::string name);
/// Tells the map where the current window is.
void placeWindow(PanelContext& context, std::string name);

void text(const PanelContext& context, std::string_view line);
void text(const ImVec4& colour, std::string_view line);
ImVec2 textSize(std::string_view line);
void drawText(ImDrawList& list, const ImVec2& at, ImU32 colour, std::string_view line);

/// A line that is broken at the right edge of the window.
void wrappedText(const ImVec4& colour, std::string_view line);

/// A heading in the heading font.
void heading(const PanelContext& context, std::string_view line);

/// Whether the last item is to show its tooltip.
bool wantsTooltip(const PanelContext& context);
/// A tooltip for the last item, with lines broken at a readable width.
void tooltip(const PanelContext& context, std::string_view line);

/// Where a point of the scene is on the screen; nothing where there is no point or it is outside the viewport.
std::optional<ImVec2> seenAt(const PanelContext& context, const Camera& camera, const std::optional<glm::vec3>& point);

/// Esc closes the menu or list that is being drawn. (Dear ImGui does so only with its own keyboard navigation.)
void closeWithEscape();

/// A button that the map calls `name`, with its tooltip; true when it is pressed.
bool button(PanelContext& context, const char* label, std::string name, std::string_view help = {});

/// A button that asks for an action; its tooltip names the key.
bool actionButton(PanelContext& context, std::string_view label, Action action);

/// Seconds with the prefix that reads best: "1.85 ms".
std::string shortTime(double seconds);

} // namespace ropewalk
